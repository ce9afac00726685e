// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-gpipe-schedule.h"
#include "ns3/bace-interleaved-schedule.h"
#include "ns3/bace-named-schedules.h"
#include "ns3/bace-one-forward-one-backward-schedule.h"
#include "ns3/bace-zero-bubble-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3::bacepipe;

namespace
{

constexpr auto F = OperationType::FORWARD;
constexpr auto B = OperationType::BACKWARD;
constexpr auto W = OperationType::WEIGHT;
using Operations = std::vector<Operation>;

} // namespace

TEST(PipelineSchedule, GPipeIsAllForwardsThenAllBackwardsInReverse)
{
    const auto schedule = MakeGPipe(2, 3);
    const Operations expected = {{F, 0}, {F, 1}, {F, 2}, {B, 2}, {B, 1}, {B, 0}};
    EXPECT_EQ(schedule.GetStages(), 2u);
    EXPECT_EQ(schedule.GetMicroBatches(), 3u);
    EXPECT_EQ(schedule.GetOperations(0), expected);
    EXPECT_EQ(schedule.GetOperations(1), expected);
}

TEST(PipelineSchedule, OneForwardOneBackwardWarmsUpByDistanceToTheEnd)
{
    const auto schedule = MakeOneForwardOneBackward(3, 4);
    const Operations first = {{F, 0}, {F, 1}, {F, 2}, {B, 0}, {F, 3}, {B, 1}, {B, 2}, {B, 3}};
    const Operations second = {{F, 0}, {F, 1}, {B, 0}, {F, 2}, {B, 1}, {F, 3}, {B, 2}, {B, 3}};
    const Operations third = {{F, 0}, {B, 0}, {F, 1}, {B, 1}, {F, 2}, {B, 2}, {F, 3}, {B, 3}};
    EXPECT_EQ(schedule.GetOperations(0), first);
    EXPECT_EQ(schedule.GetOperations(1), second);
    EXPECT_EQ(schedule.GetOperations(2), third);
}

TEST(PipelineSchedule, WarmUpEndsWithTheMicroBatches)
{
    const auto schedule = MakeOneForwardOneBackward(8, 2);
    const Operations expected = {{F, 0}, {F, 1}, {B, 0}, {B, 1}};
    EXPECT_EQ(schedule.GetOperations(0), expected);
}

TEST(PipelineSchedule, PeakActivations)
{
    // GPipe holds all M; 1F1B holds min(M, L - s) (Megatron-LM, arXiv 2104.04473, section 2.2).
    const auto gpipe = MakeGPipe(4, 16);
    const auto oneForward = MakeOneForwardOneBackward(4, 16);
    for (uint32_t stage = 0; stage < 4; ++stage)
    {
        EXPECT_EQ(gpipe.GetPeakActivations(stage), 16u);
        EXPECT_EQ(oneForward.GetPeakActivations(stage), 4 - stage);
    }
    EXPECT_EQ(MakeOneForwardOneBackward(4, 2).GetPeakActivations(0), 2u);
}

TEST(PipelineSchedule, EagerWarmsUpTwiceAsLongOrByWhatItIsTold)
{
    const auto schedule = MakeEagerOneForwardOneBackward(3, 6);
    const Operations first = {{F, 0},
                              {F, 1},
                              {F, 2},
                              {F, 3},
                              {F, 4},
                              {B, 0},
                              {F, 5},
                              {B, 1},
                              {B, 2},
                              {B, 3},
                              {B, 4},
                              {B, 5}};
    EXPECT_EQ(schedule.GetOperations(0), first);
    EXPECT_EQ(schedule.GetPeakActivations(0), 5u);
    EXPECT_EQ(schedule.GetPeakActivations(1), 3u);
    EXPECT_EQ(schedule.GetPeakActivations(2), 1u);
    EXPECT_EQ(MakeEagerOneForwardOneBackward(4, 9, 1).GetPeakActivations(0), 5u); // 3 + 1 + 1
    EXPECT_EQ(MakeEagerOneForwardOneBackward(4, 9, 0).GetOperations(1),
              MakeOneForwardOneBackward(4, 9).GetOperations(1));
}

TEST(PipelineSchedule, InterleavedIsThatOfMegatron)
{
    // Two stages, four micro-batches, two chunks: Fig. 4 of arXiv 2104.04473 with fewer stages.
    const auto schedule = MakeInterleaved(2, 4, 2);
    EXPECT_EQ(schedule.GetChunks(), 2u);
    // Warm-up of 2 (2 - 1) + (2 - 1) 2 = 4 forwards and of 2.
    const Operations first = {{F, 0, 0},
                              {F, 1, 0},
                              {F, 0, 1},
                              {F, 1, 1},
                              {F, 2, 0},
                              {B, 0, 1},
                              {F, 3, 0},
                              {B, 1, 1},
                              {F, 2, 1},
                              {B, 0, 0},
                              {F, 3, 1},
                              {B, 1, 0},
                              {B, 2, 1},
                              {B, 3, 1},
                              {B, 2, 0},
                              {B, 3, 0}};
    const Operations second = {{F, 0, 0},
                               {F, 1, 0},
                               {F, 0, 1},
                               {B, 0, 1},
                               {F, 1, 1},
                               {B, 1, 1},
                               {F, 2, 0},
                               {B, 0, 0},
                               {F, 3, 0},
                               {B, 1, 0},
                               {F, 2, 1},
                               {B, 2, 1},
                               {F, 3, 1},
                               {B, 3, 1},
                               {B, 2, 0},
                               {B, 3, 0}};
    EXPECT_EQ(schedule.GetOperations(0), first);
    EXPECT_EQ(schedule.GetOperations(1), second);
}

