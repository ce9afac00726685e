// SPDX-License-Identifier: GPL-2.0-only
// No schedule deadlocks at any size: the constructor refuses one that is incomplete or does.
#include "ns3/bace-named-schedules.h"

#include <gtest/gtest.h>
#include <tuple>
#include <utility>

using namespace ns3::bacepipe;

/// Name and chunks.
using Shape = std::pair<const char*, uint32_t>;

/// All schedules.
const auto SHAPES = testing::Values(Shape{"gpipe", 1},
                                    Shape{"1f1b", 1},
                                    Shape{"eager-1f1b", 1},
                                    Shape{"zb-h1", 1},
                                    Shape{"interleaved", 2},
                                    Shape{"interleaved", 3},
                                    Shape{"interleaved", 4});

/// A schedule, and the step between the numbers of micro-batches tried.
class ScheduleGrid : public testing::TestWithParam<std::tuple<Shape, uint32_t>>
{
};

TEST_P(ScheduleGrid, HasNoDeadlock)
{
    const auto [shape, step] = GetParam();
    const auto [name, chunks] = shape;
    for (uint32_t stages = 1; stages <= 64; ++stages)
    {
        // The small ones all.
        for (uint32_t m = 1; m <= 256; m += m < 8 ? 1 : step)
        {
            ASSERT_NO_THROW(MakePipelineSchedule(name, stages, m, {UINT32_MAX, chunks}))
                << stages << " stages, " << m << " micro-batches";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ScheduleGrid, testing::Combine(SHAPES, testing::Values(7)));
INSTANTIATE_TEST_SUITE_P(LongSizes, ScheduleGrid, testing::Combine(SHAPES, testing::Values(1)));
