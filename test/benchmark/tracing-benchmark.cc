// SPDX-License-Identifier: GPL-2.0-only
// What tracing costs: the same run with each of the files that a run writes on request. A run
// counts from the building of its nodes to the last file.
#include "ns3/bace-run-report.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-simulation.h"
#include "ns3/config.h"
#include "ns3/uinteger.h"

#include <benchmark/benchmark.h>
#include <filesystem>

#include "benchmark/run-benchmarks.h"
#include "support/process.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

/// @return bytes of all files of a folder
uint64_t
GetSize(const std::filesystem::path& folder)
{
    uint64_t size = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    {
        size += entry.is_regular_file() ? entry.file_size() : 0;
    }
    return size;
}

/**
 * A whole run.
 * @param state of the benchmark
 * @param path of packets: express or stack
 * @param trace what is recorded: none, links, pcap, flowmon or timeline
 */
void
Run(benchmark::State& state, const std::string& path, const std::string& trace)
{
    const Scenario scenario =
        ReadScenario(SourceFolder() + "/examples/scenarios/schedules.json",
                     {"/network/path=" + path,
                      "/run/fast_forward=false",
                      "/jobs/0/iterations=2",
                      std::string("/run/link_interval_s=") + (trace == "links" ? "0.001" : "0")});
    const TemporaryFolder folder;
    SimulationOptions options;
    options.directory = folder.GetPath();
    options.pcap = trace == "pcap" ? "wan" : "none";
    options.flowMonitor = trace == "flowmon";
    options.timeline = trace == "timeline";
    // As the programs have it.
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(256));
    RunResult result;
    for (auto _ : state)
    {
        {
            Simulation simulation(scenario, options);
            result = simulation.Run();
        }
        WriteRunFiles(result, {}, options.directory);
    }
    double packets = 0;
    for (const LinkResult& link : result.links)
    {
        packets += static_cast<double>(link.packets);
    }
    state.counters["packets"] = packets;
    state.counters["file_bytes"] = static_cast<double>(GetSize(folder.GetPath()));
}

/// Registers all benchmarks; a run without traces twice, which shows what the ratios are worth.
void
RegisterAll()
{
    for (const std::string path : {"express", "stack"})
    {
        for (const std::string trace : {"none", "again", "links", "timeline", "pcap", "flowmon"})
        {
            if (trace == "flowmon" && path == "express")
            {
                continue; // FlowMonitor does not see these packets
            }
            benchmark::RegisterBenchmark((path + "/" + trace).c_str(), Run, path, trace)
                ->Iterations(1)
                ->Unit(benchmark::kSecond);
        }
    }
}

} // namespace

} // namespace ns3::bacepipe::test

int
main(int argc, char** argv)
{
    ns3::bacepipe::test::RegisterAll();
    return ns3::bacepipe::test::RunBenchmarks(argc, argv);
}
