// SPDX-License-Identifier: GPL-2.0-only
// The open readings as attributes of the scheduler application.
#include "ns3/bace-scheduler-application.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

TEST(SchedulerAttributes, AreByDefaultTheOptionsDefaults)
{
    const SchedulingOptions options = CreateObject<SchedulerApplication>()->GetOptions();
    const SchedulingOptions expected;
    EXPECT_EQ(options.layerBound, expected.layerBound);
    EXPECT_EQ(options.memoryFloor, expected.memoryFloor);
    EXPECT_EQ(options.longestFirst, expected.longestFirst);
    EXPECT_EQ(options.alpha, expected.alpha);
    EXPECT_EQ(options.timeTolerance, expected.timeTolerance);
    EXPECT_EQ(options.spanAll, expected.spanAll);
    EXPECT_EQ(options.queueing, expected.queueing);
    EXPECT_EQ(options.shortenChains, expected.shortenChains);
    EXPECT_EQ(options.cheapestWithRoom, expected.cheapestWithRoom);
    EXPECT_EQ(options.idealBandwidth, expected.idealBandwidth);
    EXPECT_EQ(options.neighbourWidth, expected.neighbourWidth);
    EXPECT_EQ(options.lookAhead.costLimit, expected.lookAhead.costLimit);
    EXPECT_EQ(options.lookAhead.placements, expected.lookAhead.placements);
}

TEST(SchedulerAttributes, SetTheOptions)
{
    auto scheduler = CreateObject<SchedulerApplication>();
    scheduler->SetAttribute("LayerBound", BooleanValue(false));
    scheduler->SetAttribute("MemoryFloor", BooleanValue(false));
    scheduler->SetAttribute("LongestFirst", BooleanValue(true));
    scheduler->SetAttribute("Alpha", DoubleValue(0.25));
    scheduler->SetAttribute("TimeTolerance", DoubleValue(0.05));
    scheduler->SetAttribute("SpanAll", BooleanValue(true));
    scheduler->SetAttribute("Queueing", StringValue("Backfill"));
    scheduler->SetAttribute("ShortenChains", BooleanValue(true));
    scheduler->SetAttribute("CheapestWithRoom", BooleanValue(false));
    scheduler->SetAttribute("IdealBandwidth", StringValue("Smallest"));
    scheduler->SetAttribute("NeighbourWidth", StringValue("Residual"));
    scheduler->SetAttribute("LookAheadCostLimit", DoubleValue(1.1));
    scheduler->SetAttribute("LookAheadPlacements", UintegerValue(7));
    const auto expectAll = [](const SchedulingOptions& options) {
        EXPECT_FALSE(options.layerBound);
        EXPECT_FALSE(options.memoryFloor);
        EXPECT_TRUE(options.longestFirst);
        EXPECT_EQ(options.alpha, 0.25);
        EXPECT_EQ(options.timeTolerance, 0.05);
        EXPECT_TRUE(options.spanAll);
        EXPECT_EQ(options.queueing, Queueing::BACKFILL);
        EXPECT_TRUE(options.shortenChains);
        EXPECT_FALSE(options.cheapestWithRoom);
        EXPECT_EQ(options.idealBandwidth, IdealBandwidth::SMALLEST);
        EXPECT_EQ(options.neighbourWidth, NeighbourWidth::RESIDUAL);
        EXPECT_EQ(options.lookAhead.costLimit, 1.1);
        EXPECT_EQ(options.lookAhead.placements, 7u);
    };
    expectAll(scheduler->GetOptions());
    auto other = CreateObject<SchedulerApplication>();
    other->SetOptions(scheduler->GetOptions());
    expectAll(other->GetOptions());
}

TEST(SchedulerAttributes, RefuseWhatIsOutOfRange)
{
    auto scheduler = CreateObject<SchedulerApplication>();
    EXPECT_FALSE(scheduler->SetAttributeFailSafe("Alpha", DoubleValue(1.1)));
    EXPECT_FALSE(scheduler->SetAttributeFailSafe("TimeTolerance", DoubleValue(-0.1)));
    EXPECT_FALSE(scheduler->SetAttributeFailSafe("LookAheadCostLimit", DoubleValue(-2)));
    EXPECT_FALSE(scheduler->SetAttributeFailSafe("LookAheadPlacements", UintegerValue(0)));
}

/// A region that holds two GPUs; a job on both, one that needs both, and a short one for one.
class QueueingOption : public testing::TestWithParam<bool>
{
};

INSTANTIATE_TEST_SUITE_P(Network, QueueingOption, testing::Values(false, true));

TEST_P(QueueingOption, LetsAUserStudyBackfilling)
{
    auto first = MakeJob("first", 2, 0.5, 19); // (19 + 1) x 0.5 s
    first.profile.minGpus = 1;
    first.profile.layers = 1;
    auto both = MakeJob("second", 2, 0.5, 19);
    both.arrival = Seconds(1);
    auto shorter = first;
    shorter.id = "third";
    shorter.arrival = Seconds(2);
    auto scenario = MakeSingleRegion(first);
    scenario.regions = {MakeRegion("a", 2)};
    scenario.jobs = {first, both, shorter};
    scenario.jobs[1].profile.minGpus = 2;
    scenario.network.packetLevel = GetParam();
    scenario.policy = "lcf";
    const auto strict = RunScenario(scenario);
    EXPECT_GT(strict.jobs[2].start, strict.jobs[1].start);
    scenario.scheduling.queueing = Queueing::BACKFILL;
    const auto backfilled = RunScenario(scenario);
    EXPECT_EQ(backfilled.jobs[2].start, 2);
    EXPECT_GT(backfilled.jobs[1].start, strict.jobs[1].start);
}

TEST_P(QueueingOption, LookingAheadWaitsForGpusThatWillBeFree)
{
    // Three of four GPUs are held until 10 s. On the fourth alone the other job takes 40 s, on all
    // four (40 + 3 micro-batches) x 0.25 s: 10.75 s, 20.75 s with the wait.
    auto holder = MakeJob("holder", 3, 0.5, 18); // (18 + 2) x 0.5 s
    auto other = MakeJob("other", 4, 0.25, 40);
    other.profile.minGpus = 1;
    other.arrival = Seconds(1);
    auto scenario = MakeSingleRegion(holder);
    scenario.regions = {MakeRegion("a", 4)};
    scenario.jobs = {holder, other};
    scenario.network.packetLevel = GetParam();
    scenario.policy = "bace-pipe";
    EXPECT_EQ(RunScenario(scenario).jobs[1].gpus, 1u);
    scenario.policy = "bace-pipe-lookahead";
    const auto result = RunScenario(scenario);
    EXPECT_EQ(result.jobs[1].gpus, 4u);
    EXPECT_NEAR(result.jobs[1].start, 10, 1e-6);
    EXPECT_NEAR(result.jobs[1].finish, 20.75, 1e-6);
}
