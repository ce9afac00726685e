// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_SCOREBOARD_H
#define BACE_BULK_SCOREBOARD_H

#include "ns3/bace-bulk-header.h"
#include "ns3/bace-delivery-rate.h"

#include <boost/icl/interval_set.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <set>

namespace ns3::bacepipe
{

/**
 * @brief What a sender knows about each segment that it has sent and that is not acknowledged
 * cumulatively: in the network, lost, or delivered out of order (SACKed).
 *
 * Every transmission has a serial number. A transmission is lost when one at least three serials
 * later has been delivered: RFC 8985's idea, with a threshold of packets, which also finds lost
 * retransmissions. All operations are O(log n) amortised over the segments sent; a segment costs 24
 * bytes.
 */
class BulkScoreboard
{
  public:
    /// Later transmissions that must be delivered before one is taken for lost (RFC 5681).
    static constexpr uint64_t REORDERING_THRESHOLD = 3;

    /**
     * @param rate is told what is delivered; outlives the scoreboard's use
     */
    void SetDeliveryRate(DeliveryRate& rate)
    {
        m_rate = &rate;
    }

    /**
     * The next new segment is sent.
     * @param end position in the stream one past its last byte
     * @return its number
     */
    uint64_t Send(uint64_t end);

    /**
     * A segment is sent again. It is in the network afterwards, whatever it was before.
     * @param segment its number; not delivered
     * @param now simulated time, ns
     */
    void Resend(uint64_t segment, int64_t now);

    /**
     * An acknowledgement has come. What it says about segments already known is ignored.
     * @param ack the acknowledgement; aborts when it concerns segments never sent
     * @return segments that it reports delivered for the first time
     */
    uint64_t Acknowledge(const BulkAckHeader& ack);

    /**
     * Takes for lost what was sent at least REORDERING_THRESHOLD transmissions before the latest
     * one that was delivered.
     * @return how many
     */
    uint64_t DetectLosses();

    /// @return whether something sent before the latest transmission delivered is still awaited
    bool HasReordering() const;

    /**
     * Takes for lost all that was sent before the latest transmission that was delivered.
     * @return how many
     */
    uint64_t GiveUpReordered();

    /// Takes for lost all that is in the network.
    void GiveUpAll();

    /// What is lost and not sent again was taken for lost wrongly: it is in the network.
    void Reinstate();

    /// @return whether a segment is lost and not sent again
    bool HasLost() const
    {
        return !m_lost.empty();
    }

    /// @return the first lost segment; HasLost() must hold
    uint64_t GetFirstLost() const
    {
        return *m_lost.begin();
    }

    /**
     * @param segment where the number of the last segment in the network goes
     * @return whether there is one
     */
    bool FindLastInNetwork(uint64_t& segment) const;

    /// @return the first segment not acknowledged cumulatively (SND.UNA)
    uint64_t GetUnacknowledged() const
    {
        return m_unacknowledged;
    }

    /// @return the number of the next new segment (SND.NXT)
    uint64_t GetNext() const
    {
        return m_unacknowledged + m_segments.size();
    }

    /// @return whether the last acknowledgement was the first news of a segment sent again, and
    ///         covered it cumulatively
    bool HasRepaired() const
    {
        return m_repaired;
    }

    /// @return segments in the network (pipe)
    uint64_t GetPipe() const
    {
        return m_pipe;
    }

    /**
     * @param segment not acknowledged cumulatively, or the next new one
     * @return position in the stream of its first byte
     */
    uint64_t GetBegin(uint64_t segment) const;

    /**
     * @param segment not acknowledged cumulatively
     * @return position in the stream one past its last byte
     */
    uint64_t GetEnd(uint64_t segment) const;

    /**
     * @param segment not acknowledged cumulatively
     * @return whether it was sent more than once
     */
    bool IsResent(uint64_t segment) const;

  private:
    /// Where a segment is.
    enum State : uint64_t
    {
        IN_NETWORK,
        LOST,
        DELIVERED
    };

    /// A segment.
    struct Segment
    {
        uint64_t end;         //!< position one past its last byte
        uint64_t serial : 61; //!< of its last transmission
        uint64_t state : 2;   //!< State
        uint64_t resent : 1;  //!< whether it was sent more than once
    };

    /// Half-open ranges of segment numbers.
    using Ranges =
        boost::icl::interval_set<uint64_t, std::less, boost::icl::right_open_interval<uint64_t>>;

    /**
     * @param number of a segment
     * @return the segment
     */
    Segment& At(uint64_t number)
    {
        return m_segments[number - m_unacknowledged];
    }

    /// @copydoc At()
    const Segment& At(uint64_t number) const
    {
        return m_segments[number - m_unacknowledged];
    }

    /**
     * A segment has been delivered.
     * @param number of the segment
     * @param segment it
     * @param echo timestamp that came back with the news, ns
     */
    void Deliver(uint64_t number, Segment& segment, int64_t echo);

    /**
     * Reports a range of segments delivered out of order.
     * @param begin first
     * @param end one past the last
     * @param echo timestamp that came back with the news, ns
     * @return how many of them are new
     */
    uint64_t DeliverRange(uint64_t begin, uint64_t end, int64_t echo);

    /**
     * Takes for lost the transmissions before a serial.
     * @param serial the first that is spared
     * @return how many
     */
    uint64_t LoseBefore(uint64_t serial);

    /// Drops from the front of m_transmissions what is not in the network any more.
    void Trim();

    DeliveryRate* m_rate{nullptr};          //!< is told what is delivered, if there is one
    std::deque<Segment> m_segments;         //!< from m_unacknowledged on
    uint64_t m_unacknowledged{0};           //!< SND.UNA
    uint64_t m_begin{0};                    //!< position in the stream of m_unacknowledged
    uint64_t m_pipe{0};                     //!< segments in the network
    bool m_repaired{false};                 //!< see HasRepaired()
    std::deque<uint64_t> m_transmissions;   //!< segment of each serial from m_firstSerial on
    uint64_t m_firstSerial{0};              //!< serial of m_transmissions' front
    uint64_t m_latestDelivered{0};          //!< one past the latest serial delivered
    std::set<uint64_t> m_lost;              //!< lost and not sent again
    std::map<uint64_t, int64_t> m_resentAt; //!< time of the last transmission, when resent
    Ranges m_delivered;                     //!< delivered out of order
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_SCOREBOARD_H
