// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STRIPED_MESSAGE_CHANNEL_H
#define BACE_STRIPED_MESSAGE_CHANNEL_H

#include "ns3/bace-message-channel.h"
#include "ns3/bace-message-frame.h"
#include "ns3/bace-message-stripes.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief A channel that stripes each message over Connections parallel connections in equal shares.
 *
 * It holds what does not depend on what a connection is: settings, cutting and joining of messages,
 * the end of connections, counts and words about them. A concrete channel makes the connections.
 */
class StripedMessageChannel : public MessageChannel
{
  public:
    /// Bytes that a full packet has beside its segment: IPv4 20 and TCP with timestamps 32, or UDP
    /// 8 and the bulk transport's header 24.
    static constexpr uint32_t PACKET_OVERHEAD = 52;

    /// @return the TypeId of the class
    static TypeId GetTypeId();

    ~StripedMessageChannel() override;

    void Open(const ChannelEndpoints& endpoints) override;
    void Close() override;
    uint16_t GetPortCount() const override;
    uint64_t GetRetransmittedBytes() const override;
    std::optional<TransportState> GetState() const override;
    std::string DescribeState() const override;

    /// @return bytes of messages and their framing that no connection has begun to send; of TCP,
    ///         that its sockets have not taken
    uint64_t GetUnsentBytes() const override;

  protected:
    /// One of the parallel connections: both of its ends.
    class Connection
    {
      public:
        virtual ~Connection() = default;

        /// Asks for the connection. Called once, in an event of its own.
        virtual void Start() = 0;

        /**
         * Queues a frame. May be called before the connection stands.
         * @param share of a message
         */
        virtual void Queue(const MessageFrame& share) = 0;

        /**
         * Sends of what is queued as much as may be sent now.
         * @param bytes at most, but for a segment more
         * @return whether it has sent that much, and so may have more to send now
         */
        virtual bool Send(uint64_t bytes) = 0;

        /// Ends both ends at once: nothing fires any more. May be called again.
        virtual void Close() = 0;

        /// @return whether the connection stands
        virtual bool IsConnected() const = 0;

        /// @return bytes that have not been sent yet
        virtual uint64_t GetUnsentBytes() const = 0;

        /// @return bytes sent and not acknowledged
        virtual uint64_t GetUnacknowledgedBytes() const = 0;

        /// @return payload bytes sent more than once
        virtual uint64_t GetRetransmittedBytes() const = 0;

        /// @return what it has learnt of its way (MessageChannel::GetState())
        virtual std::optional<TransportState> GetState() const
        {
            return std::nullopt;
        }
    };

    /**
     * @param transport its name, for messages
     * @param bottleneck what bytes not sent yet wait for, for messages
     */
    StripedMessageChannel(std::string transport, std::string bottleneck);

    /// Makes m_connectionCount connections between m_endpoints and adds them; sends nothing yet.
    virtual void DoOpen() = 0;

    /**
     * @param connection the next one
     */
    void AddConnection(std::unique_ptr<Connection> connection);

    /**
     * @param index of a connection, in the order in which they were added
     * @return the connection; aborts when there is none
     */
    Connection& GetConnection(uint32_t index) const;

    /**
     * To be called by a connection for each share that has arrived, as long as it is not closed.
     * The connection may be closed during the call, but lives until the present event is over.
     * @param index of the connection
     * @param share the share
     */
    void HandleShare(uint32_t index, const MessageFrame& share);

    /**
     * A connection could not be made, or broke: so is the channel.
     * @param how it failed; follows the word "failed"
     */
    void HandleFailure(const std::string& how);

    /**
     * @param node at one of the ends
     * @param index of a connection
     * @return random stream for what that end draws; far from those assigned by hand
     */
    uint32_t GetRandomStream(Ptr<const Node> node, uint32_t index) const;

    /// @return both ends, for messages
    std::string DescribeEndpoints() const;

    void DoSend(uint64_t id, uint64_t bytes, const MessageLabel& label) override;
    void DoDispose() override;

    uint32_t m_connectionCount;        //!< parallel connections
    TypeId m_congestionControl;        //!< of each connection
    uint32_t m_initialWindow;          //!< segments
    Time m_minRto;                     //!< least retransmission timeout
    uint32_t m_delayedAckCount;        //!< segments for which one ACK is sent
    Time m_delayedAckTimeout;          //!< longest wait of an ACK
    Time m_connectTimeout;             //!< before the first request for a connection is sent again
    uint32_t m_connectAttempts;        //!< requests for a connection before giving up
    TcpSocketState::UseEcn_t m_useEcn; //!< whether routers may mark packets
    bool m_pacing;                     //!< whether a connection paces
    DataRate m_maxPacingRate;          //!< most that a connection sends; 0: unlimited
    uint16_t m_pacingSsRatio;          //!< pacing rate in slow start, percent of window / RTT
    uint16_t m_pacingCaRatio;          //!< the same otherwise
    bool m_paceInitialWindow;          //!< whether it holds for the initial window too
    uint32_t m_segmentSize;       //!< payload bytes of a packet; Attribute of the concrete class
    uint64_t m_turn{UINT64_MAX};  //!< bytes that one sends before the next does; the like
    ChannelEndpoints m_endpoints; //!< where

  private:
    /// Asks for all connections.
    void Start();

    EventId m_start;                                        //!< of Start()
    EventId m_end;                                          //!< of the simulation: closes
    std::string m_transport;                                //!< name of the transport
    std::string m_bottleneck;                               //!< what bytes not sent yet wait for
    bool m_open{false};                                     //!< between Open() and Close()
    std::vector<std::unique_ptr<Connection>> m_connections; //!< in order of their ports
    std::unique_ptr<StripeAssembler> m_assembler;           //!< of what arrives
    uint64_t m_retransmittedBytes{0};                       //!< of connections that are closed
    std::string m_failure;                                  //!< how the first connection failed
};

} // namespace ns3::bacepipe

#endif // BACE_STRIPED_MESSAGE_CHANNEL_H
