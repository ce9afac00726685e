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
      m_ledger(&ledger)
{
    constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();
    const uint32_t gpus = RoundDown(std::min(request.mostGpus, ledger.GetFreeGpus(seed)));
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
    // The widest is nearly always taken: only where it is not are the others worth sorting.
    const auto widest = FindWidest();
    if (!widest)
    {
        return false;
    }
    if (TryAppend(*widest))
    {
        return true;
    }
    std::vector<Candidate> candidates;
    VisitCandidates([&](const Candidate& candidate) {
        candidates.push_back(candidate);
        return 0;
    });
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
GrowingChain::GetBoundByGrowing() const
{
    const JobProfile& profile = m_request->profile;
    const uint32_t stages = m_request->mostGpus;
    const auto boundaries = static_cast<uint32_t>(m_segments.size());
    if (stages <= boundaries)
    {
        return m_extent.iterationTime;
    }
    const double wan = WanBoundaryTime(profile, stages);
    const double intra = BoundaryTime(profile, m_ledger->GetCluster().GetLargestBandwidth());
    // More boundaries than the next one are to be expected only where they are the faster ones.
    return IterationTimeOfSums(
        profile,
        {stages,
         m_extent.slowness + (stages - m_extent.gpus),
         m_extent.mostSlowness,
         boundaries * wan + (stages - 1.0 - boundaries) * std::min(intra, wan),
         0});
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
    const uint64_t needed = RequiredBitRate(m_request->profile, m_request->mostGpus);
    while (m_segments.size() < m_request->mostGpus)
    {
        const auto widest = FindWidest();
        if (!widest || GetWidthWith(*widest).value_or(0) < needed)
        {
            break;
        }
        m_extent.narrowest = std::min(m_extent.narrowest, widest->width);
        Append(*widest, m_ledger->GetFreeGpus(widest->region));
    }
}

double
GrowingChain::GetIterationTime() const
{
    return m_extent.iterationTime;
}

double
GrowingChain::GetHourlyPrice() const
{
    const Cluster& cluster = m_ledger->GetCluster();
    double sum = 0;
    for (const PlacementSegment& segment : m_segments)
    {
        sum += HourlyPrice(segment, cluster, m_request->now);
    }
    return sum;
}

std::size_t
GrowingChain::CountRegions() const
{
    return m_segments.size();
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
        return Placement(m_segments.begin(), m_segments.end());
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

template <typename Visitor>
void
GrowingChain::VisitCandidates(Visitor visit)
{
    const Cluster& cluster = m_ledger->GetCluster();
    if (m_used.empty()) // most chains never come to this
    {
        m_used.resize(cluster.GetRegions().size());
        for (const PlacementSegment& segment : m_segments)
        {
            m_used[segment.region] = true;
        }
    }
    uint64_t least = 0; // width of interest
    const auto visitNeighbours = [&](RegionIndex end, bool atTail) {
        const uint64_t* widths = m_ledger->GetWidths(end);
        for (const RegionIndex region : m_ledger->GetFreeRegions())
        {
            // The width decides nearly always, and is the cheapest to look up.
            const uint64_t width = widths[region];
            if (width >= least && !m_used[region] && cluster.AreJoined(end, region))
            {
                least = visit(Candidate{region, atTail, width});
            }
        }
    };
    visitNeighbours(m_segments.back().region, true);
    if (m_segments.size() > 1) // a single region's two ends are one
    {
        visitNeighbours(m_segments.front().region, false);
    }
}

std::optional<GrowingChain::Candidate>
GrowingChain::FindWidest()
{
    std::optional<Candidate> widest;
    VisitCandidates([&](const Candidate& candidate) {
        if (!widest || IsWider(candidate, *widest))
        {
            widest = candidate;
        }
        return widest->width;
    });
    return widest;
}

uint32_t
GrowingChain::RoundDown(uint32_t stages) const
{
    const StageCounts& counts = m_request->profile.stageCounts;
    return counts.IsAny() || stages < m_request->leastGpus ? stages : counts.GetLargest(stages);
}

std::optional<uint64_t>
GrowingChain::GetWidthWith(const Candidate& candidate) const
{
    const uint64_t narrowest = std::min(m_extent.narrowest, candidate.width);
    const uint32_t chunks = m_request->profile.chunks;
    if (chunks == 1)
    {
        return narrowest;
    }
    if (m_segments.size() == 1) // the ends are the two neighbours
    {
        return narrowest / (2 * chunks - 1);
    }
    const RegionIndex end = candidate.atTail ? m_segments.front().region : m_segments.back().region;
    if (!m_ledger->GetCluster().AreJoined(end, candidate.region))
    {
        return std::nullopt;
    }
    return std::min(narrowest / chunks, m_ledger->GetWidth(end, candidate.region) / (chunks - 1));
}

uint32_t
GrowingChain::CountFeasible(const Candidate& candidate) const
{
    const uint32_t wanted =
        std::min(m_ledger->GetFreeGpus(candidate.region), m_request->mostGpus - m_extent.gpus);
    const auto width = GetWidthWith(candidate);
    if (!width)
    {
        return 0;
    }
    const uint32_t stages =
        RoundDown(LargestStages(m_request->profile, *width, m_extent.gpus + wanted));
    return stages > m_extent.gpus ? stages - m_extent.gpus : 0;
}

GrowingChain::Extent
GrowingChain::Extended(RegionIndex region, uint32_t gpus, uint64_t width) const
{
    const JobProfile& profile = m_request->profile;
    const Region& added = m_ledger->GetCluster().GetRegion(region);
    Extent extent = m_extent;
    extent.boundaries = static_cast<uint32_t>(m_segments.size());
    extent.narrowest = m_segments.empty() ? width : std::min(m_extent.narrowest, width);
    extent.gpus += gpus;
    const double slowness = 1 / added.speed;
    extent.slowness += gpus * slowness;
    extent.mostSlowness = std::max(extent.mostSlowness, slowness);
    if (gpus > 1)
    {
        const double time = RegionBoundaryTime(profile, added);
        extent.intraTotal += (gpus - 1.0) * time;
        extent.intraSlowest = std::max(extent.intraSlowest, time);
    }
    const double wanTotal = extent.boundaries * WanBoundaryTime(profile, extent.gpus);
    extent.iterationTime = IterationTimeOfSums(profile,
                                               {extent.gpus,
                                                extent.slowness,
                                                extent.mostSlowness,
                                                extent.intraTotal + wanTotal,
                                                extent.intraSlowest});
    return extent;
}

void
GrowingChain::Append(const Candidate& candidate, uint32_t gpus)
{
    const auto position = candidate.atTail ? m_segments.end() : m_segments.begin();
    m_segments.insert(position, {candidate.region, gpus});
    if (!m_used.empty())
    {
        m_used[candidate.region] = true;
    }
}

} // namespace ns3::bacepipe
