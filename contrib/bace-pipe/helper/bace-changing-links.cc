// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-changing-links.h"

#include "ns3/bace-express-link.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/simulator.h"

namespace ns3::bacepipe
{

ChangingLinks::ChangingLinks(const Cluster& cluster, const Topology& topology, bool express)
    : m_cluster(cluster)
{
    for (std::size_t i = 0; i < cluster.GetLinks().size(); ++i)
    {
        const WanLink& link = cluster.GetLinks()[i];
        if (link.changes.empty())
        {
            continue;
        }
        Entry entry{i, topology.wanLinks.at(i).source, nullptr};
        if (!express)
        {
            entry.order = std::make_shared<Order>();
            entry.order->device = PeekPointer(entry.device);
            entry.order->delay = link.delay;
            entry.device->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>>([order = entry.order](Ptr<const Packet> packet) {
                    KeepOrder(*order, *packet);
                }));
        }
        m_links.push_back(entry);
        ScheduleNext(m_links.size() - 1);
    }
}

ChangingLinks::~ChangingLinks()
{
    for (Entry& entry : m_links)
    {
        entry.event.Cancel();
    }
}

void
ChangingLinks::AddCallback(const ChangedCallback& changed)
{
    m_callbacks.push_back(changed);
}

void
ChangingLinks::ScheduleNext(std::size_t entry)
{
    Entry& link = m_links[entry];
    const auto& changes = m_cluster.GetLinks()[link.index].changes;
    if (link.next < changes.size())
    {
        link.event = Simulator::Schedule(changes[link.next].at - Simulator::Now(),
                                         &ChangingLinks::Change,
                                         this,
                                         entry);
    }
}

void
ChangingLinks::Change(std::size_t entry)
{
    Entry& link = m_links[entry];
    const LinkChange& change = m_cluster.GetLinks()[link.index].changes[link.next];
    ++link.next;
    link.device->SetAttribute("DataRate", DataRateValue(change.rate));
    link.device->GetChannel()->SetAttribute("Delay", TimeValue(change.delay));
    if (link.order)
    {
        link.order->delay = change.delay;
    }
    else
    {
        ExpressLink::Of(link.device)->Update();
    }
    ScheduleNext(entry);
    for (const ChangedCallback& changed : m_callbacks)
    {
        changed(link.index, change);
    }
}

void
ChangingLinks::KeepOrder(Order& order, const Packet& packet)
{
    DataRateValue rate;
    order.device->GetAttribute("DataRate", rate);
    const Time end = Simulator::Now() + rate.Get().CalculateBytesTxTime(packet.GetSize());
    order.lastArrival = Max(end + order.delay, order.lastArrival);
    order.device->GetChannel()->SetAttribute("Delay", TimeValue(order.lastArrival - end));
}

} // namespace ns3::bacepipe
