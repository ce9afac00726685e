// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;
using testing::ElementsAre;

namespace
{

/**
 * A 4 GPUs at 0.2, B 6 at 0.3, C 5 at 0.1; A-B 200, B-C 100, A-C 60 Mbps. Two jobs of K* = 8, the
 * first of 20 iterations, the second of 10; b(L) = 10 L Mbps.
 */
class SchedulingPolicy : public testing::Test
{
  protected:
    SchedulingPolicy()
    {
        first.profile.layers = 8;
        first.profile.iterations = 20;
        second.profile.layers = 8;
        second.arrival = Seconds(1);
    }

    /// @return one round of a policy, as "job placement" or "job: reason" each
    std::vector<std::string> Run(const std::string& policy)
    {
        const std::vector<const TrainingJob*> jobs{&first, &second};
        Scheduler scheduler(ledger, *FindPolicy(policy), options);
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            scheduler.Submit(i, *jobs[i]);
        }
        std::vector<std::string> lines;
        decisions = scheduler.Decide(Time(0));
        after = scheduler.GetLedger();
        for (const Decision& decision : decisions)
        {
            const std::string& id = jobs[decision.job]->id;
            lines.push_back(decision.placed ? id + " " + ToString(decision.placement, cluster)
                                            : id + ": " + decision.reason);
        }
        return lines;
    }

    /// @return why the first job never starts under a policy
    std::string Never(const std::string& policy)
    {
        return WhyNeverStarts(*FindPolicy(policy), options, first, cluster, Time(0));
    }

    Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 6, 0.3), MakeRegion("C", 5, 0.1)},
                    {{A, B, 200}, {B, C, 100}, {A, C, 60}});
    Ledger ledger{cluster};
    Ledger after{cluster};
    SchedulingOptions options;
    TrainingJob first = MakeJob("first");
    TrainingJob second = MakeJob("second");
    std::vector<Decision> decisions;
};

} // namespace

TEST(SchedulingPolicyTable, NamesAllAndFindsEach)
{
    std::vector<std::string> names;
    for (const Policy& policy : GetPolicies())
    {
        names.push_back(policy.name);
        EXPECT_EQ(FindPolicy(policy.name), &policy);
    }
    EXPECT_THAT(names,
                ElementsAre("bace-pipe",
                            "lcf",
                            "ldf",
                            "cr-lcf",
                            "cr-ldf",
                            "no-priority",
                            "no-pathfinder",
                            "no-cost-min",
                            "bace-pipe-lookahead"));
    EXPECT_EQ(FindPolicy("fastest"), nullptr);
}

TEST_F(SchedulingPolicy, BacePipe)
{
    // The second job is shorter, so first. K* = 8 from A: A4+B4 at 0.3 (0.8 + 1.2) $/h, from B:
    // A2+B6 0.66, from C: B3+C5 0.3 (0.9 + 0.5) = 0.42, all as fast. Then A4 and B3 are left.
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("second B:3>C:5", "first A:4>B:3"));
    EXPECT_EQ(decisions[0].bandwidth, DataRate(80 * MBPS));
    EXPECT_EQ(decisions[1].bandwidth, DataRate(70 * MBPS));
    EXPECT_EQ(after.GetTotalFreeGpus(), 0u);
    EXPECT_EQ(after.GetPairResidual(B, C), DataRate(20 * MBPS));
    EXPECT_EQ(after.GetPairResidual(A, B), DataRate(130 * MBPS));
    EXPECT_EQ(decisions[0].reason, "8 of at most 8 GPUs");
    EXPECT_EQ(decisions[1].reason, "7 of at most 8 GPUs");
}

TEST_F(SchedulingPolicy, NoPriority)
{
    EXPECT_THAT(Run("no-priority"), ElementsAre("first B:3>C:5", "second A:4>B:3"));
    EXPECT_EQ(decisions[0].priority, 0);
}

TEST_F(SchedulingPolicy, NoCostMin)
{
    // The chain B3+C5 evenly: 4 and 4. Left are A4, B2, C1 and 20 of B-C: A4+B2, six evenly.
    EXPECT_THAT(Run("no-cost-min"), ElementsAre("second B:4>C:4", "first A:4>B:2"));
    EXPECT_THAT(decisions[0].chain, ElementsAre(PlacementSegment{B, 3}, PlacementSegment{C, 5}));
}

