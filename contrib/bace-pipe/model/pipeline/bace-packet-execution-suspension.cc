// SPDX-License-Identifier: GPL-2.0-only
// How a packet execution accounts iterations instead of simulating them.
#include "ns3/bace-clock.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

void
PacketExecution::Suspend(const SteadyIteration& iteration)
{
    if (m_suspended || m_done == GetJob().profile.iterations)
    {
        return;
    }
    if (IsAnyStageBusy())
    {
        m_suspendNext = iteration;
        return;
    }
    m_suspendNext.reset();
    m_suspended = true;
    m_suspendedAt = Simulator::Now();
    m_suspension = iteration;
    m_accountedTimes =
        iteration.times ? *iteration.times : GetRecentStageTimes(iteration.estimate.samples);
    const uint64_t remaining = GetJob().profile.iterations - m_done;
    CheckClock(iteration.duration.GetSeconds() * static_cast<double>(remaining));
    m_event = Simulator::Schedule(iteration.duration * static_cast<int64_t>(remaining),
                                  &PacketExecution::FinishSuspended,
                                  this);
    m_suspendedTrace();
}

void
PacketExecution::Resume()
{
    if (m_suspendNext)
    {
        // Stages that held back for the suspension go on.
        m_suspendNext.reset();
        for (std::size_t i = 0; i < m_stages.size(); ++i)
        {
            const bool last = m_done + 1 == GetJob().profile.iterations;
            if (m_isDone[i] && !last && !m_stages[i].application->IsBusy())
            {
                m_stages[i].application->BeginIteration();
            }
        }
    }
    if (!m_suspended || m_resuming)
    {
        return;
    }
    // The boundary at or after now, counted in accounted iterations.
    const int64_t elapsed = (Simulator::Now() - m_suspendedAt).GetTimeStep();
    const int64_t step = m_suspension.duration.GetTimeStep();
    const int64_t accounted = (elapsed + step - 1) / step;
    if (m_done + accounted >= GetJob().profile.iterations)
    {
        return; // in its last iteration: the suspension's own end stands
    }
    m_resuming = true;
    m_event.Cancel();
    m_event =
        Simulator::Schedule(m_suspendedAt + m_suspension.duration * accounted - Simulator::Now(),
                            &PacketExecution::Restart,
                            this,
                            accounted);
}

StageTimes
PacketExecution::GetRecentStageTimes(uint64_t iterations) const
{
    StageTimes times;
    const auto count = std::min<std::size_t>(std::max<uint64_t>(iterations, 1), m_recent.size());
    for (auto recent = m_recent.end() - count; recent != m_recent.end(); ++recent)
    {
        times += *recent;
    }
    if (count > 0)
    {
        times /= static_cast<int64_t>(count);
    }
    return times;
}

void
PacketExecution::Account(uint64_t iterations)
{
    m_done += iterations;
    for (const auto& joint : m_joints)
    {
        joint.boundary->SkipIterations(iterations);
    }
    m_accountedTimes *= static_cast<int64_t>(iterations);
    m_times += m_accountedTimes;
    Widen(m_suspension.estimate.GetSumHalfWidth(iterations));
    m_recent.clear();
    m_suspended = false;
    m_resuming = false;
    m_accountedTrace(iterations, m_suspension.duration);
}

void
PacketExecution::Restart(uint64_t accounted)
{
    Account(accounted);
    m_resumedTrace();
    m_iterationStart = Simulator::Now();
    BeginStages();
}

void
PacketExecution::FinishSuspended()
{
    Account(GetJob().profile.iterations - m_done);
    Finish();
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
    return m_done + elapsed.GetTimeStep() / m_suspension.duration.GetTimeStep();
}

std::optional<Time>
PacketExecution::GetExpectedEnd() const
{
    const double left = static_cast<double>(GetJob().profile.iterations - m_done);
    if (m_suspended)
    {
        return m_suspendedAt + Seconds(left * m_suspension.duration.GetSeconds());
    }
    if (m_done == 0)
    {
        return std::nullopt;
    }
    const double mean = (m_iterationStart - m_start).GetSeconds() / static_cast<double>(m_done);
    return std::max(Simulator::Now(), m_iterationStart + Seconds(left * mean));
}

} // namespace ns3::bacepipe
