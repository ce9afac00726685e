// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ledger.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::bacepipe
{

Ledger::Ledger(const Cluster& cluster)
    : m_cluster(&cluster),
      m_totalFreeGpus(cluster.GetTotalGpus()),
      m_widths(cluster.GetRegions().size() * cluster.GetRegions().size(), 0)
{
    for (const Region& region : cluster.GetRegions())
    {
        m_freeGpus.push_back(region.gpus);
    }
    for (const WanLink& link : cluster.GetLinks())
    {
        m_residual.push_back(link.rate.GetBitRate());
    }
    for (const WanLink& link : cluster.GetLinks())
    {
        if (cluster.AreJoined(link.source, link.destination))
        {
            UpdateWidth(link.source, link.destination);
        }
    }
}

uint32_t
Ledger::GetFreeGpus(RegionIndex region) const
{
    NS_ABORT_MSG_IF(region >= m_freeGpus.size(), "no region of index " << region);
    return m_freeGpus[region];
}

DataRate
Ledger::GetResidual(RegionIndex source, RegionIndex destination) const
{
    const auto link = m_cluster->FindLink(source, destination);
    return DataRate(link ? m_residual[*link] : 0);
}

DataRate
Ledger::GetPairResidual(RegionIndex a, RegionIndex b) const
{
    NS_ABORT_MSG_IF(std::max(a, b) >= m_freeGpus.size(), "no region of index " << std::max(a, b));
    return DataRate(m_widths[a * m_freeGpus.size() + b]);
}

bool
Ledger::CanReserve(const Placement& placement, DataRate bandwidth) const
{
    for (std::size_t i = 0; i < placement.size(); ++i)
    {
        const auto& [region, gpus] = placement[i];
        if (region >= m_freeGpus.size() || gpus == 0 || gpus > m_freeGpus[region])
        {
            return false;
        }
        for (std::size_t j = 0; j < i; ++j)
        {
            // A region named twice would not be one contiguous run of stages.
            if (placement[j].region == region)
            {
                return false;
            }
        }
        // Even a job that sends nothing needs the links to be there.
        if (i > 0 && (!m_cluster->AreJoined(placement[i - 1].region, region) ||
                      GetPairResidual(placement[i - 1].region, region) < bandwidth))
        {
            return false;
        }
    }
    return !placement.empty();
}

void
Ledger::Reserve(const Placement& placement, DataRate bandwidth)
{
    NS_ABORT_MSG_IF(!CanReserve(placement, bandwidth),
                    "overdraft: a placement does not fit in what is free");
    for (std::size_t i = 0; i < placement.size(); ++i)
    {
        m_freeGpus[placement[i].region] -= placement[i].gpus;
        m_totalFreeGpus -= placement[i].gpus;
        if (i > 0)
        {
            const auto [there, back] = FindPair(placement[i - 1].region, placement[i].region);
            m_residual[there] -= bandwidth.GetBitRate();
            m_residual[back] -= bandwidth.GetBitRate();
            UpdateWidth(placement[i - 1].region, placement[i].region);
        }
    }
}

void
Ledger::Release(const Placement& placement, DataRate bandwidth)
{
    for (std::size_t i = 0; i < placement.size(); ++i)
    {
        const auto& [region, gpus] = placement[i];
        NS_ABORT_MSG_IF(gpus > m_cluster->GetRegion(region).gpus - GetFreeGpus(region),
                        "more GPUs given back than were taken");
        m_freeGpus[region] += gpus;
        m_totalFreeGpus += gpus;
        if (i > 0)
        {
            const auto [there, back] = FindPair(placement[i - 1].region, region);
            for (const std::size_t link : {there, back})
            {
                const uint64_t capacity = m_cluster->GetLinks()[link].rate.GetBitRate();
                NS_ABORT_MSG_IF(bandwidth.GetBitRate() > capacity - m_residual[link],
                                "more bandwidth given back than was taken");
                m_residual[link] += bandwidth.GetBitRate();
            }
            UpdateWidth(placement[i - 1].region, region);
        }
    }
}

double
Ledger::GetCongestion() const
{
    const auto& links = m_cluster->GetLinks();
    if (links.empty())
    {
        return 0;
    }
    double sum = 0;
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        const uint64_t capacity = links[i].rate.GetBitRate();
        sum += static_cast<double>(capacity - m_residual[i]) / static_cast<double>(capacity);
    }
    return sum / static_cast<double>(links.size());
}

std::pair<std::size_t, std::size_t>
Ledger::FindPair(RegionIndex a, RegionIndex b) const
{
    const auto there = m_cluster->FindLink(a, b);
    const auto back = m_cluster->FindLink(b, a);
    NS_ABORT_MSG_IF(!there || !back, "no links both ways between two regions of a placement");
    return {*there, *back};
}

void
Ledger::UpdateWidth(RegionIndex a, RegionIndex b)
{
    const auto [there, back] = FindPair(a, b);
    const uint64_t width = std::min(m_residual[there], m_residual[back]);
    m_widths[a * m_freeGpus.size() + b] = width;
    m_widths[b * m_freeGpus.size() + a] = width;
}

} // namespace ns3::bacepipe
