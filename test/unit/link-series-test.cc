// SPDX-License-Identifier: GPL-2.0-only
// What a link sent, by intervals.
#include "ns3/bace-link-series.h"

#include <gtest/gtest.h>
#include <random>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// @return bytes of an owner in all intervals
double
Sum(const LinkSeries& series, uint32_t owner)
{
    double sum = 0;
    for (const auto& interval : series.GetIntervals())
    {
        const auto found = interval.bytes.find(owner);
        sum += found == interval.bytes.end() ? 0 : found->second;
    }
    return sum;
}

} // namespace

TEST(LinkSeries, PacketsCountWhereTheyAreSent)
{
    LinkSeries series(MilliSeconds(10), 100);
    series.Count(1, 100, Time(0), MilliSeconds(1));
    series.Count(1, 100, MilliSeconds(1), MilliSeconds(2));
    series.Count(2, 50, MilliSeconds(2), MilliSeconds(10));
    series.Count(1, 100, MilliSeconds(10), MilliSeconds(11));
    series.Count(0, 7, MilliSeconds(50), MilliSeconds(50));
    const auto& intervals = series.GetIntervals();
    ASSERT_EQ(intervals.size(), 3U) << "those in which something happened";
    EXPECT_EQ(intervals[0].number, 0);
    EXPECT_EQ(intervals[0].bytes.at(1), 200);
    EXPECT_EQ(intervals[0].bytes.at(2), 50);
    EXPECT_EQ(intervals[1].number, 1);
    EXPECT_EQ(intervals[1].bytes.at(1), 100);
    EXPECT_EQ(intervals[2].number, 5);
    EXPECT_EQ(intervals[2].bytes.at(0), 7);
}

TEST(LinkSeries, LongPacketsAreSpread)
{
    LinkSeries series(MilliSeconds(10), 100);
    series.Count(1, 100, MilliSeconds(8), MilliSeconds(12)); // half before the edge
    series.Count(2, 300, MilliSeconds(12), MilliSeconds(42));
    const auto& intervals = series.GetIntervals();
    ASSERT_EQ(intervals.size(), 5U);
    EXPECT_DOUBLE_EQ(intervals[0].bytes.at(1), 50);
    EXPECT_DOUBLE_EQ(intervals[1].bytes.at(1), 50);
    EXPECT_DOUBLE_EQ(intervals[1].bytes.at(2), 80);
    EXPECT_DOUBLE_EQ(intervals[2].bytes.at(2), 100);
    EXPECT_DOUBLE_EQ(intervals[3].bytes.at(2), 100);
    EXPECT_DOUBLE_EQ(intervals[4].bytes.at(2), 20);
}

TEST(LinkSeries, QueuesKeepTheirMost)
{
    LinkSeries series(MilliSeconds(10), 100);
    series.CountQueue(0, MilliSeconds(1));
    EXPECT_TRUE(series.GetIntervals().empty());
    series.CountQueue(10, MilliSeconds(1));
    series.CountQueue(30, MilliSeconds(2));
    series.CountQueue(20, MilliSeconds(3));
    series.CountQueue(5, MilliSeconds(12));
    series.CountQueue(0, MilliSeconds(25));
    ASSERT_EQ(series.GetIntervals().size(), 2U);
    EXPECT_EQ(series.GetIntervals()[0].maxQueueBytes, 30U);
    EXPECT_EQ(series.GetIntervals()[1].maxQueueBytes, 5U);
}

TEST(LinkSeries, TooManyAreMerged)
{
    LinkSeries series(MilliSeconds(1), 4);
    for (int i = 0; i < 5; ++i)
    {
        series.Count(1, 10, MilliSeconds(i), MilliSeconds(i));
        series.CountQueue(i, MilliSeconds(i));
    }
    EXPECT_EQ(series.GetLength(), MilliSeconds(2));
    const auto& intervals = series.GetIntervals();
    ASSERT_EQ(intervals.size(), 3U);
    EXPECT_EQ(intervals[0].bytes.at(1), 20);
    EXPECT_EQ(intervals[0].maxQueueBytes, 1U);
    EXPECT_EQ(intervals[1].maxQueueBytes, 3U);
    EXPECT_EQ(intervals[2].number, 2);
    EXPECT_EQ(intervals[2].bytes.at(1), 10);
}

TEST(LinkSeries, SpansAreSpreadEvenly)
{
    LinkSeries series(Seconds(1), 100);
    series.AddSpan(3, 100, Seconds(0.5), Seconds(3));
    ASSERT_EQ(series.GetIntervals().size(), 3U);
    EXPECT_DOUBLE_EQ(series.GetIntervals()[0].bytes.at(3), 20);
    EXPECT_DOUBLE_EQ(series.GetIntervals()[1].bytes.at(3), 40);
    EXPECT_DOUBLE_EQ(series.GetIntervals()[2].bytes.at(3), 40);
}

TEST(LinkSeries, LongSpansMakeIntervalsLong)
{
    LinkSeries series(MilliSeconds(1), 8);
    series.Count(1, 10, MilliSeconds(3), MilliSeconds(4));
    series.AddSpan(2, 1e6, Seconds(1), Seconds(1e9));
    EXPECT_LE(series.GetIntervals().size(), 8U);
    EXPECT_EQ(Sum(series, 1), 10);
    EXPECT_NEAR(Sum(series, 2), 1e6, 1e-3);
}

TEST(LinkSeries, GrowsToAGivenLength)
{
    LinkSeries series(MilliSeconds(1), 100);
    series.Count(1, 10, MilliSeconds(1), MilliSeconds(2));
    series.Count(1, 10, MilliSeconds(9), MilliSeconds(10));
    series.Coarsen(MilliSeconds(8));
    EXPECT_EQ(series.GetLength(), MilliSeconds(8));
    ASSERT_EQ(series.GetIntervals().size(), 2U);
    series.Count(1, 5, MilliSeconds(15), MilliSeconds(16));
    EXPECT_EQ(series.GetIntervals()[1].bytes.at(1), 15);
}

/// Whatever comes in whatever order of kinds, nothing is lost and intervals stay few and in order.
TEST(LinkSeries, LosesNothing)
{
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round)
    {
        LinkSeries series(MicroSeconds(1 + random() % 1000), 2 + random() % 30);
        std::vector<double> sums(4);
        Time now;
        for (int i = 0; i < 100; ++i)
        {
            now += MicroSeconds(random() % 5000);
            const uint32_t owner = random() % 4;
            const uint32_t bytes = random() % 65536;
            if (random() % 5 == 0)
            {
                series.AddSpan(owner, bytes, now / 3, now + TimeStep(1));
            }
            else
            {
                series.Count(owner, bytes, now, now + MicroSeconds(random() % 9000));
                series.CountQueue(random() % 100000, now);
            }
            sums[owner] += bytes;
        }
        int64_t last = -1;
        for (const auto& interval : series.GetIntervals())
        {
            ASSERT_GT(interval.number, last);
            last = interval.number;
        }
        for (uint32_t owner = 0; owner < 4; ++owner)
        {
            ASSERT_NEAR(Sum(series, owner), sums[owner], 1e-6 * sums[owner]);
        }
    }
}
