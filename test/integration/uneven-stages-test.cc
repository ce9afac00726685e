// SPDX-License-Identifier: GPL-2.0-only
// Stages that are not all alike, by hand and against runs of other kinds.
#include "ns3/bace-cost-model.h"
#include "ns3/bace-named-schedules.h"

#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Four layers of 1 ms forward and 2 ms backward, on so many GPUs.
TrainingJob
MakeFourLayers(uint32_t stages, uint32_t microBatches)
{
    auto job = MakeJob("j", stages, 0.012 / stages, microBatches);
    job.profile.layers = 4;
    return job;
}

/// @return the durations of all iterations, s
std::vector<double>
GetDurations(const RunResult& result)
{
    std::vector<double> durations;
    for (const auto& iteration : result.iterations)
    {
        durations.push_back(iteration.duration);
    }
    return durations;
}

} // namespace

TEST(UnevenStages, LayersAreDealtOutAsSaid)
{
    // GPipe, two micro-batches, by hand. Given as 1 and 3: stage 0 F 0-1, 1-2; stage 1 F 1-4, 4-7,
    // B1 7-13, B0 13-19; stage 0 B1 13-15, B0 19-21.
    auto job = MakeFourLayers(2, 2);
    job.schedule = "gpipe";
    job.pipeline.layerSplit = LayerSplit::GIVEN;
    job.pipeline.stageLayers = {1, 3};
    EXPECT_NEAR(GetDurations(RunScenario(MakeSingleRegion(job))).at(0), 0.021, 1e-9);
    // The mean over stages: 2 micro-batches of 12 ms over 2 stages.
    EXPECT_NEAR(RunScenario(MakeSingleRegion(job)).jobs[0].compute, 0.012, 1e-9);

    // Whole, three stages: 2, 1, 1. Stage 0 F 0-2, 2-4; stage 1 F 2-3, 4-5; stage 2 F 3-4, 5-6,
    // B1 6-8, B0 8-10; stage 1 B1 8-10, B0 10-12; stage 0 B1 10-14, B0 14-18.
    job = MakeFourLayers(3, 2);
    job.schedule = "gpipe";
    job.pipeline.layerSplit = LayerSplit::WHOLE;
    EXPECT_NEAR(GetDurations(RunScenario(MakeSingleRegion(job))).at(0), 0.018, 1e-9);
}

TEST(UnevenStages, EmbeddingHeadAndOptimizer)
{
    // 1F1B of one micro-batch and two stages of 2 layers, 2 ms and 4 ms. The embedding adds 1 and
    // 2 ms to the first stage, the head 2 and 4 ms to the last; the optimizer takes 5 ms: stage 0
    // F 0-3; stage 1 F 3-7, B 7-15; stage 0 B 15-21, optimizer until 26.
    auto job = MakeFourLayers(2, 1);
    job.pipeline.embeddingTime = 0.003;
    job.pipeline.headTime = 0.006;
    job.profile.optimizerTime = 0.005;
    job.profile.iterations = 2;
    const auto result = RunScenario(MakeSingleRegion(job));
    EXPECT_NEAR(GetDurations(result).at(0), 0.026, 1e-9);
    EXPECT_NEAR(GetDurations(result).at(1), 0.026, 1e-9);
    // Of two iterations, the mean over the stages: (9 + 5 + 12 + 5) / 2 twice.
    EXPECT_NEAR(result.jobs[0].compute, 0.031, 1e-9);
    // The equations know of the optimizer alone: 2 x 6 ms, no communication, and 5 ms.
    EXPECT_NEAR(result.jobs[0].iterationAnalytic, 0.017, 1e-6);
    auto scenario = MakeSingleRegion(job);
    scenario.network.packetLevel = false;
    EXPECT_NEAR(RunScenario(scenario).jobs[0].GetJct(), 2 * 0.017, 1e-6);
}

TEST(UnevenStages, InterleavedChunksHaveEmbeddingAndHeadOnce)
{
    // Two stages of two chunks of one layer, one micro-batch: 4 x 3 ms in turn, and 3 + 6 ms.
    auto job = MakeFourLayers(2, 1);
    job.schedule = "interleaved";
    job.profile.chunks = 2;
    job.pipeline.layerSplit = LayerSplit::WHOLE;
    job.pipeline.embeddingTime = 0.003;
    job.pipeline.headTime = 0.006;
    EXPECT_NEAR(GetDurations(RunScenario(MakeSingleRegion(job))).at(0), 0.021, 1e-9);
}

