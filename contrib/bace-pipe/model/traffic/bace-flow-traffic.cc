// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-flow-traffic.h"

#include "ns3/abort.h"
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(FlowTraffic);

TypeId
FlowTraffic::GetTypeId()
{
    // Not by its name: it may not be registered yet.
    static const ObjectFactory channel = [] {
        ObjectFactory factory;
        factory.SetTypeId(BulkMessageChannel::GetTypeId());
        return factory;
    }();
    static TypeId tid =
        TypeId("ns3::bacepipe::FlowTraffic")
            .SetParent<CrossTraffic>()
            .SetGroupName("BacePipe")
            .AddConstructor<FlowTraffic>()
            .AddAttribute("Channel",
                          "Class of the message channel and its attributes",
                          ObjectFactoryValue(channel),
                          MakeObjectFactoryAccessor(&FlowTraffic::m_factory),
                          MakeObjectFactoryChecker())
            .AddAttribute("MessageSize",
                          "Bytes of a message; arrivals are counted in messages",
                          UintegerValue(1000000),
                          MakeUintegerAccessor(&FlowTraffic::m_messageSize),
                          MakeUintegerChecker<uint64_t>(1, uint64_t{1} << 40))
            .AddAttribute("Messages",
                          "Messages that are queued or under way: together more than the "
                          "windows of all connections",
                          UintegerValue(64),
                          MakeUintegerAccessor(&FlowTraffic::m_messages),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

uint64_t
FlowTraffic::GetSentBytes() const
{
    if (!m_channel)
    {
        return m_sentBytes;
    }
    return m_sentBytes + m_channel->GetSentBytes() + m_channel->GetRetransmittedBytes() -
           std::min(m_channel->GetSentBytes(), m_channel->GetUnsentBytes());
}

uint64_t
FlowTraffic::GetDeliveredBytes() const
{
    return m_deliveredBytes;
}

uint64_t
FlowTraffic::GetLostPackets() const
{
    UintegerValue segment;
    auto channel = m_channel ? m_channel : m_factory.Create<StripedMessageChannel>();
    channel->GetAttribute("SegmentSize", segment);
    const uint64_t bytes =
        m_retransmittedBytes + (m_channel ? m_channel->GetRetransmittedBytes() : 0);
    return (bytes + segment.Get() - 1) / segment.Get();
}

void
FlowTraffic::Begin()
{
    m_channel = m_factory.Create<StripedMessageChannel>();
    NS_ABORT_MSG_UNLESS(m_channel, "flows need a message channel of parallel connections");
    m_channel->SetDeliveredCallback(MakeCallback(&FlowTraffic::Refill, this));
    // Not at once: the connection that broke is still in the call.
    m_channel->SetBrokenCallback(
        Callback<void>([this] { m_renewal = Simulator::ScheduleNow(&FlowTraffic::Renew, this); }));
    m_ends.port = GetPorts().Take(m_channel->GetPortCount(), m_owner);
    m_channel->Open(m_ends);
    for (uint32_t i = 0; i < m_messages; ++i)
    {
        m_channel->Send(i, m_messageSize, {MessageLabel::TRAFFIC, m_owner});
    }
}

void
FlowTraffic::End()
{
    m_renewal.Cancel();
    if (m_channel)
    {
        m_sentBytes = GetSentBytes();
        m_retransmittedBytes += m_channel->GetRetransmittedBytes();
        GetPorts().Return(m_ends.port, m_channel->GetPortCount());
        m_channel->Close();
        m_channel = nullptr;
    }
}

void
FlowTraffic::Renew()
{
    End();
    Begin();
}

void
FlowTraffic::Refill(uint64_t id, uint64_t bytes)
{
    m_deliveredBytes += bytes;
    m_delivered(bytes);
    if (m_channel) // a sink of the trace may have paused it
    {
        m_channel->Send(id, bytes, {MessageLabel::TRAFFIC, m_owner});
    }
}

void
FlowTraffic::DoDispose()
{
    End();
    CrossTraffic::DoDispose();
}

} // namespace ns3::bacepipe
