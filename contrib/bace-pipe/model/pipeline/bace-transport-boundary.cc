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
TransportBoundary::SetChannels(Ptr<MessageChannel> activations, Ptr<MessageChannel> gradients)
{
    m_channels = {activations, gradients};
    for (auto message : {BoundaryMessage::ACTIVATION, BoundaryMessage::GRADIENT})
    {
        GetChannel(message)->SetDeliveredCallback(Callback<void, uint64_t, uint64_t>(
            [this, message](uint64_t id, uint64_t bytes) { Arrive(message, id, bytes); }));
        GetChannel(message)->SetProgressCallback(
            Callback<void>([this, message] { HandleProgress(message); }));
    }
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

uint64_t
TransportBoundary::GetUnsentBytes(BoundaryMessage message) const
{
    return GetChannel(message)->GetUnsentBytes();
}

void
TransportBoundary::Close()
{
    for (const auto& channel : m_channels)
    {
        channel->Close();
    }
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
    m_channels = {};
    Boundary::DoDispose();
}

} // namespace ns3::bacepipe
