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
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Signature of CongestionWindow and SlowStartThreshold.
     * @param connection index of the connection
     * @param oldBytes before
     * @param newBytes now
     */
    using BytesTracedCallback = void (*)(uint32_t connection, uint64_t oldBytes, uint64_t newBytes);

    /**
     * Signature of RTT.
     * @param connection index of the connection
     * @param oldRtt the measurement before
     * @param newRtt the last measurement
     */
    using RttTracedCallback = void (*)(uint32_t connection, Time oldRtt, Time newRtt);

    /**
     * Signature of State.
     * @param connection index of the connection
     * @param oldState before
     * @param newState now: SYN_SENT, ESTABLISHED or CLOSED
     */
    using StateTracedCallback = void (*)(uint32_t connection,
                                         TcpSocket::TcpStates_t oldState,
                                         TcpSocket::TcpStates_t newState);

    /**
     * Signature of CongState.
     * @param connection index of the connection
     * @param oldState before
     * @param newState now
     */
    using CongestionStateTracedCallback = void (*)(uint32_t connection,
                                                   TcpSocketState::TcpCongState_t oldState,
                                                   TcpSocketState::TcpCongState_t newState);

    /**
     * Signature of CongestionEstimate.
     * @param connection index of the connection
     * @param oldAlpha before
     * @param newAlpha now, 0 to 1
     */
    using EstimateTracedCallback = void (*)(uint32_t connection, double oldAlpha, double newAlpha);

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

    /// Closes, while the trace sources still are.
    ~BulkMessageChannel() override;

  protected:
    void DoOpen() override;

  private:
    class BulkConnection;

    /**
     * @param index of a connection
     * @return this channel's settings of its sender
     */
    BulkSenderOptions GetSenderOptions(uint32_t index) const;

    Path m_path;             //!< of its packets
    uint64_t m_maxWindow;    //!< bytes
    bool m_restartAfterIdle; //!< whether the window decays while nothing is sent

    BulkTraces::Source<uint64_t> m_congestionWindowTrace;                      //!< bytes
    BulkTraces::Source<uint64_t> m_slowStartThresholdTrace;                    //!< bytes
    BulkTraces::Source<Time> m_rttTrace;                                       //!< measurements
    BulkTraces::Source<TcpSocket::TcpStates_t> m_stateTrace;                   //!< connections
    BulkTraces::Source<TcpSocketState::TcpCongState_t> m_congestionStateTrace; //!< windows
    BulkTraces::Source<double> m_congestionEstimateTrace;                      //!< DCTCP's alpha
    TracedCallback<uint32_t, uint64_t, uint32_t> m_retransmissionTrace;        //!< a segment, again
    BulkTraces m_traces; //!< the above, for the senders
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_MESSAGE_CHANNEL_H
