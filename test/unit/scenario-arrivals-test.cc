// SPDX-License-Identifier: GPL-2.0-only
// Arrivals that are drawn from the seed.
#include "ns3/bace-json-override.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/**
 * @param jobs how many the small scenario gets
 * @param rate of their arrivals, an hour
 * @param seed of the scenario
 * @return it
 */
Scenario
ParseArrivals(std::size_t jobs, double rate, int seed = 1)
{
    Json document = ParseJson(g_smallScenario, "small.json");
    const Json job = document["jobs"][0];
    document["jobs"].clear();
    for (std::size_t i = 0; i < jobs; ++i)
    {
        document["jobs"].push_back(job);
        document["jobs"].back()["id"] = std::to_string(i);
    }
    document["seed"] = seed;
    document["arrivals"] = {{"process", "poisson"}, {"rate_per_hour", rate}};
    return ParseScenario(document.dump(), "small.json");
}

/// @return arrivals of a scenario's jobs in its order, s
std::vector<double>
GetArrivals(const Scenario& scenario)
{
    std::vector<double> arrivals;
    for (const TrainingJob& job : scenario.jobs)
    {
        arrivals.push_back(job.arrival.GetSeconds());
    }
    return arrivals;
}

} // namespace

TEST(ScenarioArrivals, IntervalsAreExponential)
{
    constexpr std::size_t JOBS = 4000;
    const std::vector<double> arrivals = GetArrivals(ParseArrivals(JOBS, 3.6)); // one each 1000 s
    std::vector<double> intervals;
    double last = 0;
    for (const double at : arrivals)
    {
        EXPECT_GT(at, last); // in the file's order
        intervals.push_back(at - std::exchange(last, at));
    }
    // Of an exponential distribution deviation and mean are equal, so the mean of 4000 is within
    // 1000 +- 5 x 1000 / sqrt(4000); 1/e of all, +- 5 x sqrt(0.368 x 0.632 / 4000), exceed it.
    EXPECT_NEAR(arrivals.back() / JOBS, 1000, 79);
    const auto share = [&](double above) {
        return std::count_if(intervals.begin(),
                             intervals.end(),
                             [&](double interval) { return interval > above; }) /
               static_cast<double>(JOBS);
    };
    EXPECT_NEAR(share(1000), std::exp(-1), 0.038);
    EXPECT_NEAR(share(2000), std::exp(-2), 0.027);
    // Independent: those after a short one are no longer than others.
    double after = 0;
    std::size_t count = 0;
    for (std::size_t i = 1; i < JOBS; ++i)
    {
        after += intervals[i - 1] < 500 ? intervals[i] : 0;
        count += intervals[i - 1] < 500 ? 1 : 0;
    }
    EXPECT_NEAR(after / count, 1000, 5 * 1000 / std::sqrt(count));
}

TEST(ScenarioArrivals, FollowFromTheSeedAlone)
{
    const std::vector<double> arrivals = GetArrivals(ParseArrivals(8, 2));
    EXPECT_EQ(arrivals, GetArrivals(ParseArrivals(8, 2)));
    EXPECT_NE(arrivals, GetArrivals(ParseArrivals(8, 2, 2)));

    // Twice the rate is half of the times; further jobs come behind the others.
    const std::vector<double> twice = GetArrivals(ParseArrivals(9, 4));
    for (std::size_t i = 0; i < arrivals.size(); ++i)
    {
        EXPECT_NEAR(twice[i], arrivals[i] / 2, 1e-8);
    }
    EXPECT_GT(twice.back(), twice[7]);
}

TEST(ScenarioArrivals, AreDrawnAgainFromTheScenarioAsRun)
{
    const Scenario scenario = ParseArrivals(5, 10, 7);
    EXPECT_EQ(GetArrivals(ParseScenario(scenario.text, "scenario.json")), GetArrivals(scenario));
}

TEST(ScenarioArrivals, Errors)
{
#define POISSON(rate) "/arrivals={\"process\": \"poisson\", \"rate_per_hour\": " rate "}"
    ExpectErrors({
        {"/arrivals=poisson", "/arrivals: found \"poisson\", expected an object"},
        {"/arrivals/rate_per_hour=3", "/arrivals/process: found nothing, expected \"poisson\""},
        {"/arrivals={\"process\": \"poisson\"}",
         "/arrivals/rate_per_hour: found nothing, expected"},
        {POISSON("0"),
         "/arrivals/rate_per_hour: found 0, expected a number above 0 up to 1000000000"},
        {POISSON("1e-9"),
         "/arrivals/rate_per_hour: found 1e-09, expected a rate at which all jobs arrive within "
         "1000000000 s"},
    });
    EXPECT_THAT(GetError(g_smallScenario, {POISSON("1"), "/jobs/0/arrival_s=0"}),
                testing::HasSubstr("/jobs/0/arrival_s: found a time beside /arrivals, expected "
                                   "times of all jobs or \"arrivals\", not both"));
}
