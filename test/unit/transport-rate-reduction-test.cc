// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-proportional-rate-reduction.h"
#include "ns3/bace-rtt-tracker.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

TEST(ProportionalRateReduction, SendsInProportionWhileThePipeIsFull)
{
    // RecoverFS 20, ssthresh 14, pipe above it: ceil(delivered * 14 / 20) - out.
    ProportionalRateReduction reduction;
    reduction.Start(20, 14);
    EXPECT_EQ(reduction.Acknowledge(1, 19, true), 1u); // ceil(0.7)
    reduction.NoteSent();
    EXPECT_EQ(reduction.Acknowledge(1, 19, true), 1u); // ceil(1.4) - 1
    reduction.NoteSent();
    EXPECT_EQ(reduction.Acknowledge(1, 19, true), 1u); // ceil(2.1) - 2
    reduction.NoteSent();
    EXPECT_EQ(reduction.Acknowledge(1, 18, true), 0u); // ceil(2.8) - 3
    EXPECT_EQ(reduction.Acknowledge(5, 17, true), 4u); // ceil(6.3) - 3
}

TEST(ProportionalRateReduction, GrowsAsSlowStartWhenThePipeIsShort)
{
    // Pipe 4 below ssthresh 10: min(10 - 4, max(delivered - out, now) + 1).
    ProportionalRateReduction reduction;
    reduction.Start(20, 10);
    EXPECT_EQ(reduction.Acknowledge(2, 4, true), 3u);
    reduction.NoteSent();
    reduction.NoteSent();
    reduction.NoteSent();
    EXPECT_EQ(reduction.Acknowledge(1, 6, true), 2u); // max(3 - 3, 1) + 1
    EXPECT_EQ(reduction.Acknowledge(9, 9, true), 1u); // limited by ssthresh - pipe
}

TEST(ProportionalRateReduction, KeepsAShortPipeUntilARetransmissionHasArrived)
{
    // Pipe 4 below ssthresh 10: min(10 - 4, now).
    ProportionalRateReduction reduction;
    reduction.Start(20, 10);
    EXPECT_EQ(reduction.Acknowledge(2, 4, false), 2u);
    reduction.NoteSent();
    EXPECT_EQ(reduction.Acknowledge(1, 4, false), 1u); // what was not sent is forgone
    EXPECT_EQ(reduction.Acknowledge(9, 9, false), 1u); // limited by ssthresh - pipe
    EXPECT_EQ(reduction.Acknowledge(1, 4, true), 6u);  // max(13 - 1, 1) + 1, limited
}

TEST(ProportionalRateReduction, AlwaysLetsTheFirstRetransmissionGo)
{
    ProportionalRateReduction reduction;
    reduction.Start(20, 10);
    EXPECT_EQ(reduction.Acknowledge(0, 19, true), 1u);
    reduction.NoteSent();
    EXPECT_EQ(reduction.Acknowledge(0, 19, true), 0u);
    reduction.Start(5, 2);
    EXPECT_EQ(reduction.Acknowledge(0, 2, true), 1u);
}

TEST(RttTracker, AddsFourVariationsToTheRoundTripTime)
{
    RttTracker rtt(MilliSeconds(1));
    EXPECT_EQ(rtt.GetSmoothed(), Seconds(1));
    EXPECT_EQ(rtt.GetMin(), Time::Max());
    rtt.Measure(MilliSeconds(100)); // SRTT 100, RTTVAR 50
    EXPECT_EQ(rtt.GetSmoothed(), MilliSeconds(100));
    EXPECT_NEAR(rtt.GetRto().GetSeconds(), 0.3, 1e-6);
    rtt.Measure(MilliSeconds(140)); // SRTT 105, RTTVAR 0.75 * 50 + 0.25 * 40 = 47.5
    EXPECT_NEAR(rtt.GetSmoothed().GetSeconds(), 0.105, 1e-6);
    EXPECT_NEAR(rtt.GetRto().GetSeconds(), 0.105 + 4 * 0.0475, 1e-6);
    EXPECT_EQ(rtt.GetMin(), MilliSeconds(100));
}

TEST(RttTracker, BacksOffToAMinuteAndForgetsItWithAMeasurement)
{
    RttTracker rtt(MilliSeconds(200));
    rtt.Measure(MilliSeconds(10));
    EXPECT_EQ(rtt.GetRto(), MilliSeconds(210)); // 4 RTTVAR would be 20 ms
    rtt.BackOff();
    EXPECT_EQ(rtt.GetRto(), MilliSeconds(420));
    rtt.BackOff();
    EXPECT_EQ(rtt.GetRto(), MilliSeconds(840));
    for (int i = 0; i < 100; ++i)
    {
        rtt.BackOff();
    }
    EXPECT_EQ(rtt.GetRto(), Seconds(60));
    rtt.Measure(MilliSeconds(10));
    EXPECT_EQ(rtt.GetRto(), MilliSeconds(210));
}
