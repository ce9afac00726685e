// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-growing-chain.h"

#include "ns3/bace-comparison.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ns3::bacepipe
{

GrowingChain::GrowingChain(const ChainRequest& request, const Ledger& ledger, RegionIndex seed)
    : m_request(&request),
      m_ledger(&ledger),
      m_used(ledger.GetCluster().GetRegions().size(), false)
{
    const DataRate unlimited(std::numeric_limits<uint64_t>::max());
    const uint32_t gpus = std::min(request.maxGpus, ledger.GetFreeGpus(seed));
    m_extent = Extended(seed, gpus, unlimited);
    Append({seed, true, unlimited}, gpus);
}

bool
GrowingChain::Grow()
{
    if (m_extent.gpus == m_request->maxGpus)
    {
        return false;
    }
    // A chain below the floor cannot run: it has no iteration time for an extension to beat.
    const bool runs = m_extent.gpus >= m_request->profile.minGpus;
    for (const Candidate& candidate : RankCandidates())
    {
        const uint32_t gpus = CountFeasible(candidate);
        if (gpus == 0)
        {
            continue;
        }
        const Extent extended = Extended(candidate.region, gpus, candidate.width);
        if (!runs || IsClearlyLess(extended.iterationTime, m_extent.iterationTime))
        {
            m_extent = extended;
            Append(candidate, gpus);
            return true;
        }
    }
    return false;
}

void
GrowingChain::Span()
{
    if (m_extent.gpus < m_request->maxGpus)
    {
        return;
    }
    for (PlacementSegment& segment : m_segments)
    {
        segment.gpus = m_ledger->GetFreeGpus(segment.region);
    }
    const DataRate needed = RequiredBandwidth(m_request->profile, m_request->maxGpus);
    while (m_segments.size() < m_request->maxGpus)
    {
        const auto candidates = RankCandidates();
        if (candidates.empty() || candidates.front().width < needed)
        {
            break;
        }
        Append(candidates.front(), m_ledger->GetFreeGpus(candidates.front().region));
    }
}

double
GrowingChain::GetIterationTime() const
{
    return m_extent.iterationTime;
}

uint32_t
GrowingChain::GetGpus() const
{
    return m_extent.gpus;
}

Placement
GrowingChain::GetPlacement() const
{
    if (m_segments.front().region <= m_segments.back().region)
    {
        return m_segments;
    }
    return Placement(m_segments.rbegin(), m_segments.rend());
}

std::vector<GrowingChain::Candidate>
GrowingChain::RankCandidates() const
{
    const Cluster& cluster = m_ledger->GetCluster();
    std::vector<Candidate> candidates;
    const auto consider = [&](RegionIndex end, RegionIndex region, bool atTail) {
        if (cluster.AreJoined(end, region))
        {
            candidates.push_back({region, atTail, m_ledger->GetPairResidual(end, region)});
        }
    };
    for (RegionIndex region = 0; region < m_used.size(); ++region)
    {
        if (m_used[region] || m_ledger->GetFreeGpus(region) == 0)
        {
            continue;
        }
        consider(m_segments.back().region, region, true);
        if (m_segments.size() > 1) // a single region's two ends are one
        {
            consider(m_segments.front().region, region, false);
        }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::make_tuple(b.width.GetBitRate(), !a.atTail, a.region) <
               std::make_tuple(a.width.GetBitRate(), !b.atTail, b.region);
    });
    return candidates;
}

uint32_t
GrowingChain::CountFeasible(const Candidate& candidate) const
{
    const uint32_t wanted =
        std::min(m_ledger->GetFreeGpus(candidate.region), m_request->maxGpus - m_extent.gpus);
    const DataRate narrowest = std::min(m_extent.narrowest, candidate.width);
    const uint32_t stages = LargestStages(m_request->profile, narrowest, m_extent.gpus + wanted);
    return stages > m_extent.gpus ? stages - m_extent.gpus : 0;
}

GrowingChain::Extent
GrowingChain::Extended(RegionIndex region, uint32_t gpus, DataRate width) const
{
    const JobProfile& profile = m_request->profile;
    Extent extent = m_extent;
    extent.boundaries = static_cast<uint32_t>(m_segments.size());
    extent.narrowest = m_segments.empty() ? width : std::min(m_extent.narrowest, width);
    extent.gpus += gpus;
    if (gpus > 1)
    {
        const double time = RegionBoundaryTime(profile, m_ledger->GetCluster().GetRegion(region));
        extent.intraTotal += (gpus - 1.0) * time;
        extent.intraSlowest = std::max(extent.intraSlowest, time);
    }
    const double wanTotal = extent.boundaries * WanBoundaryTime(profile, extent.gpus);
    extent.iterationTime =
        IterationTime(profile, extent.gpus, extent.intraTotal + wanTotal, extent.intraSlowest);
    return extent;
}

void
GrowingChain::Append(const Candidate& candidate, uint32_t gpus)
{
    const auto position = candidate.atTail ? m_segments.end() : m_segments.begin();
    m_segments.insert(position, {candidate.region, gpus});
    m_used[candidate.region] = true;
}

} // namespace ns3::bacepipe
