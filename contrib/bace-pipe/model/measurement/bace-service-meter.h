// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SERVICE_METER_H
#define BACE_SERVICE_METER_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Whom one direction of a point-to-point link has served: bytes by owner, where packets
 * begin to be sent and where they arrive.
 *
 * The difference of the two, the one taken when a message is sent and the other when it has
 * arrived, is what the link sent meanwhile that could be ahead of it. Arrivals are arithmetic
 * (begin + bytes over rate + delay, in the order of their begins), so it needs one call a packet
 * and schedules nothing; a packet that is lost on the way has been served all the same. Which event
 * of an instant runs first does not show: a packet counts as begun after the instant of its begin.
 */
class ServiceMeter
{
  public:
    /// By owner, who are numbers, bytes: as many as the link would have sent meanwhile at the rate
    /// that it had first. Those beyond its end have none.
    using Bytes = std::vector<double>;

    /// Seconds of the link by owner, for those who had any.
    using Shares = std::map<uint32_t, Time>;

    /**
     * @param rate of the link, above 0
     * @param delay from one end to the other
     */
    ServiceMeter(DataRate rate, Time delay);

    /**
     * The link is another one for packets that are counted from now on.
     * @param rate of the link, above 0
     * @param delay from one end to the other
     */
    void Change(DataRate rate, Time delay);

    /// @return the link's present rate
    DataRate GetRate() const;

    /// @return the link's present delay
    Time GetDelay() const;

    /**
     * @param packet on a point-to-point link, with all headers
     * @return the destination port of its UDP or TCP header; 0 of other packets, such as IPv4
     *         fragments
     */
    static uint16_t FindPort(const Packet& packet);

    /**
     * Counts a packet.
     * @param owner whose it is; nothing is counted for owner 0, who is nobody
     * @param bytes on the wire
     * @param start when it begins to be sent; now or later, and not before the packet counted last
     * @return when it is sent
     */
    Time Count(uint32_t owner, uint32_t bytes, const Time& start);

    /// @return what began to be sent before now
    const Bytes& GetBegun();

    /**
     * @param begun what had begun to be sent when a message was sent
     * @param self whose message it was; left out
     * @return how long the link takes for what of others has begun since and has arrived by now
     */
    Shares GetServedSince(const Bytes& begun, uint32_t self);

  private:
    /// A packet that has not arrived.
    struct Entry
    {
        Time start;     //!< when its transmission begins
        Time arrival;   //!< when it is at the other end
        double bytes;   //!< on the wire, of Bytes
        uint32_t owner; //!< whose it is
    };

    /// Counts what has arrived by now.
    void Advance();

    static constexpr std::size_t LEAST_LIMIT = 64; //!< of packets

    DataRate m_firstRate;             //!< of the link
    DataRate m_rate;                  //!< of the link, now
    Time m_delay;                     //!< of the link, now
    Time m_lastArrival;               //!< of the packet counted last
    uint32_t m_timedBytes{0};         //!< size for which m_timedTime was calculated
    Time m_timedTime;                 //!< transmission time
    std::deque<Entry> m_line;         //!< in order
    std::size_t m_limit{LEAST_LIMIT}; //!< of the line: then it is looked who has arrived
    std::size_t m_started{0};         //!< how many of them are counted as begun
    Bytes m_begun;                    //!< by owner
    Bytes m_arrived;                  //!< by owner
};

} // namespace ns3::bacepipe

#endif // BACE_SERVICE_METER_H
