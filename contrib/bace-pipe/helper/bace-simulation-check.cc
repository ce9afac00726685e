// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-channel-factory.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-simulation.h"
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <limits>

namespace ns3::bacepipe
{

namespace
{

/// ns-3's clock counts nanoseconds in 63 bits: a little less than that, in seconds.
const double g_longestRun = 9.15e9;

/// Time that a full queue may take at the lowest rate of its link, s.
const double g_longestQueue = 1e9;

} // namespace

void
Simulation::Check(const Scenario& scenario, const SimulationOptions& options)
{
    const bool recorded =
        options.pcap != "none" || options.flowMonitor || options.timeline || options.waits;
    if (recorded && !scenario.network.packetLevel)
    {
        throw ScenarioError(std::string(options.flowMonitor      ? "--flowmon"
                                        : options.pcap != "none" ? "--pcap"
                                        : options.timeline       ? "--timeline"
                                                                 : "--waits") +
                            ": found an analytic run, which has no packets, expected one with "
                            "--network=packet");
    }
    if (!options.memo.empty())
    {
        const RunSettings& run = scenario.run;
        if (!scenario.network.packetLevel || !run.fastForward || !run.memo)
        {
            throw ScenarioError("--memo=" + options.memo + ": found " +
                                (!scenario.network.packetLevel ? "an analytic run"
                                 : !run.fastForward ? "a run with /run/fast_forward=false"
                                                    : "a run with /run/memo=false") +
                                ", expected one that remembers what it has measured");
        }
        MemoFile(options.memo); // whether it can be used
    }
    if (options.flowMonitor && scenario.network.path == "express")
    {
        throw ScenarioError("--flowmon: found the path express, whose packets FlowMonitor does not "
                            "see, expected --set=/network/path=stack");
    }
    uint64_t slowest = std::numeric_limits<uint64_t>::max();
    uint32_t gpus = 0;
    double slowestGpu = 1;
    for (const auto& region : scenario.regions)
    {
        slowest = std::min(slowest, region.bandwidth.GetBitRate());
        gpus += region.gpus;
        slowestGpu = std::min(slowestGpu, region.speed);
    }
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const TrainingJob& job = scenario.jobs[i];
        const JobProfile& profile = job.profile;
        // On its fewest GPUs and over the slowest region, which no placement is worse than.
        const double step =
            profile.computeTime / GetLeastGpus(profile, scenario.scheduling) / slowestGpu +
            8.0 * profile.boundaryBytes / slowest;
        const double steps = static_cast<double>(profile.microBatches) + gpus;
        const double end =
            job.arrival.GetSeconds() + step * steps * static_cast<double>(profile.iterations);
        if (end > g_longestRun)
        {
            throw ScenarioError(scenario.name + ": /jobs/" + std::to_string(i) + ": found up to " +
                                FormatFixed(end / 3600 / 8766, 0) +
                                " years to its end, expected at most 290");
        }
    }
    if (!scenario.network.packetLevel)
    {
        return;
    }
    if (scenario.regions.size() > TopologyHelper::MAX_REGIONS)
    {
        throw ScenarioError(scenario.name + ": /regions: found " +
                            std::to_string(scenario.regions.size()) +
                            " regions at packet level, expected at most " +
                            std::to_string(TopologyHelper::MAX_REGIONS));
    }
    const auto withTraffic = CrossTrafficSet::FindRegions(scenario.traffic);
    for (RegionIndex i = 0; i < scenario.regions.size(); ++i)
    {
        const Region& region = scenario.regions[i];
        const auto hosts = TopologyHelper::CountHosts(region) + withTraffic.count(i);
        if (hosts > TopologyHelper::MAX_HOSTS)
        {
            throw ScenarioError(scenario.name + ": region " + region.id + ": found " +
                                std::to_string(hosts) +
                                " hosts at packet level, expected at most " +
                                std::to_string(TopologyHelper::MAX_HOSTS));
        }
    }
    const Cluster cluster(scenario.regions, scenario.links);
    const uint32_t packet = ChannelFactory(cluster, scenario.network).GetPacketBytes();
    for (const auto& link : scenario.links)
    {
        if (link.queueBytes < packet)
        {
            throw ScenarioError(scenario.name + ": link " + scenario.regions[link.source].id + ">" +
                                scenario.regions[link.destination].id + ": found a queue of " +
                                std::to_string(link.queueBytes) +
                                " bytes, expected room for one packet of " +
                                std::to_string(packet));
        }
        for (const LinkChange& change : link.changes)
        {
            // Or the clock might not hold when the last packet in it leaves.
            const double emptying = 8.0 * static_cast<double>(link.queueBytes) /
                                    static_cast<double>(change.rate.GetBitRate());
            if (emptying > g_longestQueue)
            {
                throw ScenarioError(scenario.name + ": link " + scenario.regions[link.source].id +
                                    ">" + scenario.regions[link.destination].id +
                                    ": found a change to " +
                                    std::to_string(change.rate.GetBitRate()) +
                                    "bps with a queue of " + std::to_string(link.queueBytes) +
                                    " bytes, expected a rate at which it empties within 10^9 s");
            }
        }
    }
}

} // namespace ns3::bacepipe