TEST_F(SchedulingPolicy, NoPathfinder)
{
    // CR-LDF's B6>A2, then A, the cheaper, up to 4. Left: C5 and B2, of which b(7) = 70 <= 100.
    EXPECT_THAT(Run("no-pathfinder"), ElementsAre("second B:4>A:4", "first C:5>B:2"));
    EXPECT_THAT(decisions[0].chain, ElementsAre(PlacementSegment{B, 6}, PlacementSegment{A, 2}));
}

TEST_F(SchedulingPolicy, LowestCostFirst)
{
    EXPECT_THAT(Run("lcf"), ElementsAre("first C:5", "second A:4"));
}

TEST_F(SchedulingPolicy, LowestDelayFirst)
{
    EXPECT_THAT(Run("ldf"), ElementsAre("first B:6", "second C:5"));
}

TEST_F(SchedulingPolicy, CrossRegionLowestCostFirst)
{
    // C5>A3 needs 80 of 60, and the second job may not pass.
    EXPECT_THAT(Run("cr-lcf"), ElementsAre("first: too little free bandwidth between C and A"));
    EXPECT_THAT(decisions[0].chain, ElementsAre(PlacementSegment{C, 5}, PlacementSegment{A, 3}));
    EXPECT_EQ(after.GetTotalFreeGpus(), 15u);
    // Seven need 70 of 60, six need 60.
    first.profile.layers = 6;
    EXPECT_THAT(Run("cr-lcf"), ElementsAre("first C:5>A:1", "second A:3>B:5"));
}

TEST_F(SchedulingPolicy, CrossRegionLowestDelayFirst)
{
    // B6>A2; then C5>A2 needs 70 of 60.
    EXPECT_THAT(Run("cr-ldf"),
                ElementsAre("first B:6>A:2", "second: too little free bandwidth between C and A"));
}

TEST_F(SchedulingPolicy, NobodyIsBlockedWithoutHeadOfLine)
{
    first.profile.minGpus = 8;
    first.profile.iterations = 5; // the shorter, so first
    ledger.Reserve({{B, 6}, {C, 2}}, DataRate(0));
    // A4 and C3 are left and A-C carries six: with C's three first it is cheaper.
    EXPECT_THAT(Run("bace-pipe"),
                ElementsAre("first: fewer free GPUs than its floor of 8", "second A:3>C:3"));
}

TEST_F(SchedulingPolicy, HeadOfLineBlocks)
{
    first.profile.minGpus = 8;
    ledger.Reserve({{B, 6}, {C, 2}}, DataRate(0));
    EXPECT_THAT(Run("lcf"), ElementsAre("first: fewer free GPUs than its floor of 8"));
}

TEST_F(SchedulingPolicy, AlphaHoldsThroughTheRound)
{
    ledger.Reserve({{B, 1}, {C, 1}}, DataRate(50 * MBPS));
    Run("bace-pipe");
    ASSERT_EQ(decisions.size(), 2u);
    // 50 of 100 on two of six links
    EXPECT_NEAR(decisions[0].alpha, 1.0 / 6, 1e-15);
    EXPECT_EQ(decisions[1].alpha, decisions[0].alpha);
    // (1 - alpha)(1 - I): I = 1/2 and 1; both jobs are as sensitive, D = 1
    EXPECT_NEAR(decisions[0].priority, 5.0 / 12, 1e-12);
    EXPECT_NEAR(decisions[1].priority, 0, 1e-12);
    EXPECT_GT(after.GetCongestion(), decisions[0].alpha);
}

TEST_F(SchedulingPolicy, SaysThatNothingIsFree)
{
    ledger.Reserve({{A, 4}, {B, 6}, {C, 5}}, DataRate(0));
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("second: no free GPU", "first: no free GPU"));
}

