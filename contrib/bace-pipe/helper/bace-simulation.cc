// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-simulation.h"

#include "ns3/bace-analytic-execution.h"
#include "ns3/bace-build-identity.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-random-links.h"
#include "ns3/bace-region-totals.h"
#include "ns3/bace-scenario-conditions.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-version.h"
#include "ns3/double.h"
#include "ns3/names.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <stdexcept>

namespace ns3::bacepipe
{

Simulation::Simulation(const Scenario& scenario, const SimulationOptions& options)
    : m_scenario(scenario),
      m_options(options),
      m_cluster(scenario.regions, scenario.links)
{
    Check(scenario, options);
    m_scenario.network.ChoosePath(options.flowMonitor || NeedStack(scenario.links));
    RngSeedManager::SetSeed(scenario.seed);
    RngSeedManager::SetRun(1);
    m_result.scenario = scenario.name;
    m_result.scenarioText = scenario.text;
    m_result.policy = scenario.policy;
    m_result.network = scenario.network.GetLevelName();
    m_result.transport = m_scenario.network.DescribeTransport();
    m_result.intraRegion = m_scenario.network.GetIntraRegionName();
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

Simulation::~Simulation()
{
    m_scheduler = nullptr;
    m_activity = LinkActivity();
    m_traffic = nullptr;
    m_queues = nullptr;
    m_network = nullptr;
    Simulator::Destroy();
    Names::Clear();
}

void
Simulation::BuildNetwork()
{
    const NetworkOptions& options = m_scenario.network;
    WanQueueHelper queues;
    queues.SetPacketBytes(options.segmentBytes + PACKET_HEADER_BYTES);
    queues.SetStepMarking(options.congestionControl == "dctcp");
    TopologyHelper helper;
    helper.SetMtu(options.mtu);
    helper.SetQueues(queues);
    helper.SetTrafficRegions(CrossTrafficSet::FindRegions(m_scenario.traffic));
    m_network = std::make_unique<PacketNetwork>(m_cluster, options, helper);
    const Topology& topology = m_network->GetTopology();
    // After those of the topology: two for each link.
    const auto firstStream = static_cast<int64_t>(2 * m_scenario.links.size() + 1);
    m_traffic = std::make_unique<CrossTrafficSet>(m_cluster,
                                                  m_scenario,
                                                  topology,
                                                  m_network->GetEnvironment()->ports,
                                                  m_activity,
                                                  firstStream);
    if (m_scenario.run.fastForward)
    {
        m_queues = std::make_unique<RestingQueues>(m_cluster,
                                                   topology,
                                                   queues,
                                                   m_network->GetObserver(),
                                                   m_activity,
                                                   m_scenario.links.size() + 1);
    }
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
        BuildFastForward();
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
        Callback<void, const JobRecord&>([this](const JobRecord& record) {
            m_activity.Remove(record.execution);
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

void
Simulation::BuildFastForward()
{
    auto fastForward = CreateObject<FastForward>();
    fastForward->SetAttribute("SteadyTolerance", DoubleValue(m_scenario.run.steadyTolerance));
    fastForward->SetAttribute("MaxIterations", UintegerValue(m_scenario.run.maxIterations));
    fastForward->SetRandom(FindRandomLinks(m_scenario));
    fastForward->SetLossy(FindLossyLinks(m_scenario));
    if (m_scenario.run.memo)
    {
        BuildMemo(*fastForward);
    }
    m_suspensions.Watch(fastForward);
    for (const TrafficSource& traffic : m_scenario.traffic)
    {
        const std::string link = JobExecution::GetLinkName(traffic.source, traffic.destination);
        for (const Time& change : {traffic.start, traffic.stop})
        {
            // Not that of traffic without an end.
            if (change > Time(0))
            {
                Simulator::Schedule(change, &FastForward::Change, fastForward, link);
            }
        }
    }
    m_network->GetChangingLinks().AddCallback(
        [this, fastForward](std::size_t link, const LinkChange&) {
            const WanLink& changed = m_cluster.GetLinks()[link];
            fastForward->Change(JobExecution::GetLinkName(changed.source, changed.destination));
        });
    m_scheduler->SetFastForward(fastForward);
}

void
Simulation::BuildMemo(FastForward& fastForward)
{
    m_memo = std::make_shared<ComponentMemo>();
    std::string others; // what another run may have had otherwise
    if (!m_options.memo.empty())
    {
        m_memoFile = std::make_unique<MemoFile>(m_options.memo);
        if (const std::size_t leftOut = m_memoFile->Load(*m_memo))
        {
            std::cerr << "warning: --memo=" << m_options.memo << ": " << leftOut
                      << " lines cannot be read and are left out\n";
        }
        others = GetBuildIdentity() + " " + GetChangedDefaults();
    }
    fastForward.SetMemo(m_memo,
                        std::make_shared<ScenarioConditions>(m_scenario,
                                                             m_cluster,
                                                             m_network->GetTopology(),
                                                             others));
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

Ptr<JobExecution>
Simulation::MakeExecution(const TrainingJob& job, const Placement& placement)
{
    if (m_scenario.network.packetLevel)
    {
        auto execution = CreateObject<PacketExecution>();
        execution->SetJob(job, placement);
        execution->SetEnvironment(m_network->GetEnvironment());
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
            m_result.iterations.push_back({job, index, start.GetSeconds(), duration.GetSeconds()});
            if (m_progress)
            {
                m_progress->Update();
            }
        }));
    execution->TraceConnectWithoutContext(
        "Accounted",
        Callback<void, uint64_t, Time>([this, execution](uint64_t iterations, Time duration) {
            m_network->GetObserver().Account(*execution, iterations, duration);
        }));
    m_suspensions.Watch(record.execution);
    m_activity.Add(record.execution);
    if (m_waits)
    {
        execution->TraceConnectWithoutContext(
            "StageTimes",
            Callback<void, uint64_t, uint32_t, const StageTimes&>(
                [this, job](uint64_t iteration, uint32_t stage, const StageTimes& times) {
                    m_waits->Write(job, iteration, stage, times);
                }));
    }
    if (auto packet = DynamicCast<PacketExecution>(record.execution))
    {
        // The stages exist once the execution has started, in this same instant.
        Simulator::ScheduleNow([this, packet]() {
            m_pipeline.Watch(packet);
            if (m_timeline)
            {
                m_timeline->Watch(packet);
            }
            if (m_flows)
            {
                m_flows->Watch(*packet);
            }
        });
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
    row.executionHalfWidth = record.execution->GetHalfWidth();
    row.jctHalfWidth = record.finishHalfWidth;
    row.costHalfWidth = row.cost * row.executionHalfWidth / row.GetExecution();
    row.settled = m_suspensions.HasSettled(job.id);
    const StageTimes times = record.execution->GetMeanStageTimes();
    row.compute = times.compute.GetSeconds();
    row.waitActivation = times.waitActivation.total.GetSeconds();
    row.waitGradient = times.waitGradient.total.GetSeconds();
    WaitTime wait = times.waitActivation;
    wait += times.waitGradient;
    row.wait = SplitWait(wait);
    row.gradient = SplitWait(times.waitGradient);
    if (m_network)
    {
        row.behind = NameBehind(times, *m_network->GetEnvironment()->ports);
    }
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
    m_result.regions = SumRegions(m_scheduler->GetJobs(), m_cluster);
    m_result.unfinished = m_scheduler->DescribeUnfinished();
    m_result.accounted = m_suspensions.GetSpans();
    m_result.pipeline = m_pipeline.Report();
    if (m_network)
    {
        m_result.links =
            m_network->GetObserver().Report(m_result.GetFirstArrival(), m_result.GetMakespan());
        m_result.traffic = m_traffic->Report();
    }
    if (m_history)
    {
        m_result.linkIntervals = m_history->Report(*m_network->GetEnvironment()->ports);
    }
    if (m_memo)
    {
        m_result.memoHits = m_memo->GetHits();
        m_result.memoHitsLoaded = m_memo->GetLoadedHits();
    }
    if (m_memoFile && !m_memoFile->Append(*m_memo))
    {
        // The run is as good without it.
        std::cerr << "warning: --memo=" << m_options.memo << ": cannot be written\n";
    }
    m_result.events = Simulator::GetEventCount();
    FinishRecording();
    return m_result;
}

Ptr<SchedulerApplication>
Simulation::GetScheduler() const
{
    return m_scheduler;
}

const Topology&
Simulation::GetTopology() const
{
    static const Topology none;
    return m_network ? m_network->GetTopology() : none;
}

} // namespace ns3::bacepipe
