// SPDX-License-Identifier: GPL-2.0-only
// Arrivals that are drawn, instead of times that each job has.
#include "ns3/bace-scenario-parts.h"
#include "ns3/rng-stream.h"

#include <cmath>

namespace ns3::bacepipe
{

namespace
{

/// Between the streams that ns-3 assigns from 0 on and those that are assigned by hand, from 2^63
/// on.
constexpr uint64_t ARRIVAL_STREAM = uint64_t{1} << 62;

} // namespace

void
DrawArrivals(const JsonCursor& root, Scenario& scenario)
{
    const JsonCursor cursor = root["arrivals"];
    if (!cursor.Exists())
    {
        return;
    }
    cursor.CheckKeys({"process", "rate_per_hour"});
    cursor["process"].GetChoice({"poisson"});
    const double rate = cursor["rate_per_hour"].GetNumber({0, 1e9, true, false, " an hour"});
    RngStream stream(scenario.seed, ARRIVAL_STREAM, 0);
    double at = 0; // s
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const JsonCursor given = root["jobs"][i]["arrival_s"];
        if (given.Exists())
        {
            given.Fail("a time beside /arrivals", "times of all jobs or \"arrivals\", not both");
        }
        at += -std::log(stream.RandU01()) / rate * 3600; // RandU01() is never 0 nor 1
        if (at > TIME_RANGE.max)
        {
            cursor["rate_per_hour"].FailValue("a rate at which all jobs arrive within " +
                                              FormatNumber(TIME_RANGE.max) + " s");
        }
        scenario.jobs[i].arrival = NanoSeconds(std::llround(1e9 * at));
    }
}

} // namespace ns3::bacepipe
