// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"

#include "ns3/bace-cost-model.h"
#include "ns3/bace-scheduler.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/**
 * @brief An analytic run under way: the events, and the scheduler that they are told to.
 */
class AnalyticRun
{
  public:
    /**
     * @param cluster where
     * @param jobs what
     * @param policy who decides
     * @param options open readings
     */
    AnalyticRun(const Cluster& cluster,
                const std::vector<TrainingJob>& jobs,
                const Policy& policy,
                const SchedulingOptions& options)
        : m_cluster(cluster),
          m_jobs(jobs),
          m_scheduler(Ledger(cluster), policy, options),
          m_arrivals(jobs.size())
    {
        m_result.jobs.resize(jobs.size());
        std::iota(m_arrivals.begin(), m_arrivals.end(), 0);
        std::stable_sort(m_arrivals.begin(), m_arrivals.end(), [&](std::size_t a, std::size_t b) {
            return jobs[a].arrival < jobs[b].arrival;
        });
    }

    /// @return what was found
    AnalyticResult Run()
    {
        while (const auto now = FindNextEvent())
        {
            while (!m_ends.empty() && m_ends.top().first == *now)
            {
                Complete(m_ends.top().second, *now);
                m_ends.pop();
            }
            for (; m_arrived < m_arrivals.size() && m_jobs[m_arrivals[m_arrived]].arrival == *now;
                 ++m_arrived)
            {
                m_scheduler.Submit(m_arrivals[m_arrived], m_jobs[m_arrivals[m_arrived]]);
            }
            Decide(*now);
        }
        SumUp();
        return std::move(m_result);
    }

  private:
    /// @return when something happens next: an arrival, a completion, or a price while jobs wait
    std::optional<Time> FindNextEvent() const
    {
        std::optional<Time> next;
        const auto consider = [&](Time time) {
            if (!next || time < *next)
            {
                next = time;
            }
        };
        if (!m_ends.empty())
        {
            consider(m_ends.top().first);
        }
        if (m_arrived < m_arrivals.size())
        {
            consider(m_jobs[m_arrivals[m_arrived]].arrival);
        }
        if (const auto change = m_cluster.FindNextPriceChange(m_now);
            change && !m_scheduler.GetPending().empty())
        {
            consider(*change);
        }
        return next;
    }

    /// One decision round, if a job waits.
    void Decide(Time now)
    {
        m_now = now;
        if (m_scheduler.GetPending().empty())
        {
            return;
        }
        for (Decision& decision : m_scheduler.Decide(now))
        {
            if (decision.placed)
            {
                AnalyticJob& job = m_result.jobs[decision.job];
                job.start = now;
                job.finish = now + decision.execution;
                job.placement = std::move(decision.placement);
                m_ends.emplace(job.finish, decision.job);
            }
        }
    }

    /// A job has completed.
    void Complete(std::size_t number, Time now)
    {
        AnalyticJob& job = m_result.jobs[number];
        job.finished = true;
        job.cost = ElectricityCost(job.placement, m_cluster, job.start, now);
        m_scheduler.Complete(number, now);
        m_last = now;
    }

    /// Sums and means over the jobs that finished, in the order given.
    void SumUp()
    {
        double held = 0;
        for (std::size_t i = 0; i < m_jobs.size(); ++i)
        {
            const AnalyticJob& job = m_result.jobs[i];
            if (job.finished)
            {
                ++m_result.completed;
                m_result.averageJct += (job.finish - m_jobs[i].arrival).GetSeconds();
                m_result.averageWait += (job.start - m_jobs[i].arrival).GetSeconds();
                m_result.totalCost += job.cost;
                held += CountGpus(job.placement) * (job.finish - job.start).GetSeconds();
            }
        }
        if (m_result.completed == 0)
        {
            return;
        }
        m_result.averageJct /= m_result.completed;
        m_result.averageWait /= m_result.completed;
        m_result.makespan = (m_last - m_jobs[m_arrivals.front()].arrival).GetSeconds();
        const double offered = m_cluster.GetTotalGpus() * m_result.makespan;
        m_result.gpuUtilization = offered > 0 ? held / offered : 0;
    }

    /// A completion: when, and of which job; the earliest first.
    using Ends = std::priority_queue<std::pair<Time, std::size_t>,
                                     std::vector<std::pair<Time, std::size_t>>,
                                     std::greater<>>;

    const Cluster& m_cluster;               //!< where
    const std::vector<TrainingJob>& m_jobs; //!< what
    Scheduler m_scheduler;                  //!< who decides
    std::vector<std::size_t> m_arrivals;    //!< all jobs, in the order of arrival
    std::size_t m_arrived{0};               //!< how many of these have
    Ends m_ends;                            //!< of the jobs that run
    Time m_now;                             //!< of the last round
    Time m_last;                            //!< the last completion
    AnalyticResult m_result;                //!< under way
};

} // namespace

AnalyticResult
RunAnalytically(const Cluster& cluster,
                const std::vector<TrainingJob>& jobs,
                const Policy& policy,
                const SchedulingOptions& options)
{
    return AnalyticRun(cluster, jobs, policy, options).Run();
}

} // namespace ns3::bacepipe
