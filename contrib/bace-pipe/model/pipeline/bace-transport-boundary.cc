// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-transport-boundary.h"

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
                        std::shared_ptr<PortAllocator> ports)
{
    m_channels = {activations, gradients};
    m_ports = ports;
    OpenChannel(BoundaryMessage::ACTIVATION, before, after);
    OpenChannel(BoundaryMessage::GRADIENT, after, before);
}

void
TransportBoundary::OpenChannel(BoundaryMessage message,
                               const BoundaryEnd& source,
                               const BoundaryEnd& destination)
{
    const auto channel = GetChannel(message);
    channel->SetDeliveredCallback(Callback<void, uint64_t, uint64_t>(
        [this, message](uint64_t id, uint64_t bytes) { Arrive(message, id, bytes); }));
    const uint16_t port = m_ports->Take(channel->GetPortCount());
    m_firstPorts[static_cast<std::size_t>(message)] = port;
    channel->Open({source.node, destination.node, source.address, destination.address, port});
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

void
TransportBoundary::DoSend(BoundaryMessage message, uint64_t id, uint64_t bytes)
{
    GetChannel(message)->Send(id, bytes);
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
