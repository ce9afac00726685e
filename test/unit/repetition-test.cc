// SPDX-License-Identifier: GPL-2.0-only
// Jobs that repeat themselves, and the phases of those that do not.
#include "ns3/bace-phases.h"
#include "ns3/bace-repetition.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// Iterations one after another, of durations in ms, from a time on.
std::vector<IterationMark>
MakeMarks(const std::vector<double>& durations, double start = 0, uint64_t state = 1)
{
    std::vector<IterationMark> marks;
    Time end = MilliSeconds(0) + Seconds(start / 1000);
    for (const double duration : durations)
    {
        end += Seconds(duration / 1000);
        marks.push_back({end, Seconds(duration / 1000), state});
    }
    return marks;
}

/// So many of one duration.
std::vector<IterationMark>
MakeEqual(double duration, std::size_t count, double start = 0)
{
    return MakeMarks(std::vector<double>(count, duration), start);
}

} // namespace

TEST(Repetition, OfOneJobThreeEqualOnes)
{
    EXPECT_TRUE(FindRepetition({}).empty());
    EXPECT_TRUE(FindRepetition({MakeEqual(100, 2)}).empty());
    EXPECT_EQ(FindRepetition({MakeEqual(100, 3)}), std::vector<uint32_t>{1});
    EXPECT_EQ(FindRepetition({MakeMarks({140, 100, 100, 100})}), std::vector<uint32_t>{1});
    EXPECT_TRUE(FindRepetition({MakeMarks({100, 100, 100.01})}).empty());
    EXPECT_EQ(FindRepetition({MakeMarks({100, 100, 100.00005})}), std::vector<uint32_t>{1});
}

TEST(Repetition, OfAPatternWhenItHasComeThrice)
{
    EXPECT_TRUE(FindRepetition({MakeMarks({100, 120, 100, 120, 100})}).empty());
    EXPECT_EQ(FindRepetition({MakeMarks({100, 120, 100, 120, 100, 120})}),
              std::vector<uint32_t>{2});
    EXPECT_EQ(FindRepetition({MakeMarks({1, 2, 3, 1, 2, 3, 1, 2, 3})}), std::vector<uint32_t>{3});
    EXPECT_TRUE(FindRepetition({MakeMarks({1, 2, 3, 1, 2, 3, 1, 2, 3})}, 2).empty());
}

TEST(Repetition, NotWhileATransportStillLearns)
{
    auto marks = MakeEqual(100, 3);
    marks.back().state = 2;
    EXPECT_TRUE(FindRepetition({marks}).empty());
}

TEST(Repetition, OfTwoJobsOnlyOverOneSpanOfTime)
{
    EXPECT_EQ(FindRepetition({MakeEqual(100, 3), MakeEqual(100, 3, 40)}),
              (std::vector<uint32_t>{1, 1}));
    // Two of one in one of the other, thrice.
    EXPECT_EQ(FindRepetition({MakeEqual(100, 6), MakeEqual(200, 3)}),
              (std::vector<uint32_t>{2, 1}));
    EXPECT_EQ(FindRepetition({MakeEqual(200, 3), MakeEqual(100, 6)}),
              (std::vector<uint32_t>{1, 2}));
    // Each repeats itself, but not both together: their phase drifts.
    EXPECT_TRUE(FindRepetition({MakeEqual(100, 12), MakeEqual(101, 12)}).empty());
}

TEST(Phases, OfEqualPeriodsKeepStill)
{
    const Phases phases(MakeEqual(100, 10), MakeEqual(100, 10, 30));
    EXPECT_FALSE(phases.IsCovered());
    EXPECT_TRUE(phases.IsStill(1e6));
}

TEST(Phases, OfUnequalPeriodsComeRoundAfterTheBeat)
{
    // 110 ms against 100 ms: a tenth of an iteration further each time.
    for (const std::size_t count : {5, 8, 12})
    {
        const Phases phases(MakeEqual(110, count), MakeEqual(100, 20));
        EXPECT_EQ(phases.IsCovered(), count >= 9) << count;
        EXPECT_FALSE(phases.IsStill(100)) << count;
    }
}

TEST(Phases, OfASlowDriftAreStillForAShortRunAlone)
{
    // 0.1 % of an iteration each time: a tenth of one in a hundred.
    const Phases phases(MakeEqual(100.1, 20), MakeEqual(100, 21));
    EXPECT_FALSE(phases.IsCovered());
    EXPECT_TRUE(phases.IsStill(50));
    EXPECT_FALSE(phases.IsStill(500));
}

TEST(Phases, OfMultiplesAreTwoPlaces)
{
    // 150 ms against 100 ms: ends at 0.5 and 0 in turn, for ever.
    const Phases phases(MakeEqual(150, 12), MakeEqual(100, 20));
    EXPECT_FALSE(phases.IsCovered());
    EXPECT_TRUE(phases.IsStill(1e6));
}

TEST(Phases, OfFewIterationsTellNothing)
{
    const Phases phases(MakeEqual(100, 3), MakeEqual(100, 3));
    EXPECT_FALSE(phases.IsCovered());
    EXPECT_FALSE(phases.IsStill(1));
    const Phases none(MakeEqual(100, 9), {});
    EXPECT_FALSE(none.IsCovered());
}
