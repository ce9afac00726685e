// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-baseline-chains.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-placement-search.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>

#include "unit/scheduling-random.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

// The chains and allocations of the baselines against the words of doc/model.md, said again in
// another way: by trying all that could be, where the code sorts.

namespace
{

/// A small cluster on which other jobs run, and a job to place.
struct Instance
{
    explicit Instance(Random& random)
        : cluster(DrawCluster(random, 1, 5)),
          ledger(cluster),
          job(DrawJob(random, 0))
    {
        Occupy(random, ledger);
        const JobEstimate estimate = EstimateJob(job.profile, cluster, {});
        least = estimate.leastGpus;
        most = estimate.optimalGpus;
    }

    /// @return free GPUs of a region
    uint32_t Free(RegionIndex region) const
    {
        return ledger.GetFreeGpus(region);
    }

    /// @return its price
    double Price(RegionIndex region) const
    {
        return cluster.GetRegion(region).price.At(Time(0));
    }

    /// @return how many regions there are
    uint32_t Count() const
    {
        return static_cast<uint32_t>(cluster.GetRegions().size());
    }

    /// @return what is looked for
    ChainRequest Request() const
    {
        return {job.profile, least, most, Time(0), 0};
    }

    const Cluster cluster;
    Ledger ledger; //!< of it
    const TrainingJob job;
    uint32_t least;
    uint32_t most;
};

/// Calls a function with so many random instances.
template <typename Check>
void
ForEachInstance(uint32_t seed, uint32_t samples, Check check)
{
    Random random(seed);
    for (uint32_t sample = 0; sample < samples; ++sample)
    {
        SCOPED_TRACE("sample " + std::to_string(sample));
        check(Instance(random));
    }
}

/// @return the narrower direction of two regions' links, Mbps; 0 where one is missing
uint64_t
CapacityBetween(const Cluster& cluster, RegionIndex a, RegionIndex b)
{
    uint64_t there = 0;
    uint64_t back = 0;
    for (const WanLink& link : cluster.GetLinks())
    {
        if (link.source == a && link.destination == b)
        {
            there = link.rate.GetBitRate() / MBPS;
        }
        if (link.source == b && link.destination == a)
        {
            back = link.rate.GetBitRate() / MBPS;
        }
    }
    return std::min(there, back);
}

/// @return the chain's regions with GPUs handed out in its order: all free, up to the most
Placement
Fill(const Instance& instance, const std::vector<RegionIndex>& order)
{
    Placement chain;
    uint32_t left = instance.most;
    for (const RegionIndex region : order)
    {
        const uint32_t gpus = std::min(left, instance.Free(region));
        if (gpus > 0)
        {
            chain.push_back({region, gpus});
            left -= gpus;
        }
    }
    return chain;
}

} // namespace

TEST(SchedulingBaselineProperty, LcfTakesTheCheapestWithRoom)
{
    uint32_t found = 0;
    uint32_t passedOver = 0;
    ForEachInstance(21, 3000, [&](const Instance& instance) {
        for (const bool withRoom : {true, false})
        {
            SchedulingOptions options;
            options.cheapestWithRoom = withRoom;
            const uint32_t room = withRoom ? instance.least : 1;
            Placement expected;
            for (RegionIndex r = 0; r < instance.Count() && expected.empty(); ++r)
            {
                // It, if none with room is cheaper, nor as cheap and before it.
                bool best = instance.Free(r) >= room;
                for (RegionIndex o = 0; o < instance.Count(); ++o)
                {
                    best = best && !(instance.Free(o) >= room &&
                                     (instance.Price(o) < instance.Price(r) ||
                                      (instance.Price(o) == instance.Price(r) && o < r)));
                }
                if (best)
                {
                    expected = Fill(instance, {r});
                }
            }
            const Placement chain =
                FindCheapestRegion(instance.Request(), options, instance.ledger);
            EXPECT_EQ(chain, expected);
            found += !chain.empty();
            for (RegionIndex r = 0; r < instance.Count() && !chain.empty(); ++r)
            {
                passedOver += withRoom && instance.Free(r) > 0 &&
                              instance.Price(r) < instance.Price(chain.front().region);
            }
        }
    });
    EXPECT_GT(found, 4000u);
    EXPECT_GT(passedOver, 200u);
}

