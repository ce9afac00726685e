// SPDX-License-Identifier: GPL-2.0-only
// What fast-forward says of whole runs, against the same runs with every iteration simulated.
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "support/command-line.h"
#include "support/fast-forward-cases.h"
#include "support/tree.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// @return how far a job's execution is from that of the full run, s
double
GetError(const Outcome& fast, const Outcome& full)
{
    return std::abs(fast.time - full.time);
}

/// @return whether the full run lies within the interval, which knows no rounding
bool
IsCovered(const Outcome& fast, const Outcome& full)
{
    return GetError(fast, full) <= fast.halfWidth + 1e-6 * full.time;
}

/// How jobs fared over seeds.
struct Tally
{
    uint32_t jobs{0};       ///< of all runs
    uint32_t near{0};       ///< within 1 % of the full run
    uint32_t covered{0};    ///< the full run is within the interval
    double largestError{0}; ///< share of the full run

    void Count(const Outcome& fast, const Outcome& full)
    {
        const double error = GetError(fast, full) / full.time;
        ++jobs;
        near += error <= 0.01;
        covered += IsCovered(fast, full);
        largestError = std::max(largestError, error);
    }

    /// @return a line of the table of seeds
    std::string Describe(const std::string& name) const
    {
        std::ostringstream line;
        line << "| " << name << " | " << jobs << " | " << near << " | " << covered << " | "
             << std::fixed << std::setprecision(2) << 100 * largestError << " |\n";
        return line.str();
    }
};

/// Its parameter is a case.
class FastForwardAccuracy : public testing::TestWithParam<Case>
{
};

/// Its parameter is a page of the documentation.
class FastForwardPage : public testing::TestWithParam<const char*>
{
  protected:
    /// Prints a table and holds the page to it.
    static void ExpectOnPage(const std::string& table)
    {
        std::cout << table;
        const std::string page = ReadFile(SourceFolder() + "/doc/" + GetParam());
        EXPECT_THAT(page, testing::HasSubstr(table));
    }
};

/// @return a line of the table of cases
std::string
DescribeCase(const Case& test)
{
    const auto full = RunCase(test, 1, false);
    const auto fast = RunCase(test, 1, true);
    std::ostringstream iterations;
    std::ostringstream simulated;
    std::ostringstream error;
    std::ostringstream interval;
    for (std::size_t i = 0; i < full.size(); ++i)
    {
        const char* const separator = i > 0 ? ", " : "";
        const auto percent = [&](double time) { return 100 * time / full[i].time; };
        iterations << separator << full[i].iterations;
        simulated << separator << fast[i].simulated;
        error << separator << std::fixed << std::setprecision(3)
              << percent(GetError(fast[i], full[i]));
        interval << separator << std::fixed << std::setprecision(3) << percent(fast[i].halfWidth);
    }
    return "| " + test.name + " | " + iterations.str() + " | " + simulated.str() + " | " +
           error.str() + " | " + interval.str() + " |\n";
}

} // namespace

/// With slack for a transient in the interval.
TEST_P(FastForwardAccuracy, AgreesWithTheFullRun)
{
    const auto fast = RunCase(GetParam(), 1, true);
    const auto full = RunCase(GetParam(), 1, false);
    ASSERT_EQ(fast.size(), full.size());
    uint64_t left = 0;
    for (std::size_t i = 0; i < full.size(); ++i)
    {
        SCOPED_TRACE(i);
        EXPECT_NEAR(fast[i].time, full[i].time, 0.01 * full[i].time);
        EXPECT_TRUE(IsCovered(fast[i], full[i]));
        EXPECT_LT(fast[i].halfWidth, 0.02 * full[i].time);
        left += full[i].simulated - fast[i].simulated;
    }
    EXPECT_GT(left, 0U);
}

/// Nothing is waited for that is not to be expected.
TEST(FastForwardRareLosses, DoNotCountWhereNoneIsToBeExpected)
{
    Case test = MakeRareLossesCase();
    for (WanLink& link : test.scenario.links)
    {
        link.lossRate = 1e-8; // 300 iterations of 32 MB in packets of 60 kB: 0.0016 losses
    }
    const Outcome fast = RunCase(test, 1, true)[0];
    EXPECT_LT(fast.simulated, 50U); // of 300; MinIterations after a warm-up
    EXPECT_NEAR(fast.time, RunCase(test, 1, false)[0].time, 1e-6 * fast.time);
}

