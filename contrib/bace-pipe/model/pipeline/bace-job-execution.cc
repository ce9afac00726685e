// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-job-execution.h"

#include <cmath>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(JobExecution);

TypeId
JobExecution::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::JobExecution")
            .SetParent<Object>()
            .SetGroupName("BacePipe")
            .AddTraceSource("Iteration",
                            "A simulated iteration has ended: index, start, duration.",
                            MakeTraceSourceAccessor(&JobExecution::m_iterationTrace),
                            "ns3::bacepipe::JobExecution::IterationTracedCallback")
            .AddTraceSource("StageTimes",
                            "A simulated iteration is about to end: index, and of each stage in "
                            "turn its number and where its time went.",
                            MakeTraceSourceAccessor(&JobExecution::m_stageTimesTrace),
                            "ns3::bacepipe::JobExecution::StageTimesTracedCallback")
            .AddTraceSource("Accounted",
                            "Iterations were accounted without packets: how many, duration.",
                            MakeTraceSourceAccessor(&JobExecution::m_accountedTrace),
                            "ns3::bacepipe::JobExecution::AccountedTracedCallback")
            .AddTraceSource("Suspended",
                            "The execution accounts its iterations from now on.",
                            MakeTraceSourceAccessor(&JobExecution::m_suspendedTrace),
                            "ns3::TracedCallback::Void")
            .AddTraceSource("Resumed",
                            "A suspended execution simulates again from now on.",
                            MakeTraceSourceAccessor(&JobExecution::m_resumedTrace),
                            "ns3::TracedCallback::Void");
    return tid;
}

void
JobExecution::SetJob(const TrainingJob& job, const Placement& placement)
{
    m_job = job;
    m_placement = placement;
}

const TrainingJob&
JobExecution::GetJob() const
{
    return m_job;
}

const Placement&
JobExecution::GetPlacement() const
{
    return m_placement;
}

void
JobExecution::SetDoneCallback(Callback<void> callback)
{
    m_done = callback;
}

void
JobExecution::SetBrokenCallback(Callback<void> callback)
{
    m_broken = callback;
}

void
JobExecution::Suspend(const SteadyIteration&)
{
}

void
JobExecution::Resume()
{
}

double
JobExecution::GetHalfWidth() const
{
    return m_halfWidth;
}

void
JobExecution::Widen(double halfWidth)
{
    m_halfWidth = std::hypot(m_halfWidth, halfWidth);
}

bool
JobExecution::IsDeterministic() const
{
    return true;
}

bool
JobExecution::RepeatsAtOnce() const
{
    return false;
}

std::optional<TransportState>
JobExecution::GetTransportState() const
{
    return TransportState();
}

uint64_t
JobExecution::GetRetransmittedBytes() const
{
    return 0;
}

bool
JobExecution::IsSuspended() const
{
    return false;
}

std::optional<Time>
JobExecution::GetExpectedEnd() const
{
    return std::nullopt;
}

uint64_t
JobExecution::GetIterationsSimulated() const
{
    return 0;
}

StageTimes
JobExecution::GetMeanStageTimes() const
{
    return StageTimes();
}

StageTimes
JobExecution::GetRecentStageTimes(uint64_t) const
{
    return StageTimes();
}

uint32_t
JobExecution::GetOwner() const
{
    return 0;
}

uint64_t
JobExecution::GetWanBytes() const
{
    const JobProfile& profile = GetJob().profile;
    uint64_t perMicroBatch = 0;
    ForEachRegionPair(
        GetPlacement(),
        profile.chunks,
        [&](RegionIndex, RegionIndex, uint32_t messages) { perMicroBatch += 2 * messages; });
    return perMicroBatch * profile.microBatches * GetIterationsDone() * profile.boundaryBytes;
}

uint64_t
JobExecution::GetProgress() const
{
    return GetIterationsDone();
}

bool
JobExecution::IsWaiting() const
{
    return false;
}

std::string
JobExecution::GetLinkName(RegionIndex source, RegionIndex destination)
{
    return "link " + std::to_string(source) + ">" + std::to_string(destination);
}

JobExecution::NetworkLoads
JobExecution::GetNetworkLoads() const
{
    NetworkLoads loads;
    ForEachRegionPair(m_placement,
                      m_job.profile.chunks,
                      [&](RegionIndex a, RegionIndex b, uint32_t) {
                          loads[GetLinkName(a, b)] = 1;
                          loads[GetLinkName(b, a)] = 1;
                      });
    return loads;
}

void
JobExecution::Done()
{
    if (!m_done.IsNull())
    {
        m_done();
    }
}

void
JobExecution::Break()
{
    if (!m_broken.IsNull())
    {
        m_broken();
    }
}

void
JobExecution::DoDispose()
{
    m_done = Callback<void>();
    m_broken = Callback<void>();
    Object::DoDispose();
}

} // namespace ns3::bacepipe
