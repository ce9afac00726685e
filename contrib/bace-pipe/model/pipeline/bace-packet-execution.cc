// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-packet-execution.h"

#include "ns3/abort.h"
#include "ns3/bace-chunk-times.h"
#include "ns3/bace-clock.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-wan-joint.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(PacketExecution);

TypeId
PacketExecution::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::PacketExecution")
                            .SetParent<JobExecution>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<PacketExecution>();
    return tid;
}

void
PacketExecution::SetEnvironment(std::shared_ptr<PacketEnvironment> environment)
{
    m_environment = environment;
}

std::vector<Ptr<StageApplication>>
PacketExecution::GetStages() const
{
    std::vector<Ptr<StageApplication>> stages;
    for (const auto& stage : m_stages)
    {
        stages.push_back(stage.application);
    }
    return stages;
}

const std::vector<Ptr<TransportBoundary>>&
PacketExecution::GetWanBoundaries() const
{
    return m_boundaries;
}

void
PacketExecution::Start()
{
    Deploy();
    JoinRegions();
    m_start = Simulator::Now();
    BeginIteration();
}

void
PacketExecution::Deploy()
{
    const TrainingJob& job = GetJob();
    DeploymentOrder order;
    order.job = job.id;
    order.schedule = job.schedule;
    order.scheduleOptions = {job.pipeline.extraWarmUp, job.profile.chunks};
    order.stages = CountGpus(GetPlacement());
    order.microBatches = job.profile.microBatches;
    order.boundaryBytes = job.profile.boundaryBytes;
    m_deployed = true;
    for (const auto& segment : GetPlacement())
    {
        order.times.clear();
        for (uint32_t i = 0; i < segment.gpus; ++i)
        {
            order.times.push_back(GetChunkTimes(job, order.stages, order.firstStage + i));
        }
        const auto stages = m_environment->regions.at(segment.region)->Deploy(order);
        m_stages.insert(m_stages.end(), stages.begin(), stages.end());
        order.firstStage += segment.gpus;
    }
    for (const auto& stage : m_stages)
    {
        stage.application->SetIterationDoneCallback(
            MakeCallback(&PacketExecution::StageDone, this));
    }
}

void
PacketExecution::JoinRegions()
{
    for (const auto& joint : FindWanJoints(GetPlacement(), GetJob().profile.chunks))
    {
        const DeployedStage& before = m_stages[joint.before];
        const DeployedStage& after = m_stages[joint.after];
        const RegionIndex u = joint.beforeRegion;
        const RegionIndex v = joint.afterRegion;
        auto boundary = CreateObject<TransportBoundary>();
        boundary->SetMessageBytes(GetJob().profile.boundaryBytes);
        boundary->SetChannels(OpenChannel(before, u, after, v), OpenChannel(after, v, before, u));
        boundary->SetBrokenCallback(Callback<void>([this] { Break(); }));
        before.application->SetNext(boundary);
        after.application->SetPrevious(boundary);
        m_boundaries.push_back(boundary);
    }
}

Ptr<MessageChannel>
PacketExecution::OpenChannel(const DeployedStage& source,
                             RegionIndex from,
                             const DeployedStage& destination,
                             RegionIndex to)
{
    auto channel = m_environment->makeChannel(from, to);
    const uint16_t ports = channel->GetPortCount();
    const uint16_t port = m_environment->ports.Take(ports);
    m_ports.emplace_back(port, ports);
    channel->Open({source.host->node,
                   destination.host->node,
                   source.host->address,
                   destination.host->address,
                   port});
    return channel;
}

void
PacketExecution::BeginIteration()
{
    m_iterationStart = Simulator::Now();
    m_stagesDone = 0;
    for (const auto& stage : m_stages)
    {
        stage.application->BeginIteration();
    }
}

void
PacketExecution::StageDone()
{
    if (++m_stagesDone == m_stages.size())
    {
        IterationDone();
    }
}

void
PacketExecution::IterationDone()
{
    ++m_done;
    ++m_simulated;
    CheckTraffic();
    m_lastTimes = StageTimes();
    for (const auto& stage : m_stages)
    {
        m_lastTimes += stage.application->GetTimes();
    }
    // The mean, for the sum over stages and iterations of a long run is more than the clock holds.
    const int64_t stages = m_stages.size();
    m_lastTimes = {m_lastTimes.compute / stages,
                   m_lastTimes.waitActivation / stages,
                   m_lastTimes.waitGradient / stages};
    m_times += m_lastTimes;
    m_iterationTrace(m_done - 1, m_iterationStart, Simulator::Now() - m_iterationStart);
    if (m_done == GetJob().profile.iterations)
    {
        // Not at once: the last stage is still in the call that led here.
        m_event = Simulator::ScheduleNow(&PacketExecution::Finish, this);
    }
    else if (!m_suspended)
    {
        BeginIteration();
    }
}

void
PacketExecution::CheckTraffic() const
{
    const JobProfile& profile = GetJob().profile;
    const auto joints = FindWanJoints(GetPlacement(), profile.chunks);
    for (std::size_t i = 0; i < m_boundaries.size(); ++i)
    {
        const auto& boundary = m_boundaries[i];
        const uint64_t expected = uint64_t{2} * joints[i].messages * profile.microBatches *
                                  m_simulated * boundary->GetMessageBytes();
        NS_ABORT_MSG_IF(boundary->GetInFlight() > 0 || boundary->GetSentBytes() != expected,
                        GetJob().id << " ended an iteration with " << boundary->GetInFlight()
                                    << " messages in flight and " << boundary->GetSentBytes()
                                    << " bytes sent of " << expected);
    }
}

