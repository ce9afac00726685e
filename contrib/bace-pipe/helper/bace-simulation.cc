// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-simulation.h"

#include "ns3/bace-analytic-execution.h"
#include "ns3/bace-channel-factory.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-text-table.h"
#include "ns3/bace-version.h"
#include "ns3/double.h"
#include "ns3/names.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <fstream>
#include <limits>
#include <stdexcept>

namespace ns3::bacepipe
{

namespace
{

/// Iterations of each job that the timeline shows: a fill-up, a steady state and a flush, twice.
const uint64_t g_timelineIterations = 2;

/// ns-3's clock counts nanoseconds in 63 bits: a little less than that, in seconds.
const double g_longestRun = 9.15e9;

} // namespace

Simulation::Simulation(const Scenario& scenario, const SimulationOptions& options)
    : m_scenario(scenario),
      m_options(options),
      m_cluster(scenario.regions, scenario.links)
{
    Check(scenario, options);
    m_scenario.network.ChoosePath(options.flowMonitor);
    RngSeedManager::SetSeed(scenario.seed);
    RngSeedManager::SetRun(1);
    m_result.scenario = scenario.name;
    m_result.scenarioText = scenario.text;
    m_result.policy = scenario.policy;
    m_result.network = scenario.network.GetLevelName();
    m_result.transport = m_scenario.network.DescribeTransport();
    m_result.ns3Version = GetNs3Version();
    m_result.seed = scenario.seed;
    m_result.totalGpus = m_cluster.GetTotalGpus();
    if (scenario.network.packetLevel)
    {
        BuildNetwork();
    }
    BuildScheduler();
    EnableRecording();
}

void
Simulation::Check(const Scenario& scenario, const SimulationOptions& options)
{
    const bool recorded = options.pcap != "none" || options.flowMonitor || options.timeline;
    if (recorded && !scenario.network.packetLevel)
    {
        throw ScenarioError(std::string(options.flowMonitor      ? "--flowmon"
                                        : options.pcap != "none" ? "--pcap"
                                                                 : "--timeline") +
                            ": found an analytic run, which has no packets, expected one with "
                            "--network=packet");
    }
    if (options.flowMonitor && scenario.network.path == "express")
    {
        throw ScenarioError("--flowmon: found the path express, whose packets FlowMonitor does not "
                            "see, expected --set=/network/path=stack");
    }
    uint64_t slowest = std::numeric_limits<uint64_t>::max();
    uint32_t gpus = 0;
    for (const auto& region : scenario.regions)
    {
        slowest = std::min(slowest, region.bandwidth.GetBitRate());
        gpus += region.gpus;
    }
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const TrainingJob& job = scenario.jobs[i];
        const JobProfile& profile = job.profile;
        // On its fewest GPUs and over the slowest region, which no placement is worse than.
        const double step = profile.computeTime / GetLeastGpus(profile, scenario.scheduling) +
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
    for (const auto& region : scenario.regions)
    {
        if (TopologyHelper::CountHosts(region) > TopologyHelper::MAX_HOSTS)
        {
            throw ScenarioError(scenario.name + ": region " + region.id + ": found " +
                                std::to_string(TopologyHelper::CountHosts(region)) +
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
    }
}

Simulation::~Simulation()
{
    m_scheduler = nullptr;
    m_environment = nullptr;
    m_wan = nullptr;
    m_topology = Topology();
    Simulator::Destroy();
    Names::Clear();
}

void
Simulation::BuildNetwork()
{
    m_topology = TopologyHelper().Install(m_cluster, 1);
    m_wan = std::make_unique<WanObserver>(m_cluster, m_topology, m_scenario.network.IsExpress());
    m_environment = std::make_shared<PacketEnvironment>();
    m_environment->regions = m_topology.agents;
    m_environment->makeChannel = [this](RegionIndex source, RegionIndex destination) {
        auto channel = ChannelFactory(m_cluster, m_scenario.network).Make(source, destination);
        m_wan->AddChannel(source, destination, channel);
        return channel;
    };
}

void
Simulation::BuildScheduler()
{
    auto node = CreateObject<Node>();
    Names::Add("/Names/scheduler", node);
    m_scheduler = CreateObject<SchedulerApplication>();
    m_scheduler->SetAttribute("Policy", StringValue(m_scenario.policy));
    m_scheduler->SetOptions(m_scenario.scheduling);
    m_scheduler->SetUp(m_cluster,
                       m_scenario.jobs,
                       [this](const TrainingJob& job, const Placement& placement) {
                           return MakeExecution(job, placement);
                       });
    if (m_scenario.network.packetLevel && m_scenario.run.fastForward)
    {
        auto fastForward = CreateObject<FastForward>();
        fastForward->SetAttribute("SteadyTolerance", DoubleValue(m_scenario.run.steadyTolerance));
        m_scheduler->SetFastForward(fastForward);
    }
    node->AddApplication(m_scheduler);

    m_scheduler->TraceConnectWithoutContext(
        "Decision",
        Callback<void, const DecisionRecord&>([this](const DecisionRecord& record) {
            const Decision& decision = record.decision;
            if (RepeatsDeferral(record))
            {
                return;
            }
            const Placement& shown = decision.placed ? decision.placement : decision.chain;
            m_result.decisions.push_back({record.time.GetSeconds(),
                                          record.trigger,
                                          record.job->job.id,
                                          decision.priority,
                                          decision.alpha,
                                          ToString(shown, m_cluster),
                                          CountGpus(shown),
                                          decision.placed,
                                          decision.reason});
        }));
    m_scheduler->TraceConnectWithoutContext(
        "JobStarted",
        Callback<void, const JobRecord&>([this](const JobRecord& record) { Watch(record); }));
    m_scheduler->TraceConnectWithoutContext(
        "JobFinished",
        Callback<void, const JobRecord&>([this](const JobRecord&) {
            if (m_progress)
            {
                m_progress->Update();
            }
        }));
    if (m_options.progress)
    {
        m_progress = std::make_unique<ProgressLine>(m_scheduler);
    }
}

bool
Simulation::RepeatsDeferral(const DecisionRecord& record)
{
    const std::string& job = record.job->job.id;
    if (record.decision.placed)
    {
        m_deferrals.erase(job);
        return false;
    }
    const std::string deferral =
        record.decision.reason + " " + ToString(record.decision.chain, m_cluster);
    const auto [found, added] = m_deferrals.try_emplace(job, deferral);
    const bool repeats = !added && found->second == deferral;
    found->second = deferral;
    return repeats;
}

void
Simulation::EnableRecording()
{
    if (!m_scenario.network.packetLevel)
    {
        return;
    }
    const bool express = m_scenario.network.IsExpress();
    if (m_options.pcap != "none")
    {
        m_capture = std::make_unique<PacketCapture>(m_options.directory + "/pcap");
        for (std::size_t i = 0; i < m_topology.wanLinks.size(); ++i)
        {
            const WanLink& link = m_cluster.GetLinks()[i];
            // No id of a region holds a plus sign: no two links share a name.
            const std::string name = m_cluster.GetRegion(link.source).id + "+" +
                                     m_cluster.GetRegion(link.destination).id;
            m_capture->Add(m_topology.wanLinks[i].source, name + "-sent", express);
            m_capture->Add(m_topology.wanLinks[i].destination, name + "-received", express);
        }
    }
    if (m_options.pcap == "all")
    {
        for (RegionIndex region = 0; region < m_topology.hosts.size(); ++region)
        {
            const NodeContainer& hosts = m_topology.hosts[region];
            for (uint32_t i = 0; i < hosts.GetN(); ++i)
            {
                m_capture->Add(hosts.Get(i)->GetDevice(1), // 0 is the loopback
                               m_cluster.GetRegion(region).id + "+host-" + std::to_string(i),
                               express);
            }
        }
    }
    if (m_options.flowMonitor)
    {
        m_flowMonitor = std::make_unique<FlowMonitorHelper>();
        m_flowMonitor->InstallAll();
    }
    if (m_options.timeline)
    {
        m_timeline = std::make_unique<Timeline>(m_cluster, g_timelineIterations);
    }
}

Ptr<JobExecution>
Simulation::MakeExecution(const TrainingJob& job, const Placement& placement)
{
    if (m_scenario.network.packetLevel)
    {
        auto execution = CreateObject<PacketExecution>();
        execution->SetJob(job, placement);
        execution->SetEnvironment(m_environment);
        return execution;
    }
    auto execution = CreateObject<AnalyticExecution>();
    execution->SetJob(job, placement);
    execution->SetCluster(m_cluster);
    return execution;
}

void
Simulation::Watch(const JobRecord& record)
{
    // Raw pointers: a trace sink that held its source would keep it alive for ever.
    JobExecution* execution = PeekPointer(record.execution);
    const std::string job = record.job.id;
    execution->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, uint64_t, Time, Time>([this,
                                              job](uint64_t index, Time start, Time duration) {
            m_statistics[job].Add(duration);
            m_result.iterations.push_back({job, index, start.GetSeconds(), duration.GetSeconds()});
            if (m_progress)
            {
                m_progress->Update();
            }
        }));
    execution->TraceConnectWithoutContext(
        "Accounted",
        Callback<void, uint64_t, Time>([this, execution](uint64_t iterations, Time) {
            m_wan->Account(*execution, iterations);
        }));
    if (m_timeline)
    {
        // The stages exist once the execution has started, in this same instant.
        auto packet = DynamicCast<PacketExecution>(record.execution);
        Simulator::ScheduleNow([this, packet]() { m_timeline->Watch(packet); });
    }
}

JobResult
Simulation::Summarise(const JobRecord& record) const
{
    const TrainingJob& job = record.job;
    JobResult row;
    row.job = job.id;
    row.model = job.model;
    row.dataset = job.dataset;
    row.arrival = job.arrival.GetSeconds();
    row.finished = record.state == JobState::FINISHED;
    if (!row.finished)
    {
        return row;
    }
    row.start = record.start.GetSeconds();
    row.finish = record.finish.GetSeconds();
    row.cost = ElectricityCost(record.placement, m_cluster, record.start, record.finish);
    row.energy = Energy(record.placement, m_cluster, record.finish - record.start);
    row.gpus = CountGpus(record.placement);
    row.placement = ToString(record.placement, m_cluster);
    row.iterations = record.execution->GetIterationsDone();
    row.iterationsSimulated = record.execution->GetIterationsSimulated();
    row.iterationAnalytic = IterationTime(job.profile, record.placement, m_cluster);
    row.iterationMean = row.GetExecution() / static_cast<double>(row.iterations);
    const auto statistics = m_statistics.find(job.id);
    if (statistics != m_statistics.end())
    {
        row.iterationHalfWidth = statistics->second.GetHalfWidth();
    }
    const StageTimes times = record.execution->GetMeanStageTimes();
    row.compute = times.compute.GetSeconds();
    row.waitActivation = times.waitActivation.GetSeconds();
    row.waitGradient = times.waitGradient.GetSeconds();
    row.wanBytes = record.execution->GetWanBytes();
    return row;
}

RunResult
Simulation::Run()
{
    Simulator::Run();
    m_progress = nullptr;
    for (const auto& record : m_scheduler->GetJobs())
    {
        m_result.jobs.push_back(Summarise(record));
    }
    m_result.unfinished = m_scheduler->DescribeUnfinished();
    if (m_wan)
    {
        m_result.links = m_wan->Report(m_result.GetMakespan());
    }
    m_result.events = Simulator::GetEventCount();
    if (m_capture)
    {
        m_capture->Close();
    }
    if (m_flowMonitor)
    {
        WriteFlowMonitor();
    }
    if (m_timeline)
    {
        m_timeline->Write(m_options.directory + "/timeline.json");
    }
    return m_result;
}

void
Simulation::WriteFlowMonitor()
{
    const std::string path = m_options.directory + "/flowmon.xml";
    std::ofstream file(path);
    file << "<?xml version=\"1.0\" ?>\n";
    m_flowMonitor->SerializeToXmlStream(file, 0, true, true);
    file.close();
    if (!file)
    {
        throw std::runtime_error("cannot write " + path);
    }
}

Ptr<SchedulerApplication>
Simulation::GetScheduler() const
{
    return m_scheduler;
}

const Topology&
Simulation::GetTopology() const
{
    return m_topology;
}

} // namespace ns3::bacepipe
