// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-resting-queues.h"

#include "ns3/nstime.h"
#include "ns3/traffic-control-layer.h"

namespace ns3::bacepipe
{

namespace
{

/// @return the traffic control of a device's node
Ptr<TrafficControlLayer>
GetControl(const Ptr<NetDevice>& device)
{
    return device->GetNode()->GetObject<TrafficControlLayer>();
}

/// Lets a device's queue disc look at its queue hardly ever, from its next look on.
void
Rest(const Ptr<NetDevice>& device)
{
    GetControl(device)->GetRootQueueDiscOnDevice(device)->SetAttribute("Tupdate",
                                                                       TimeValue(Days(365)));
}

} // namespace

RestingQueues::RestingQueues(const Cluster& cluster,
                             const Topology& topology,
                             const WanQueueHelper& queues,
                             WanObserver& observer,
                             LinkActivity& activity,
                             int64_t firstStream)
    : m_cluster(cluster),
      m_queues(queues),
      m_observer(observer),
      m_firstStream(firstStream)
{
    for (std::size_t i = 0; i < cluster.GetLinks().size(); ++i)
    {
        const WanLink& link = cluster.GetLinks()[i];
        if (link.discipline != QueueDiscipline::PIE)
        {
            continue;
        }
        const Ptr<NetDevice> device = topology.wanLinks[i].source;
        Rest(device);
        activity.Listen(link.source, link.destination, [this, i, device](bool active) {
            if (active)
            {
                Wake(i, device);
            }
            else
            {
                Rest(device);
            }
        });
    }
}

void
RestingQueues::Wake(std::size_t index, const Ptr<NetDevice>& device)
{
    const WanLink& link = m_cluster.GetLinks()[index];
    auto control = GetControl(device);
    auto old = control->GetRootQueueDiscOnDevice(device);
    control->DeleteRootQueueDiscOnDevice(device);
    auto disc = m_queues.Install(device,
                                 link,
                                 m_cluster.GetRoundTrip(link.source, link.destination),
                                 m_firstStream + static_cast<int64_t>(index));
    control->ScanDevices();
    disc->Initialize();
    m_observer.AddQueueDisc(index, disc);
    while (Ptr<QueueDiscItem> item = old->Dequeue())
    {
        disc->Enqueue(item);
    }
    old->Dispose();
}

} // namespace ns3::bacepipe
