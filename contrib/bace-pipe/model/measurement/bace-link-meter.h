// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LINK_METER_H
#define BACE_LINK_METER_H

#include "ns3/bace-rate-steps.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-disc.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Watches one direction of a point-to-point link: what entered, what was lost, how full.
 *
 * Bytes are those on the wire, with all headers. It hangs on trace sources and schedules nothing.
 */
class LinkMeter : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * To be called before anything is sent.
     * @param capacity of the link over time
     */
    void SetCapacity(const RateSteps& capacity);

    /**
     * Starts watching.
     * @param source the device that sends into the link; its queue is watched too
     * @param destination the device at the other end; packets lost on the way are counted there
     */
    void Attach(Ptr<PointToPointNetDevice> source, Ptr<PointToPointNetDevice> destination);

    /**
     * Watches a queue disc above the source too: what it drops, marks and lets wait.
     * @param disc of the device that sends into the link
     */
    void Attach(Ptr<QueueDisc> disc);

    /**
     * Counts a packet that is sent into the link; for links that are no devices.
     * @param bytes on the wire
     * @param start when its transmission begins; not before that of the packet counted last
     */
    void CountTransmission(uint32_t bytes, Time start);

    /**
     * Counts a state of the queue.
     * @param bytes that wait in it
     */
    void CountQueue(uint64_t bytes);

    /// Counts a packet that was dropped at the queue or lost on the way.
    void CountDrop();

    /// @return bytes sent into the link
    uint64_t GetBytes() const;

    /// @return packets sent into the link
    uint64_t GetPackets() const;

    /// @return packets dropped at the queue, and lost on the way
    uint64_t GetDrops() const;

    /// @return packets that a queue disc has marked instead of dropping them (ECN)
    uint64_t GetMarks() const;

    /// @return the most bytes that waited in the queue
    uint64_t GetMaxQueueBytes() const;

    /// @return the most bytes sent in any window of GetWindow(), windows aligned to time 0
    uint64_t GetPeakWindowBytes() const;

    /// @return the most that was sent in any such window, as a share of what the link carries in
    /// it; of 1 bit/s before SetCapacity()
    double GetPeakUtilization() const;

    /// @return length of a window of the peak: the Window attribute
    Time GetWindow() const;

  private:
    /**
     * @param packet that has left for the link
     */
    void Sent(Ptr<const Packet> packet);

    /**
     * @param packet dropped or lost
     */
    void Dropped(Ptr<const Packet> packet);

    /**
     * @param before bytes in the queue
     * @param after bytes in the queue
     */
    void QueueChanged(uint32_t before, uint32_t after);

    /// @return the share of what the link carries in it that was sent in the window under way
    double GetWindowUtilization() const;

    Time m_window;                 //!< the attribute
    RateSteps m_capacity;          //!< of the link
    uint64_t m_bytes{0};           //!< sent
    uint64_t m_packets{0};         //!< sent
    uint64_t m_drops{0};           //!< at the queue and on the way
    uint64_t m_marks{0};           //!< by a queue disc
    uint64_t m_maxQueueBytes{0};   //!< waiting
    int64_t m_currentWindow{-1};   //!< number of the window under way
    uint64_t m_windowBytes{0};     //!< sent in it
    uint64_t m_peakWindowBytes{0}; //!< sent in any window before
    double m_peakUtilization{0};   //!< likewise, the largest share
};

} // namespace ns3::bacepipe

#endif // BACE_LINK_METER_H
