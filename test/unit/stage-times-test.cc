// SPDX-License-Identifier: GPL-2.0-only
// The parts of a wait, by hand.
#include "ns3/bace-stage-times.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// A wait from 100 to 200 ns for a message.
WaitTime
MakeWait(int64_t sent, int64_t ideal, ServiceMeter::Shares behind = {})
{
    WaitTime wait;
    wait.Add(NanoSeconds(100), NanoSeconds(200), {NanoSeconds(sent), NanoSeconds(ideal), behind});
    EXPECT_EQ(wait.total, NanoSeconds(100));
    return wait;
}

void
ExpectParts(const WaitTime& wait, int64_t notSent, int64_t transmission, int64_t queued)
{
    EXPECT_EQ(wait.notSent, NanoSeconds(notSent));
    EXPECT_EQ(wait.transmission, NanoSeconds(transmission));
    EXPECT_EQ(wait.GetQueued(), NanoSeconds(queued));
}

} // namespace

TEST(WaitTime, IsCutIntoThreeParts)
{
    ExpectParts(MakeWait(130, 50), 30, 50, 20);
    ExpectParts(MakeWait(130, 70), 30, 70, 0); // as fast as can be
    ExpectParts(MakeWait(130, 90), 30, 70, 0); // faster than that cannot be, but is no harm
    ExpectParts(MakeWait(40, 50), 0, 50, 50);  // sent before the wait began
    ExpectParts(MakeWait(40, 150), 0, 100, 0); // and was on its way all the time
    ExpectParts(MakeWait(200, 50), 100, 0, 0); // no time under way
    ExpectParts(MakeWait(130, 0), 30, 0, 70);  // of a way that is not known
}

TEST(WaitTime, OthersShareWhatWasQueued)
{
    // 20 ns were queued: less than that is told as it is, more in proportion.
    auto wait = MakeWait(130, 50, {{1, NanoSeconds(4)}, {3, NanoSeconds(12)}});
    EXPECT_EQ(wait.behind.at(1), NanoSeconds(4));
    EXPECT_EQ(wait.behind.at(3), NanoSeconds(12));
    wait = MakeWait(130, 50, {{1, NanoSeconds(10)}, {3, NanoSeconds(30)}});
    EXPECT_EQ(wait.behind.at(1), NanoSeconds(5));
    EXPECT_EQ(wait.behind.at(3), NanoSeconds(15));
    EXPECT_TRUE(MakeWait(130, 70, {{1, NanoSeconds(4)}}).behind.empty());
}

TEST(WaitTime, IsConservedBySumsAndMeans)
{
    StageTimes times;
    times.compute = NanoSeconds(1000);
    times.waitActivation = MakeWait(130, 50, {{1, NanoSeconds(8)}});
    times.waitGradient = MakeWait(40, 50, {{1, NanoSeconds(20)}, {2, NanoSeconds(11)}});
    StageTimes sum = times;
    sum += times;
    EXPECT_EQ(sum.GetBehind(), (ServiceMeter::Shares{{1, NanoSeconds(56)}, {2, NanoSeconds(22)}}));
    sum *= 3;
    EXPECT_EQ(sum.compute, NanoSeconds(6000));
    ExpectParts(sum.waitActivation, 180, 300, 120);
    sum /= 7; // 600, 180, 300 / 7, rounded down; the rest is queued
    EXPECT_EQ(sum.waitActivation.total, NanoSeconds(85));
    ExpectParts(sum.waitActivation, 25, 42, 18);
    EXPECT_EQ(sum.waitActivation.behind.at(1), NanoSeconds(6));
}
