// SPDX-License-Identifier: GPL-2.0-only
// The scheduler application with both kinds of execution: what starts when and where, and what it
// costs.
#include "ns3/bace-scenario-reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenarios.h"
#include "support/tree.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

const std::string g_scenarios = SourceFolder() + "/examples/scenarios/";

/// Two jobs of 10 s for a region that holds one at a time.
Scenario
MakeQueue(bool packetLevel)
{
    auto first = MakeJob("first", 2, 0.5, 19); // (19 + 1) x 0.5 s
    auto second = first;
    second.id = "second";
    second.arrival = Seconds(4);
    auto scenario = MakeSingleRegion(first);
    scenario.jobs.push_back(second);
    scenario.network.packetLevel = packetLevel;
    return scenario;
}

} // namespace

class Level : public testing::TestWithParam<bool>
{
};

INSTANTIATE_TEST_SUITE_P(Network, Level, testing::Values(false, true));

TEST_P(Level, SecondJobWaitsForTheFirst)
{
    const auto result = RunScenario(MakeQueue(GetParam()));
    ASSERT_EQ(result.CountCompleted(), 2u);
    EXPECT_TRUE(result.unfinished.empty());
    EXPECT_NEAR(result.jobs[0].GetWait(), 0, 1e-9);
    EXPECT_NEAR(result.jobs[0].GetJct(), 10, 1e-6);
    EXPECT_NEAR(result.jobs[1].GetWait(), 6, 1e-6);
    EXPECT_NEAR(result.jobs[1].GetJct(), 16, 1e-6);
    EXPECT_NEAR(result.GetAverageJct(), 13, 1e-6);
    EXPECT_NEAR(result.GetMakespan(), 20, 1e-6);
    EXPECT_NEAR(result.GetGpuUtilization(), 1, 1e-6);
    // 2 GPUs x 0.3 kW x 10 s, at $0.2 a kWh
    EXPECT_NEAR(result.jobs[0].energy, 6.0 / 3600, 1e-9);
    EXPECT_NEAR(result.jobs[1].cost, 1.2 / 3600, 1e-9);
}

TEST_P(Level, DecisionsAreTraced)
{
    const auto result = RunScenario(MakeQueue(GetParam()));
    std::vector<std::string> lines;
    for (const auto& decision : result.decisions)
    {
        lines.push_back(std::to_string(static_cast<int>(decision.time + 0.5)) + " " +
                        decision.trigger + " " + decision.job + " " +
                        (decision.placed ? decision.chain : "deferred"));
    }
    EXPECT_THAT(lines,
                ElementsAre("0 arrival:first first a:2",
                            "4 arrival:second second deferred",
                            "10 completion:first second a:2"));
}

TEST_P(Level, PriceOfTheActiveSpanIsIntegrated)
{
    // $0.1 for the first 5 s, $0.3 from then on: the second job, 10 to 20 s, pays $0.3 alone.
    auto scenario = MakeQueue(GetParam());
    scenario.regions[0].price =
        PriceSchedule(std::vector<PriceSchedule::Step>{{Seconds(0), 0.1}, {Seconds(5), 0.3}});
    const auto result = RunScenario(scenario);
    EXPECT_NEAR(result.jobs[0].cost, 6.0 / 3600 * 0.2, 1e-9);
    EXPECT_NEAR(result.jobs[1].cost, 6.0 / 3600 * 0.3, 1e-9);
}

TEST_P(Level, JobThatNeverFitsIsNamed)
{
    // CR-LCF takes both regions by price, and there is no link between them.
    auto scenario = MakeQueue(GetParam());
    scenario.regions.push_back(MakeRegion("b", 2));
    for (auto& job : scenario.jobs)
    {
        job.profile.minGpus = 4;
        job.profile.layers = 4;
    }
    scenario.policy = "cr-lcf";
    const auto result = RunScenario(scenario);
    EXPECT_EQ(result.CountCompleted(), 0u);
    ASSERT_EQ(result.unfinished.size(), 2u);
    EXPECT_THAT(result.unfinished[0], HasSubstr("first can never start: no link between a and b"));
    EXPECT_THAT(result.unfinished[1], HasSubstr("second can never start"));
}

