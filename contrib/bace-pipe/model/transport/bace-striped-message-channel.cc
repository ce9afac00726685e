// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-striped-message-channel.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/simulator.h"
#include "ns3/tcp-cubic.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(StripedMessageChannel);

TypeId
StripedMessageChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::StripedMessageChannel")
            .SetParent<MessageChannel>()
            .SetGroupName("BacePipe")
            .AddAttribute("Connections",
                          "Parallel connections over which each message is striped",
                          UintegerValue(1),
                          MakeUintegerAccessor(&StripedMessageChannel::m_connectionCount),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("CongestionControl",
                          "TypeId of the congestion control: TcpCubic, TcpNewReno, TcpLinuxReno, "
                          "TcpBbr, TcpDctcp, ...",
                          TypeIdValue(TcpCubic::GetTypeId()),
                          MakeTypeIdAccessor(&StripedMessageChannel::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("InitialWindow",
                          "Initial congestion window in segments",
                          UintegerValue(10),
                          MakeUintegerAccessor(&StripedMessageChannel::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MinRto",
                          "Least retransmission timeout",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&StripedMessageChannel::m_minRto),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("DelayedAckCount",
                          "Segments for which the receiver sends one ACK",
                          UintegerValue(2),
                          MakeUintegerAccessor(&StripedMessageChannel::m_delayedAckCount),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DelayedAckTimeout",
                          "Longest time that an ACK waits for a further segment",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&StripedMessageChannel::m_delayedAckTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("ConnectTimeout",
                          "Time before the first request for a connection (TCP: SYN) is sent "
                          "again; doubles each time",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&StripedMessageChannel::m_connectTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("ConnectAttempts",
                          "Requests for a connection (TCP: SYNs) sent without an answer before "
                          "the channel is broken",
                          UintegerValue(8),
                          MakeUintegerAccessor(&StripedMessageChannel::m_connectAttempts),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddAttribute("UseEcn",
                          "Whether routers may mark packets instead of dropping them (ECN); with "
                          "TcpDctcp they may in any case",
                          EnumValue(TcpSocketState::Off),
                          MakeEnumAccessor(&StripedMessageChannel::m_useEcn),
                          MakeEnumChecker(TcpSocketState::Off, "Off", TcpSocketState::On, "On"))
            .AddAttribute("EnablePacing",
                          "Whether each connection paces: sends its packets evenly over the "
                          "round-trip time (TcpBbr always does)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&StripedMessageChannel::m_pacing),
                          MakeBooleanChecker())
            .AddAttribute(
                "MaxPacingRate",
                "Most that each connection sends, with or without EnablePacing, in bits of "
                "IPv4 packets; 0: unlimited",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&StripedMessageChannel::m_maxPacingRate),
                MakeDataRateChecker())
            .AddAttribute("PacingSsRatio",
                          "Pacing rate in slow start, percent of window / round-trip time",
                          UintegerValue(200),
                          MakeUintegerAccessor(&StripedMessageChannel::m_pacingSsRatio),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute(
                "PacingCaRatio",
                "Pacing rate in congestion avoidance, percent of window / round-trip time",
                UintegerValue(120),
                MakeUintegerAccessor(&StripedMessageChannel::m_pacingCaRatio),
                MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("PaceInitialWindow",
                          "Whether the pacing rate holds for the initial window too",
                          BooleanValue(false),
                          MakeBooleanAccessor(&StripedMessageChannel::m_paceInitialWindow),
                          MakeBooleanChecker());
    return tid;
}

StripedMessageChannel::StripedMessageChannel(std::string transport, std::string bottleneck)
    : m_transport(std::move(transport)),
      m_bottleneck(std::move(bottleneck))
{
}

StripedMessageChannel::~StripedMessageChannel()
{
    StripedMessageChannel::Close();
}

void
StripedMessageChannel::Open(const ChannelEndpoints& endpoints)
{
    NS_ABORT_MSG_IF(m_open, "channel opened twice");
    m_endpoints = endpoints;
    m_open = true;
    m_failure.clear();
    m_assembler = std::make_unique<StripeAssembler>(m_connectionCount);
    DoOpen();
    // In an event: before the simulation runs, ns-3's nodes are not ready to send. And whoever
    // opens may connect to trace sources before anything happens.
    m_start = Simulator::ScheduleNow(&StripedMessageChannel::Start, this);
    m_end = Simulator::ScheduleDestroy(&StripedMessageChannel::Close, this);
}

void
StripedMessageChannel::Start()
{
    for (const auto& connection : m_connections)
    {
        connection->Start();
    }
}

void
StripedMessageChannel::Close()
{
    if (!m_open)
    {
        return;
    }
    m_retransmittedBytes = GetRetransmittedBytes();
    m_open = false;
    Simulator::Remove(m_start);
    Simulator::Remove(m_end);
    auto closed = std::make_shared<std::vector<std::unique_ptr<Connection>>>();
    closed->swap(m_connections);
    const auto closeAll = [closed] {
        for (auto& connection : *closed)
        {
            connection->Close();
        }
    };
    closeAll();
    if (GetReferenceCount() > 0) // not by the destructor
    {
        // One of them may have called us: let it live until the present event is over, and us with
        // it, and end what it may start after our return.
        Simulator::ScheduleNow([closeAll, self = Ptr<StripedMessageChannel>(this)] { closeAll(); });
    }
}

uint16_t
StripedMessageChannel::GetPortCount() const
{
    return static_cast<uint16_t>(m_connectionCount);
}

uint64_t
StripedMessageChannel::GetRetransmittedBytes() const
{
    uint64_t bytes = m_retransmittedBytes;
    for (const auto& connection : m_connections)
    {
        bytes += connection->GetRetransmittedBytes();
    }
    return bytes;
}

uint64_t
StripedMessageChannel::GetUnsentBytes() const
{
    uint64_t bytes = 0;
    for (const auto& connection : m_connections)
    {
        bytes += connection->GetUnsentBytes();
    }
    return bytes;
}

std::optional<TransportState>
StripedMessageChannel::GetState() const
{
    TransportState all;
    for (const auto& connection : m_connections)
    {
        const auto state = connection->GetState();
        if (!state)
        {
            return std::nullopt;
        }
        all.Add(*state);
    }
    return all;
}

std::string
StripedMessageChannel::DescribeState() const
{
    std::ostringstream text;
    text << m_transport << " channel from " << DescribeEndpoints() << ": ";
    if (!m_open)
    {
        text << "not open";
        return text.str();
    }
    if (!m_failure.empty())
    {
        text << "a connection failed" << m_failure << "; ";
    }
    uint32_t connected = 0;
    uint64_t unacknowledged = 0;
    for (const auto& connection : m_connections)
    {
        connected += connection->IsConnected();
        unacknowledged += connection->GetUnacknowledgedBytes();
    }
    text << connected << " of " << m_connections.size() << " connections stand, "
         << GetUnsentBytes() << " bytes wait for " << m_bottleneck << ", " << unacknowledged
         << " bytes not acknowledged, " << GetSentBytes() - GetDeliveredBytes()
         << " bytes of messages not delivered";
    return text.str();
}

void
StripedMessageChannel::AddConnection(std::unique_ptr<Connection> connection)
{
    m_connections.push_back(std::move(connection));
}

StripedMessageChannel::Connection&
StripedMessageChannel::GetConnection(uint32_t index) const
{
    NS_ABORT_MSG_IF(index >= m_connections.size(), "connection of a stranger");
    return *m_connections[index];
}

void
StripedMessageChannel::HandleShare(uint32_t index, const MessageFrame& share)
{
    Ptr<StripedMessageChannel> self = this; // a callback below may drop the last reference
    m_assembler->Add(index, share);
    MessageFrame message;
    while (m_open && m_assembler->Pop(message))
    {
        Deliver(message.id, message.bytes);
    }
    if (GetReferenceCount() == 1)
    {
        Close(); // as long as this keeps the connection that has called us
    }
}

void
StripedMessageChannel::HandleFailure(const std::string& how)
{
    if (m_failure.empty())
    {
        m_failure = how;
        Break(DescribeState());
    }
}

uint32_t
StripedMessageChannel::GetRandomStream(Ptr<const Node> node, uint32_t index) const
{
    return uint32_t{1} << 31 | (node->GetId() << 16) | ((m_endpoints.port + index) & 0xffff);
}

std::string
StripedMessageChannel::DescribeEndpoints() const
{
    std::ostringstream text;
    text << m_endpoints.sourceAddress << " to " << m_endpoints.destinationAddress << " (port "
         << m_endpoints.port << ")";
    return text.str();
}

void
StripedMessageChannel::DoSend(uint64_t id, uint64_t bytes, const MessageLabel& label)
{
    NS_ABORT_MSG_IF(!m_open, "message " << id << " sent on a channel that is not open");
    const auto count = static_cast<uint32_t>(m_connections.size());
    for (uint32_t i = 0; i < count; ++i)
    {
        m_connections[i]->Queue(MessageFrame{id, GetStripeShare(bytes, count, i), label});
    }
    for (bool more = true; more;)
    {
        more = false;
        for (const auto& connection : m_connections)
        {
            more |= connection->Send(m_turn);
        }
    }
    HandleProgress();
}

void
StripedMessageChannel::DoDispose()
{
    Close();
    m_endpoints = ChannelEndpoints();
    MessageChannel::DoDispose();
}

} // namespace ns3::bacepipe
