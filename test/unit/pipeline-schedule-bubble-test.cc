// SPDX-License-Identifier: GPL-2.0-only
// Schedules as data against the bubbles and peak activations that their papers give.
#include "ns3/bace-named-schedules.h"

#include <gtest/gtest.h>

#include "support/schedule-evaluator.h"

using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

const std::vector<uint32_t> g_stages = {1, 2, 3, 4, 5, 7, 8, 12, 16, 33};
const std::vector<uint32_t> g_microBatches = {1, 2, 3, 4, 5, 8, 13, 16, 31, 32, 64};

/// Bubble over ideal of a schedule, where one micro-batch takes that long in all on a stage.
double
GetBubble(const PipelineSchedule& schedule, const OperationTimes& whole)
{
    const double chunks = schedule.GetChunks();
    const double end =
        GetMakespan(schedule,
                    {whole.forward / chunks, whole.backward / chunks, whole.weight / chunks});
    const double weight = schedule.IsSplit() ? whole.weight : 0;
    const double ideal = schedule.GetMicroBatches() * (whole.forward + whole.backward + weight);
    return end / ideal - 1;
}

} // namespace

TEST(ScheduleBubble, GPipeAndOneForwardOneBackward)
{
    for (const uint32_t stages : g_stages)
    {
        for (const uint32_t microBatches : g_microBatches)
        {
            for (const double ratio : {0.5, 1.0, 2.0, 3.0})
            {
                for (const char* name : {"gpipe", "1f1b"})
                {
                    const auto schedule = MakePipelineSchedule(name, stages, microBatches);
                    EXPECT_NEAR(GetBubble(*schedule, {1, ratio, 0}),
                                (stages - 1.0) / microBatches,
                                1e-9)
                        << name << " " << stages << " " << microBatches << " " << ratio;
                }
            }
        }
    }
}

TEST(ScheduleBubble, EagerWhereBackwardsTakeNoLessThanForwards)
{
    for (const uint32_t stages : g_stages)
    {
        for (const uint32_t microBatches : g_microBatches)
        {
            for (const uint32_t extra : {0u, 1u, 3u, 1000u})
            {
                const auto schedule =
                    MakePipelineSchedule("eager-1f1b", stages, microBatches, {extra, 1});
                for (const double ratio : {1.0, 2.0})
                {
                    EXPECT_NEAR(GetBubble(*schedule, {1, ratio, 0}),
                                (stages - 1.0) / microBatches,
                                1e-9)
                        << stages << " " << microBatches << " " << extra;
                }
            }
        }
    }
}

TEST(ScheduleBubble, InterleavedWhereMicroBatchesAreAMultipleOfStages)
{
    for (const uint32_t stages : g_stages)
    {
        for (const uint32_t rounds : {1u, 2u, 3u, 8u})
        {
            for (const uint32_t chunks : {2u, 3u, 4u})
            {
                const auto schedule =
                    MakePipelineSchedule("interleaved", stages, rounds * stages, {0, chunks});
                for (const double ratio : {0.5, 1.0, 2.0})
                {
                    EXPECT_NEAR(GetBubble(*schedule, {1, ratio, 0}),
                                (stages - 1.0) / (chunks * rounds * stages),
                                1e-9)
                        << stages << " x " << rounds << " " << chunks << " " << ratio;
                }
            }
        }
    }
}

TEST(ScheduleBubble, InterleavedIsNeverWorseThanOneForwardOneBackward)
{
    for (const uint32_t stages : g_stages)
    {
        for (const uint32_t microBatches : g_microBatches)
        {
            for (const uint32_t chunks : {2u, 3u, 4u})
            {
                const auto schedule =
                    MakePipelineSchedule("interleaved", stages, microBatches, {0, chunks});
                EXPECT_LE(GetBubble(*schedule, {1, 2, 0}), (stages - 1.0) / microBatches + 1e-9)
                    << stages << " " << microBatches << " " << chunks;
            }
        }
    }
}

TEST(ScheduleBubble, ZeroBubbleH1)
{
    // Equal parts, those that the paper measures (T_W < T_F < T_B), and others with T_W no longer.
    const std::vector<OperationTimes> parts = {{1, 1, 1}, {1, 1.2, 0.8}, {1, 3, 0.5}, {2, 1, 1}};
    for (const uint32_t stages : g_stages)
    {
        for (const uint32_t microBatches : g_microBatches)
        {
            const auto schedule = MakePipelineSchedule("zb-h1", stages, microBatches);
            for (const auto& [forward, backward, weight] : parts)
            {
                // With fewer micro-batches than stages there are fewer weight parts to fill with.
                const double filled = std::min(stages, microBatches) - 1.0;
                const double bubble = (stages - 1.0) * (forward + backward) - filled * weight;
                EXPECT_NEAR(GetBubble(*schedule, {forward, backward, weight}),
                            bubble / (microBatches * (forward + backward + weight)),
                            1e-9)
                    << stages << " " << microBatches << " " << forward << " " << backward;
            }
        }
    }
    // (L - 1) / (3 M) where all parts are equal
    EXPECT_NEAR(GetBubble(*MakePipelineSchedule("zb-h1", 4, 8), {1, 1, 1}), 3.0 / 24, 1e-12);
}

TEST(ScheduleBubble, PeakActivations)
{
    for (const uint32_t stages : g_stages)
    {
        for (const uint32_t microBatches : g_microBatches)
        {
            const auto gpipe = MakePipelineSchedule("gpipe", stages, microBatches);
            const auto oneForward = MakePipelineSchedule("1f1b", stages, microBatches);
            const auto zeroBubble = MakePipelineSchedule("zb-h1", stages, microBatches);
            for (uint32_t stage = 0; stage < stages; ++stage)
            {
                EXPECT_EQ(gpipe->GetPeakActivations(stage), microBatches);
                EXPECT_EQ(oneForward->GetPeakActivations(stage),
                          std::min(microBatches, stages - stage));
                EXPECT_LE(zeroBubble->GetPeakActivations(stage), oneForward->GetPeakActivations(0));
            }
        }
    }
}

TEST(ScheduleBubble, PeaksByFormulaAreThoseOfTheLists)
{
    for (const auto& name : GetPipelineScheduleNames())
    {
        for (const uint32_t stages : g_stages)
        {
            for (const uint32_t microBatches : g_microBatches)
            {
                for (const ScheduleOptions options : {ScheduleOptions{2, 2}, ScheduleOptions{9, 3}})
                {
                    const auto schedule = MakePipelineSchedule(name, stages, microBatches, options);
                    uint64_t before = UINT64_MAX;
                    for (uint32_t stage = 0; stage < stages; ++stage)
                    {
                        const uint64_t peak =
                            GetPeakActivations(name, stages, microBatches, options, stage);
                        EXPECT_EQ(peak, schedule->GetPeakActivations(stage))
                            << name << " " << stages << " " << microBatches << " " << stage;
                        EXPECT_LE(peak, before);
                        before = peak;
                    }
                }
            }
        }
    }
}
