// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-job-scheduler.h"

#include "ns3/abort.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-look-ahead.h"

#include <algorithm>
#include <optional>

namespace ns3::bacepipe
{

JobScheduler::JobScheduler(Ledger ledger, const Policy& policy, const SchedulingOptions& options)
    : m_policy(policy),
      m_options(options),
      m_ledger(std::move(ledger))
{
    if (policy.ordering == Ordering::LOOK_AHEAD)
    {
        m_lookAhead = std::make_unique<LookAhead>(policy, options);
    }
}

JobScheduler::~JobScheduler() = default;

void
JobScheduler::Submit(std::size_t number, const TrainingJob& job)
{
    m_pending.push_back({number, &job, EstimateJob(job.profile, m_ledger.GetCluster(), m_options)});
    if (m_lookAhead)
    {
        m_lookAhead->Submit(job);
    }
}

std::vector<RankedJob>
JobScheduler::Rank(Time now, double alpha)
{
    std::vector<RankedJob> ranked;
    switch (m_policy.ordering)
    {
    case Ordering::FCFS:
        ranked = RankByArrival(m_pending);
        break;
    case Ordering::PRIORITY:
        ranked = RankByPriority(m_pending, alpha, m_options.longestFirst);
        break;
    case Ordering::LOOK_AHEAD:
        return m_lookAhead->Rank({m_pending, m_running, m_ledger, m_spent, alpha, now});
    }
    const bool strict = m_options.queueing == Queueing::POLICY
                            ? m_policy.headOfLine
                            : m_options.queueing == Queueing::STRICT;
    for (RankedJob& job : ranked)
    {
        job.timeTolerance = m_options.timeTolerance;
        job.blocks = strict;
    }
    return ranked;
}

std::vector<Decision>
JobScheduler::Decide(Time now)
{
    const double alpha = m_options.alpha.value_or(m_ledger.GetCongestion());
    m_failures.clear();
    std::vector<Decision> decisions;
    for (const RankedJob& ranked : Rank(now, alpha))
    {
        const PendingJob& pending = *ranked.pending;
        const ChainRequest request{pending.job->profile,
                                   ranked.leastGpus,
                                   ranked.mostGpus,
                                   now,
                                   ranked.timeTolerance};
        PlacementSearch found = Search(request);
        Decision decision;
        decision.job = pending.number;
        decision.priority = ranked.priority;
        decision.alpha = alpha;
        decision.placed = found.IsPlaced();
        // A plan may have a job wait for more than its floor.
        decision.reason = !decision.placed && ranked.leastGpus > pending.estimate.leastGpus
                              ? "planned to wait for " + std::to_string(ranked.leastGpus) + " GPUs"
                              : Explain(found, request, m_ledger);
        if (m_lookAhead && m_lookAhead->ExceedsLimit())
        {
            decision.reason += " (the plan exceeds the cost limit)";
        }
        if (decision.placed)
        {
            Start(pending, found.placement, found.bandwidth, now);
            decision.execution = m_running.at(pending.number).end - now;
            decision.placement = std::move(found.placement);
            decision.bandwidth = found.bandwidth;
        }
        decision.chain = std::move(found.chain);
        decisions.push_back(std::move(decision));
        if (!decisions.back().placed && ranked.blocks)
        {
            break;
        }
    }
    m_pending.erase(
        std::remove_if(m_pending.begin(),
                       m_pending.end(),
                       [&](const PendingJob& job) { return m_running.count(job.number); }),
        m_pending.end());
    return decisions;
}

PlacementSearch
JobScheduler::Search(const ChainRequest& request)
{
    const auto same = std::find_if(m_failures.begin(), m_failures.end(), [&](const Failure& past) {
        return IsSameRequest(past.request, request);
    });
    if (same != m_failures.end())
    {
        return same->search;
    }
    PlacementSearch search = FindPlacement(m_policy, m_options, request, m_ledger);
    if (search.IsPlaced())
    {
        m_failures.clear();
    }
    else
    {
        m_failures.push_back({request, search});
    }
    return search;
}

void
JobScheduler::Start(const PendingJob& job, const Placement& placement, DataRate bandwidth, Time now)
{
    const uint32_t chunks = job.job->profile.chunks;
    m_ledger.Reserve(placement, bandwidth, chunks);
    const Time end = ExecutionEnd(job.job->profile, placement, m_ledger.GetCluster(), now);
    const bool added =
        m_running.insert({job.number, {job.job, placement, bandwidth, now, end, chunks}}).second;
    NS_ABORT_MSG_IF(!added, "job " << job.job->id << " runs already");
}

void
JobScheduler::Expect(std::size_t number, Time end)
{
    const auto found = m_running.find(number);
    NS_ABORT_MSG_IF(found == m_running.end(), "no job of number " << number << " runs");
    found->second.end = end;
}

void
JobScheduler::Complete(std::size_t number, Time now)
{
    const auto found = m_running.find(number);
    NS_ABORT_MSG_IF(found == m_running.end(), "no job of number " << number << " runs");
    const RunningJob& job = found->second;
    m_spent += ElectricityCost(job.placement, m_ledger.GetCluster(), job.start, now);
    m_ledger.Release(job.placement, job.bandwidth, job.chunks);
    m_running.erase(found);
}

std::string
WhyNeverStarts(const Policy& policy,
               const SchedulingOptions& options,
               const TrainingJob& job,
               const Cluster& cluster,
               Time from)
{
    const Ledger idle(cluster);
    const JobEstimate estimate = EstimateJob(job.profile, cluster, options);
    std::string reason;
    // What a policy finds changes when a price does.
    for (std::optional<Time> now = from; now; now = cluster.FindNextPriceChange(*now))
    {
        const ChainRequest request{job.profile,
                                   estimate.leastGpus,
                                   estimate.optimalGpus,
                                   *now,
                                   options.timeTolerance};
        const PlacementSearch found = FindPlacement(policy, options, request, idle);
        if (found.IsPlaced())
        {
            return "";
        }
        reason = Explain(found, request, idle);
    }
    return reason;
}

} // namespace ns3::bacepipe
