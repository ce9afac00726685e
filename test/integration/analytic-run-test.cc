// SPDX-License-Identifier: GPL-2.0-only
// Runs without ns-3's simulator are the runs in it: same decisions, same figures.
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-scenario-reader.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "support/scenarios.h"
#include "support/tree.h"
#include "unit/scheduling-random.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

const std::string g_scenarios = SourceFolder() + "/examples/scenarios/";

/// Expects a run in the simulator and one without it to be the same.
void
ExpectTheSame(const Scenario& scenario)
{
    const Cluster cluster(scenario.regions, scenario.links);
    const RunResult run = RunScenario(scenario);
    const AnalyticResult result =
        RunAnalytically(cluster, scenario.jobs, *FindPolicy(scenario.policy), scenario.scheduling);
    ASSERT_EQ(run.jobs.size(), result.jobs.size());
    for (std::size_t i = 0; i < run.jobs.size(); ++i)
    {
        SCOPED_TRACE(run.jobs[i].job);
        ASSERT_EQ(run.jobs[i].finished, result.jobs[i].finished);
        if (run.jobs[i].finished)
        {
            EXPECT_EQ(run.jobs[i].placement, ToString(result.jobs[i].placement, cluster));
            EXPECT_EQ(run.jobs[i].start, result.jobs[i].start.GetSeconds());
            EXPECT_EQ(run.jobs[i].finish, result.jobs[i].finish.GetSeconds());
            EXPECT_EQ(run.jobs[i].cost, result.jobs[i].cost);
        }
    }
    EXPECT_EQ(run.CountCompleted(), result.completed);
    EXPECT_NEAR(run.GetAverageJct(), result.averageJct, 1e-9 * result.averageJct);
    EXPECT_NEAR(run.GetAverageWait(), result.averageWait, 1e-9 * result.averageJct);
    EXPECT_NEAR(run.GetTotalCost(), result.totalCost, 1e-9 * result.totalCost);
    EXPECT_NEAR(run.GetMakespan(), result.makespan, 1e-9 * result.makespan);
    EXPECT_NEAR(run.GetGpuUtilization(), result.gpuUtilization, 1e-9);
}

} // namespace

class AnalyticRunEquals : public testing::TestWithParam<Policy>
{
};

INSTANTIATE_TEST_SUITE_P(Policies,
                         AnalyticRunEquals,
                         testing::ValuesIn(GetPolicies()),
                         [](const auto& test) {
                             std::string name = test.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(AnalyticRunEquals, TheSimulatorsOnSixRegions)
{
    ExpectTheSame(ReadScenario(g_scenarios + "six-regions.json",
                               {"/network/level=analytic",
                                std::string("/policy=") + GetParam().name,
                                "/scheduler/look_ahead={\"placements\": 500, \"cost_limit\": 1}"}));
}

TEST_P(AnalyticRunEquals, TheSimulatorsOnTheMotivatingExample)
{
    ExpectTheSame(ReadScenario(g_scenarios + "motivating-example.json",
                               {std::string("/policy=") + GetParam().name}));
}

TEST_P(AnalyticRunEquals, TheSimulatorsWhereJobsArriveAndPricesChange)
{
    ExpectTheSame(
        ReadScenario(g_scenarios + "six-regions.json",
                     {"/network/level=analytic",
                      std::string("/policy=") + GetParam().name,
                      "/scheduler/look_ahead={\"placements\": 500}",
                      "/jobs/7/arrival_s=100",
                      "/jobs/6/arrival_s=5000",
                      "/jobs/5/arrival_s=5000.5",
                      "/jobs/4/arrival_s=30000",
                      R"(/regions/1/price_usd_per_kwh=[{"from_s": 0, "usd_per_kwh": 0.156},
                                           {"from_s": 3600, "usd_per_kwh": 0.4},
                                           {"from_s": 86400, "usd_per_kwh": 0.1}])",
                      R"(/regions/3/price_usd_per_kwh=[{"from_s": 0, "usd_per_kwh": 0.3},
                                           {"from_s": 7200.5, "usd_per_kwh": 0.05}])"}));
}

TEST(AnalyticRun, EqualsTheSimulatorsOnRandomClustersOfMixedGpus)
{
    scheduling::Random random(21);
    uint32_t acrossSpeeds = 0;
    for (uint32_t sample = 0; sample < 200; ++sample)
    {
        SCOPED_TRACE("sample " + std::to_string(sample));
        const Cluster drawn = scheduling::DrawCluster(random, 1, 5);
        Scenario scenario;
        scenario.name = "mixed";
        scenario.regions = drawn.GetRegions();
        scenario.links = drawn.GetLinks();
        for (Region& region : scenario.regions)
        {
            region.speed = scheduling::Draw(random, 2, 8) / 8.0;
            region.gpuWatts = 100 * scheduling::Draw(random, 1, 7);
        }
        for (uint32_t i = 0; i < 6; ++i)
        {
            scenario.jobs.push_back(scheduling::DrawJob(random, i));
            scenario.jobs.back().profile.optimizerTime = scheduling::Draw(random, 0, 2) / 10.0;
        }
        scenario.policy = GetPolicies()[sample % GetPolicies().size()].name;
        scenario.scheduling.lookAhead.placements = 100;
        scenario.scheduling.spanAll = scheduling::Draw(random, 0, 1) == 1;
        scenario.network.packetLevel = false;
        ExpectTheSame(scenario);
        const Cluster cluster(scenario.regions, scenario.links);
        for (const AnalyticJob& job : RunAnalytically(cluster,
                                                      scenario.jobs,
                                                      *FindPolicy(scenario.policy),
                                                      scenario.scheduling)
                                          .jobs)
        {
            acrossSpeeds +=
                std::any_of(job.placement.begin(),
                            job.placement.end(),
                            [&](const PlacementSegment& segment) {
                                return cluster.GetRegion(segment.region).speed !=
                                       cluster.GetRegion(job.placement.front().region).speed;
                            });
        }
    }
    EXPECT_GT(acrossSpeeds, 100u);
}
