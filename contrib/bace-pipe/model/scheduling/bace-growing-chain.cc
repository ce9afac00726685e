// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-growing-chain.h"

#include "ns3/bace-comparison.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <limits>

namespace ns3::bacepipe
{

GrowingChain::GrowingChain(const ChainRequest& request, const Ledger& ledger, RegionIndex seed)
    : m_request(&request),
      m_ledger(&ledger),
      m_used(ledger.GetCluster().GetRegions().size(), false)
{
    constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();
    const uint32_t gpus = std::min(request.mostGpus, ledger.GetFreeGpus(seed));
    m_extent = Extended(seed, gpus, unlimited);
    Append({seed, true, unlimited}, gpus);
}

bool
GrowingChain::Grow()
{
    if (m_extent.gpus == m_request->mostGpus)
    {
        return false;
    }
    std::vector<Candidate> candidates = FindCandidates();
    // The widest is nearly always taken: only where it is not are the others worth sorting.
    const auto widest = std::min_element(candidates.begin(), candidates.end(), IsWider);
    if (widest == candidates.end())
    {
        return false;
    }
    if (TryAppend(*widest))
    {
        return true;
    }
    std::sort(candidates.begin(), candidates.end(), IsWider);
    return std::any_of(candidates.begin() + 1,
                       candidates.end(),
                       [this](const Candidate& candidate) { return TryAppend(candidate); });
}

bool
GrowingChain::TryAppend(const Candidate& candidate)
{
    const uint32_t gpus = CountFeasible(candidate);
    if (gpus == 0)
    {
        return false;
    }
    const Extent extended = Extended(candidate.region, gpus, candidate.width);
    // A chain below the floor cannot run: it has no iteration time for an extension to beat.
    const bool runs = m_extent.gpus >= m_request->leastGpus;
    if (runs && !IsClearlyLess(extended.iterationTime, m_extent.iterationTime))
    {
        return false;
    }
    m_extent = extended;
    Append(candidate, gpus);
    return true;
}

double
GrowingChain::GetBoundByGrowing(DataRate largestBandwidth) const
{
    const JobProfile& profile = m_request->profile;
    const uint32_t stages = m_request->mostGpus;
    const auto boundaries = static_cast<uint32_t>(m_segments.size());
    if (stages <= boundaries)
    {
        return m_extent.iterationTime;
    }
    const double intra = 8.0 * profile.boundaryBytes / largestBandwidth.GetBitRate();
    return IterationTime(profile,
                         stages,
                         boundaries * WanBoundaryTime(profile, stages) +
                             (stages - 1.0 - boundaries) * intra,
                         0);
}

void
GrowingChain::Span()
{
    if (m_extent.gpus < m_request->mostGpus)
    {
        return;
    }
    for (PlacementSegment& segment : m_segments)
    {
        segment.gpus = m_ledger->GetFreeGpus(segment.region);
    }
    const uint64_t needed = RequiredBandwidth(m_request->profile, m_request->mostGpus).GetBitRate();
    while (m_segments.size() < m_request->mostGpus)
    {
        const auto candidates = FindCandidates();
        const auto widest = std::min_element(candidates.begin(), candidates.end(), IsWider);
        if (widest == candidates.end() || widest->width < needed)
        {
            break;
        }
        Append(*widest, m_ledger->GetFreeGpus(widest->region));
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

bool
GrowingChain::IsWider(const Candidate& a, const Candidate& b)
{
    if (a.width != b.width)
    {
        return a.width > b.width;
    }
    return a.atTail != b.atTail ? a.atTail : a.region < b.region;
}

std::vector<GrowingChain::Candidate>
GrowingChain::FindCandidates() const
{
    const Cluster& cluster = m_ledger->GetCluster();
    std::vector<Candidate> candidates;
    const auto consider = [&](RegionIndex end, bool atTail) {
        for (const RegionIndex region : cluster.GetNeighbours(end))
        {
            if (!m_used[region] && m_ledger->GetFreeGpus(region) > 0)
            {
                candidates.push_back(
                    {region, atTail, m_ledger->GetPairResidual(end, region).GetBitRate()});
            }
        }
    };
    candidates.reserve(2 * m_used.size());
    consider(m_segments.back().region, true);
    if (m_segments.size() > 1) // a single region's two ends are one
    {
        consider(m_segments.front().region, false);
    }
    return candidates;
}

uint32_t
GrowingChain::CountFeasible(const Candidate& candidate) const
{
    const uint32_t wanted =
        std::min(m_ledger->GetFreeGpus(candidate.region), m_request->mostGpus - m_extent.gpus);
    const DataRate narrowest(std::min(m_extent.narrowest, candidate.width));
    const uint32_t stages = LargestStages(m_request->profile, narrowest, m_extent.gpus + wanted);
    return stages > m_extent.gpus ? stages - m_extent.gpus : 0;
}

GrowingChain::Extent
GrowingChain::Extended(RegionIndex region, uint32_t gpus, uint64_t width) const
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
