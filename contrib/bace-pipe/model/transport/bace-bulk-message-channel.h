// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_MESSAGE_CHANNEL_H
#define BACE_BULK_MESSAGE_CHANNEL_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-bulk-receiver.h"
#include "ns3/bace-bulk-sender.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-message-stripes.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Messages over the bulk transport: a reliable transport on UDP whose cost in the simulator
 * does not grow with the bandwidth-delay product.
 *
 * It behaves as TCP with SACK does, under ns-3's own congestion control, and its packets are as
 * large as TCP's with timestamps. Each message is striped over Connections parallel connections in
 * equal shares, as in TcpMessageChannel, so that one can stand for the other.
 *
 * Every MTU on the path must hold SegmentSize + 52 bytes; the first is checked.
 */
class BulkMessageChannel : public MessageChannel
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

    BulkMessageChannel();
    ~BulkMessageChannel() override;

    void Open(const ChannelEndpoints& endpoints) override;
    void Close() override;
    uint16_t GetPortCount() const override;
    uint64_t GetRetransmittedBytes() const override;
    std::string DescribeState() const override;

  protected:
    void DoSend(uint64_t id, uint64_t bytes) override;
    void DoDispose() override;

  private:
    /// One of the parallel connections: both of its ends.
    struct Connection
    {
        std::unique_ptr<BulkEndpoint> source;      //!< port at the source
        std::unique_ptr<BulkEndpoint> destination; //!< port at the destination
        std::unique_ptr<BulkSender> sender;        //!< at the source
        std::unique_ptr<BulkReceiver> receiver;    //!< at the destination
    };

    /**
     * A share of a message has arrived.
     * @param index of its connection
     * @param share the share
     */
    void HandleShare(uint32_t index, const MessageFrame& share);

    /**
     * A connection has failed: ends the run.
     * @param reason what was tried
     */
    void HandleFailure(const std::string& reason) const;

    /// @return both ends, for messages
    std::string DescribeEndpoints() const;

    uint32_t m_segmentSize;     //!< most payload bytes of a packet
    uint32_t m_connectionCount; //!< parallel connections
    TypeId m_congestionControl; //!< TcpCubic or TcpLinuxReno
    uint32_t m_initialWindow;   //!< segments
    uint64_t m_maxWindow;       //!< bytes
    Time m_minRto;              //!< least retransmission timeout
    uint32_t m_delayedAckCount; //!< segments for which one ACK is sent
    Time m_delayedAckTimeout;   //!< longest wait of an ACK
    Time m_connectTimeout;      //!< before the first CONNECT is sent again
    uint32_t m_connectAttempts; //!< CONNECTs sent before giving up

    ChannelEndpoints m_endpoints;                           //!< where
    bool m_open{false};                                     //!< between Open() and Close()
    bool m_delivering{false};                               //!< whether HandleShare() is at work
    std::vector<std::unique_ptr<Connection>> m_connections; //!< in order of their ports
    std::unique_ptr<StripeAssembler> m_assembler;           //!< of what arrives
    TracedCallback<uint32_t, uint64_t> m_congestionWindowTrace;         //!< the window has changed
    TracedCallback<uint32_t, Time> m_rttTrace;                          //!< the RTT was measured
    TracedCallback<uint32_t, uint64_t, uint32_t> m_retransmissionTrace; //!< a segment, again
    BulkTraces m_traces;              //!< the above, for the senders
    uint64_t m_retransmittedBytes{0}; //!< of connections that are closed
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_MESSAGE_CHANNEL_H
