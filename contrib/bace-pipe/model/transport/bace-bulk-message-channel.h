// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_MESSAGE_CHANNEL_H
#define BACE_BULK_MESSAGE_CHANNEL_H

#include "ns3/bace-bulk-sender.h"
#include "ns3/bace-striped-message-channel.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Messages over the bulk transport: a reliable transport on UDP whose cost in the simulator
 * does not grow with the bandwidth-delay product.
 *
 * It behaves as TCP with SACK does, under ns-3's own congestion control, and its packets are as
 * large as TCP's with timestamps. It stripes as TcpMessageChannel does, so that one can stand for
 * the other.
 *
 * Every MTU on the path must hold SegmentSize + 52 bytes; the first is checked.
 */
class BulkMessageChannel : public StripedMessageChannel
{
  public:
    /// Bytes that a packet has beside its segment: IPv4 20, UDP 8, the transport's header 24.
    static constexpr uint32_t PACKET_OVERHEAD = 52;

    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Signature of CongestionWindow.
     * @param connection index of the connection
     * @param bytes the new window
     */
    using WindowTracedCallback = void (*)(uint32_t connection, uint64_t bytes);

    /**
     * Signature of Rtt.
     * @param connection index of the connection
     * @param rtt a measurement of the round-trip time
     */
    using RttTracedCallback = void (*)(uint32_t connection, Time rtt);

    /**
     * Signature of Retransmission.
     * @param connection index of the connection
     * @param segment number of the segment
     * @param bytes of its payload
     */
    using RetransmissionTracedCallback = void (*)(uint32_t connection,
                                                  uint64_t segment,
                                                  uint32_t bytes);

    /// The way of its packets through the network.
    enum Path
    {
        STACK,  //!< ns-3's IPv4 stack, queue discs and devices: any topology
        EXPRESS //!< point-to-point links at one event a hop (ExpressLink)
    };

    BulkMessageChannel();

  protected:
    void DoOpen() override;

  private:
    class BulkConnection;

    /// @return this channel's settings of a sender
    BulkSenderOptions GetSenderOptions() const;

    Path m_path;                                                        //!< of its packets
    uint64_t m_maxWindow;                                               //!< bytes
    TracedCallback<uint32_t, uint64_t> m_congestionWindowTrace;         //!< the window has changed
    TracedCallback<uint32_t, Time> m_rttTrace;                          //!< the RTT was measured
    TracedCallback<uint32_t, uint64_t, uint32_t> m_retransmissionTrace; //!< a segment, again
    BulkTraces m_traces; //!< the above, for the senders
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_MESSAGE_CHANNEL_H