TEST(MotivatingExample, FirstComeFirstServed)
{
    const auto result = RunScenario(ReadScenario(g_scenarios + "motivating-example.json"));
    EXPECT_EQ(result.network, "analytic");
    EXPECT_EQ(result.jobs[0].placement, "A:4>C:2");
    EXPECT_EQ(result.jobs[1].placement, "B:3");
    // The paper's figures: 1.27 h, $0.55.
    EXPECT_NEAR(result.GetAverageJct() / 3600 / 1.27, 1, 0.06);
    EXPECT_NEAR(result.GetTotalCost() / 0.55, 1, 0.06);
}

TEST(MotivatingExample, WithTheOtherJobFirst)
{
    const auto result = RunScenario(
        ReadScenario(g_scenarios + "motivating-example.json", {"/jobs/0/arrival_s=0.001"}));
    EXPECT_EQ(result.jobs[0].placement, "B:3>D:1");
    EXPECT_EQ(result.jobs[1].placement, "A:4>C:2");
    // The paper's figures: 0.75 h, $0.52.
    EXPECT_NEAR(result.GetAverageJct() / 3600 / 0.75, 1, 0.06);
    EXPECT_NEAR(result.GetTotalCost() / 0.52, 1, 0.06);
}

TEST(MotivatingExample, SingleRegionPolicies)
{
    const auto path = g_scenarios + "motivating-example.json";
    const auto lcf = RunScenario(ReadScenario(path, {"/policy=lcf"}));
    EXPECT_EQ(lcf.jobs[0].placement + " " + lcf.jobs[1].placement, "C:2 B:3");
    EXPECT_NEAR(lcf.GetAverageJct() / 3600 / 1.50, 1, 0.06);
    EXPECT_NEAR(lcf.GetTotalCost() / 0.53, 1, 0.06);
    const auto ldf = RunScenario(ReadScenario(path, {"/policy=ldf"}));
    EXPECT_EQ(ldf.jobs[0].placement + " " + ldf.jobs[1].placement, "A:4 B:3");
    EXPECT_NEAR(ldf.GetAverageJct() / 3600 / 1.32, 1, 0.06);
    EXPECT_NEAR(ldf.GetTotalCost() / 0.56, 1, 0.06);
}

TEST(MotivatingExample, PacketLevelIsSlowerAcrossRegions)
{
    const auto path = g_scenarios + "motivating-example.json";
    const auto analytic = RunScenario(ReadScenario(path));
    const auto packet = RunScenario(ReadScenario(path, {"/network/level=packet"}));
    EXPECT_EQ(packet.jobs[0].placement, analytic.jobs[0].placement);
    EXPECT_GT(packet.jobs[0].iterationMean, packet.jobs[0].iterationAnalytic);
    // Inside a region, where no packet is sent, the difference is small.
    EXPECT_NEAR(packet.jobs[1].iterationMean / packet.jobs[1].iterationAnalytic, 1, 0.02);
    EXPECT_EQ(packet.jobs[1].wanBytes, 0u);
    // 407 iterations x 128 micro-batches x both ways x A
    EXPECT_EQ(packet.jobs[0].wanBytes, uint64_t{407} * 128 * 2 * 530000);
    for (const auto& link : packet.links)
    {
        EXPECT_EQ(link.packets > 0, link.link == "A>C" || link.link == "C>A") << link.link;
    }
}

TEST(SixRegions, AnalyticRunCompletesEveryJobUnderEveryPolicy)
{
    for (const auto& policy : GetPolicies())
    {
        const auto result = RunScenario(
            ReadScenario(g_scenarios + "six-regions.json",
                         {"/network/level=analytic", "/policy=" + std::string(policy.name)}));
        EXPECT_EQ(result.CountCompleted(), 8u) << policy.name;
    }
}
