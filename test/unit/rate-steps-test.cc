// SPDX-License-Identifier: GPL-2.0-only
// A capacity over time, by hand.
#include "ns3/bace-rate-steps.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

TEST(RateSteps, MeanIsByTime)
{
    RateSteps steps(DataRate("8Mbps"));
    EXPECT_EQ(steps.GetMean(Seconds(0), Seconds(1e6)), 8e6);
    steps.Add(Seconds(10), DataRate("2Mbps"));
    steps.Add(Seconds(20), DataRate("4Mbps"));
    EXPECT_EQ(steps.GetMean(Seconds(0), Seconds(10)), 8e6);
    EXPECT_EQ(steps.GetMean(Seconds(10), Seconds(20)), 2e6);
    EXPECT_EQ(steps.GetMean(Seconds(20), Seconds(99)), 4e6);
    EXPECT_DOUBLE_EQ(steps.GetMean(Seconds(0), Seconds(20)), 5e6);
    EXPECT_DOUBLE_EQ(steps.GetMean(Seconds(9), Seconds(11)), 5e6);
    EXPECT_DOUBLE_EQ(steps.GetMean(Seconds(0), Seconds(40)), (80 + 20 + 80) * 1e6 / 40);
    EXPECT_EQ(steps.GetMean(Seconds(5), Seconds(5)), 8e6);
    EXPECT_EQ(steps.GetMean(Seconds(10), Seconds(10)), 2e6);
}