TEST(SchedulingBaselineProperty, LdfTakesTheOneWithMostFree)
{
    uint32_t ties = 0;
    ForEachInstance(22, 3000, [&](const Instance& instance) {
        std::vector<RegionIndex> largest;
        for (uint32_t gpus = 8; gpus > 0 && largest.empty(); --gpus)
        {
            for (RegionIndex r = 0; r < instance.Count(); ++r)
            {
                if (instance.Free(r) == gpus)
                {
                    largest.push_back(r);
                }
            }
        }
        ties += largest.size() > 1;
        largest.resize(std::min<std::size_t>(largest.size(), 1));
        EXPECT_EQ(FindLargestRegion(instance.Request(), instance.ledger), Fill(instance, largest));
    });
    EXPECT_GT(ties, 200u);
}

TEST(SchedulingBaselineProperty, CrLcfTakesRegionsByPrice)
{
    uint32_t several = 0;
    ForEachInstance(23, 3000, [&](const Instance& instance) {
        // One price after the other, from the lowest that is drawn, in whole cents.
        std::vector<RegionIndex> order;
        for (int cents = 15; cents <= 30; ++cents)
        {
            for (RegionIndex r = 0; r < instance.Count(); ++r)
            {
                if (static_cast<int>(std::lround(100 * instance.Price(r))) == cents)
                {
                    order.push_back(r);
                }
            }
        }
        const Placement chain = FindCheapestRegions(instance.Request(), instance.ledger);
        EXPECT_EQ(chain, Fill(instance, order));
        several += chain.size() > 1;
    });
    EXPECT_GT(several, 1000u);
}

TEST(SchedulingBaselineProperty, CrLdfFollowsTheWidestLinks)
{
    uint32_t several = 0;
    uint32_t byResidual = 0;
    ForEachInstance(24, 3000, [&](const Instance& instance) {
        std::map<NeighbourWidth, Placement> chains;
        for (const NeighbourWidth width : {NeighbourWidth::CAPACITY, NeighbourWidth::RESIDUAL})
        {
            SchedulingOptions options;
            options.neighbourWidth = width;
            const Placement chain =
                FindWidestNeighbours(instance.Request(), options, instance.ledger);
            chains[width] = chain;
            const Placement start = FindLargestRegion(instance.Request(), instance.ledger);
            if (start.empty())
            {
                EXPECT_TRUE(chain.empty());
                continue;
            }
            // Of all sequences of regions that are joined, that which is the widest, boundary by
            // boundary, lower indices first among equals, and goes on as long as it can.
            std::vector<RegionIndex> order{start.front().region};
            uint32_t gpus = start.front().gpus;
            std::vector<std::pair<uint64_t, RegionIndex>> neighbours;
            do
            {
                neighbours.clear();
                for (RegionIndex r = 0; r < instance.Count(); ++r)
                {
                    const uint64_t capacity = CapacityBetween(instance.cluster, order.back(), r);
                    const uint64_t wide =
                        width == NeighbourWidth::CAPACITY
                            ? capacity
                            : std::min(instance.ledger.GetResidual(order.back(), r),
                                       instance.ledger.GetResidual(r, order.back()))
                                      .GetBitRate() /
                                  MBPS;
                    if (capacity > 0 && instance.Free(r) > 0 &&
                        std::find(order.begin(), order.end(), r) == order.end())
                    {
                        neighbours.emplace_back(wide, instance.Count() - r);
                    }
                }
                if (gpus < instance.most && !neighbours.empty())
                {
                    const auto widest = *std::max_element(neighbours.begin(), neighbours.end());
                    order.push_back(instance.Count() - widest.second);
                    gpus += instance.Free(order.back());
                }
                else
                {
                    neighbours.clear();
                }
            } while (!neighbours.empty());
            EXPECT_EQ(chain, Fill(instance, order));
            several += chain.size() > 1;
        }
        byResidual += chains[NeighbourWidth::CAPACITY] != chains[NeighbourWidth::RESIDUAL];
    });
    EXPECT_GT(several, 1000u);
    EXPECT_GT(byResidual, 50u);
}

