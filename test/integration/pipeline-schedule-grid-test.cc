// SPDX-License-Identifier: GPL-2.0-only
// No schedule deadlocks at any size: the constructor refuses one that is incomplete or does.
#include "ns3/bace-named-schedules.h"

#include <gtest/gtest.h>
#include <tuple>

using namespace ns3::bacepipe;

/// Name, chunks, and the step between the numbers of micro-batches tried.
using Grid = std::tuple<const char*, uint32_t, uint32_t>;

class ScheduleGrid : public testing::TestWithParam<Grid>
{
};

TEST_P(ScheduleGrid, HasNoDeadlock)
{
    const auto [name, chunks, step] = GetParam();
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

INSTANTIATE_TEST_SUITE_P(Sizes,
                         ScheduleGrid,
                         testing::Values(Grid{"gpipe", 1, 7},
                                         Grid{"1f1b", 1, 7},
                                         Grid{"eager-1f1b", 1, 7},
                                         Grid{"zb-h1", 1, 7},
                                         Grid{"interleaved", 2, 7},
                                         Grid{"interleaved", 3, 7},
                                         Grid{"interleaved", 4, 7}));

INSTANTIATE_TEST_SUITE_P(LongSizes,
                         ScheduleGrid,
                         testing::Values(Grid{"gpipe", 1, 1},
                                         Grid{"1f1b", 1, 1},
                                         Grid{"eager-1f1b", 1, 1},
                                         Grid{"zb-h1", 1, 1},
                                         Grid{"interleaved", 2, 1},
                                         Grid{"interleaved", 3, 1},
                                         Grid{"interleaved", 4, 1}));