TEST_F(SchedulingPolicy, SaysThatTheChainIsTooShort)
{
    // The floor of 8 is free in all, but no region of six has it; nor has any chain at 10 Mbps.
    first.profile.minGpus = 8;
    EXPECT_THAT(Run("ldf"), ElementsAre("first: chain of 6 GPUs below its floor of 8"));
    EXPECT_THAT(Run("lcf"), ElementsAre("first: no region with free GPUs for its floor of 8"));
}

TEST_F(SchedulingPolicy, SpanAllGivesTheAllocatorAChoice)
{
    // K* = 4: without a span, each job lies in the cheapest region that holds it alone.
    first.profile.layers = 4;
    second.profile.layers = 4;
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("second C:4", "first A:4"));
    options.spanAll = true;
    // From C: B at 100, then A at 200 by B's end: A>B>C, one each, the fourth at C.
    EXPECT_EQ(Run("bace-pipe")[0], "second A:1>B:1>C:2");
}

TEST_F(SchedulingPolicy, LongestFirstTurnsTheOrder)
{
    options.longestFirst = true;
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("first B:3>C:5", "second A:4>B:3"));
}

TEST_F(SchedulingPolicy, AlphaCanBeSet)
{
    // Both are as sensitive: (1 - alpha)(1 - 1/2) + alpha (1 - 1) for the second.
    options.alpha = 0.25;
    Run("bace-pipe");
    EXPECT_EQ(decisions[0].alpha, 0.25);
    EXPECT_NEAR(decisions[0].priority, 0.375, 1e-12);
    // At alpha = 1 both have the priority 0: by arrival.
    options.alpha = 1;
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("first B:3>C:5", "second A:4>B:3"));
}

TEST_F(SchedulingPolicy, QueueingCanBeBackfilled)
{
    first.profile.minGpus = 8;
    ledger.Reserve({{B, 6}, {C, 2}}, DataRate(0));
    options.queueing = Queueing::BACKFILL;
    EXPECT_THAT(Run("lcf"),
                ElementsAre("first: fewer free GPUs than its floor of 8", "second C:3"));
}

TEST_F(SchedulingPolicy, QueueingCanBeStrict)
{
    first.profile.minGpus = 8;
    first.profile.iterations = 5; // the shorter, so first
    ledger.Reserve({{B, 6}, {C, 2}}, DataRate(0));
    options.queueing = Queueing::STRICT;
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("first: fewer free GPUs than its floor of 8"));
}

TEST_F(SchedulingPolicy, BlindChainsCanBeShortened)
{
    // C5>A3 would need 80 of 60: six GPUs are left of it, C5>A1. Then A3>B5, 80 of 200.
    options.shortenChains = true;
    EXPECT_THAT(Run("cr-lcf"), ElementsAre("first C:5>A:1", "second A:3>B:5"));
    EXPECT_EQ(decisions[0].reason, "6 of at most 8 GPUs");
    // B6>A2; then C5>A2 needs 70 of 60: C5>A1.
    EXPECT_THAT(Run("cr-ldf"), ElementsAre("first B:6>A:2", "second C:5>A:1"));
    // The pathfinder's chains are feasible as they are.
    EXPECT_THAT(Run("bace-pipe"), ElementsAre("second B:3>C:5", "first A:4>B:3"));
}

TEST_F(SchedulingPolicy, AShortenedChainKeepsTheMostGpus)
{
    // A-B carries 20 stages, B-C 10: all three regions hold ten in all, the first two alone ten
    // too.
    cluster =
        MakeCluster({MakeRegion("A", 4, 0.1), MakeRegion("B", 6, 0.2), MakeRegion("C", 5, 0.3)},
                    {{A, B, 200}, {B, C, 100}});
    const JobProfile profile = MakeProfile();
    const Ledger idle(cluster);
    EXPECT_THAT(ShortenChain({{A, 4}, {B, 6}, {C, 5}}, profile, idle),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 6}));
    EXPECT_THAT(
        ShortenChain({{A, 4}, {B, 4}, {C, 5}}, profile, idle),
        ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 4}, PlacementSegment{C, 2}));
    // Not linked: nothing behind A counts.
    EXPECT_THAT(ShortenChain({{A, 4}, {C, 5}}, profile, idle), ElementsAre(PlacementSegment{A, 4}));
}