/// What is said of a job that has not settled.
TEST(FastForwardRareLosses, AreWithinTheIntervalThoughNotSettled)
{
    const Case test = MakeRareLossesCase();
    uint32_t covered = 0;
    for (uint32_t seed = 1; seed <= 10; ++seed)
    {
        const Outcome fast = RunCase(test, seed, true)[0];
        const Outcome full = RunCase(test, seed, false)[0];
        covered += IsCovered(fast, full);
        EXPECT_GE(fast.simulated, 150) << "seed " << seed;
        EXPECT_NEAR(fast.time, full.time, 0.05 * full.time) << "seed " << seed;
        EXPECT_LT(fast.halfWidth, 0.15 * full.time) << "seed " << seed;
    }
    EXPECT_GE(covered, 9);
}

/// The iteration in which a link changes is accounted as if it had not: that counts.
TEST(FastForwardChanges, AreWithinTheInterval)
{
    auto scenario = MakeTwoRegions(MakeSmall("p", 0.07, 1500000, 250),
                                   DataRate("1Gbps"),
                                   MilliSeconds(10),
                                   6000000);
    for (WanLink& link : scenario.links)
    {
        for (int i = 0; i < 18; ++i)
        {
            link.changes.push_back({Seconds(40 + 13 * i),
                                    DataRate(i % 3 == 0   ? "400Mbps"
                                             : i % 3 == 1 ? "900Mbps"
                                                          : "150Mbps"),
                                    MilliSeconds(i % 2 == 0 ? 10 : 30)});
        }
    }
    const Case test{"Changes", scenario, {}};
    const Outcome fast = RunCase(test, 1, true)[0];
    const Outcome full = RunCase(test, 1, false)[0];
    EXPECT_LT(fast.simulated, 100U);
    EXPECT_NEAR(fast.time, full.time, 0.01 * full.time);
    EXPECT_TRUE(IsCovered(fast, full)) << GetError(fast, full) << " s, " << fast.halfWidth;
    EXPECT_LT(fast.halfWidth, 0.02 * full.time);
}

/// Bursts of six seconds every twenty or so: twenty iterations of a second tell nothing of them.
TEST(FastForwardBursts, AreWaitedFor)
{
    Case test = MakeTrafficCase();
    TrafficSource& traffic = test.scenario.traffic[0];
    traffic.rate = DataRate("900Mbps");
    traffic.on = Seconds(6);
    traffic.off = Seconds(15);
    uint32_t covered = 0;
    for (uint32_t seed = 1; seed <= 6; ++seed)
    {
        SCOPED_TRACE(seed);
        const Outcome fast = RunCase(test, seed, true)[0];
        const Outcome full = RunCase(test, seed, false)[0];
        EXPECT_GE(fast.simulated, 200U); // of 300: ten times 21 s
        EXPECT_NEAR(fast.time, full.time, 0.01 * full.time);
        covered += IsCovered(fast, full);
    }
    EXPECT_GE(covered, 5U);
}

INSTANTIATE_TEST_SUITE_P(Cases,
                         FastForwardAccuracy,
                         testing::ValuesIn(MakeCases()),
                         [](const auto& info) { return info.param.name; });

TEST_P(FastForwardPage, ShowsEachCase)
{
    std::string table = "| case | iterations | simulated | error, % | interval, ± % |\n"
                        "|---|---|---|---|---|\n";
    for (const Case& test : MakeCases())
    {
        table += DescribeCase(test);
    }
    ExpectOnPage(table);
}

/// Over many seeds the interval covers what it should, and is not wide beyond use.
TEST_P(FastForwardPage, IntervalsCoverNineInTen)
{
    std::ostringstream table;
    table << "| case | jobs | within 1 % | within the interval | largest error, % |\n"
             "|---|---|---|---|---|\n";
    const auto tally = [&table](const Case& test, Tally& all) {
        Tally own;
        for (uint32_t seed = 1; seed <= 10; ++seed)
        {
            const auto fast = RunCase(test, seed, true);
            const auto full = RunCase(test, seed, false);
            for (std::size_t i = 0; i < full.size(); ++i)
            {
                own.Count(fast[i], full[i]);
                all.Count(fast[i], full[i]);
            }
        }
        table << own.Describe(test.name);
    };
    Tally all;
    for (const Case& test : MakeCases())
    {
        if (test.name == "Lossy" || test.name == "Jitter" || test.name == "Traffic")
        {
            tally(test, all);
        }
    }
    EXPECT_GE(all.near, 0.95 * all.jobs) << "of " << all.jobs;
    tally(MakeRareLossesCase(), all);
    table << all.Describe("all");
    EXPECT_GE(all.covered, 0.9 * all.jobs) << "of " << all.jobs;
    ExpectOnPage(table.str());
}

INSTANTIATE_TEST_SUITE_P(Long, FastForwardPage, testing::Values("fast-forward.md"));
