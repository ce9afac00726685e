// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-tcp-message-channel.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace ns3::bacepipe
{

NS_LOG_COMPONENT_DEFINE("BaceTcpMessageChannel");
NS_OBJECT_ENSURE_REGISTERED(TcpMessageChannel);

namespace
{

/// Bytes given to a socket at a time; virtual bytes cost nothing, records do.
constexpr uint64_t CHUNK_BYTES = 1 << 20;

/// First random stream of this channel's sockets; far from those assigned by hand.
constexpr uint32_t FIRST_RANDOM_STREAM = uint32_t{1} << 31;

} // namespace

TypeId
TcpMessageChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::TcpMessageChannel")
            .SetParent<MessageChannel>()
            .SetGroupName("BacePipe")
            .AddConstructor<TcpMessageChannel>()
            .AddAttribute("Connections",
                          "Parallel connections over which each message is striped",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TcpMessageChannel::m_connectionCount),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("CongestionControl",
                          "TypeId of the congestion control: TcpCubic, TcpNewReno, TcpLinuxReno, "
                          "TcpBbr, ...",
                          TypeIdValue(TcpCubic::GetTypeId()),
                          MakeTypeIdAccessor(&TcpMessageChannel::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("SegmentSize",
                          "Payload bytes of a segment; the packet has 52 bytes more, and every MTU "
                          "on the path must hold it",
                          UintegerValue(1448),
                          MakeUintegerAccessor(&TcpMessageChannel::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65483))
            .AddAttribute("BufferSize",
                          "Bytes each connection may have outstanding: its share of the "
                          "bandwidth-delay product or more",
                          UintegerValue(16 << 20),
                          MakeUintegerAccessor(&TcpMessageChannel::m_bufferSize),
                          MakeUintegerChecker<uint32_t>(1, 1 << 30))
            .AddAttribute("InitialWindow",
                          "Initial congestion window in segments",
                          UintegerValue(10),
                          MakeUintegerAccessor(&TcpMessageChannel::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DelayedAckCount",
                          "Segments for which the receiver sends one ACK",
                          UintegerValue(2),
                          MakeUintegerAccessor(&TcpMessageChannel::m_delayedAckCount),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DelayedAckTimeout",
                          "Longest time that an ACK waits for a further segment",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&TcpMessageChannel::m_delayedAckTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MinRto",
                          "Least retransmission timeout",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&TcpMessageChannel::m_minRto),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MaxPacingRate",
                          "Upper limit of pacing, for congestion controls that pace (TcpBbr)",
                          DataRateValue(DataRate("1000Gb/s")),
                          MakeDataRateAccessor(&TcpMessageChannel::m_maxPacingRate),
                          MakeDataRateChecker())
            .AddAttribute("ConnectTimeout",
                          "Time before the first SYN is sent again; doubles each time",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&TcpMessageChannel::m_connectTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("ConnectAttempts",
                          "SYNs sent without an answer before the run is ended",
                          UintegerValue(8),
                          MakeUintegerAccessor(&TcpMessageChannel::m_connectAttempts),
                          MakeUintegerChecker<uint32_t>(1, 16));
    return tid;
}

TcpMessageChannel::TcpMessageChannel() = default;

TcpMessageChannel::~TcpMessageChannel()
{
    Close();
}

void
TcpMessageChannel::Open(const ChannelEndpoints& endpoints)
{
    NS_ABORT_MSG_IF(m_open, "channel opened twice");
    NS_ABORT_MSG_UNLESS(m_congestionControl.IsChildOf(TcpCongestionOps::GetTypeId()) ||
                            m_congestionControl == TcpCubic::GetTypeId(),
                        m_congestionControl.GetName() << " is not a TCP congestion control");
    m_endpoints = endpoints;
    m_open = true;
    m_assembler = std::make_unique<StripeAssembler>(m_connectionCount);

    m_listener = CreateSocket(endpoints.destination, 0);
    const int bound =
        m_listener->Bind(InetSocketAddress(endpoints.destinationAddress, endpoints.port));
    NS_ABORT_MSG_IF(bound != 0 || m_listener->Listen() != 0,
                    "port taken at the destination of " << DescribeEndpoints());
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&TcpMessageChannel::HandleAccepted, this));

    const InetSocketAddress destination(endpoints.destinationAddress, endpoints.port);
    for (uint32_t i = 0; i < m_connectionCount; ++i)
    {
        m_connections.push_back(std::make_unique<Connection>());
        Ptr<MessageTcpSocket> sender = CreateSocket(endpoints.source, i);
        m_connections.back()->sender = sender;
        const auto port = static_cast<uint16_t>(endpoints.port + i);
        NS_ABORT_MSG_IF(sender->Bind(InetSocketAddress(endpoints.sourceAddress, port)) != 0,
                        "port " << port << " taken at the source of " << DescribeEndpoints());
        sender->SetConnectCallback(MakeCallback(&TcpMessageChannel::HandleConnected, this),
                                   MakeCallback(&TcpMessageChannel::HandleFailure, this));
        sender->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                  MakeCallback(&TcpMessageChannel::HandleFailure, this));
        sender->SetSendCallback(MakeCallback(&TcpMessageChannel::HandleRoom, this));
        NS_ABORT_MSG_IF(sender->Connect(destination) != 0,
                        "no way from " << DescribeEndpoints() << ": is there a route?");
    }
}

