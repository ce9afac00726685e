// SPDX-License-Identifier: GPL-2.0-only
#include "integration/disturbed-channel.h"

#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

namespace ns3::bacepipe::test
{

NS_OBJECT_ENSURE_REGISTERED(DisturbedChannel);

TypeId
DisturbedChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::test::DisturbedChannel")
                            .SetParent<PointToPointChannel>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<DisturbedChannel>();
    return tid;
}

void
DisturbedChannel::Replace(const std::array<Ptr<PointToPointNetDevice>, 2>& devices,
                          Time delay,
                          const Disturbance& disturbance,
                          int64_t stream)
{
    Ptr<DisturbedChannel> channel = CreateObject<DisturbedChannel>();
    channel->SetAttribute("Delay", TimeValue(delay));
    channel->m_disturbance = disturbance;
    channel->m_dice = CreateObject<UniformRandomVariable>();
    channel->m_dice->SetStream(stream);
    for (const Ptr<PointToPointNetDevice>& device : devices)
    {
        device->Attach(channel);
    }
}

bool
DisturbedChannel::TransmitStart(Ptr<const Packet> packet,
                                Ptr<PointToPointNetDevice> source,
                                Time transmission)
{
    const uint32_t wire = source == GetSource(0) ? 0 : 1;
    const bool first = m_count[wire]++ < m_disturbance.firstTwice;
    const bool late = m_dice->GetValue() < m_disturbance.late;
    const bool twice = m_dice->GetValue() < m_disturbance.twice;
    const auto deliver = [&](bool punctual) {
        const Time extra = punctual ? Seconds(0) : m_disturbance.latest * m_dice->GetValue();
        Ptr<PointToPointNetDevice> peer = GetDestination(wire);
        Simulator::ScheduleWithContext(peer->GetNode()->GetId(),
                                       transmission + GetDelay() + extra,
                                       &PointToPointNetDevice::Receive,
                                       peer,
                                       packet->Copy());
    };
    deliver(!late);
    if (first || twice)
    {
        deliver(false);
    }
    return true;
}

} // namespace ns3::bacepipe::test
