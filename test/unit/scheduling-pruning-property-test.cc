// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cost-model.h"
#include "ns3/bace-growing-chain.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-ledger.h"
#include "ns3/bace-pathfinder.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>

#include "unit/scheduling-random.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

// The pathfinder does not grow chains that cannot win. Here each is grown to its end and the best
// is chosen by doc/model.md, apart from the pathfinder's code.

namespace
{

/// A chain grown to its end.
struct Grown
{
    Placement asGrown;    //!< from its end with the lower region
    Placement spanned;    //!< the same, after Span()
    uint32_t gpus;        //!< as grown
    double iterationTime; //!< s
    double hourlyPrice;   //!< $ per hour
};

/// Relative difference that is rounding.
constexpr double ROUNDED = 1e-12;

/// @return those with the least of something, within a relative tolerance
std::vector<Grown>
Least(const std::vector<Grown>& chains,
      const std::function<double(const Grown&)>& of,
      double tolerance)
{
    double least = of(chains.front());
    for (const Grown& chain : chains)
    {
        least = std::min(least, of(chain));
    }
    std::vector<Grown> kept;
    std::copy_if(chains.begin(), chains.end(), std::back_inserter(kept), [&](const Grown& chain) {
        return of(chain) <= least + tolerance * std::abs(least);
    });
    return kept;
}

/// @return the regions of a placement, in its order
std::vector<RegionIndex>
Regions(const Placement& placement)
{
    std::vector<RegionIndex> regions;
    for (const PlacementSegment& segment : placement)
    {
        regions.push_back(segment.region);
    }
    return regions;
}

/// @return all chains that nothing in the documented order tells from the best; mostly one
std::vector<Grown>
FindBest(const ChainRequest& request, const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    std::vector<Grown> chains;
    for (RegionIndex seed = 0; seed < cluster.GetRegions().size(); ++seed)
    {
        if (ledger.GetFreeGpus(seed) == 0)
        {
            continue;
        }
        GrowingChain chain(request, ledger, seed);
        while (chain.Grow())
        {
        }
        Grown grown;
        grown.asGrown = chain.GetPlacement();
        grown.gpus = CountGpus(grown.asGrown);
        grown.iterationTime = IterationTime(request.profile, grown.asGrown, cluster);
        grown.hourlyPrice = HourlyPrice(grown.asGrown, cluster, request.now);
        chain.Span();
        grown.spanned = chain.GetPlacement();
        if (std::none_of(chains.begin(), chains.end(), [&](const Grown& other) {
                return other.asGrown == grown.asGrown && other.spanned == grown.spanned;
            }))
        {
            chains.push_back(grown);
        }
    }
    if (chains.empty())
    {
        return {};
    }
    std::vector<Grown> best = Least(
        chains,
        [&](const Grown& chain) { return chain.gpus < request.leastGpus; },
        0);
    best = Least(
        best,
        [](const Grown& chain) { return chain.iterationTime; },
        std::max(request.timeTolerance, ROUNDED));
    best = Least(
        best,
        [](const Grown& chain) { return chain.hourlyPrice; },
        ROUNDED);
    best = Least(
        best,
        [](const Grown& chain) { return chain.asGrown.size(); },
        0);
    const auto lowest =
        std::min_element(best.begin(), best.end(), [](const Grown& a, const Grown& b) {
            return Regions(a.asGrown) < Regions(b.asGrown);
        });
    const std::vector<RegionIndex> regions = Regions(lowest->asGrown);
    best.erase(
        std::remove_if(best.begin(),
                       best.end(),
                       [&](const Grown& chain) { return Regions(chain.asGrown) != regions; }),
        best.end());
    return best;
}

/// @return a cluster of up to 12 regions, some of few GPUs, some slow inside, prices often equal,
///         half of the clusters with GPUs of up to four speeds
Cluster
DrawWide(Random& random)
{
    const uint32_t speeds = Draw(random, 0, 1) ? 4 : 1;
    const uint32_t count = Draw(random, 1, 12);
    const uint32_t most = Draw(random, 1, 8);
    const uint64_t slowest = Draw(random, 1, 3) == 1 ? Draw(random, 5, 50) : 25000;
    std::vector<Region> regions;
    std::vector<Pair> pairs;
    for (uint32_t i = 0; i < count; ++i)
    {
        regions.push_back(MakeRegion(std::string(1, static_cast<char>('A' + i)),
                                     Draw(random, 1, most),
                                     Draw(random, 1, 6) / 20.0,
                                     slowest * Draw(random, 1, 4)));
        regions.back().speed = Draw(random, 1, speeds) / static_cast<double>(speeds);
        for (uint32_t j = 0; j < i; ++j)
        {
            if (Draw(random, 1, 5) > 1)
            {
                pairs.push_back({i, j, Draw(random, 10, 400), Draw(random, 10, 400)});
            }
        }
    }
    return MakeCluster(std::move(regions), pairs);
}

} // namespace