TEST(PipelineSchedule, InterleavedOfOneStageHasOneChunk)
{
    const auto schedule = MakeInterleaved(1, 3, 4);
    EXPECT_EQ(schedule.GetChunks(), 1u);
    EXPECT_EQ(schedule.GetOperations(0), MakeOneForwardOneBackward(1, 3).GetOperations(0));
}

TEST(PipelineSchedule, ZeroBubbleH1DelaysWeightPartsByTheStage)
{
    const auto schedule = MakeZeroBubbleH1(2, 3);
    EXPECT_TRUE(schedule.IsSplit());
    EXPECT_FALSE(MakeGPipe(2, 3).IsSplit());
    const Operations first =
        {{F, 0}, {F, 1}, {B, 0}, {W, 0}, {F, 2}, {B, 1}, {W, 1}, {B, 2}, {W, 2}};
    const Operations second =
        {{F, 0}, {B, 0}, {F, 1}, {B, 1}, {W, 0}, {F, 2}, {B, 2}, {W, 1}, {W, 2}};
    EXPECT_EQ(schedule.GetOperations(0), first);
    EXPECT_EQ(schedule.GetOperations(1), second);
}

TEST(PipelineSchedule, RefusesListsThatAreNotOneIteration)
{
    EXPECT_THROW(PipelineSchedule(0, {{}}), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {}), std::invalid_argument);
    // A backward before its forward, twice the same, one missing, one too many.
    EXPECT_THROW(PipelineSchedule(1, {{{B, 0}, {F, 0}}}), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {F, 0}}}), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}}}), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {B, 0}, {F, 1}, {B, 1}}}), std::invalid_argument);
    EXPECT_THROW(MakePipelineSchedule("2f2b", 2, 2), std::invalid_argument);
    // A weight part before its backward, missing at one stage, of another chunk.
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {W, 0}, {B, 0}}}), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {B, 0}, {W, 0}}, {{F, 0}, {B, 0}}}),
                 std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {B, 0}, {W, 0, 1}}}), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(2, {{{F, 0}, {B, 0}, {W, 0}, {W, 0}}}), std::invalid_argument);
    // A chunk missing; no chunk at all; chunks that nothing lies between.
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {B, 0}}, {{F, 0}, {B, 0}}}, 2),
                 std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {B, 0}}}, 0), std::invalid_argument);
    EXPECT_THROW(PipelineSchedule(1, {{{F, 0}, {F, 0, 1}, {B, 0, 1}, {B, 0}}}, 2),
                 std::invalid_argument);
}

TEST(PipelineSchedule, AcceptsAnyCompleteOrderThatRuns)
{
    const Operations stage = {{F, 0}, {F, 0, 1}, {B, 0, 1}, {B, 0}};
    EXPECT_EQ(PipelineSchedule(1, {stage, stage}, 2).GetPeakActivations(0), 2u);
    EXPECT_TRUE(PipelineSchedule(1, {{{F, 0}, {B, 0}, {W, 0}}}).IsSplit());
}

TEST(PipelineSchedule, RefusesADeadlockAcrossTheWrapAround)
{
    // Stage 0 wants chunk 1 before it sends chunk 0 of the other micro-batch; stage 1 wants both.
    const Operations first =
        {{F, 0}, {F, 0, 1}, {F, 1}, {F, 1, 1}, {B, 1, 1}, {B, 0, 1}, {B, 1}, {B, 0}};
    const Operations second =
        {{F, 0}, {F, 1}, {F, 0, 1}, {F, 1, 1}, {B, 1, 1}, {B, 0, 1}, {B, 1}, {B, 0}};
    EXPECT_NO_THROW(PipelineSchedule(2, {first, second}, 2)); // F0 comes back in time
    const Operations reversed =
        {{F, 1}, {F, 0}, {F, 0, 1}, {F, 1, 1}, {B, 1, 1}, {B, 0, 1}, {B, 1}, {B, 0}};
    try
    {
        PipelineSchedule(2, {first, reversed}, 2);
        FAIL() << "a deadlock was accepted";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_STREQ(error.what(),
                     "deadlock: forward 0 of chunk 1 at stage 0 never gets its input");
    }
}

TEST(PipelineSchedule, RefusesADeadlockAndNamesIt)
{
    // Stage 0 wants the gradient of 0 before it sends 1; stage 1 wants 1 before it returns 0.
    const Operations first = {{F, 0}, {B, 0}, {F, 1}, {B, 1}};
    const Operations second = {{F, 0}, {F, 1}, {B, 0}, {B, 1}};
    try
    {
        PipelineSchedule(2, {first, second});
        FAIL() << "a deadlock was accepted";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_STREQ(error.what(), "deadlock: backward 0 at stage 0 never gets its input");
    }
}
