// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-execution.h"

#include "ns3/bace-clock.h"
#include "ns3/bace-cost-model.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(AnalyticExecution);

TypeId
AnalyticExecution::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::AnalyticExecution")
                            .SetParent<JobExecution>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<AnalyticExecution>();
    return tid;
}

void
AnalyticExecution::SetCluster(const Cluster& cluster)
{
    m_cluster = &cluster;
}

void
AnalyticExecution::Start()
{
    const JobProfile& profile = GetJob().profile;
    m_start = Simulator::Now();
    m_iterationTime = IterationTime(profile, GetPlacement(), *m_cluster);
    const double duration = static_cast<double>(profile.iterations) * m_iterationTime;
    CheckClock(duration);
    m_end = Simulator::Schedule(Seconds(duration), &AnalyticExecution::Done, this);
}

bool
AnalyticExecution::IsSuspended() const
{
    return true; // it never simulates an iteration
}

uint64_t
AnalyticExecution::GetIterationsDone() const
{
    if (m_end.IsExpired())
    {
        return GetJob().profile.iterations;
    }
    const double elapsed = (Simulator::Now() - m_start).GetSeconds();
    return std::min<uint64_t>(elapsed / m_iterationTime, GetJob().profile.iterations);
}

StageTimes
AnalyticExecution::GetMeanStageTimes() const
{
    const JobProfile& profile = GetJob().profile;
    const uint32_t stages = CountGpus(GetPlacement());
    const double slowness = SumSlowness(GetPlacement(), *m_cluster) / stages; // their mean
    StageTimes times;
    times.compute =
        Seconds((StageComputeTime(profile, stages) * profile.microBatches + profile.optimizerTime) *
                slowness * GetIterationsDone());
    return times;
}

std::string
AnalyticExecution::DescribeState() const
{
    return "runs by the equations until its end";
}

void
AnalyticExecution::DoDispose()
{
    m_end.Cancel();
    JobExecution::DoDispose();
}

} // namespace ns3::bacepipe
