// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-message-channel.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/simulator.h"
#include "ns3/tcp-cubic.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(BulkMessageChannel);

TypeId
BulkMessageChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::BulkMessageChannel")
            .SetParent<MessageChannel>()
            .SetGroupName("BacePipe")
            .AddConstructor<BulkMessageChannel>()
            .AddAttribute("SegmentSize",
                          "Most payload bytes of a packet, message framing included; the packet "
                          "has 52 bytes more, and every MTU on the path must hold it",
                          UintegerValue(60000),
                          MakeUintegerAccessor(&BulkMessageChannel::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65535 - PACKET_OVERHEAD))
            .AddAttribute("Connections",
                          "Parallel connections over which each message is striped",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BulkMessageChannel::m_connectionCount),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("CongestionControl",
                          "TypeId of the congestion control: TcpCubic or TcpLinuxReno",
                          TypeIdValue(TcpCubic::GetTypeId()),
                          MakeTypeIdAccessor(&BulkMessageChannel::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("InitialWindow",
                          "Initial congestion window in segments",
                          UintegerValue(10),
                          MakeUintegerAccessor(&BulkMessageChannel::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxWindow",
                          "Receive window: bytes that each connection may have sent and not "
                          "acknowledged",
                          UintegerValue(uint64_t{4} << 30),
                          MakeUintegerAccessor(&BulkMessageChannel::m_maxWindow),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("MinRto",
                          "Least retransmission timeout",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&BulkMessageChannel::m_minRto),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("DelayedAckCount",
                          "Segments for which the receiver sends one ACK",
                          UintegerValue(2),
                          MakeUintegerAccessor(&BulkMessageChannel::m_delayedAckCount),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DelayedAckTimeout",
                          "Longest time that an ACK waits for a further segment",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&BulkMessageChannel::m_delayedAckTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("ConnectTimeout",
                          "Time before the first request for a connection is sent again; doubles "
                          "each time",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&BulkMessageChannel::m_connectTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("ConnectAttempts",
                          "Requests for a connection sent without an answer before the run is "
                          "ended",
                          UintegerValue(8),
                          MakeUintegerAccessor(&BulkMessageChannel::m_connectAttempts),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddTraceSource("CongestionWindow",
                            "The window has changed: connection, bytes",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_congestionWindowTrace),
                            "ns3::bacepipe::BulkMessageChannel::WindowTracedCallback")
            .AddTraceSource("Rtt",
                            "The round-trip time was measured: connection, time",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_rttTrace),
                            "ns3::bacepipe::BulkMessageChannel::RttTracedCallback")
            .AddTraceSource("Retransmission",
                            "A segment was sent again: connection, number, payload bytes",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_retransmissionTrace),
                            "ns3::bacepipe::BulkMessageChannel::RetransmissionTracedCallback");
    return tid;
}

BulkMessageChannel::BulkMessageChannel()
    : m_traces{m_congestionWindowTrace, m_rttTrace, m_retransmissionTrace}
{
}

BulkMessageChannel::~BulkMessageChannel()
{
    Close();
}

void
BulkMessageChannel::Open(const ChannelEndpoints& endpoints)
{
    NS_ABORT_MSG_IF(m_open, "channel opened twice");
    m_endpoints = endpoints;
    m_open = true;
    m_assembler = std::make_unique<StripeAssembler>(m_connectionCount);

    // Packets of an earlier channel on the same ports may still be under way.
    const auto now = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    const auto tag = static_cast<uint32_t>(now ^ now >> 32);
    const BulkSenderOptions senderOptions{m_segmentSize,
                                          m_congestionControl,
                                          m_initialWindow,
                                          std::max<uint64_t>(m_maxWindow / m_segmentSize, 1),
                                          m_minRto,
                                          m_delayedAckTimeout,
                                          m_connectTimeout,
                                          m_connectAttempts};
    const BulkReceiverOptions receiverOptions{m_delayedAckCount, m_delayedAckTimeout};
    for (uint32_t i = 0; i < m_connectionCount; ++i)
    {
        m_connections.push_back(std::make_unique<Connection>());
        Connection& connection = *m_connections.back();
        const auto port = static_cast<uint16_t>(endpoints.port + i);
        const BulkEndpoint::Address source{endpoints.sourceAddress, port};
        const BulkEndpoint::Address destination{endpoints.destinationAddress, port};
        connection.source = std::make_unique<BulkEndpoint>(
            endpoints.source,
            source,
            destination,
            [&connection](Ptr<Packet> packet) { connection.sender->Receive(packet); });
        connection.destination = std::make_unique<BulkEndpoint>(
            endpoints.destination,
            destination,
            source,
            [&connection](Ptr<Packet> packet) { connection.receiver->Receive(packet); });
        NS_ABORT_MSG_IF(connection.source->GetMtu() < m_segmentSize + PACKET_OVERHEAD,
                        "MTU " << connection.source->GetMtu() << " of the first hop from "
                               << DescribeEndpoints() << " does not hold packets of "
                               << m_segmentSize + PACKET_OVERHEAD
                               << " bytes: raise the device's Mtu or lower SegmentSize");
        connection.sender = std::make_unique<BulkSender>(
            i,
            tag,
            senderOptions,
            *connection.source,
            m_traces,
            [this](const std::string& reason) { HandleFailure(reason); });
        connection.receiver = std::make_unique<BulkReceiver>(
            tag,
            receiverOptions,
            *connection.destination,
            [this, i](const MessageFrame& share) { HandleShare(i, share); });
        connection.sender->Connect();
    }
}

void
BulkMessageChannel::Close()
{
    if (!m_open)
    {
        return;
    }
    m_retransmittedBytes = GetRetransmittedBytes();
    m_open = false;
    for (auto& connection : m_connections)
    {
        connection->sender->Close();
        connection->receiver->Close();
        connection->source->Close();
        connection->destination->Close();
    }
    if (m_delivering)
    {
        // One of them has called us: let it live until the present event is over.
        auto closed = std::make_shared<std::vector<std::unique_ptr<Connection>>>();
        closed->swap(m_connections);
        Simulator::ScheduleNow([closed] { closed->clear(); });
    }
    m_connections.clear();
}

uint16_t
BulkMessageChannel::GetPortCount() const
{
    return static_cast<uint16_t>(m_connectionCount);
}

uint64_t
BulkMessageChannel::GetRetransmittedBytes() const
{
    uint64_t bytes = m_retransmittedBytes;
    for (const auto& connection : m_connections)
    {
        bytes += connection->sender->GetRetransmittedBytes();
    }
    return bytes;
}

std::string
BulkMessageChannel::DescribeState() const
{
    std::ostringstream text;
    text << "bulk channel from " << DescribeEndpoints() << ": ";
    if (!m_open)
    {
        text << "not open";
        return text.str();
    }
    uint32_t connected = 0;
    uint64_t unsent = 0;
    uint64_t unacknowledged = 0;
    for (const auto& connection : m_connections)
    {
        connected += connection->sender->IsConnected();
        unsent += connection->sender->GetUnsentBytes();
        unacknowledged += connection->sender->GetUnacknowledgedBytes();
    }
    text << connected << " of " << m_connectionCount << " connections stand, " << unsent
         << " bytes wait for the window, " << unacknowledged << " bytes not acknowledged, "
         << GetSentBytes() - GetDeliveredBytes() << " bytes of messages not delivered";
    return text.str();
}

void
BulkMessageChannel::DoSend(uint64_t id, uint64_t bytes)
{
    NS_ABORT_MSG_IF(!m_open, "message " << id << " sent on a channel that is not open");
    for (uint32_t i = 0; i < m_connectionCount; ++i)
    {
        m_connections[i]->sender->Push(
            MessageFrame{id, GetStripeShare(bytes, m_connectionCount, i)});
    }
}

void
BulkMessageChannel::DoDispose()
{
    Close();
    m_endpoints = ChannelEndpoints();
    MessageChannel::DoDispose();
}

void
BulkMessageChannel::HandleShare(uint32_t index, const MessageFrame& share)
{
    Ptr<BulkMessageChannel> self = this; // a callback below may drop the last reference
    m_delivering = true;
    m_assembler->Add(index, share);
    MessageFrame message;
    while (m_open && m_assembler->Pop(message))
    {
        Deliver(message.id, message.bytes);
    }
    m_delivering = false;
}

void
BulkMessageChannel::HandleFailure(const std::string& reason) const
{
    NS_FATAL_ERROR("bulk connection from " << DescribeEndpoints() << " failed: " << reason << "; "
                                           << DescribeState());
}

std::string
BulkMessageChannel::DescribeEndpoints() const
{
    std::ostringstream text;
    text << m_endpoints.sourceAddress << " to " << m_endpoints.destinationAddress << " (port "
         << m_endpoints.port << ")";
    return text.str();
}

} // namespace ns3::bacepipe
