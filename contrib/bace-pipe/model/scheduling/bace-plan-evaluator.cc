// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-plan-evaluator.h"

#include "ns3/bace-comparison.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-placement-search.h"

#include <algorithm>

namespace ns3::bacepipe
{

bool
PlanScore::IsBetterThan(const PlanScore& other) const
{
    if (unplaced != other.unplaced)
    {
        return unplaced < other.unplaced;
    }
    for (const auto figure : {&PlanScore::excess, &PlanScore::completionSum, &PlanScore::cost})
    {
        if (IsClearlyLess(this->*figure, other.*figure))
        {
            return true;
        }
        if (IsClearlyLess(other.*figure, this->*figure))
        {
            return false;
        }
    }
    return false;
}

PlanEvaluator::PlanEvaluator(const Policy& policy,
                             const SchedulingOptions& options,
                             const std::map<std::size_t, RunningJob>& running,
                             const Ledger& ledger,
                             Time now)
    : m_policy(policy),
      m_options(options),
      m_initialLedger(ledger),
      m_now(now),
      m_allowance(std::numeric_limits<double>::infinity()),
      m_ledger(ledger)
{
    for (const auto& [number, job] : running)
    {
        // A job that is late may end at any moment.
        m_initialEnds.push_back({std::max(job.end, now), job.placement, job.bandwidth, job.chunks});
    }
    std::make_heap(m_initialEnds.begin(), m_initialEnds.end());
}

void
PlanEvaluator::SetAllowance(double allowance)
{
    m_allowance = allowance;
}

std::optional<PlanScore>
PlanEvaluator::Evaluate(const Plan& plan, double limit)
{
    m_ledger = m_initialLedger;
    m_ends = m_initialEnds;
    m_score = PlanScore();
    m_waiting.clear();
    for (const RankedJob& job : plan)
    {
        m_waiting.push_back(&job);
    }
    Time now = m_now;
    PlayRound(now);
    while (!m_waiting.empty() && !m_ends.empty())
    {
        now = PlayCompletions();
        double least = 0; // of the jobs that wait, if they started now on all the GPUs they like
        for (const RankedJob* job : m_waiting)
        {
            least += (now - job->pending->job->arrival).GetSeconds() +
                     job->pending->estimate.shortestTime;
        }
        if (m_score.completionSum + least > limit)
        {
            return std::nullopt;
        }
        PlayRound(now);
    }
    if (m_score.completionSum > limit)
    {
        return std::nullopt;
    }
    m_score.unplaced = m_waiting.size();
    m_score.excess = std::max(0.0, m_score.cost - m_allowance);
    return m_score;
}

void
PlanEvaluator::PlayRound(Time now)
{
    const Cluster& cluster = m_ledger.GetCluster();
    std::size_t kept = 0;
    bool blocked = false;
    for (const RankedJob* job : m_waiting)
    {
        const TrainingJob& submitted = *job->pending->job;
        PlacementSearch found;
        if (!blocked && m_ledger.GetTotalFreeGpus() >= job->leastGpus)
        {
            ++m_searches;
            found = FindPlacement(
                m_policy,
                m_options,
                {submitted.profile, job->leastGpus, job->mostGpus, now, job->timeTolerance},
                m_ledger);
        }
        if (!found.IsPlaced())
        {
            m_waiting[kept++] = job;
            blocked = blocked || job->blocks;
            continue;
        }
        m_ledger.Reserve(found.placement, found.bandwidth, submitted.profile.chunks);
        const Time end = ExecutionEnd(submitted.profile, found.placement, cluster, now);
        m_score.completionSum += (end - submitted.arrival).GetSeconds();
        m_score.cost += ElectricityCost(found.placement, cluster, now, end);
        m_ends.push_back(
            {end, std::move(found.placement), found.bandwidth, submitted.profile.chunks});
        std::push_heap(m_ends.begin(), m_ends.end());
    }
    m_waiting.resize(kept);
}

Time
PlanEvaluator::PlayCompletions()
{
    const Time now = m_ends.front().time;
    while (!m_ends.empty() && m_ends.front().time == now)
    {
        const End& end = m_ends.front();
        m_ledger.Release(end.placement, end.bandwidth, end.chunks);
        std::pop_heap(m_ends.begin(), m_ends.end());
        m_ends.pop_back();
    }
    return now;
}

} // namespace ns3::bacepipe