TEST(UnevenStages, JitterHasTheMeanAndSpreadAskedFor)
{
    // One stage, so that an iteration is the sum of 2 x 50 independent operations.
    auto job = MakeJob("j", 1, 0.006, 50);
    job.profile.iterations = 400;
    job.pipeline.computeJitter = 0.3;
    const auto durations = GetDurations(RunScenario(MakeSingleRegion(job)));
    const double mean = std::accumulate(durations.begin(), durations.end(), 0.0) / 400;
    double squares = 0;
    for (const double duration : durations)
    {
        squares += (duration - mean) * (duration - mean);
    }
    // 50 forwards of 2 ms and 50 backwards of 4 ms: variance 50 (0.6^2 + 1.2^2) ms^2.
    const double expected = 1e-3 * std::sqrt(50 * (0.36 + 1.44));
    EXPECT_NEAR(mean, 0.3, 4 * expected / std::sqrt(400));
    EXPECT_NEAR(std::sqrt(squares / 399) / expected, 1, 0.15);
}

TEST(UnevenStages, JitterIsTheSameForTheSameSeedWhateverElseRuns)
{
    auto job = MakeJob("j", 2, 0.006, 5);
    job.profile.iterations = 3;
    job.pipeline.computeJitter = 0.2;
    auto scenario = MakeSingleRegion(job);
    scenario.regions[0].gpus = 6;
    const auto alone = GetDurations(RunScenario(scenario));
    EXPECT_EQ(GetDurations(RunScenario(scenario)), alone);
    // Others before and behind it, placed on the GPUs that it had.
    auto first = MakeJob("a", 2, 0.006, 5);
    first.pipeline.computeJitter = 0.2;
    scenario.jobs = {first, job};
    std::vector<double> beside;
    for (const auto& iteration : RunScenario(scenario).iterations)
    {
        if (iteration.job == "j")
        {
            beside.push_back(iteration.duration);
        }
    }
    EXPECT_EQ(beside, alone);
    scenario.jobs = {job};
    scenario.seed = 2;
    EXPECT_NE(GetDurations(RunScenario(scenario)), alone);
}

TEST(UnevenStages, NoScheduleDeadlocksByRandomTimes)
{
    std::mt19937 random(3);
    for (const auto& name : GetPipelineScheduleNames())
    {
        for (uint32_t sample = 0; sample < 10; ++sample)
        {
            const uint32_t stages = 1 + random() % 8;
            auto job = MakeJob("j", stages, 0.006, 1 + random() % 20);
            job.schedule = name;
            job.profile.chunks = name == "interleaved" ? 2 + random() % 3 : 1;
            job.profile.layers = stages * job.profile.chunks;
            job.profile.iterations = 3;
            job.profile.boundaryBytes = 1000000;
            job.pipeline.computeJitter = 0.5 + random() % 3;
            job.pipeline.flush = sample % 2 ? Flush::PER_STAGE : Flush::GLOBAL;
            auto scenario = MakeSingleRegion(job);
            scenario.regions[0].gpusPerHost = 1;
            scenario.regions[0].bandwidth = DataRate(1000000000 + random() % 3000000000);
            scenario.regions[0].latency = MicroSeconds(random() % 20000);
            EXPECT_EQ(RunScenario(scenario).iterations.size(), 3u) << name << " " << stages;
        }
    }
}

TEST(UnevenStages, WithoutAFlushAStageGoesOnWhenItIsDone)
{
    // ZB-H1, two micro-batches, a layer and three: parts of 1 ms and of 3 ms. Stage 0: F 0-1, 1-2;
    // stage 1: F0 1-4, B0 4-7, F1 7-10, B1 10-13, W 13-19; stage 0: B0 7-8, W0, B1 13-14, W1 14-15.
    // With a flush both begin again at 19; without, stage 0 at 15, so that stage 1 never waits.
    auto job = MakeFourLayers(2, 2);
    job.schedule = "zb-h1";
    job.pipeline.layerSplit = LayerSplit::GIVEN;
    job.pipeline.stageLayers = {1, 3};
    job.profile.iterations = 3;
    for (const double duration : GetDurations(RunScenario(MakeSingleRegion(job))))
    {
        EXPECT_NEAR(duration, 0.019, 1e-9);
    }
    job.pipeline.flush = Flush::PER_STAGE;
    const auto durations = GetDurations(RunScenario(MakeSingleRegion(job)));
    ASSERT_EQ(durations.size(), 3u);
    EXPECT_NEAR(durations[0], 0.019, 1e-9);
    EXPECT_NEAR(durations[1], 0.018, 1e-9);
    EXPECT_NEAR(durations[2], 0.018, 1e-9);
}

