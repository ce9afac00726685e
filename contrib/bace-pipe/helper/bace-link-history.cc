// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-link-history.h"

#include <algorithm>

namespace ns3::bacepipe
{

std::string
GetLinkName(const Cluster& cluster, std::size_t link)
{
    const WanLink& wan = cluster.GetLinks().at(link);
    return cluster.GetRegion(wan.source).id + ">" + cluster.GetRegion(wan.destination).id;
}

RateSteps
GetCapacity(const WanLink& link)
{
    RateSteps capacity(link.rate);
    for (const LinkChange& change : link.changes)
    {
        capacity.Add(change.at, change.rate);
    }
    return capacity;
}

LinkHistory::LinkHistory(const Cluster& cluster, Time length, std::size_t limit)
    : m_cluster(cluster),
      m_series(cluster.GetLinks().size(), LinkSeries(length, limit))
{
}

LinkSeries&
LinkHistory::GetSeries(std::size_t link)
{
    return m_series.at(link);
}

std::vector<LinkIntervalResult>
LinkHistory::Report(const PortAllocator& ports)
{
    Time length;
    for (const LinkSeries& series : m_series)
    {
        length = Max(length, series.GetLength());
    }
    std::vector<LinkIntervalResult> rows;
    for (std::size_t i = 0; i < m_series.size(); ++i)
    {
        m_series[i].Coarsen(length);
        const RateSteps capacity = GetCapacity(m_cluster.GetLinks()[i]);
        for (const LinkSeries::Interval& interval : m_series[i].GetIntervals())
        {
            const Time start = length * interval.number;
            const Time end = start + length;
            const double bytes = capacity.GetMean(start, end) * length.GetSeconds() / 8;
            LinkIntervalResult row;
            row.start = start.GetSeconds();
            row.end = end.GetSeconds();
            row.link = GetLinkName(m_cluster, i);
            row.maxQueueBytes = interval.maxQueueBytes;
            for (const auto& [owner, sent] : interval.bytes)
            {
                row.utilization += sent / bytes;
                if (owner > 0)
                {
                    row.shares.emplace_back(ports.GetOwnerName(owner), sent / bytes);
                }
            }
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace ns3::bacepipe