void
PacketExecution::Suspend(Time duration)
{
    if (m_suspended || m_done == GetJob().profile.iterations)
    {
        return;
    }
    m_suspended = true;
    m_suspendedAt = Simulator::Now();
    m_duration = duration;
    const uint64_t remaining = GetJob().profile.iterations - m_done;
    CheckClock(duration.GetSeconds() * static_cast<double>(remaining));
    m_event = Simulator::Schedule(duration * static_cast<int64_t>(remaining),
                                  &PacketExecution::FinishSuspended,
                                  this);
}

void
PacketExecution::Resume()
{
    if (!m_suspended || m_resuming)
    {
        return;
    }
    // The boundary at or after now, counted in accounted iterations.
    const int64_t elapsed = (Simulator::Now() - m_suspendedAt).GetTimeStep();
    const int64_t step = m_duration.GetTimeStep();
    const int64_t accounted = (elapsed + step - 1) / step;
    if (m_done + accounted >= GetJob().profile.iterations)
    {
        return; // in its last iteration: the suspension's own end stands
    }
    m_resuming = true;
    m_event.Cancel();
    m_event = Simulator::Schedule(m_suspendedAt + m_duration * accounted - Simulator::Now(),
                                  &PacketExecution::Restart,
                                  this,
                                  accounted);
}

void
PacketExecution::Account(uint64_t iterations)
{
    m_done += iterations;
    const int64_t count = iterations;
    m_times.compute += m_lastTimes.compute * count;
    m_times.waitActivation += m_lastTimes.waitActivation * count;
    m_times.waitGradient += m_lastTimes.waitGradient * count;
    m_suspended = false;
    m_resuming = false;
    m_accountedTrace(iterations, m_duration);
}

void
PacketExecution::Restart(uint64_t accounted)
{
    Account(accounted);
    m_resumedTrace();
    BeginIteration();
}

void
PacketExecution::FinishSuspended()
{
    Account(GetJob().profile.iterations - m_done);
    Finish();
}

void
PacketExecution::Finish()
{
    TearDown();
    Done();
}

void
PacketExecution::TearDown()
{
    m_event.Cancel();
    for (const auto& boundary : m_boundaries)
    {
        boundary->Close();
        boundary->Dispose();
    }
    m_boundaries.clear();
    m_stages.clear();
    for (const auto& [first, count] : m_ports)
    {
        m_environment->ports.Return(first, count);
    }
    m_ports.clear();
    if (m_deployed)
    {
        for (const auto& segment : GetPlacement())
        {
            m_environment->regions.at(segment.region)->Withdraw(GetJob().id);
        }
        m_deployed = false;
    }
}

bool
PacketExecution::IsSuspended() const
{
    return m_suspended;
}

uint64_t
PacketExecution::GetIterationsDone() const
{
    if (!m_suspended)
    {
        return m_done;
    }
    const Time elapsed = Simulator::Now() - m_suspendedAt;
    return m_done + elapsed.GetTimeStep() / m_duration.GetTimeStep();
}

std::optional<Time>
PacketExecution::GetExpectedEnd() const
{
    const double left = static_cast<double>(GetJob().profile.iterations - m_done);
    if (m_suspended)
    {
        return m_suspendedAt + Seconds(left * m_duration.GetSeconds());
    }
    if (m_done == 0)
    {
        return std::nullopt;
    }
    const double mean = (m_iterationStart - m_start).GetSeconds() / static_cast<double>(m_done);
    return std::max(Simulator::Now(), m_iterationStart + Seconds(left * mean));
}

uint64_t
PacketExecution::GetIterationsSimulated() const
{
    return m_simulated;
}

StageTimes
PacketExecution::GetMeanStageTimes() const
{
    return m_times;
}

uint64_t
PacketExecution::GetProgress() const
{
    uint64_t progress = GetIterationsDone();
    for (const auto& stage : m_stages)
    {
        progress += stage.application->GetOperationsDone();
    }
    return progress;
}

bool
PacketExecution::IsWaiting() const
{
    return !m_suspended &&
           std::none_of(m_stages.begin(), m_stages.end(), [](const DeployedStage& stage) {
               return stage.application->IsComputing();
           });
}

JobExecution::NetworkLoads
PacketExecution::GetNetworkLoads() const
{
    NetworkLoads loads = JobExecution::GetNetworkLoads();
    if (m_stages.empty())
    {
        return loads;
    }
    const auto bandwidth = RequiredBandwidth(GetJob().profile, CountGpus(GetPlacement()));
    for (const auto& joint : FindWanJoints(GetPlacement(), GetJob().profile.chunks))
    {
        for (const uint32_t stage : {joint.before, joint.after})
        {
            const GpuHost& host = *m_stages[stage].host;
            loads["port of node " + std::to_string(host.node->GetId())] +=
                joint.messages * static_cast<double>(bandwidth.GetBitRate()) /
                host.portRate.GetBitRate();
        }
    }
    return loads;
}

std::string
PacketExecution::DescribeState() const
{
    std::ostringstream text;
    text << "iteration " << GetIterationsDone() << " of " << GetJob().profile.iterations;
    if (m_suspended)
    {
        text << ", suspended";
        return text.str();
    }
    for (const auto& stage : m_stages)
    {
        if (stage.application->IsBusy())
        {
            text << ": " << stage.application->DescribeState(); // the first busy one tells most
            break;
        }
    }
    for (const auto& boundary : m_boundaries)
    {
        if (boundary->GetInFlight() > 0)
        {
            text << "; " << boundary->DescribeState();
        }
    }
    return text.str();
}

void
PacketExecution::DoDispose()
{
    TearDown();
    m_environment = nullptr;
    JobExecution::DoDispose();
}

} // namespace ns3::bacepipe