TEST_F(SchedulingPolicy, CheapestRegionCanBeWaitedFor)
{
    first.profile.minGpus = 6;
    EXPECT_THAT(Run("lcf"), ElementsAre("first B:6", "second C:5"));
    options.cheapestWithRoom = false; // C, the cheapest, has five
    EXPECT_THAT(Run("lcf"), ElementsAre("first: chain of 5 GPUs below its floor of 6"));
}

TEST_F(SchedulingPolicy, NeighboursCanBeWideByWhatIsFree)
{
    // From B: A by 200, but only 90 of it are left, C by 100.
    ledger.Reserve({{A, 1}, {B, 1}}, DataRate(110 * MBPS));
    options.neighbourWidth = NeighbourWidth::RESIDUAL;
    EXPECT_THAT(Run("cr-ldf")[0], "first B:5>C:3");
    options.neighbourWidth = NeighbourWidth::CAPACITY;
    EXPECT_THAT(Run("cr-ldf")[0], "first B:5>A:3");
}

TEST_F(SchedulingPolicy, MemoryFloorsCanBeLeftOut)
{
    first.profile.minGpus = 9; // above its eight layers
    EXPECT_THAT(Run("ldf"), ElementsAre("first: cap K* of 8 GPUs below its floor of 9"));
    options.memoryFloor = false;
    EXPECT_THAT(Run("ldf"), ElementsAre("first B:6", "second C:5"));
}

TEST_F(SchedulingPolicy, IdealBandwidthDecidesTheCap)
{
    // A = 10 Mbit; 100 Gbps: t = 0.0001 s, K* = sqrt(99 / 0.0001) = 995; 1 Gbps: sqrt(9900) = 99.
    cluster = MakeCluster({MakeRegion("A", 2000, 0.2), MakeRegion("B", 1, 0.3, 1000)}, {});
    first.profile.layers = 2000;
    EXPECT_EQ(EstimateJob(first.profile, cluster, options).optimalGpus, 995u);
    options.idealBandwidth = IdealBandwidth::SMALLEST;
    EXPECT_EQ(EstimateJob(first.profile, cluster, options).optimalGpus, 99u);
    options.idealBandwidth = IdealBandwidth::MEAN; // 50.5 Gbps: sqrt(99 x 5050) = 707.07
    EXPECT_EQ(EstimateJob(first.profile, cluster, options).optimalGpus, 707u);
}

TEST_F(SchedulingPolicy, NeverStartsBelowItsFloor)
{
    EXPECT_EQ(Never("bace-pipe"), "");
    first.profile.minGpus = 8;
    EXPECT_EQ(Never("bace-pipe"), "");
    EXPECT_EQ(Never("ldf"), "chain of 6 GPUs below its floor of 8");
    first.profile.minGpus = 9;
    EXPECT_EQ(Never("bace-pipe"), "cap K* of 8 GPUs below its floor of 9");
    first.profile.layers = 80;
    first.profile.minGpus = 16;
    EXPECT_EQ(Never("bace-pipe"), "cap K* of 15 GPUs below its floor of 16");
}

TEST_F(SchedulingPolicy, NeverStartsOnAChainThatIsNeverFeasible)
{
    EXPECT_EQ(Never("cr-lcf"), "too little free bandwidth between C and A");
    cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 6, 0.3), MakeRegion("C", 5, 0.1)},
                    {{A, B, 200}});
    EXPECT_EQ(Never("cr-lcf"), "no link between C and A");
    EXPECT_EQ(Never("cr-ldf"), "");
}

TEST_F(SchedulingPolicy, StartsWhenPricesAllow)
{
    // C becomes dearest after an hour: A4>B4 then, which A-B carries.
    Region rising = MakeRegion("C", 5, 0);
    rising.price = PriceSchedule({{Time(0), 0.1}, {Hours(1), 0.9}, {Hours(2), 0.1}});
    cluster = MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 6, 0.3), rising},
                          {{A, B, 200}, {B, C, 100}, {A, C, 60}});
    EXPECT_EQ(Never("cr-lcf"), "");
    EXPECT_EQ(WhyNeverStarts(*FindPolicy("cr-lcf"), options, first, cluster, Hours(2)),
              "too little free bandwidth between C and A");
}
