// SPDX-License-Identifier: GPL-2.0-only
// Jobs whose pipelines may only have certain numbers of stages.
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-placement-search.h"
#include "ns3/bace-stage-counts.h"

#include <gtest/gtest.h>
#include <set>

#include "unit/scheduling-random.h"

using namespace ns3::bacepipe;
using namespace scheduling;
using ns3::DataRate;

namespace
{

JobProfile
MakeLimited(const std::vector<uint32_t>& numbers)
{
    JobProfile profile = MakeProfile();
    profile.stageCounts = StageCounts(numbers);
    return profile;
}

/// A placement by a policy on what is free, from the floor to K*.
PlacementSearch
Find(const char* policy, const JobProfile& profile, const Ledger& ledger)
{
    const auto estimate = EstimateJob(profile, ledger.GetCluster(), {});
    return FindPlacement(*FindPolicy(policy),
                         {},
                         {profile, estimate.leastGpus, estimate.optimalGpus, {}, 0},
                         ledger);
}

} // namespace

TEST(StageCounts, FindsTheNextNumberEitherWay)
{
    const StageCounts any;
    EXPECT_TRUE(any.IsAny());
    EXPECT_EQ(any.GetLargest(7), 7u);
    EXPECT_EQ(any.GetSmallest(7), 7u);
    const StageCounts counts({3, 4, 5, 9, 12});
    EXPECT_FALSE(counts.IsAny());
    EXPECT_EQ(counts.GetLargest(2), 0u);
    EXPECT_EQ(counts.GetLargest(4), 4u);
    EXPECT_EQ(counts.GetLargest(8), 5u);
    EXPECT_EQ(counts.GetLargest(100), 12u);
    EXPECT_EQ(counts.GetSmallest(1), 3u);
    EXPECT_EQ(counts.GetSmallest(6), 9u);
    EXPECT_EQ(counts.GetSmallest(13), 0u);
    EXPECT_EQ(StageCounts(std::vector<uint32_t>()).GetLargest(9), 0u);
    EXPECT_TRUE(counts == StageCounts({3, 4, 5, 9, 12}));
    EXPECT_FALSE(counts == any);
}

TEST(SchedulingStageCounts, TheBestAllowedNumberIsTheCap)
{
    // By trying them all.
    const DataRate bandwidth(1000 * MBPS); // 10 ms a boundary: the best number is 100
    for (const auto& numbers :
         std::vector<std::vector<uint32_t>>{{1, 50, 90, 120}, {95, 101}, {40}, {150, 160}, {1}})
    {
        const JobProfile profile = MakeLimited(numbers);
        uint32_t best = numbers.front();
        for (const uint32_t number : numbers)
        {
            if (IdealIterationTime(profile, bandwidth, number) <
                IdealIterationTime(profile, bandwidth, best))
            {
                best = number;
            }
        }
        EXPECT_EQ(OptimalStages(profile, bandwidth, 1, 200), best);
    }
}

TEST(SchedulingStageCounts, TheFloorIsTheFirstNumberFromIt)
{
    JobProfile profile = MakeLimited({2, 6, 7});
    profile.minGpus = 4;
    EXPECT_EQ(GetLeastGpus(profile, {}), 6u);
    SchedulingOptions none;
    none.memoryFloor = false;
    EXPECT_EQ(GetLeastGpus(profile, none), 2u);
}

TEST(SchedulingStageCounts, EveryChainIsCutToANumberThatIsAllowed)
{
    // A 5, B 3, C 2 GPUs free.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 5, 0.1), MakeRegion("B", 3, 0.2), MakeRegion("C", 2, 0.3)},
                    {{A, B, 10000}, {B, C, 10000}, {A, C, 10000}});
    const Ledger ledger(cluster);
    for (const char* policy : {"bace-pipe", "cr-lcf", "cr-ldf", "no-pathfinder", "no-cost-min"})
    {
        EXPECT_EQ(CountGpus(Find(policy, MakeLimited({4, 8}), ledger).placement), 8u) << policy;
        EXPECT_EQ(CountGpus(Find(policy, MakeLimited({7}), ledger).placement), 7u) << policy;
        EXPECT_EQ(CountGpus(Find(policy, MakeLimited({1}), ledger).placement), 1u) << policy;
        const auto large = Find(policy, MakeLimited({11}), ledger);
        EXPECT_FALSE(large.IsPlaced()) << policy;
    }
    for (const char* policy : {"lcf", "ldf"})
    {
        EXPECT_EQ(CountGpus(Find(policy, MakeLimited({4, 8}), ledger).placement), 4u) << policy;
        EXPECT_FALSE(Find(policy, MakeLimited({7}), ledger).IsPlaced()) << policy;
    }
}

TEST(SchedulingStageCounts, NoPolicyPlacesAJobOnAnotherNumber)
{
    Random random(11);
    uint32_t placed = 0;
    for (uint32_t sample = 0; sample < 60; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 2, 5);
        std::vector<TrainingJob> jobs;
        std::vector<std::set<uint32_t>> allowed;
        for (uint32_t number = 0; number < 4; ++number)
        {
            jobs.push_back(DrawJob(random, number));
            jobs.back().profile.layers = 40;
            std::set<uint32_t> numbers;
            for (uint32_t i = 0; i < 4; ++i)
            {
                numbers.insert(Draw(random, 1, 16));
            }
            jobs.back().profile.stageCounts =
                StageCounts(std::vector<uint32_t>(numbers.begin(), numbers.end()));
            allowed.push_back(numbers);
        }
        for (const Policy& policy : GetPolicies())
        {
            SchedulingOptions options;
            options.lookAhead.placements = 200;
            options.shortenChains = sample % 2;
            const auto result = RunAnalytically(cluster, jobs, policy, options);
            for (std::size_t i = 0; i < jobs.size(); ++i)
            {
                if (result.jobs[i].finished)
                {
                    ++placed;
                    EXPECT_TRUE(allowed[i].count(CountGpus(result.jobs[i].placement)))
                        << policy.name << " sample " << sample << " job " << i;
                }
            }
        }
    }
    EXPECT_GT(placed, 1000u);
}
