// SPDX-License-Identifier: GPL-2.0-only
#include "contention/setting.h"

#include "ns3/bace-named-schedules.h"
#include "ns3/bace-scenario-parts.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/command-line.h"

#include <algorithm>
#include <sstream>

namespace ns3::bacepipe::contention
{

namespace
{

/// Throws unless an option has a value that it can have.
template <typename T>
void
Expect(const char* option, const T& found, bool good, const std::string& expected)
{
    if (!good)
    {
        std::ostringstream text;
        text << "--" << option << ": found " << found << ", expected " << expected;
        throw ScenarioError(text.str());
    }
}

/// Throws unless an option has one of some values.
void
ExpectOneOf(const char* option, const std::string& found, const std::vector<std::string>& values)
{
    std::string expected;
    for (const auto& value : values)
    {
        expected += (expected.empty() ? "" : ", ") + value;
    }
    const bool good = std::find(values.begin(), values.end(), found) != values.end();
    Expect(option, found, good, "one of " + expected);
}

} // namespace

Setting
ParseSetting(std::vector<std::string> arguments)
{
    Setting setting;
    CommandLine line;
    line.Usage("Two jobs over one WAN link that both fit on by their averages.");
    line.AddValue("rate", "of the WAN link, each way", setting.rate);
    line.AddValue("delay", "of the WAN link, one way", setting.delay);
    line.AddValue("queue", "of the WAN link, as time at its rate", setting.queue);
    line.AddValue("load", "share of the link that both jobs reserve together", setting.load);
    line.AddValue("bytes", "of an activation and of a gradient", setting.bytes);
    line.AddValue("stages", "of each job, half of them in each region", setting.stages);
    line.AddValue("microBatches", "of an iteration", setting.microBatches);
    line.AddValue("iterations", "of each job", setting.iterations);
    line.AddValue("shifts", "parts of an iteration at which q may start", setting.shifts);
    line.AddValue("schedule", "gpipe, 1f1b, eager-1f1b or zb-h1", setting.schedule);
    line.AddValue("transport", "bulk or tcp", setting.transport);
    line.AddValue("congestionControl", "such as cubic or bbr", setting.control);
    line.AddValue("connections", "of the case with several", setting.connections);
    line.Parse(std::move(arguments));

    Expect("rate", setting.rate.GetBitRate(), setting.rate.GetBitRate() > 0, "above 0bps");
    Expect("delay", setting.delay.As(Time::S), !setting.delay.IsNegative(), "at least 0s");
    Expect("queue", setting.queue.As(Time::S), setting.queue.IsStrictlyPositive(), "above 0s");
    Expect("load", setting.load, setting.load > 0 && setting.load <= 1, "above 0, up to 1");
    Expect("bytes", setting.bytes, setting.bytes > 0 && setting.bytes <= 100000000000, "1 to 1e11");
    const uint32_t stages = setting.stages;
    Expect("stages", stages, stages >= 2 && stages <= 1024 && stages % 2 == 0, "even, 2 to 1024");
    const uint32_t batches = setting.microBatches;
    Expect("microBatches", batches, batches >= 1 && batches <= 100000, "1 to 100000");
    // The first is left out, and at the end q may run on alone.
    Expect("iterations", setting.iterations, setting.iterations >= 4, "at least 4");
    Expect("shifts", setting.shifts, setting.shifts >= 2 && setting.shifts <= 64, "2 to 64");
    Expect("connections",
           setting.connections,
           setting.connections >= 1 && setting.connections <= 1024,
           "1 to 1024");
    ExpectOneOf("schedule", setting.schedule, {"gpipe", "1f1b", "eager-1f1b", "zb-h1"});
    ExpectOneOf("transport", setting.transport, {"bulk", "tcp"});
    ExpectOneOf("congestionControl", setting.control, GetCongestionControls());
    return setting;
}

Scenario
MakeScenario(const Setting& setting)
{
    Scenario scenario;
    scenario.name = "contention";
    scenario.network.transport = setting.transport;
    scenario.network.congestionControl = setting.control;
    for (const char* const id : {"west", "east"})
    {
        Region region;
        region.id = id;
        region.gpus = setting.stages;
        region.gpusPerHost = setting.stages / 2; // a host for each job: ports are not shared
        region.latency = MicroSeconds(50);
        scenario.regions.push_back(region);
    }
    const double rate = static_cast<double>(setting.rate.GetBitRate());
    const auto queue = static_cast<uint64_t>(rate / 8 * setting.queue.GetSeconds());
    scenario.links = {{0, 1, setting.rate, setting.delay, queue},
                      {1, 0, setting.rate, setting.delay, queue}};
    for (const char* const id : {"p", "q"})
    {
        TrainingJob job;
        job.id = id;
        job.schedule = setting.schedule;
        job.profile.boundaryBytes = setting.bytes;
        job.profile.microBatches = setting.microBatches;
        job.profile.iterations = setting.iterations;
        job.profile.layers = setting.stages;
        job.profile.backwardRatio = 2;
        // b_j = A / t_comp: half of what both reserve.
        job.profile.computeTime =
            setting.stages * 8.0 * static_cast<double>(setting.bytes) / (setting.load / 2 * rate);
        scenario.jobs.push_back(job);
    }
    return scenario;
}

} // namespace ns3::bacepipe::contention
