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
        m_freeRegions.push_back(static_cast<RegionIndex>(m_freeGpus.size()));
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

DataRate
Ledger::GetResidual(RegionIndex source, RegionIndex destination) const
{
    const auto link = m_cluster->FindLink(source, destination);
    return DataRate(link ? m_residual[*link] : 0);
}

bool
Ledger::CanReserve(const Placement& placement, DataRate bandwidth, uint32_t chunks) const
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
    }
    bool carried = true;
    ForEachRegionPair(placement, chunks, [&](RegionIndex a, RegionIndex b, uint32_t messages) {
        // Even a job that sends nothing needs the links to be there.
        carried = carried && m_cluster->AreJoined(a, b) &&
                  GetWidth(a, b) / messages >= bandwidth.GetBitRate();
    });
    return carried && !placement.empty();
}

void
Ledger::Reserve(const Placement& placement, DataRate bandwidth, uint32_t chunks)
{
    NS_ABORT_MSG_IF(!CanReserve(placement, bandwidth, chunks),
                    "overdraft: a placement does not fit in what is free");
    for (const auto& [region, gpus] : placement)
    {
        SetFreeGpus(region, m_freeGpus[region] - gpus);
    }
    ForEachRegionPair(placement, chunks, [&](RegionIndex a, RegionIndex b, uint32_t messages) {
        for (const std::size_t link : FindPair(a, b))
        {
            m_residual[link] -= messages * bandwidth.GetBitRate();
        }
        UpdateWidth(a, b);
    });
}

void
Ledger::Release(const Placement& placement, DataRate bandwidth, uint32_t chunks)
{
    for (const auto& [region, gpus] : placement)
    {
        NS_ABORT_MSG_IF(gpus > m_cluster->GetRegion(region).gpus - GetFreeGpus(region),
                        "more GPUs given back than were taken");
        SetFreeGpus(region, m_freeGpus[region] + gpus);
    }
    ForEachRegionPair(placement, chunks, [&](RegionIndex a, RegionIndex b, uint32_t messages) {
        for (const std::size_t link : FindPair(a, b))
        {
            const uint64_t taken = m_cluster->GetLinks()[link].rate.GetBitRate() - m_residual[link];
            NS_ABORT_MSG_IF(bandwidth.GetBitRate() > taken / messages,
                            "more bandwidth given back than was taken");
            m_residual[link] += messages * bandwidth.GetBitRate();
        }
        UpdateWidth(a, b);
    });
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

std::array<std::size_t, 2>
Ledger::FindPair(RegionIndex a, RegionIndex b) const
{
    const auto there = m_cluster->FindLink(a, b);
    const auto back = m_cluster->FindLink(b, a);
    NS_ABORT_MSG_IF(!there || !back, "no links both ways between two regions of a placement");
    return {*there, *back};
}

void
Ledger::SetFreeGpus(RegionIndex region, uint32_t gpus)
{
    const uint32_t before = m_freeGpus[region];
    m_freeGpus[region] = gpus;
    m_totalFreeGpus = m_totalFreeGpus - before + gpus;
    if ((before == 0) != (gpus == 0))
    {
        const auto place = std::lower_bound(m_freeRegions.begin(), m_freeRegions.end(), region);
        if (gpus == 0)
        {
            m_freeRegions.erase(place);
        }
        else
        {
            m_freeRegions.insert(place, region);
        }
    }
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