void
TcpMessageChannel::Close()
{
    if (!m_open)
    {
        return;
    }
    m_retransmittedBytes = GetRetransmittedBytes();
    m_open = false;
    std::vector<Ptr<MessageTcpSocket>> sockets{m_listener};
    for (auto& connection : m_connections)
    {
        sockets.push_back(connection->sender);
        if (connection->receiver)
        {
            sockets.push_back(connection->receiver);
        }
    }
    m_listener = nullptr;
    m_connections.clear();
    for (auto& socket : sockets)
    {
        socket->Abort();
    }
    if (m_delivering)
    {
        // One of them has called us: let it live until the present event is over, and end what it
        // may start after our return.
        Simulator::ScheduleNow([sockets] {
            for (auto& socket : sockets)
            {
                socket->Abort();
            }
        });
    }
}

uint16_t
TcpMessageChannel::GetPortCount() const
{
    return static_cast<uint16_t>(m_connectionCount);
}

uint64_t
TcpMessageChannel::GetRetransmittedBytes() const
{
    uint64_t bytes = m_retransmittedBytes;
    for (const auto& connection : m_connections)
    {
        bytes += connection->sender->GetRetransmittedBytes();
    }
    return bytes;
}

std::string
TcpMessageChannel::DescribeState() const
{
    std::ostringstream text;
    text << "TCP channel from " << DescribeEndpoints() << ": ";
    if (!m_open)
    {
        text << "not open";
        return text.str();
    }
    uint32_t established = 0;
    uint64_t unsent = 0;
    uint64_t unacknowledged = 0;
    for (const auto& connection : m_connections)
    {
        established += connection->established;
        unsent += connection->stream.GetEnd() - connection->next;
        unacknowledged += connection->sender->GetUnacknowledgedBytes();
    }
    text << established << " of " << m_connectionCount << " connections stand, " << unsent
         << " bytes wait for room, " << unacknowledged << " bytes not acknowledged, "
         << GetSentBytes() - GetDeliveredBytes() << " bytes of messages not delivered";
    return text.str();
}

void
TcpMessageChannel::DoSend(uint64_t id, uint64_t bytes)
{
    NS_ABORT_MSG_IF(!m_open, "message " << id << " sent on a channel that is not open");
    for (uint32_t i = 0; i < m_connectionCount; ++i)
    {
        Connection& connection = *m_connections[i];
        connection.stream.Push(MessageFrame{id, GetStripeShare(bytes, m_connectionCount, i)});
        Fill(connection);
    }
}

void
TcpMessageChannel::DoDispose()
{
    Close();
    m_endpoints = ChannelEndpoints();
    MessageChannel::DoDispose();
}

Ptr<MessageTcpSocket>
TcpMessageChannel::CreateSocket(Ptr<Node> node, uint32_t index) const
{
    const uint32_t randomStream =
        FIRST_RANDOM_STREAM | (node->GetId() << 16) | ((m_endpoints.port + index) & 0xffff);
    Ptr<MessageTcpSocket> socket =
        MessageTcpSocket::CreateOn(node, m_congestionControl, randomStream);
    const uint64_t receiveBuffer = 2 * uint64_t{m_bufferSize} + 4 * uint64_t{m_segmentSize};
    socket->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
    socket->SetAttribute("SndBufSize", UintegerValue(m_bufferSize));
    socket->SetAttribute("RcvBufSize", UintegerValue(receiveBuffer));
    socket->SetAttribute("InitialCwnd", UintegerValue(m_initialWindow));
    socket->SetAttribute("DelAckCount", UintegerValue(m_delayedAckCount));
    socket->SetAttribute("DelAckTimeout", TimeValue(m_delayedAckTimeout));
    socket->SetAttribute("MinRto", TimeValue(m_minRto));
    socket->SetAttribute("ConnTimeout", TimeValue(m_connectTimeout));
    socket->SetAttribute("ConnCount", UintegerValue(m_connectAttempts));
    socket->SetAttribute("DataRetries", UintegerValue(15));
    socket->SetAttribute("TcpNoDelay", BooleanValue(true));
    socket->SetAttribute("Sack", BooleanValue(true));
    socket->SetAttribute("Timestamp", BooleanValue(true));
    socket->SetAttribute("WindowScaling", BooleanValue(true));
    socket->SetMaxPacingRate(m_maxPacingRate);
    return socket;
}

