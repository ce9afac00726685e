// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scheduler-application.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace ns3::bacepipe
{

NS_LOG_COMPONENT_DEFINE("BaceSchedulerApplication");

void
SchedulerApplication::SetUp(const Cluster& cluster,
                            std::vector<TrainingJob> jobs,
                            ExecutionFactory factory)
{
    m_cluster = &cluster;
    m_factory = std::move(factory);
    m_jobs.clear();
    for (auto& job : jobs)
    {
        JobRecord record;
        record.job = std::move(job);
        m_jobs.push_back(std::move(record));
    }
    m_progress.assign(m_jobs.size(), 0);
}

void
SchedulerApplication::SetFastForward(Ptr<FastForward> fastForward)
{
    m_fastForward = fastForward;
}

Ptr<FastForward>
SchedulerApplication::GetFastForward() const
{
    return m_fastForward;
}

const std::vector<JobRecord>&
SchedulerApplication::GetJobs() const
{
    return m_jobs;
}

const Ledger&
SchedulerApplication::GetLedger() const
{
    return m_scheduler->GetLedger();
}

bool
SchedulerApplication::IsDone() const
{
    return m_finished == m_jobs.size();
}

void
SchedulerApplication::StartApplication()
{
    m_policy = FindPolicy(m_policyName);
    NS_ABORT_MSG_IF(!m_policy, "no policy is called " << m_policyName);
    NS_ABORT_MSG_IF(!m_cluster, "the scheduler was not set up");
    m_scheduler = std::make_unique<JobScheduler>(Ledger(*m_cluster), *m_policy, GetOptions());
    for (std::size_t i = 0; i < m_jobs.size(); ++i)
    {
        Simulator::Schedule(m_jobs[i].job.arrival - Simulator::Now(),
                            &SchedulerApplication::Arrive,
                            this,
                            i);
    }
}

void
SchedulerApplication::StopApplication()
{
    m_round.Cancel();
    m_priceRound.Cancel();
    m_progressCheck.Cancel();
}

void
SchedulerApplication::Arrive(std::size_t index)
{
    m_jobs[index].state = JobState::PENDING;
    m_scheduler->Submit(index, m_jobs[index].job);
    RequestRound("arrival:" + m_jobs[index].job.id);
}

void
SchedulerApplication::RequestRound(const std::string& trigger)
{
    m_trigger += (m_trigger.empty() ? "" : " ") + trigger;
    // Put off behind whatever else happens in this instant, however often it is asked for: twice,
    // for an execution too puts its end off once.
    m_round.Cancel();
    m_round = Simulator::ScheduleNow(&SchedulerApplication::PutOffRound, this);
}

void
SchedulerApplication::PutOffRound()
{
    m_round = Simulator::ScheduleNow(&SchedulerApplication::RunRound, this);
}

void
SchedulerApplication::RunRound()
{
    const std::string trigger = std::move(m_trigger);
    m_trigger.clear();
    const double halfWidth = std::exchange(m_roundHalfWidth, 0);
    if (m_scheduler->GetPending().empty())
    {
        return;
    }
    UpdateExpectations();
    std::vector<std::size_t> placed;
    for (const auto& decision : m_scheduler->Decide(Simulator::Now()))
    {
        JobRecord& record = m_jobs[decision.job];
        record.lastReason = decision.reason;
        if (decision.placed)
        {
            record.placement = decision.placement;
            record.startHalfWidth = halfWidth;
            placed.push_back(decision.job);
        }
        m_decisionTrace({Simulator::Now(), trigger, &record, decision});
    }
    for (const std::size_t index : placed)
    {
        StartJob(index);
    }
    if (!m_scheduler->GetPending().empty())
    {
        RequestPriceRound();
        StopIfNothingCanHappen();
    }
}

void
SchedulerApplication::UpdateExpectations()
{
    if (m_policy->ordering != Ordering::LOOK_AHEAD)
    {
        return;
    }
    for (const auto& [index, job] : m_scheduler->GetRunning())
    {
        if (const auto end = m_jobs[index].execution->GetExpectedEnd())
        {
            m_scheduler->Expect(index, *end);
        }
    }
}

void
SchedulerApplication::StopIfNothingCanHappen()
{
    // Not left to the simulator: monitors have events of their own, without end.
    const bool awaitsJob = std::any_of(m_jobs.begin(), m_jobs.end(), [](const JobRecord& record) {
        return record.state == JobState::SUBMITTED || record.state == JobState::RUNNING;
    });
    if (!awaitsJob && !m_priceRound.IsRunning())
    {
        Simulator::Stop();
    }
}

void
SchedulerApplication::RequestPriceRound()
{
    const auto next = m_cluster->FindNextPriceChange(Simulator::Now());
    m_priceRound.Cancel();
    if (next)
    {
        m_priceRound = Simulator::Schedule(*next - Simulator::Now(),
                                           &SchedulerApplication::RequestRound,
                                           this,
                                           std::string("price"));
    }
}

void
SchedulerApplication::StartJob(std::size_t index)
{
    JobRecord& record = m_jobs[index];
    NS_LOG_INFO("start " << record.job.id << " on " << CountGpus(record.placement) << " GPUs");
    record.state = JobState::RUNNING;
    record.start = Simulator::Now();
    record.execution = m_factory(record.job, record.placement);
    record.execution->SetDoneCallback(Callback<void>([this, index]() { Complete(index); }));
    // A run that has lost a job tells nothing: it ends here, and says so.
    record.execution->SetBrokenCallback(Callback<void>([] { Simulator::Stop(); }));
    m_startedTrace(record);
    record.execution->Start();
    m_progress[index] = std::numeric_limits<uint64_t>::max(); // none seen yet
    if (m_fastForward)
    {
        m_fastForward->Add(record.execution);
    }
    if (!m_progressCheck.IsRunning())
    {
        m_progressCheck =
            Simulator::Schedule(m_stallTimeout, &SchedulerApplication::CheckProgress, this);
    }
}

void
SchedulerApplication::Complete(std::size_t index)
{
    JobRecord& record = m_jobs[index];
    NS_ABORT_MSG_IF(record.state != JobState::RUNNING, record.job.id << " finished twice");
    NS_ABORT_MSG_IF(record.execution->GetIterationsDone() != record.job.profile.iterations,
                    record.job.id << " finished after " << record.execution->GetIterationsDone()
                                  << " of " << record.job.profile.iterations << " iterations");
    record.state = JobState::FINISHED;
    record.finish = Simulator::Now();
    record.finishHalfWidth = std::hypot(record.startHalfWidth, record.execution->GetHalfWidth());
    m_roundHalfWidth = std::max(m_roundHalfWidth, record.finishHalfWidth);
    ++m_finished;
    m_scheduler->Complete(index, Simulator::Now());
    if (m_fastForward)
    {
        m_fastForward->Remove(record.execution);
    }
    m_finishedTrace(record);
    if (IsDone())
    {
        StopApplication();
        Simulator::Stop();
        return;
    }
    RequestRound("completion:" + record.job.id);
}

void
SchedulerApplication::CheckProgress()
{
    bool running = false;
    for (std::size_t i = 0; i < m_jobs.size(); ++i)
    {
        if (m_jobs[i].state != JobState::RUNNING)
        {
            continue;
        }
        running = true;
        const auto& execution = m_jobs[i].execution;
        const uint64_t progress = execution->GetProgress();
        if (execution->IsWaiting() && progress == m_progress[i])
        {
            NS_LOG_WARN(m_jobs[i].job.id << " got nowhere for " << m_stallTimeout.As(Time::H));
            Simulator::Stop();
            return;
        }
        m_progress[i] = progress;
    }
    if (running)
    {
        m_progressCheck =
            Simulator::Schedule(m_stallTimeout, &SchedulerApplication::CheckProgress, this);
    }
}

std::vector<std::string>
SchedulerApplication::DescribeUnfinished() const
{
    std::vector<std::string> lines;
    for (const auto& record : m_jobs)
    {
        if (record.state == JobState::SUBMITTED)
        {
            lines.push_back(record.job.id + " has not arrived");
        }
        else if (record.state == JobState::PENDING)
        {
            const std::string never =
                WhyNeverStarts(*m_policy, GetOptions(), record.job, *m_cluster, Simulator::Now());
            lines.push_back(record.job.id + (!never.empty() ? " can never start: " + never
                                             : record.lastReason.empty()
                                                 ? " waits behind another job"
                                                 : " waits: " + record.lastReason));
        }
        else if (record.state == JobState::RUNNING)
        {
            lines.push_back(record.job.id + " runs: " + record.execution->DescribeState());
        }
    }
    return lines;
}

void
SchedulerApplication::DoDispose()
{
    StopApplication();
    for (auto& record : m_jobs)
    {
        if (record.execution)
        {
            record.execution->Dispose();
            record.execution = nullptr;
        }
    }
    m_fastForward = nullptr;
    m_factory = nullptr;
    Application::DoDispose();
}

} // namespace ns3::bacepipe