TEST(UnevenStages, ASuspensionLetsStagesThatAreAheadComeToAnEnd)
{
    // Over a WAN link: with and without fast-forward, with a second job that suspends and resumes
    // the first. Each execution itself ends the program unless its traffic is complete.
    double finish[2][2];
    for (const bool fast : {false, true})
    {
        auto make = [](const std::string& id, uint64_t iterations) {
            auto job = MakeJob(id, 2, 0.1, 8);
            job.schedule = "zb-h1";
            job.profile.boundaryBytes = 2000000;
            job.profile.iterations = iterations;
            job.pipeline.headTime = 0.05; // the last stage is the last to be done
            job.pipeline.flush = Flush::PER_STAGE;
            return job;
        };
        auto scenario = MakeTwoRegions(make("p", 1), DataRate("2Gbps"), MilliSeconds(20), 10000000);
        for (auto& region : scenario.regions)
        {
            region.gpus = 4;
        }
        DirectRun run(scenario);
        auto fastForward = fast ? CreateObject<FastForward>() : nullptr;
        const auto& first = run.Start(make("p", 120), {{0, 1}, {1, 1}}, 0, fastForward);
        const auto& second = run.Start(make("q", 30), {{0, 1}, {1, 1}}, 40, fastForward);
        Simulator::Run();
        finish[fast][0] = first.finish;
        finish[fast][1] = second.finish;
        EXPECT_EQ(first.iterations.size() == 120, !fast);
        EXPECT_EQ(first.execution->GetIterationsDone(), 120u);
        EXPECT_EQ(first.execution->GetWanBytes(), uint64_t{120} * 16 * 2000000);
        if (fast)
        {
            EXPECT_GE(first.accounted.size(), 2u);
        }
    }
    EXPECT_NEAR(finish[1][0] / finish[0][0], 1, 0.02);
    EXPECT_NEAR(finish[1][1] / finish[0][1], 1, 0.02);
}

TEST(UnevenStages, RegionsOfTwoSpeedsTakeTheHandComputedIteration)
{
    // GPipe over an ideal network, two stages of 6 ms and two of 12 ms at half the speed, M = 5:
    // the sum over the chain and M - 1 times the slowest: 36 + 4 x 12 ms.
    auto job = MakeJob("j", 4, 0.006, 5);
    job.schedule = "gpipe";
    auto scenario = MakeTwoRegions(job, DataRate("100Gbps"), Time(0), 10000000);
    for (Region& region : scenario.regions)
    {
        region.bandwidth = DataRate(uint64_t{1000000000000000000});
    }
    scenario.regions[1].speed = 0.5;
    const auto plain = RunScenario(scenario);
    EXPECT_EQ(plain.jobs[0].placement, "a:2>b:2");
    EXPECT_NEAR(GetDurations(plain).at(0), 0.084, 1e-5);
    EXPECT_NEAR(plain.jobs[0].compute, 5 * 0.036 / 4, 1e-8);
    // The equations: the same, and a WAN boundary of t_comp = 6 ms.
    EXPECT_NEAR(plain.jobs[0].iterationAnalytic, 0.090, 1e-8);

    // An embedding of 3 ms on the first stage, a head of 3 ms on the last, where it takes 6: stages
    // of 9, 6, 12 and 18 ms, 45 + 4 x 18 ms. An optimizer of 5 ms on the first stage, which ends
    // last; it takes 10 ms in the slow region.
    scenario.jobs[0].pipeline.embeddingTime = 0.003;
    scenario.jobs[0].pipeline.headTime = 0.003;
    scenario.jobs[0].profile.optimizerTime = 0.005;
    const auto full = RunScenario(scenario);
    EXPECT_NEAR(GetDurations(full).at(0), 0.122, 1e-5);
    EXPECT_NEAR(full.jobs[0].compute, (5 * 0.045 + 2 * 0.005 + 2 * 0.010) / 4, 1e-8);
    EXPECT_NEAR(full.jobs[0].iterationAnalytic, 0.090 + 0.010, 1e-8);
    // Without packets all stages are as the equations have them.
    scenario.network.packetLevel = false;
    const auto analytic = RunScenario(scenario);
    EXPECT_NEAR(analytic.jobs[0].GetJct(), 0.100, 1e-8);
    EXPECT_NEAR(analytic.jobs[0].compute, (5 * 0.036 + 2 * 0.005 + 2 * 0.010) / 4, 1e-8);
}

TEST(UnevenStages, JitterIsOfTheSlowStagesTime)
{
    auto job = MakeJob("j", 2, 0.006, 5);
    job.profile.iterations = 3;
    job.pipeline.computeJitter = 0.3;
    auto scenario = MakeSingleRegion(job);
    const auto fast = GetDurations(RunScenario(scenario));
    scenario.regions[0].speed = 0.5;
    const auto slow = GetDurations(RunScenario(scenario));
    ASSERT_EQ(slow.size(), 3u);
    for (std::size_t i = 0; i < slow.size(); ++i)
    {
        EXPECT_NEAR(slow[i], 2 * fast.at(i), 1e-7); // each of 20 operations to the nanosecond
    }
}
