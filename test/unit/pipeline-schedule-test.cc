// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pipeline-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3::bacepipe;

namespace
{

constexpr auto F = OperationType::FORWARD;
constexpr auto B = OperationType::BACKWARD;
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

TEST(PipelineSchedule, NoNamedScheduleDeadlocksForAnySize)
{
    // The constructor refuses a schedule that is not complete or cannot run to its end.
    for (const auto& name : GetPipelineScheduleNames())
    {
        for (uint32_t stages = 1; stages <= 64; stages += stages < 9 ? 1 : 11)
        {
            for (const uint32_t microBatches : {1u, 2u, 3u, 7u, 8u, 63u, 64u, 65u, 256u})
            {
                EXPECT_NO_THROW(MakePipelineSchedule(name, stages, microBatches))
                    << name << " " << stages << " " << microBatches;
            }
        }
    }
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
