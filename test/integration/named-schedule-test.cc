// SPDX-License-Identifier: GPL-2.0-only
// Schedules as they run on simulated nodes, against the bubbles that their papers give.
#include "ns3/bace-named-schedules.h"

#include <gtest/gtest.h>
#include <random>
#include <tuple>

#include "support/direct-run.h"
#include "support/scenarios.h"
#include "support/schedule-evaluator.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

constexpr double STAGE_TIME = 0.006; ///< a micro-batch on a stage: 2 ms forward, 4 ms backward

TrainingJob
MakeScheduled(const std::string& schedule, uint32_t stages, uint32_t microBatches, uint32_t chunks)
{
    auto job = MakeJob("j", stages, STAGE_TIME, microBatches);
    job.schedule = schedule;
    job.profile.chunks = chunks;
    job.profile.layers = stages * chunks;
    return job;
}

} // namespace

/// Schedule, chunks, bubble over (L - 1) / M where M is a multiple of L.
using Shape = std::tuple<const char*, uint32_t, double>;

class NamedSchedule : public testing::TestWithParam<std::tuple<Shape, uint32_t, uint32_t>>
{
};

TEST_P(NamedSchedule, HasTheBubbleOfItsPaper)
{
    const auto [shape, stages, rounds] = GetParam();
    const auto [schedule, chunks, factor] = shape;
    const uint32_t microBatches = stages * rounds;
    const auto result =
        RunScenario(MakeSingleRegion(MakeScheduled(schedule, stages, microBatches, chunks)));
    const double ideal = microBatches * STAGE_TIME;
    ASSERT_EQ(result.iterations.size(), 1u);
    EXPECT_NEAR(result.iterations[0].duration / ideal - 1,
                factor * (stages - 1) / microBatches,
                1e-6);
    EXPECT_NEAR(result.jobs[0].compute / ideal, 1, 1e-6);
}

// T_F = T_B = T_W = 2 ms for ZB-H1: (L - 1) / (3 M).
INSTANTIATE_TEST_SUITE_P(Shapes,
                         NamedSchedule,
                         testing::Combine(testing::Values(Shape{"gpipe", 1, 1.0},
                                                          Shape{"1f1b", 1, 1.0},
                                                          Shape{"eager-1f1b", 1, 1.0},
                                                          Shape{"interleaved", 2, 1.0 / 2},
                                                          Shape{"interleaved", 3, 1.0 / 3},
                                                          Shape{"zb-h1", 1, 1.0 / 3}),
                                          testing::Values(1u, 2u, 5u, 16u),
                                          testing::Values(1u, 3u)));

TEST(NamedSchedules, UnequalPartsAgreeWithTheLongestPath)
{
    // A third of the backward is the weights': T_F = 2, T_B = 2.667, T_W = 1.333 ms.
    auto job = MakeScheduled("zb-h1", 6, 20, 1);
    job.pipeline.weightShare = 1.0 / 3;
    const double part = STAGE_TIME / 9;
    const double expected =
        GetMakespan(*MakePipelineSchedule("zb-h1", 6, 20), {3 * part, 4 * part, 2 * part});
    EXPECT_NEAR(RunScenario(MakeSingleRegion(job)).iterations.at(0).duration / expected, 1, 1e-6);
    EXPECT_NEAR(expected, 20 * STAGE_TIME + 5 * (3 + 4 - 2) * part, 1e-12);
}

TEST(NamedSchedules, AreDoneWhateverTheDelays)
{
    // Messages slower than computing, with latencies that differ from boundary to boundary.
    std::mt19937 random(5);
    for (const auto& name : GetPipelineScheduleNames())
    {
        for (uint32_t sample = 0; sample < 12; ++sample)
        {
            const uint32_t stages = 2 + random() % 7;
            const uint32_t chunks = name == "interleaved" ? 2 + random() % 3 : 1;
            auto job = MakeScheduled(name, stages, 1 + random() % 20, chunks);
            job.profile.boundaryBytes = 1000000;
            job.profile.iterations = 2;
            auto scenario = MakeSingleRegion(job);
            scenario.regions[0].gpusPerHost = 1 + random() % 3;
            scenario.regions[0].bandwidth = DataRate(1000000000 + random() % 3000000000);
            scenario.regions[0].latency = MicroSeconds(random() % 20000);
            const auto result = RunScenario(scenario);
            EXPECT_EQ(result.iterations.size(), 2u) << name << " " << stages;
            EXPECT_TRUE(result.unfinished.empty());
        }
    }
}

TEST(NamedSchedules, InterleavedCrossesBackFromTheLastRegionToTheFirst)
{
    // Two stages in each of three regions, three chunks; the execution itself ends the program
    // unless each boundary has carried its messages.
    auto job = MakeScheduled("interleaved", 6, 12, 3);
    job.profile.boundaryBytes = 100000;
    job.profile.iterations = 2;
    Scenario scenario = MakeSingleRegion(job);
    scenario.regions = {MakeRegion("a", 2), MakeRegion("b", 2), MakeRegion("c", 2)};
    for (RegionIndex u = 0; u < 3; ++u)
    {
        for (RegionIndex v = 0; v < 3; ++v)
        {
            if (u != v)
            {
                scenario.links.push_back({u, v, DataRate("10Gbps"), MilliSeconds(1), 10000000, 0});
            }
        }
    }
    const auto result = RunScenario(scenario);
    ASSERT_EQ(result.jobs[0].placement, "a:2>b:2>c:2");
    // (3 + 3 + 2) messages each way, 12 micro-batches, 2 iterations
    EXPECT_EQ(result.jobs[0].wanBytes, uint64_t{8} * 2 * 12 * 2 * 100000);
    for (const auto& link : result.links)
    {
        const bool closing = link.link == "a>c" || link.link == "c>a";
        const double payload = (closing ? 2 : 3) * 12 * 2 * 100000.0;
        EXPECT_GT(link.bytes, payload) << link.link;
        EXPECT_LT(link.bytes, 1.05 * payload) << link.link;
    }
}

TEST(NamedSchedules, OfTwoRegionsTheLinkCarriesBothBoundaries)
{
    auto job = MakeScheduled("interleaved", 4, 8, 2);
    job.profile.boundaryBytes = 100000;
    job.profile.iterations = 40;
    auto scenario = MakeTwoRegions(job, DataRate("10Gbps"), MilliSeconds(1), 10000000);
    double duration[2];
    for (const bool fast : {false, true})
    {
        scenario.run.fastForward = fast;
        const auto result = RunScenario(scenario);
        EXPECT_EQ(result.jobs[0].wanBytes, uint64_t{3} * 2 * 8 * 40 * 100000);
        EXPECT_EQ(result.iterations.size() < 40, fast);
        for (const auto& link : result.links)
        {
            // Accounted iterations count their payload alone.
            EXPECT_GE(link.bytes, 3 * 8 * 40 * 100000u) << link.link;
            EXPECT_LT(link.bytes, 1.05 * 3 * 8 * 40 * 100000) << link.link;
        }
        duration[fast] = result.jobs[0].GetJct();
    }
    EXPECT_NEAR(duration[1] / duration[0], 1, 0.01);
}
