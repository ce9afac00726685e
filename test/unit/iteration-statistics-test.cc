// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-iteration-statistics.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

TEST(IterationStatistics, IsSteadyOnlyWhenTheWindowIsFull)
{
    IterationStatistics statistics(3);
    statistics.Add(Seconds(10));
    statistics.Add(Seconds(10));
    EXPECT_FALSE(statistics.IsSteady(0.01));
    statistics.Add(Seconds(10));
    EXPECT_TRUE(statistics.IsSteady(0.01));
    EXPECT_TRUE(statistics.IsSteady(0));
}

TEST(IterationStatistics, SpreadIsLargestLessSmallestOverTheMean)
{
    IterationStatistics statistics(3);
    statistics.Add(Seconds(99)); // leaves the window
    statistics.Add(Seconds(10));
    statistics.Add(Seconds(11));
    statistics.Add(Seconds(12));
    // (12 - 10) / 11 = 0.1818
    EXPECT_TRUE(statistics.IsSteady(0.182));
    EXPECT_FALSE(statistics.IsSteady(0.181));
    EXPECT_EQ(statistics.GetWindowMean(), Seconds(11));
}

TEST(IterationStatistics, ClearedWindowStartsAnew)
{
    IterationStatistics statistics(2);
    statistics.Add(Seconds(1));
    statistics.Add(Seconds(1));
    statistics.ClearWindow();
    EXPECT_FALSE(statistics.IsSteady(1));
    EXPECT_EQ(statistics.GetWindowMean(), Time(0));
    EXPECT_EQ(statistics.GetCount(), 2u);
}

TEST(IterationStatistics, ConfidenceIntervalIsStudents)
{
    IterationStatistics statistics;
    EXPECT_EQ(statistics.GetMean(), 0);
    statistics.Add(Seconds(4));
    EXPECT_EQ(statistics.GetHalfWidth(), 0);
    statistics.Add(Seconds(6));
    statistics.Add(Seconds(8));
    // Mean 6, sample deviation 2, n = 3: t(0.975, 2 degrees) = 4.302653; 4.302653 * 2 / sqrt(3).
    EXPECT_NEAR(statistics.GetMean(), 6, 1e-12);
    EXPECT_NEAR(statistics.GetHalfWidth(), 4.968275, 1e-6);
}
