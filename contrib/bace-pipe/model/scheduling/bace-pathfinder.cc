// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pathfinder.h"

#include "ns3/bace-comparison.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-growing-chain.h"
#include "ns3/bace-job-estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3::bacepipe
{

namespace
{

/**
 * Keeps the chains with the least key.
 * @param chains at least one
 * @param key a number of each chain
 * @param tolerance relative difference that counts as equal
 */
template <typename Key>
void
KeepLeast(std::vector<GrowingChain>& chains, Key key, double tolerance)
{
    double least = std::numeric_limits<double>::infinity();
    for (const GrowingChain& chain : chains)
    {
        least = std::min<double>(least, key(chain));
    }
    const double limit = least + tolerance * std::abs(least);
    chains.erase(std::remove_if(chains.begin(),
                                chains.end(),
                                [&](const GrowingChain& chain) { return key(chain) > limit; }),
                 chains.end());
}

/**
 * @param a a chain
 * @param b a chain of as many regions
 * @return whether a's region indices come first
 */
bool
HasLowerRegions(const GrowingChain& a, const GrowingChain& b)
{
    const Placement first = a.GetPlacement();
    const Placement second = b.GetPlacement();
    return std::lexicographical_compare(
        first.begin(),
        first.end(),
        second.begin(),
        second.end(),
        [](const PlacementSegment& x, const PlacementSegment& y) { return x.region < y.region; });
}

} // namespace

Placement
FindBandwidthAwareChain(const ChainRequest& request,
                        const SchedulingOptions& options,
                        const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    const double tolerance = std::max(request.timeTolerance, ROUNDING);
    std::vector<GrowingChain> chains;
    chains.reserve(cluster.GetRegions().size());
    for (RegionIndex seed = 0; seed < cluster.GetRegions().size(); ++seed)
    {
        if (ledger.GetFreeGpus(seed) > 0)
        {
            chains.emplace_back(request, ledger, seed);
        }
    }
    if (chains.empty())
    {
        return {};
    }
    // What has been found already spares growing what cannot come near it.
    double limit = std::numeric_limits<double>::infinity();
    const auto lower = [&](const GrowingChain& chain) {
        if (chain.GetGpus() >= request.leastGpus)
        {
            limit = std::min(limit, chain.GetIterationTime() * (1 + 2 * tolerance));
        }
    };
    std::for_each(chains.begin(), chains.end(), lower);
    const DataRate largest = GetIdealBandwidth(cluster, IdealBandwidth::LARGEST);
    for (GrowingChain& chain : chains)
    {
        if (chain.GetBoundByGrowing(largest) <= limit)
        {
            while (chain.Grow())
            {
            }
            lower(chain);
        }
    }
    KeepLeast(
        chains,
        [&](const GrowingChain& chain) { return chain.GetGpus() < request.leastGpus; },
        0);
    KeepLeast(
        chains,
        [](const GrowingChain& chain) { return chain.GetIterationTime(); },
        tolerance);
    if (chains.size() > 1)
    {
        KeepLeast(
            chains,
            [&](const GrowingChain& chain) {
                return HourlyPrice(chain.GetPlacement(), cluster, request.now);
            },
            ROUNDING);
        KeepLeast(
            chains,
            [](const GrowingChain& chain) { return chain.GetPlacement().size(); },
            0);
    }
    auto best = std::min_element(chains.begin(), chains.end(), HasLowerRegions);
    if (options.spanAll)
    {
        best->Span();
    }
    return best->GetPlacement();
}

} // namespace ns3::bacepipe
