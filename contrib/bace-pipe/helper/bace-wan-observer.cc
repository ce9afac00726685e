// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-wan-observer.h"

#include "ns3/bace-express-link.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/**
 * Lets meters count the express packets that a device sends.
 * @param changes whether its link does: when a packet leaves is then known when it does, by an
 * event
 */
void
Watch(const Ptr<PointToPointNetDevice>& device,
      const Ptr<LinkMeter>& meter,
      const std::shared_ptr<ServiceMeter>& service,
      const std::shared_ptr<const PortAllocator>& ports,
      bool changes)
{
    Ptr<ExpressLink> link = ExpressLink::Of(device);
    const auto count = [meter, service, ports](uint32_t bytes, Time start, uint16_t port) {
        meter->CountTransmission(bytes, start);
        service->Count(ports->GetOwner(port), bytes, start);
    };
    link->TraceConnectWithoutContext(
        "Transmission",
        Callback<void, uint32_t, Time, uint64_t, uint16_t>(
            [=](uint32_t bytes, Time start, uint64_t queued, uint16_t port) {
                if (!changes)
                {
                    count(bytes, start, port);
                }
                meter->CountQueue(queued);
            }));
    if (changes)
    {
        link->TraceConnectWithoutContext(
            "Departure",
            Callback<void, uint32_t, uint16_t>(
                [=](uint32_t bytes, uint16_t port) { count(bytes, Simulator::Now(), port); }));
    }
    const Callback<void, uint32_t> countDrop([meter](uint32_t) { meter->CountDrop(); });
    link->TraceConnectWithoutContext("Drop", countDrop);
    link->TraceConnectWithoutContext("Loss", countDrop);
}

} // namespace

WanObserver::WanObserver(const Cluster& cluster,
                         const Topology& topology,
                         bool express,
                         const std::shared_ptr<const PortAllocator>& ports)
    : m_cluster(cluster)
{
    for (const auto& devices : topology.wanLinks)
    {
        const WanLink& link = cluster.GetLinks()[m_links.size()];
        auto meter = CreateObject<LinkMeter>();
        auto service = std::make_shared<ServiceMeter>(link.rate, link.delay);
        RateSteps capacity(link.rate);
        for (const LinkChange& change : link.changes)
        {
            capacity.Add(change.at, change.rate);
        }
        meter->SetCapacity(capacity);
        if (express)
        {
            Watch(devices.source, meter, service, ports, !link.changes.empty());
        }
        else
        {
            meter->Attach(devices.source, devices.destination);
            devices.source->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>>([service, ports](Ptr<const Packet> packet) {
                    service->Count(ports->GetOwner(ServiceMeter::FindPort(*packet)),
                                   packet->GetSize(),
                                   Simulator::Now());
                }));
            auto control = devices.source->GetNode()->GetObject<TrafficControlLayer>();
            if (Ptr<QueueDisc> disc = control->GetRootQueueDiscOnDevice(devices.source))
            {
                meter->Attach(disc);
            }
        }
        m_links.push_back({meter, service, capacity, {}, 0});
    }
}

TransportWay
WanObserver::DescribeWay(RegionIndex source, RegionIndex destination) const
{
    const std::size_t number = m_cluster.FindLink(source, destination).value();
    const Region& u = m_cluster.GetRegion(source);
    const Region& v = m_cluster.GetRegion(destination);
    return {std::min(u.bandwidth, v.bandwidth),
            u.latency / 2 + v.latency / 2,
            m_links.at(number).service};
}

void
WanObserver::AddChannel(RegionIndex source, RegionIndex destination, Ptr<MessageChannel> channel)
{
    m_links.at(m_cluster.FindLink(source, destination).value()).channels.push_back(channel);
}

void
WanObserver::Change(std::size_t link, const LinkChange& change)
{
    m_links.at(link).service->Change(change.rate, change.delay);
}

void
WanObserver::AddQueueDisc(std::size_t link, Ptr<QueueDisc> disc)
{
    m_links.at(link).meter->Attach(disc);
}

void
WanObserver::Account(const JobExecution& execution, uint64_t iterations)
{
    const JobProfile& profile = execution.GetJob().profile;
    const uint64_t bytes = iterations * profile.microBatches * profile.boundaryBytes;
    ForEachRegionPair(
        execution.GetPlacement(),
        profile.chunks,
        [&](RegionIndex u, RegionIndex v, uint32_t messages) {
            for (const auto link : {m_cluster.FindLink(u, v), m_cluster.FindLink(v, u)})
            {
                m_links.at(link.value()).accountedBytes += messages * bytes;
            }
        });
}

std::vector<LinkResult>
WanObserver::Report(double start, double makespan) const
{
    const Time from = Seconds(start);
    const Time to = from + Seconds(makespan);
    std::vector<LinkResult> rows;
    for (std::size_t i = 0; i < m_links.size(); ++i)
    {
        const WanLink& link = m_cluster.GetLinks()[i];
        const Observed& observed = m_links[i];
        LinkResult row;
        row.link =
            m_cluster.GetRegion(link.source).id + ">" + m_cluster.GetRegion(link.destination).id;
        row.capacity = link.rate.GetBitRate();
        row.delay = link.delay.GetSeconds();
        row.bytes = observed.meter->GetBytes() + observed.accountedBytes;
        const double capacity = observed.capacity.GetMean(from, to);
        row.utilization = makespan > 0 ? 8.0 * row.bytes / capacity / makespan : 0;
        row.peakUtilization = observed.meter->GetPeakUtilization();
        row.packets = observed.meter->GetPackets();
        row.drops = observed.meter->GetDrops();
        row.ecnMarks = observed.meter->GetMarks();
        row.maxQueueBytes = observed.meter->GetMaxQueueBytes();
        for (const auto& channel : observed.channels)
        {
            row.retransmittedBytes += channel->GetRetransmittedBytes();
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace ns3::bacepipe