TEST(SchedulingPruningProperty, TheChainIsThatOfGrowingAllToTheirEnds)
{
    Random random(12);
    uint32_t crossing = 0;
    uint32_t ties = 0;
    uint32_t slow = 0; // where a WAN boundary takes less than one inside a region
    for (uint32_t sample = 0; sample < 20000; ++sample)
    {
        const Cluster cluster = DrawWide(random);
        Ledger ledger(cluster);
        Occupy(random, ledger);
        JobProfile profile = DrawJob(random, 0).profile;
        profile.microBatches = Draw(random, 0, 2) ? 1 << Draw(random, 0, 9) : 1;
        profile.boundaryBytes = Draw(random, 0, 9) ? profile.boundaryBytes : 0;
        profile.minGpus = Draw(random, 1, std::min(8U, profile.layers));
        SchedulingOptions options;
        options.layerBound = sample % 2 == 0;
        options.idealBandwidth = std::vector{IdealBandwidth::LARGEST,
                                             IdealBandwidth::MEAN,
                                             IdealBandwidth::SMALLEST}[sample % 3];
        const JobEstimate estimate = EstimateJob(profile, cluster, options);
        // As a policy asks, and as a plan may: from any number to any other between floor and K*.
        uint32_t least = std::min(estimate.leastGpus, estimate.optimalGpus);
        uint32_t most = estimate.optimalGpus;
        if (Draw(random, 0, 1) == 1)
        {
            most = Draw(random, least, most);
            least = Draw(random, least, most);
        }
        // No ratios of small numbers, which times are to each other: rounding would decide.
        const double tolerance = std::vector{0.0, 0.0203, 0.2017}[Draw(random, 0, 2)];
        const ChainRequest request{profile, least, most, Time(0), tolerance};
        slow += estimate.optimalGpus > 1 && profile.boundaryBytes > 0 &&
                RequiredBandwidth(profile, most) > cluster.GetLargestBandwidth();
        const std::vector<Grown> best = FindBest(request, ledger);
        ties += best.size() > 1;
        for (const bool spanAll : {false, true})
        {
            options.spanAll = spanAll;
            const Placement found = FindBandwidthAwareChain(request, options, ledger);
            const bool expected =
                best.empty() ? found.empty()
                             : std::any_of(best.begin(), best.end(), [&](const Grown& chain) {
                                   return found == (spanAll ? chain.spanned : chain.asGrown);
                               });
            ASSERT_TRUE(expected) << "sample " << sample << (spanAll ? " spanning" : "")
                                  << ": found " << ToString(found, cluster) << " of "
                                  << IterationTime(profile, found, cluster) << " s at "
                                  << HourlyPrice(found, cluster, Time(0)) << ", expected "
                                  << ToString(best.front().asGrown, cluster) << " of "
                                  << best.front().iterationTime << " s at "
                                  << best.front().hourlyPrice << ", from " << least << " to "
                                  << most << " GPUs, M " << profile.microBatches << ", tolerance "
                                  << tolerance;
            crossing += found.size() > 1;
        }
    }
    std::cout << crossing << " chains of several regions, " << ties << " ties, " << slow
              << " with fast WAN boundaries\n";
    // The samples must have had something to say.
    EXPECT_GT(crossing, 10000u);
    EXPECT_GT(slow, 500u);
    EXPECT_LT(ties, 2000u);
}
