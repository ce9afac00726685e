// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-transport-boundary.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(TransportBoundary);

TypeId
TransportBoundary::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::TransportBoundary")
                            .SetParent<Boundary>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<TransportBoundary>();
    return tid;
}

void
TransportBoundary::Open(Ptr<MessageChannel> activations,
                        Ptr<MessageChannel> gradients,
                        const BoundaryEnd& before,
                        const BoundaryEnd& after,
                        std::shared_ptr<PortAllocator> ports,
                        uint32_t owner)
{
    m_channels = {activations, gradients};
    m_ports = ports;
    m_owner = owner;
    OpenChannel(BoundaryMessage::ACTIVATION, before, after, owner);
    OpenChannel(BoundaryMessage::GRADIENT, after, before, owner);
}

void
TransportBoundary::OpenChannel(BoundaryMessage message,
                               const BoundaryEnd& source,
                               const BoundaryEnd& destination,
                               uint32_t owner)
{
    const auto channel = GetChannel(message);
    channel->SetDeliveredCallback(
        Callback<void, uint64_t, uint64_t>([this, message](uint64_t id, uint64_t bytes) {
            Arrive(message, id, bytes, TakeBehind(message));
        }));
    const uint16_t port = m_ports->Take(channel->GetPortCount(), owner);
    m_firstPorts[static_cast<std::size_t>(message)] = port;
    channel->Open({source.node, destination.node, source.address, destination.address, port});
}

void
TransportBoundary::SetSendStream(BoundaryMessage message, std::shared_ptr<SendStream> stream)
{
    Boundary::SetSendStream(message, std::move(stream));
    GetChannel(message)->SetProgressCallback(
        Callback<void>([this, message] { HandleProgress(message); }));
}

void
TransportBoundary::SetWay(BoundaryMessage message, const TransportWay& way, uint32_t owner)
{
    m_watched[static_cast<std::size_t>(message)] = {way, owner, {}};
}

Time
TransportBoundary::GetIdealTime(BoundaryMessage message) const
{
    const TransportWay& way = m_watched[static_cast<std::size_t>(message)].way;
    uint64_t rate = way.rate.GetBitRate();
    if (rate == 0)
    {
        return Time(0);
    }
    Time propagation = way.propagation;
    if (way.link)
    {
        rate = std::min(rate, way.link->GetRate().GetBitRate());
        propagation += way.link->GetDelay();
    }
    return Seconds(8.0 * static_cast<double>(GetMessageBytes()) / static_cast<double>(rate)) +
           propagation;
}

ServiceMeter::Shares
TransportBoundary::TakeBehind(BoundaryMessage message)
{
    Watched& watched = m_watched[static_cast<std::size_t>(message)];
    if (watched.begun.empty())
    {
        return {};
    }
    const auto begun = std::move(watched.begun.front());
    watched.begun.pop_front();
    return watched.way.link->GetServedSince(begun, watched.owner);
}

void
TransportBoundary::SkipIterations(uint64_t iterations)
{
    m_skippedIterations += iterations;
}

void
TransportBoundary::SetBrokenCallback(Callback<void> callback)
{
    for (const auto& channel : m_channels)
    {
        channel->SetBrokenCallback(callback);
    }
}

Ptr<MessageChannel>
TransportBoundary::GetChannel(BoundaryMessage message) const
{
    return m_channels[static_cast<std::size_t>(message)];
}

uint16_t
TransportBoundary::GetFirstPort(BoundaryMessage message) const
{
    return m_firstPorts[static_cast<std::size_t>(message)];
}

void
TransportBoundary::DoSend(BoundaryMessage message,
                          const MessageKey& key,
                          uint64_t id,
                          uint64_t bytes)
{
    Watched& watched = m_watched[static_cast<std::size_t>(message)];
    if (watched.way.link)
    {
        watched.begun.push_back(watched.way.link->GetBegun());
    }
    const bool forward = message == BoundaryMessage::ACTIVATION;
    GetChannel(message)->Send(id,
                              bytes,
                              {forward ? MessageLabel::ACTIVATION : MessageLabel::GRADIENT,
                               m_owner,
                               key.chunk,
                               key.microBatch,
                               m_skippedIterations + key.iteration});
}

uint64_t
TransportBoundary::GetUnsentBytes(BoundaryMessage message) const
{
    return GetChannel(message)->GetUnsentBytes();
}

void
TransportBoundary::Close()
{
    for (std::size_t i = 0; m_ports && i < m_channels.size(); ++i)
    {
        m_channels[i]->Close();
        m_ports->Return(m_firstPorts[i], m_channels[i]->GetPortCount());
    }
    m_ports = nullptr;
}

std::string
TransportBoundary::DescribeState() const
{
    return "activations: " + GetChannel(BoundaryMessage::ACTIVATION)->DescribeState() +
           "; gradients: " + GetChannel(BoundaryMessage::GRADIENT)->DescribeState();
}

void
TransportBoundary::DoDispose()
{
    Close();
    m_channels = {};
    Boundary::DoDispose();
}

} // namespace ns3::bacepipe