TcpMessageChannel::Connection&
TcpMessageChannel::GetConnectionOf(Ptr<Socket> socket)
{
    const auto found = std::find_if(m_connections.begin(),
                                    m_connections.end(),
                                    [socket](const auto& c) { return c->sender == socket; });
    NS_ABORT_MSG_IF(found == m_connections.end(), "socket of another channel");
    return **found;
}

void
TcpMessageChannel::HandleConnected(Ptr<Socket> socket)
{
    Connection& connection = GetConnectionOf(socket);
    connection.established = true;
    Fill(connection);
}

void
TcpMessageChannel::HandleFailure(Ptr<Socket> /* socket */)
{
    NS_FATAL_ERROR("TCP connection from " << DescribeEndpoints()
                                          << " failed after all its retries; " << DescribeState());
}

void
TcpMessageChannel::HandleAccepted(Ptr<Socket> socket, const Address& from)
{
    const uint32_t index = InetSocketAddress::ConvertFrom(from).GetPort() - m_endpoints.port;
    NS_ABORT_MSG_IF(index >= m_connections.size(), "connection of a stranger");
    m_connections[index]->receiver = DynamicCast<MessageTcpSocket>(socket);
    socket->SetRecvCallback(MakeCallback(&TcpMessageChannel::HandleData, this));
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeCallback(&TcpMessageChannel::HandleFailure, this));
    HandleData(socket);
}

void
TcpMessageChannel::HandleRoom(Ptr<Socket> socket, uint32_t /* available */)
{
    Fill(GetConnectionOf(socket));
}

void
TcpMessageChannel::HandleData(Ptr<Socket> socket)
{
    Ptr<TcpMessageChannel> self = this; // a callback below may drop the last reference
    const auto found = std::find_if(m_connections.begin(),
                                    m_connections.end(),
                                    [socket](const auto& c) { return c->receiver == socket; });
    NS_ABORT_MSG_IF(found == m_connections.end(), "socket of another channel");
    const auto index = static_cast<uint32_t>(found - m_connections.begin());

    // A segment at a time: ns-3 copies what it has joined so far for each segment that it joins.
    m_complete.clear();
    while (Ptr<Packet> packet = socket->Recv(m_segmentSize, 0))
    {
        if (packet->GetSize() == 0)
        {
            break;
        }
        (*found)->reader.Read(packet, m_complete);
    }
    m_delivering = true;
    for (const MessageFrame& share : m_complete)
    {
        m_assembler->Add(index, share);
    }
    MessageFrame message;
    while (m_open && m_assembler->Pop(message))
    {
        Deliver(message.id, message.bytes);
    }
    m_delivering = false;
}

void
TcpMessageChannel::Fill(Connection& connection)
{
    if (!connection.established)
    {
        return;
    }
    while (connection.next < connection.stream.GetEnd())
    {
        const uint64_t bytes = std::min({connection.stream.GetEnd() - connection.next,
                                         uint64_t{connection.sender->GetTxAvailable()},
                                         CHUNK_BYTES});
        if (bytes == 0)
        {
            break;
        }
        const auto piece = connection.stream.Copy(connection.next, static_cast<uint32_t>(bytes));
        connection.next += bytes;
        connection.stream.Release(connection.next);
        NS_ABORT_MSG_IF(connection.sender->Send(piece.packet, 0) < 0,
                        "TCP socket took no data: " << DescribeState());
    }
}

std::string
TcpMessageChannel::DescribeEndpoints() const
{
    std::ostringstream text;
    text << m_endpoints.sourceAddress << " to " << m_endpoints.destinationAddress << " (port "
         << m_endpoints.port << ")";
    return text.str();
}

} // namespace ns3::bacepipe
