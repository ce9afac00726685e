// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-packet-execution.h"

#include "ns3/abort.h"
#include "ns3/bace-chunk-times.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-wan-joint.h"
#include "ns3/hash.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(PacketExecution);

namespace
{

/**
 * Of the job's id alone, so that no other job changes what it draws; above the streams of links,
 * and with room for a million stages.
 * @param job a job's id
 * @return the stream of its first stage
 */
int64_t
GetJitterStream(const std::string& job)
{
    constexpr uint64_t room = uint64_t{1} << 20;
    constexpr uint64_t jobs = uint64_t{1} << 42;
    return static_cast<int64_t>((Hash64(job) % jobs + 1) * room);
}

} // namespace

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

const std::vector<PacketJoint>&
PacketExecution::GetJoints() const
{
    return m_joints;
}

void
PacketExecution::Start()
{
    Deploy();
    JoinRegions();
    m_start = Simulator::Now();
    m_iterationStart = m_start;
    BeginStages();
}

void
PacketExecution::Deploy()
{
    const TrainingJob& job = GetJob();
    m_owner = m_environment->ports->AddOwner(job.id);
    DeploymentOrder order;
    order.job = job.id;
    order.owner = m_owner;
    order.schedule = job.schedule;
    order.scheduleOptions = {job.pipeline.extraWarmUp, job.profile.chunks};
    order.stages = CountGpus(GetPlacement());
    order.microBatches = job.profile.microBatches;
    order.boundaryBytes = job.profile.boundaryBytes;
    order.computeJitter = job.pipeline.computeJitter;
    order.sendBuffer = job.pipeline.sendBuffer;
    order.jitterStream = GetJitterStream(job.id);
    m_deployed = true;
    for (const auto& segment : GetPlacement())
    {
        const auto& region = m_environment->regions.at(segment.region);
        order.optimizerTime = Seconds(job.profile.optimizerTime / region->GetSpeed());
        order.times.clear();
        for (uint32_t i = 0; i < segment.gpus; ++i)
        {
            order.times.push_back(
                GetChunkTimes(job, order.stages, order.firstStage + i, region->GetSpeed()));
        }
        const auto [stages, joints] = region->Deploy(order);
        m_stages.insert(m_stages.end(), stages.begin(), stages.end());
        m_joints.insert(m_joints.end(), joints.begin(), joints.end());
        order.firstStage += segment.gpus;
    }
    for (std::size_t i = 0; i < m_stages.size(); ++i)
    {
        m_stages[i].application->SetIterationDoneCallback(
            Callback<void>([this, i]() { StageDone(i); }));
    }
    m_isDone.assign(m_stages.size(), false);
    m_doneTimes.resize(m_stages.size());
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
        boundary->Open(m_environment->makeChannel(u, v),
                       m_environment->makeChannel(v, u),
                       {before.host->node, before.host->address},
                       {after.host->node, after.host->address},
                       m_environment->ports,
                       m_owner);
        if (m_environment->describeWay)
        {
            boundary->SetWay(BoundaryMessage::ACTIVATION,
                             m_environment->describeWay(u, v),
                             m_owner);
            boundary->SetWay(BoundaryMessage::GRADIENT, m_environment->describeWay(v, u), m_owner);
        }
        before.application->SetNext(boundary);
        after.application->SetPrevious(boundary);
        m_boundaries.push_back(boundary);
        m_joints.push_back({joint.before, joint.after, joint.messages, boundary});
    }
    for (const auto& joint : m_joints)
    {
        joint.boundary->SetBrokenCallback(Callback<void>([this] { Break(); }));
    }
}

void
PacketExecution::BeginStages()
{
    for (std::size_t i = 0; i < m_stages.size(); ++i)
    {
        if (!m_isDone[i] && !m_stages[i].application->IsBusy())
        {
            m_stages[i].application->BeginIteration();
        }
    }
}

void
PacketExecution::StageDone(std::size_t stage)
{
    StageApplication& application = *m_stages[stage].application;
    // A stage that went on cannot be done again before all others are: it needs their messages.
    NS_ABORT_MSG_IF(m_isDone[stage], "a stage of " << GetJob().id << " is two iterations ahead");
    m_isDone[stage] = true;
    m_doneTimes[stage] = application.GetTimes();
    if (++m_stagesDone == m_stages.size())
    {
        IterationDone();
    }
    else if (GetJob().pipeline.flush == Flush::PER_STAGE && !m_suspendNext &&
             m_done + 1 < GetJob().profile.iterations)
    {
        application.BeginIteration();
    }
}

