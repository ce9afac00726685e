// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-program-options.h"

#include "ns3/bace-message.h"
#include "ns3/bace-ns3-option.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-version.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <iostream>
#include <sstream>

namespace ns3::bacepipe
{

namespace
{

/// An option of ours: a row for a new one.
struct Option
{
    const char* name;    //!< without dashes
    const char* help;    //!< for --help
    bool takesValue;     //!< or is a switch
    const char* pointer; //!< JSON pointer that it overrides, or nullptr
};

const Option g_options[] = {
    {"scenario", "Scenario file; also the first argument without dashes", true, nullptr},
    {"policy", "Scheduling policy, as in the scenario's /policy", true, "/policy"},
    {"policies", "Policies to compare, with commas; default all", true, nullptr},
    {"network", "packet or analytic, as in /network/level", true, "/network/level"},
    {"seed", "Seed of all random streams, as in /seed", true, "/seed"},
    {"set", "/json/pointer=value: override one value of the scenario; repeatable", true, nullptr},
    {"output",
     "Result folder; default results/SCENARIO-POLICY-NETWORK, where many policies are compared "
     "SCENARIO-compare-NETWORK",
     true,
     nullptr},
    {"pcap", "Capture packets: none, wan or all", true, nullptr},
    {"flowmon", "Write flowmon.xml and flows.csv", false, nullptr},
    {"timeline", "Write timeline.json for Perfetto", false, nullptr},
    {"timeline-iterations",
     "FIRST:LAST: write timeline.json with these iterations of each job, from 0; default 0:1",
     true,
     nullptr},
    {"waits", "Write waits.csv: where each stage's time went, by iteration", false, nullptr},
    {"link-interval",
     "Seconds between rows of links_timeseries.csv, as in /run/link_interval_s; 0 for no such file",
     true,
     "/run/link_interval_s"},
    {"memo",
     "Keep what components were found to do in a file, and use what other runs have put there",
     true,
     nullptr},
    {"report", "Write report.html, a page of figures; --report=false for none", false, nullptr},
    {"quiet", "No progress line", false, nullptr},
};

/// Of each packet, in captures: more than all headers that ns-3 puts before payload.
const uint32_t g_capturedBytes = 256;

const Option*
FindOption(const std::string& name, bool compares)
{
    for (const auto& option : g_options)
    {
        const std::string own = option.name;
        const bool applies = own == "policy" ? !compares : own == "policies" ? compares : true;
        if (applies && name == own)
        {
            return &option;
        }
    }
    return nullptr;
}

/// Takes the scenario, once.
void
SetScenario(const std::string& path, ProgramOptions& options)
{
    if (!options.scenario.empty())
    {
        throw ScenarioError("command line: found a second scenario '" + Abbreviate(path) +
                            "', expected one");
    }
    options.scenario = path;
}

/// Takes "FIRST:LAST".
void
SetTimelineIterations(const std::string& value, SimulationOptions& options)
{
    TimelineOptions& wanted = options.timelineOptions;
    char colon = 0;
    std::istringstream text(value);
    // Streams take a sign before what has none.
    const bool isPlain = value.find_first_not_of("0123456789:") == std::string::npos;
    const bool isRead = isPlain && text >> wanted.first >> colon >> wanted.last && text.eof();
    if (!isRead || colon != ':' || wanted.first > wanted.last)
    {
        throw ScenarioError("--timeline-iterations: found '" + Abbreviate(value) +
                            "', expected FIRST:LAST, two whole numbers of which the first is not "
                            "the greater one");
    }
    options.timeline = true;
}

/// Takes one option of ours into the result.
void
Apply(const Option& option, const std::string& value, ProgramOptions& options)
{
    const std::string name = option.name;
    if (option.takesValue && value.empty())
    {
        throw ScenarioError("--" + name + ": found no value, expected --" + name + "=...");
    }
    if (option.pointer)
    {
        options.overrides.push_back(std::string(option.pointer) + "=" + value);
    }
    else if (name == "set")
    {
        options.overrides.push_back(value);
    }
    else if (name == "scenario")
    {
        SetScenario(value, options);
    }
    else if (name == "policies")
    {
        options.policies = value;
    }
    else if (name == "output")
    {
        options.output = value;
    }
    else if (name == "memo")
    {
        options.simulation.memo = value;
    }
    else if (name == "timeline-iterations")
    {
        SetTimelineIterations(value, options.simulation);
    }
    else if (name == "pcap")
    {
        if (value != "none" && value != "wan" && value != "all")
        {
            throw ScenarioError("--pcap: found '" + Abbreviate(value) +
                                "', expected none, wan or all");
        }
        options.simulation.pcap = value;
    }
    else if (!value.empty() && value != "true" && value != "false")
    {
        throw ScenarioError("--" + name + ": found '" + Abbreviate(value) +
                            "', expected true or false");
    }
    else
    {
        const bool on = value != "false";
        (name == "flowmon"    ? options.simulation.flowMonitor
         : name == "timeline" ? options.simulation.timeline
         : name == "waits"    ? options.simulation.waits
         : name == "report"   ? options.report
                              : options.simulation.progress) = name == "quiet" ? !on : on;
    }
}

} // namespace

std::string
ProgramOptions::GetOutput(const std::string& name,
                          const std::string& policy,
                          const std::string& network) const
{
    return output.empty() ? "results/" + name + "-" + policy + "-" + network : output;
}

ProgramOptions
ParseProgramOptions(int argc, char* argv[], const std::string& usage, bool compares)
{
    ProgramOptions options;
    options.simulation.progress = true;
    // ns-3 sees its own options alone; ours are listed in its help through the usage text.
    std::vector<std::string> forNs3 = {argv[0]};
    for (int i = 0; i < argc; ++i)
    {
        options.commandLine += (i > 0 ? " " : "") + std::string(argv[i]);
    }
    for (int i = 1; i < argc; ++i)
    {
        std::string argument = argv[i];
        if (argument.rfind("-", 0) != 0 || argument == "-")
        {
            SetScenario(argument, options);
            continue;
        }
        argument.erase(0, argument.rfind("--", 0) == 0 ? 2 : 1);
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
        if (const Option* option = FindOption(name, compares))
        {
            Apply(*option, value, options);
            continue;
        }
        if (name == "version" || name == "PrintVersion") // ns-3's is not that of its package
        {
            std::cout << "bace-pipe " << GetVersion() << ", ns-3 " << GetNs3Version() << '\n';
            std::exit(0);
        }
        CheckNs3Option(name, value);
        forNs3.push_back(argv[i]);
    }
    std::string help = usage + "\n\nOptions:\n";
    for (const auto& option : g_options)
    {
        if (FindOption(option.name, compares))
        {
            help += "    --" + std::string(option.name) + (option.takesValue ? "=...:  " : ":  ") +
                    option.help + "\n";
        }
    }
    CommandLine command("bace-pipe");
    command.Usage(help);
    // Payload is zeros: captures hold headers unless the command line asks for more (PcapWriter).
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(g_capturedBytes));
    command.Parse(forNs3);
    if (options.scenario.empty())
    {
        throw ScenarioError("command line: found no scenario, expected a file");
    }
    return options;
}

} // namespace ns3::bacepipe
