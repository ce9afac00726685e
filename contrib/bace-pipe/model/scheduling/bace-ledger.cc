// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ledger.h"

#include "ns3/abort.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace ns3::bacepipe
{

Ledger::Ledger(const Cluster& cluster)
    : m_cluster(cluster),
      m_reserved(cluster.GetLinks().size(), 0)
{
    for (const Region& region : cluster.GetRegions())
    {
        m_freeGpus.push_back(region.gpus);
    }
}

const Cluster&
Ledger::GetCluster() const
{
    return m_cluster;
}

uint32_t
Ledger::GetFreeGpus(RegionIndex region) const
{
    NS_ABORT_MSG_IF(region >= m_freeGpus.size(), "no region of index " << region);
    return m_freeGpus[region];
}

uint32_t
Ledger::GetTotalFreeGpus() const
{
    return std::accumulate(m_freeGpus.begin(), m_freeGpus.end(), uint32_t{0});
}

DataRate
Ledger::GetResidual(RegionIndex source, RegionIndex destination) const
{
    const auto link = m_cluster.FindLink(source, destination);
    return DataRate(link ? m_cluster.GetLinks()[*link].rate.GetBitRate() - m_reserved[*link] : 0);
}

DataRate
Ledger::GetPairResidual(RegionIndex a, RegionIndex b) const
{
    return std::min(GetResidual(a, b), GetResidual(b, a));
}

bool
Ledger::CanReserve(const Placement& placement, DataRate bandwidth) const
{
    std::set<RegionIndex> seen;
    for (const auto& [region, gpus] : placement)
    {
        // A region named twice would not be one contiguous run of stages.
        if (region >= m_freeGpus.size() || gpus == 0 || gpus > m_freeGpus[region] ||
            !seen.insert(region).second)
        {
            return false;
        }
    }
    for (std::size_t i = 1; i < placement.size(); ++i)
    {
        const RegionIndex a = placement[i - 1].region;
        const RegionIndex b = placement[i].region;
        // Even a job that sends nothing needs the links to be there.
        if (!m_cluster.AreJoined(a, b) || GetPairResidual(a, b) < bandwidth)
        {
            return false;
        }
    }
    return !placement.empty();
}

void
Ledger::Reserve(const std::string& job, const Placement& placement, DataRate bandwidth)
{
    NS_ABORT_MSG_IF(m_holdings.count(job) > 0, "job " << job << " holds a reservation already");
    NS_ABORT_MSG_IF(!CanReserve(placement, bandwidth),
                    "overdraft: the placement of job " << job << " does not fit in what is free");
    for (const auto& [region, gpus] : placement)
    {
        m_freeGpus[region] -= gpus;
    }
    for (const std::size_t link : CrossedLinks(placement))
    {
        m_reserved[link] += bandwidth.GetBitRate();
    }
    m_holdings.emplace(job, Holding{placement, bandwidth});
}

void
Ledger::Release(const std::string& job)
{
    const auto found = m_holdings.find(job);
    NS_ABORT_MSG_IF(found == m_holdings.end(), "job " << job << " holds no reservation");
    const auto& [placement, bandwidth] = found->second;
    for (const auto& [region, gpus] : placement)
    {
        m_freeGpus[region] += gpus;
    }
    for (const std::size_t link : CrossedLinks(placement))
    {
        m_reserved[link] -= bandwidth.GetBitRate();
    }
    m_holdings.erase(found);
}

double
Ledger::GetCongestion() const
{
    const auto& links = m_cluster.GetLinks();
    if (links.empty())
    {
        return 0;
    }
    double sum = 0;
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        sum += static_cast<double>(m_reserved[i]) / links[i].rate.GetBitRate();
    }
    return sum / links.size();
}

std::vector<std::size_t>
Ledger::CrossedLinks(const Placement& placement) const
{
    std::vector<std::size_t> links;
    for (std::size_t i = 1; i < placement.size(); ++i)
    {
        const RegionIndex a = placement[i - 1].region;
        const RegionIndex b = placement[i].region;
        links.push_back(m_cluster.FindLink(a, b).value());
        links.push_back(m_cluster.FindLink(b, a).value());
    }
    return links;
}

} // namespace ns3::bacepipe
