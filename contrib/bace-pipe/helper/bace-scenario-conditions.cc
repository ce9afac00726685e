// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario-conditions.h"

#include "ns3/bace-packet-execution.h"
#include "ns3/channel.h"
#include "ns3/simulator.h"

#include <limits>
#include <sstream>

namespace ns3::bacepipe
{

namespace
{

/// @return a text that shows numbers to the last digit
template <typename... Values>
std::string
Join(const Values&... values)
{
    std::ostringstream text;
    text.precision(std::numeric_limits<double>::max_digits10);
    ((text << values << ' '), ...);
    return text.str();
}

/// @return on which host each stage runs, hosts numbered in order of appearance
std::string
DescribeHosts(const PacketExecution& execution)
{
    std::string text;
    std::map<uint32_t, std::size_t> hosts;
    for (const auto& stage : execution.GetStages())
    {
        const auto host = hosts.try_emplace(stage->GetNode()->GetId(), hosts.size()).first;
        text += std::to_string(host->second) + " ";
    }
    return text;
}

} // namespace

ScenarioConditions::ScenarioConditions(const Scenario& scenario,
                                       const Cluster& cluster,
                                       const Topology& topology,
                                       const std::string& between)
    : m_scenario(scenario),
      m_cluster(cluster),
      m_topology(topology)
{
    const NetworkOptions& network = scenario.network;
    const RunSettings& run = scenario.run;
    m_run = Join(between,
                 "network",
                 network.DescribeTransport(),
                 network.congestionControl,
                 network.connections,
                 network.segmentBytes,
                 network.mtu,
                 network.initialWindow,
                 network.connectionRate.GetBitRate(),
                 network.maxWindow,
                 network.intraRegionPackets,
                 network.restartAfterIdle,
                 "settled",
                 run.steadyTolerance,
                 run.maxIterations);
    for (const WanLink& link : cluster.GetLinks())
    {
        m_links[JobExecution::GetLinkName(link.source, link.destination)] = m_links.size();
    }
}

std::string
ScenarioConditions::DescribeRun(bool random) const
{
    return random ? Join(m_run, "seed", m_scenario.seed) : m_run;
}

std::string
ScenarioConditions::DescribeJob(const JobExecution& execution) const
{
    const TrainingJob& job = execution.GetJob();
    const JobProfile& profile = job.profile;
    const PipelineOptions& pipeline = job.pipeline;
    std::string text = Join(job.schedule,
                            pipeline.extraWarmUp,
                            pipeline.weightShare,
                            static_cast<int>(pipeline.layerSplit),
                            pipeline.embeddingTime,
                            pipeline.headTime,
                            pipeline.computeJitter,
                            static_cast<int>(pipeline.flush),
                            pipeline.sendBuffer,
                            profile.computeTime,
                            profile.backwardRatio,
                            profile.boundaryBytes,
                            profile.layers,
                            profile.microBatches,
                            profile.chunks,
                            profile.optimizerTime);
    for (const uint32_t layers : pipeline.stageLayers)
    {
        text += Join(layers);
    }
    if (pipeline.computeJitter > 0)
    {
        text += job.id; // which its random stream hangs on
    }
    text += "in ";
    for (const auto& segment : execution.GetPlacement())
    {
        const Region& region = m_cluster.GetRegion(segment.region);
        text += Join(segment.region,
                     segment.gpus,
                     region.speed,
                     region.bandwidth.GetBitRate(),
                     region.latency.GetTimeStep());
    }
    const auto* packets = dynamic_cast<const PacketExecution*>(&execution);
    return packets ? text + "on " + DescribeHosts(*packets) : text;
}

std::string
ScenarioConditions::DescribeResource(const std::string& resource) const
{
    const auto found = m_links.find(resource);
    if (found == m_links.end())
    {
        return "port";
    }
    const WanLink& link = m_cluster.GetLinks()[found->second];
    const LinkDevices& devices = m_topology.wanLinks.at(found->second);
    DataRateValue rate;
    devices.source->GetAttribute("DataRate", rate);
    TimeValue delay;
    devices.source->GetChannel()->GetAttribute("Delay", delay);
    std::string text = Join(resource,
                            rate.Get().GetBitRate(),
                            delay.Get().GetTimeStep(),
                            link.queueBytes,
                            link.lossRate,
                            static_cast<int>(link.discipline),
                            link.ecn);
    for (const LinkChange& change : link.changes)
    {
        // Windows are sized for all that the link will be.
        text += Join("or", change.rate.GetBitRate(), change.delay.GetTimeStep());
    }
    for (const TrafficSource& traffic : m_scenario.traffic)
    {
        const bool isHere =
            (traffic.source == link.source && traffic.destination == link.destination) ||
            (traffic.source == link.destination && traffic.destination == link.source);
        const Time now = Simulator::Now();
        if (isHere && now >= traffic.start && (traffic.stop.IsZero() || now < traffic.stop))
        {
            text += Join("traffic",
                         traffic.source == link.source,
                         traffic.GetKindName(),
                         traffic.rate.GetBitRate(),
                         traffic.on.GetTimeStep(),
                         traffic.off.GetTimeStep(),
                         traffic.exponential,
                         traffic.connections,
                         traffic.congestionControl,
                         traffic.packetBytes);
        }
    }
    return text;
}

} // namespace ns3::bacepipe
