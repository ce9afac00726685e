// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-time-histogram.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;
using namespace ns3::bacepipe;

TEST(TimeHistogram, IsExactBelow512Nanoseconds)
{
    TimeHistogram times;
    EXPECT_EQ(times.GetQuantile(0.99), Time(0));
    for (int ns = 1; ns <= 100; ++ns)
    {
        times.Add(NanoSeconds(ns));
    }
    EXPECT_EQ(times.GetCount(), 100U);
    EXPECT_EQ(times.GetQuantile(0), NanoSeconds(1));
    EXPECT_EQ(times.GetQuantile(0.5), NanoSeconds(50));
    EXPECT_EQ(times.GetQuantile(0.99), NanoSeconds(99));
    EXPECT_EQ(times.GetQuantile(1), NanoSeconds(100));
}

TEST(TimeHistogram, NegativeTimesCountAsNone)
{
    TimeHistogram times;
    times.Add(NanoSeconds(-5));
    EXPECT_EQ(times.GetCount(), 1U);
    EXPECT_EQ(times.GetQuantile(1), Time(0));
}

TEST(TimeHistogram, BinsFollowEachOtherWithoutGaps)
{
    // On both sides of each power of two, one time alone: not less, and at most 1/256 more.
    for (int power = 0; power < 62; ++power)
    {
        for (const int64_t around : {-1, 0, 1})
        {
            const int64_t time = (int64_t{1} << power) + around;
            TimeHistogram times;
            times.Add(NanoSeconds(time));
            const int64_t found = times.GetQuantile(0.99).GetNanoSeconds();
            EXPECT_GE(found, time);
            EXPECT_LE(found - time, time / 256);
        }
    }
}

/// Against sorted times, from nanoseconds to minutes.
TEST(TimeHistogram, QuantilesAreThoseOfTheSortedTimesWithinABin)
{
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(0, 11);
    TimeHistogram histogram;
    std::vector<int64_t> times;
    for (int i = 0; i < 10000; ++i)
    {
        times.push_back(static_cast<int64_t>(std::pow(10, exponent(random))));
        histogram.Add(NanoSeconds(times.back()));
    }
    std::sort(times.begin(), times.end());
    for (const double share : {0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0})
    {
        const auto rank = static_cast<std::size_t>(std::ceil(share * times.size()));
        const int64_t exact = times[rank - 1];
        const int64_t found = histogram.GetQuantile(share).GetNanoSeconds();
        EXPECT_GE(found, exact) << share;
        EXPECT_LE(found - exact, exact / 256) << share;
    }
}
