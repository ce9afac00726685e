// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TCP_MESSAGE_CHANNEL_H
#define BACE_TCP_MESSAGE_CHANNEL_H

#include "ns3/address.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-message-frame.h"
#include "ns3/bace-message-stream.h"
#include "ns3/bace-message-stripes.h"
#include "ns3/bace-message-tcp-socket.h"
#include "ns3/data-rate.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Messages over ns-3's own TCP: the reference that other transports are compared with.
 *
 * Each message is striped over Connections parallel connections in equal shares. Every setting
 * concerns the sockets of this channel alone; no default of ns-3 is used where it matters, and
 * none is changed.
 *
 * The receive buffer is made twice the send buffer and a little more: ns-3 3.37 crashes after a
 * loss when the receive window is what limits the sender.
 */
class TcpMessageChannel : public MessageChannel
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    TcpMessageChannel();
    ~TcpMessageChannel() override;

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
        Ptr<MessageTcpSocket> sender;   //!< end at the source
        Ptr<MessageTcpSocket> receiver; //!< end at the destination, once accepted
        MessageStream stream;           //!< what the sender has to send
        uint64_t next{0};               //!< first byte of the stream not given to the sender
        bool established{false};        //!< whether the sender is connected
        FrameReader reader;             //!< of what the receiver receives
    };

    /**
     * Creates a socket with this channel's settings.
     * @param node where
     * @param index of its connection
     * @return the socket
     */
    Ptr<MessageTcpSocket> CreateSocket(Ptr<Node> node, uint32_t index) const;

    /**
     * @param socket at the source
     * @return its connection
     */
    Connection& GetConnectionOf(Ptr<Socket> socket);

    /**
     * The sender is connected.
     * @param socket at the source
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * A connection could not be made, or broke: ends the run.
     * @param socket at either end
     */
    void HandleFailure(Ptr<Socket> socket);

    /**
     * The listener has accepted a connection.
     * @param socket at the destination
     * @param from address and port of the source
     */
    void HandleAccepted(Ptr<Socket> socket, const Address& from);

    /**
     * A sender has room.
     * @param socket at the source
     * @param available bytes
     */
    void HandleRoom(Ptr<Socket> socket, uint32_t available);

    /**
     * A receiver has data.
     * @param socket at the destination
     */
    void HandleData(Ptr<Socket> socket);

    /**
     * Gives a sender as much as it takes.
     * @param connection whose
     */
    void Fill(Connection& connection);

    /// @return both ends, for messages
    std::string DescribeEndpoints() const;

    uint32_t m_connectionCount; //!< parallel connections
    TypeId m_congestionControl; //!< TcpCongestionOps
    uint32_t m_segmentSize;     //!< bytes of TCP payload
    uint32_t m_bufferSize;      //!< bytes a sender may have outstanding
    uint32_t m_initialWindow;   //!< segments
    uint32_t m_delayedAckCount; //!< segments an ACK waits for
    Time m_delayedAckTimeout;   //!< longest wait of an ACK
    Time m_minRto;              //!< least retransmission timeout
    DataRate m_maxPacingRate;   //!< for congestion controls that pace
    Time m_connectTimeout;      //!< before the first retransmission of a SYN
    uint32_t m_connectAttempts; //!< SYNs before giving up

    ChannelEndpoints m_endpoints;                           //!< where
    bool m_open{false};                                     //!< between Open() and Close()
    bool m_delivering{false};                               //!< whether HandleData() is at work
    Ptr<MessageTcpSocket> m_listener;                       //!< at the destination
    std::vector<std::unique_ptr<Connection>> m_connections; //!< in order of their source ports
    std::unique_ptr<StripeAssembler> m_assembler;           //!< of what arrives
    std::vector<MessageFrame> m_complete;                   //!< scratch of HandleData()
    uint64_t m_retransmittedBytes{0};                       //!< of connections that are closed
};

} // namespace ns3::bacepipe

#endif // BACE_TCP_MESSAGE_CHANNEL_H
