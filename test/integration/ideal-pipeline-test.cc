// SPDX-License-Identifier: GPL-2.0-only
// Pipelines inside a region against the closed form, and against a calculation of the test's own.
#include <algorithm>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

/// Schedule, stages, micro-batches, backward ratio.
using Shape = std::tuple<const char*, uint32_t, uint32_t, double>;

class IdealPipeline : public testing::TestWithParam<Shape>
{
};

TEST_P(IdealPipeline, TakesTheClosedForm)
{
    const auto [schedule, stages, microBatches, ratio] = GetParam();
    const double stageTime = 0.006;
    auto job = MakeJob("j", stages, stageTime, microBatches);
    job.schedule = schedule;
    job.profile.backwardRatio = ratio;
    job.profile.iterations = 3;
    const auto result = RunScenario(MakeSingleRegion(job));
    // (M + L - 1) (f + b)
    const double expected = (microBatches + stages - 1) * stageTime;
    ASSERT_EQ(result.iterations.size(), 3u);
    for (const auto& iteration : result.iterations)
    {
        EXPECT_NEAR(iteration.duration / expected, 1, 1e-6);
    }
    EXPECT_NEAR(result.jobs[0].GetJct() / (3 * expected), 1, 1e-6);
    EXPECT_EQ(result.jobs[0].iterationsSimulated, 3u);
    EXPECT_NEAR(result.jobs[0].compute / (3 * microBatches * stageTime), 1, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Shapes,
                         IdealPipeline,
                         testing::Combine(testing::Values("gpipe", "1f1b"),
                                          testing::Values(1u, 2u, 4u, 8u, 16u),
                                          testing::Values(1u, 4u, 32u, 128u),
                                          testing::Values(1.0, 2.0)));

namespace
{

/// A serial pipe: the test's own model of a boundary inside a region.
struct Pipe
{
    double transmission;
    double latency;
    double free{0};

    double Carry(double now)
    {
        free = std::max(free, now) + transmission;
        return free + latency;
    }
};

/// Duration of a GPipe iteration, by recurrence over stages and micro-batches.
double
GPipeDuration(uint32_t stages,
              uint32_t microBatches,
              double forward,
              double backward,
              double transmission,
              const std::vector<double>& latencies)
{
    std::vector<double> arrival(microBatches, 0.0);
    std::vector<double> forwardEnd(stages);
    for (uint32_t s = 0; s < stages; ++s)
    {
        Pipe pipe{transmission, s + 1 < stages ? latencies[s] : 0};
        double now = 0;
        for (uint32_t m = 0; m < microBatches; ++m)
        {
            now = std::max(now, arrival[m]) + forward;
            arrival[m] = pipe.Carry(now);
        }
        forwardEnd[s] = now;
    }
    double end = 0;
    std::vector<double> gradient(microBatches, 0.0);
    for (uint32_t s = stages; s-- > 0;)
    {
        Pipe pipe{transmission, s > 0 ? latencies[s - 1] : 0};
        double now = forwardEnd[s];
        for (uint32_t m = microBatches; m-- > 0;)
        {
            now = std::max(now, gradient[m]) + backward;
            gradient[m] = pipe.Carry(now);
        }
        end = std::max(end, now);
    }
    return end;
}

} // namespace

TEST(DelayedPipeline, GPipeAgreesWithTheRecurrence)
{
    for (const double bandwidth : {1e9, 2e10, 1e11})
    {
        for (const uint32_t stages : {2u, 5u, 9u})
        {
            auto job = MakeJob("j", stages, 0.012, 20);
            job.schedule = "gpipe";
            job.profile.boundaryBytes = 10000000;
            auto scenario = MakeSingleRegion(job);
            scenario.regions[0].bandwidth = DataRate(static_cast<uint64_t>(bandwidth));
            scenario.regions[0].latency = MilliSeconds(2);
            const auto result = RunScenario(scenario);
            std::vector<double> latencies; // none between the four GPUs of a host
            for (uint32_t s = 0; s + 1 < stages; ++s)
            {
                latencies.push_back((s + 1) % 4 == 0 ? 0.002 : 0);
            }
            const double expected =
                GPipeDuration(stages, 20, 0.004, 0.008, 8e7 / bandwidth, latencies);
            EXPECT_NEAR(result.iterations.at(0).duration / expected, 1, 1e-3)
                << bandwidth << " " << stages;
        }
    }
}

TEST(DelayedPipeline, OneForwardOneBackwardWithTwoStagesByHand)
{
    // Two stages on two hosts, f = 4 ms, b = 8 ms, 10 MB over 10 Gbps = 8 ms and 2 ms latency, so
    // c = 10 ms; M = 3. Stage 0: F0 0-4, F1 4-8. Stage 1: F0 14-18, B0 18-26; activation 1 leaves
    // the pipe at 20, arrives at 22: F1 26-30, B1 30-38. Gradient 0 arrives at 36: B0 36-44,
    // F2 44-48; activation 2 arrives at 58: F2 58-62, B2 62-70. Gradient 1 arrives at 48:
    // B1 48-56. Gradient 2 arrives at 80: B2 80-88.
    auto job = MakeJob("j", 2, 0.012, 3);
    job.profile.boundaryBytes = 10000000;
    auto scenario = MakeSingleRegion(job);
    scenario.regions[0].gpusPerHost = 1;
    scenario.regions[0].bandwidth = DataRate("10Gbps");
    scenario.regions[0].latency = MilliSeconds(2);
    const auto result = RunScenario(scenario);
    EXPECT_NEAR(result.iterations.at(0).duration, 0.088, 1e-8);
    // Stage 0 waits 8-36 and 56-80 for gradients, stage 1 0-14 and 38-58 for activations.
    EXPECT_NEAR(result.jobs[0].waitGradient, (0.028 + 0.024) / 2, 1e-8);
    EXPECT_NEAR(result.jobs[0].waitActivation, (0.014 + 0.020) / 2, 1e-8);
    EXPECT_NEAR(result.jobs[0].compute, 0.036, 1e-8);
}
