// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-wan-observer.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// @return a link's part of a history, which lives as long; null of none
std::shared_ptr<LinkSeries>
Share(const std::shared_ptr<LinkHistory>& history, std::size_t link)
{
    return history ? std::shared_ptr<LinkSeries>(history, &history->GetSeries(link)) : nullptr;
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
        auto counter = std::make_shared<LinkCounter>(link, ports);
        if (express)
        {
            counter->WatchExpress(devices.source, !link.changes.empty());
        }
        else
        {
            counter->WatchStack(devices);
        }
        m_links.push_back({counter, GetCapacity(link), {}, 0});
    }
}

void
WanObserver::SetHistory(const std::shared_ptr<LinkHistory>& history)
{
    for (std::size_t i = 0; i < m_links.size(); ++i)
    {
        m_links[i].counter->SetHistory(Share(history, i));
    }
}

void
WanObserver::SetDetail(const std::shared_ptr<LinkHistory>& detail)
{
    for (std::size_t i = 0; i < m_links.size(); ++i)
    {
        m_links[i].counter->SetDetail(Share(detail, i));
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
            m_links.at(number).counter->GetService()};
}

void
WanObserver::AddChannel(RegionIndex source, RegionIndex destination, Ptr<MessageChannel> channel)
{
    m_links.at(m_cluster.FindLink(source, destination).value()).channels.push_back(channel);
}

void
WanObserver::Change(std::size_t link, const LinkChange& change)
{
    m_links.at(link).counter->GetService()->Change(change.rate, change.delay);
}

void
WanObserver::AddQueueDisc(std::size_t link, Ptr<QueueDisc> disc)
{
    m_links.at(link).counter->WatchDisc(disc);
}

void
WanObserver::Account(const JobExecution& execution, uint64_t iterations, Time duration)
{
    const JobProfile& profile = execution.GetJob().profile;
    const uint64_t bytes = iterations * profile.microBatches * profile.boundaryBytes;
    const Time now = Simulator::Now();
    const Time from = now - duration * static_cast<int64_t>(iterations);
    ForEachRegionPair(
        execution.GetPlacement(),
        profile.chunks,
        [&](RegionIndex u, RegionIndex v, uint32_t messages) {
            for (const auto link : {m_cluster.FindLink(u, v), m_cluster.FindLink(v, u)})
            {
                Observed& observed = m_links.at(link.value());
                observed.accountedBytes += messages * bytes;
                if (const auto& history = observed.counter->GetHistory())
                {
                    history->AddSpan(execution.GetOwner(),
                                     static_cast<double>(messages * bytes),
                                     from,
                                     now);
                }
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
        const LinkMeter& meter = observed.counter->GetMeter();
        LinkResult row;
        row.link = GetLinkName(m_cluster, i);
        row.capacity = link.rate.GetBitRate();
        row.delay = link.delay.GetSeconds();
        row.bytes = meter.GetBytes() + observed.accountedBytes;
        const double capacity = observed.capacity.GetMean(from, to);
        row.utilization = makespan > 0 ? 8.0 * row.bytes / capacity / makespan : 0;
        row.peakUtilization = meter.GetPeakUtilization();
        row.packets = meter.GetPackets();
        row.drops = meter.GetDrops();
        row.ecnMarks = meter.GetMarks();
        row.maxQueueBytes = meter.GetMaxQueueBytes();
        for (const auto& channel : observed.channels)
        {
            row.retransmittedBytes += channel->GetRetransmittedBytes();
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace ns3::bacepipe
