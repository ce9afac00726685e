// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pathfinder.h"

#include "ns3/bace-comparison.h"
#include "ns3/bace-growing-chain.h"

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
    std::vector<double> keys; // each is worked out once: prices are dear
    keys.reserve(chains.size());
    for (const GrowingChain& chain : chains)
    {
        keys.push_back(key(chain));
    }
    const double least = *std::min_element(keys.begin(), keys.end());
    const double limit = least + tolerance * std::abs(least);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < chains.size(); ++i)
    {
        if (keys[i] <= limit)
        {
            if (kept < i)
            {
                chains[kept] = std::move(chains[i]);
            }
            ++kept;
        }
    }
    chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(kept), chains.end());
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
    const double tolerance = std::max(request.timeTolerance, ROUNDING);
    std::vector<RegionIndex> seeds = ledger.GetFreeRegions();
    if (seeds.empty())
    {
        return {};
    }
    // Large seeds first: they come to K* over few boundaries, and what they come to spares growing
    // others that cannot come near it.
    std::sort(seeds.begin(), seeds.end(), [&](RegionIndex a, RegionIndex b) {
        return ledger.GetFreeGpus(a) > ledger.GetFreeGpus(b);
    });
    std::vector<GrowingChain> chains;
    chains.reserve(seeds.size());
    double limit = std::numeric_limits<double>::infinity();
    const auto lowerLimit = [&](const GrowingChain& chain) {
        if (chain.GetGpus() >= request.leastGpus)
        {
            limit = std::min(limit, chain.GetIterationTime() * (1 + 2 * tolerance));
        }
    };
    for (const RegionIndex seed : seeds)
    {
        chains.emplace_back(request, ledger, seed);
        lowerLimit(chains.back());
    }
    for (GrowingChain& chain : chains)
    {
        while (chain.GetBoundByGrowing() <= limit && chain.Grow())
        {
        }
        lowerLimit(chain);
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
            [](const GrowingChain& chain) { return chain.GetHourlyPrice(); },
            ROUNDING);
        KeepLeast(
            chains,
            [](const GrowingChain& chain) { return chain.CountRegions(); },
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