void
PacketExecution::IterationDone()
{
    ++m_done;
    ++m_simulated;
    m_stagesDone = 0;
    m_isDone.assign(m_stages.size(), false);
    CheckTraffic();
    // The mean, for the sum over stages and iterations of a long run is more than the clock holds.
    StageTimes times;
    for (std::size_t stage = 0; stage < m_stages.size(); ++stage)
    {
        times += m_doneTimes[stage];
        m_stageTimesTrace(m_done - 1, stage, m_doneTimes[stage]);
    }
    times /= static_cast<int64_t>(m_stages.size());
    m_times += times;
    m_recent.push_back(std::move(times));
    if (m_recent.size() > MAX_RECENT)
    {
        m_recent.pop_front();
    }
    m_iterationTrace(m_done - 1, m_iterationStart, Simulator::Now() - m_iterationStart);
    m_iterationStart = Simulator::Now();
    if (m_done == GetJob().profile.iterations)
    {
        // Not at once: the last stage is still in the call that led here.
        m_event = Simulator::ScheduleNow(&PacketExecution::Finish, this);
        return;
    }
    if (m_suspendNext)
    {
        const SteadyIteration next = *m_suspendNext;
        Suspend(next);
    }
    if (!m_suspended)
    {
        BeginStages();
    }
}

bool
PacketExecution::IsAnyStageBusy() const
{
    return std::any_of(m_stages.begin(), m_stages.end(), [](const DeployedStage& stage) {
        return stage.application->IsBusy();
    });
}

void
PacketExecution::CheckTraffic() const
{
    const JobProfile& profile = GetJob().profile;
    // Without a flush between iterations stages are in the next one already.
    const bool isAhead = IsAnyStageBusy();
    for (const auto& joint : m_joints)
    {
        const auto& boundary = joint.boundary;
        const uint64_t each =
            uint64_t{2} * joint.messages * profile.microBatches * boundary->GetMessageBytes();
        const uint64_t expected = each * m_simulated;
        const uint64_t sent = boundary->GetSentBytes();
        const bool complete = isAhead ? sent >= expected && sent <= expected + each
                                      : sent == expected && boundary->GetInFlight() == 0;
        NS_ABORT_MSG_UNLESS(complete,
                            GetJob().id << " ended an iteration with " << boundary->GetInFlight()
                                        << " messages in flight and " << sent << " bytes sent of "
                                        << expected);
    }
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
    m_joints.clear();
    m_stages.clear();
    if (m_deployed)
    {
        for (const auto& segment : GetPlacement())
        {
            m_environment->regions.at(segment.region)->Withdraw(GetJob().id);
        }
        m_deployed = false;
    }
}

uint64_t
PacketExecution::GetIterationsSimulated() const
{
    return m_simulated;
}

bool
PacketExecution::IsDeterministic() const
{
    return GetJob().pipeline.computeJitter == 0;
}

bool
PacketExecution::RepeatsAtOnce() const
{
    return IsDeterministic() && m_joints.empty() && GetJob().pipeline.flush == Flush::GLOBAL;
}

std::vector<Ptr<MessageChannel>>
PacketExecution::GetChannels() const
{
    std::vector<Ptr<MessageChannel>> channels;
    for (const auto& joint : m_joints)
    {
        for (const auto message : {BoundaryMessage::ACTIVATION, BoundaryMessage::GRADIENT})
        {
            channels.push_back(joint.boundary->GetChannel(message));
        }
    }
    return channels;
}

std::optional<TransportState>
PacketExecution::GetTransportState() const
{
    TransportState all;
    for (const auto& channel : GetChannels())
    {
        const auto state = channel->GetState();
        if (!state)
        {
            return std::nullopt;
        }
        all.Add(*state);
    }
    return all;
}

uint64_t
PacketExecution::GetRetransmittedBytes() const
{
    uint64_t bytes = 0;
    for (const auto& channel : GetChannels())
    {
        bytes += channel->GetRetransmittedBytes();
    }
    return bytes;
}

StageTimes
PacketExecution::GetMeanStageTimes() const
{
    return m_times;
}

uint32_t
PacketExecution::GetOwner() const
{
    return m_owner;
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
    for (const auto& joint : m_joints)
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
    for (const auto& joint : m_joints)
    {
        if (joint.boundary->GetInFlight() > 0)
        {
            text << "; " << joint.boundary->DescribeState();
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
