// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-price-schedule.h"

#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// 0.2 from 1 h on, 0.5 from 3 h on, -0.1 from 4 h on.
PriceSchedule
Varying()
{
    return PriceSchedule({{Hours(1), 0.2}, {Hours(3), 0.5}, {Hours(4), -0.1}});
}

} // namespace

TEST(SchedulingPriceSchedule, ConstantHoldsAlways)
{
    const PriceSchedule price(0.23);
    EXPECT_EQ(price.At(Time(0)), 0.23);
    EXPECT_EQ(price.At(Hours(1000)), 0.23);
    EXPECT_EQ(price.Mean(Hours(1), Hours(7)), 0.23);
}

TEST(SchedulingPriceSchedule, StepHoldsFromItsTimeToTheNext)
{
    const PriceSchedule price = Varying();
    EXPECT_EQ(price.At(Hours(1)), 0.2);
    EXPECT_EQ(price.At(Hours(3) - NanoSeconds(1)), 0.2);
    EXPECT_EQ(price.At(Hours(3)), 0.5);
    EXPECT_EQ(price.At(Hours(4)), -0.1);
    EXPECT_EQ(price.At(Hours(400)), -0.1);
}

TEST(SchedulingPriceSchedule, FirstPriceHoldsBeforeTheFirstStep)
{
    EXPECT_EQ(Varying().At(Time(0)), 0.2);
}

TEST(SchedulingPriceSchedule, MeanWeighsPricesByTime)
{
    // (1 h x 0.2 + 1 h x 0.5 + 2 h x -0.1) / 4 h = 0.5 / 4
    EXPECT_NEAR(Varying().Mean(Hours(2), Hours(6)), 0.125, 1e-15);
    // Before the first step: (2 h x 0.2 + 1 h x 0.2 + 0.5 h x 0.5) / 3.5 h = 0.85 / 3.5
    EXPECT_NEAR(Varying().Mean(Time(0), Minutes(210)), 0.85 / 3.5, 1e-15);
    EXPECT_EQ(Varying().Mean(Hours(3), Hours(4)), 0.5);
}

TEST(SchedulingPriceSchedule, MeanOfAnEmptySpanIsThePriceThere)
{
    EXPECT_EQ(Varying().Mean(Hours(3), Hours(3)), 0.5);
}

TEST(SchedulingPriceSchedule, RejectsWhatIsNoSchedule)
{
    using Steps = std::vector<PriceSchedule::Step>;
    EXPECT_THROW(PriceSchedule(Steps{}), std::invalid_argument);
    EXPECT_THROW(PriceSchedule(Steps{{Hours(1), 1}, {Hours(1), 2}}), std::invalid_argument);
    EXPECT_THROW(PriceSchedule(Steps{{Hours(2), 1}, {Hours(1), 2}}), std::invalid_argument);
    EXPECT_THROW(PriceSchedule(std::numeric_limits<double>::infinity()), std::invalid_argument);
    EXPECT_THROW(PriceSchedule(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

TEST(SchedulingPriceScheduleDeathTest, SpanRunsForward)
{
    EXPECT_DEATH(Varying().Mean(Hours(2), Hours(1)), "ends before it starts");
}