TEST(SchedulingBaselineProperty, NoCostMinSpreadsEvenly)
{
    const Policy& policy = *FindPolicy("no-cost-min");
    uint32_t several = 0;
    ForEachInstance(25, 3000, [&](const Instance& instance) {
        SchedulingOptions options;
        options.spanAll = instance.most % 2 == 0;
        const PlacementSearch found =
            FindPlacement(policy, options, instance.Request(), instance.ledger);
        if (!found.IsPlaced())
        {
            return;
        }
        several += found.placement.size() > 1;
        EXPECT_EQ(found.placement.size(), found.chain.size());
        EXPECT_EQ(CountGpus(found.placement), std::min(CountGpus(found.chain), instance.most));
        for (const auto& [region, gpus] : found.placement)
        {
            for (const auto& [other, more] : found.placement)
            {
                if (gpus < instance.Free(region))
                {
                    EXPECT_LE(more, gpus + 1) << ToString(found.placement, instance.cluster);
                }
            }
        }
    });
    EXPECT_GT(several, 500u);
}

namespace
{

/// @return the lowest hourly price of so many GPUs over the chain's regions, one in each at least
double
CheapestPerHour(const Instance& instance, const Placement& chain, std::size_t first, uint32_t gpus)
{
    if (first == chain.size())
    {
        return gpus == 0 ? 0 : std::numeric_limits<double>::infinity();
    }
    const RegionIndex region = chain[first].region;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t taken = 1; taken <= std::min(gpus, instance.Free(region)); ++taken)
    {
        least = std::min(least,
                         taken * 0.3 * instance.Price(region) +
                             CheapestPerHour(instance, chain, first + 1, gpus - taken));
    }
    return least;
}

} // namespace

TEST(SchedulingBaselineProperty, CostMinIsTheCheapestOverItsChain)
{
    uint32_t several = 0;
    for (const char* name : {"bace-pipe", "no-pathfinder"})
    {
        ForEachInstance(26, 2000, [&](const Instance& instance) {
            SchedulingOptions options;
            options.spanAll = instance.most % 2 == 0;
            const PlacementSearch found =
                FindPlacement(*FindPolicy(name), options, instance.Request(), instance.ledger);
            if (!found.IsPlaced())
            {
                return;
            }
            several += found.placement.size() > 1;
            const uint32_t gpus = CountGpus(found.placement);
            EXPECT_EQ(gpus, std::min(CountGpus(found.chain), instance.most));
            EXPECT_NEAR(HourlyPrice(found.placement, instance.cluster, Time(0)),
                        CheapestPerHour(instance, found.chain, 0, gpus),
                        1e-9);
        });
    }
    EXPECT_GT(several, 500u);
}

TEST(SchedulingBaselineProperty, StrictPoliciesStartInTheOrderOfArrival)
{
    Random random(27);
    uint32_t waited = 0;
    for (uint32_t sample = 0; sample < 500; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 1, 5);
        std::vector<TrainingJob> jobs;
        for (uint32_t i = 0; i < 6; ++i)
        {
            jobs.push_back(DrawJob(random, 5 - i));
            jobs.back().arrival = Seconds(Draw(random, 0, 100));
        }
        for (const char* name : {"lcf", "ldf", "cr-lcf", "cr-ldf"})
        {
            SCOPED_TRACE(std::string(name) + " sample " + std::to_string(sample));
            ASSERT_TRUE(FindPolicy(name)->headOfLine);
            const AnalyticResult result = RunAnalytically(cluster, jobs, *FindPolicy(name), {});
            for (std::size_t early = 0; early < jobs.size(); ++early)
            {
                for (std::size_t late = 0; late < jobs.size(); ++late)
                {
                    if (jobs[early].arrival < jobs[late].arrival && result.jobs[late].finished)
                    {
                        ASSERT_TRUE(result.jobs[early].finished);
                        EXPECT_LE(result.jobs[early].start, result.jobs[late].start);
                    }
                }
                waited +=
                    result.jobs[early].finished && result.jobs[early].start > jobs[early].arrival;
            }
        }
    }
    EXPECT_GT(waited, 2000u);
}
