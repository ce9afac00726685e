// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"

#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <map>

namespace ns3::bacepipe
{

AnalyticResult
RunAnalytically(const Cluster& cluster,
                const std::vector<TrainingJob>& jobs,
                const Policy& policy,
                const SchedulingOptions& options)
{
    AnalyticResult result;
    result.jobs.resize(jobs.size());
    Ledger ledger(cluster);
    std::multimap<Time, std::size_t> ends;
    std::multimap<Time, std::size_t> arrivals;
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        arrivals.emplace(jobs[i].arrival, i);
    }
    std::vector<std::size_t> waiting;
    Time first = jobs.empty() ? Time(0) : arrivals.begin()->first;
    Time last = first;
    double held = 0;
    while (!ends.empty() || !arrivals.empty())
    {
        const Time now = arrivals.empty() ? ends.begin()->first
                         : ends.empty()   ? arrivals.begin()->first
                                          : std::min(arrivals.begin()->first, ends.begin()->first);
        for (; !ends.empty() && ends.begin()->first == now; ends.erase(ends.begin()))
        {
            AnalyticJob& job = result.jobs[ends.begin()->second];
            const TrainingJob& submitted = jobs[ends.begin()->second];
            job.finished = true;
            job.cost = ElectricityCost(job.placement, cluster, job.start, job.finish);
            ledger.Release(submitted.id);
            ++result.completed;
            result.averageJct += (job.finish - submitted.arrival).GetSeconds();
            result.averageWait += (job.start - submitted.arrival).GetSeconds();
            result.totalCost += job.cost;
            held += CountGpus(job.placement) * (job.finish - job.start).GetSeconds();
            last = now;
        }
        for (; !arrivals.empty() && arrivals.begin()->first == now;
             arrivals.erase(arrivals.begin()))
        {
            waiting.push_back(arrivals.begin()->second);
        }
        std::vector<const TrainingJob*> pending;
        for (const std::size_t i : waiting)
        {
            pending.push_back(&jobs[i]);
        }
        const std::vector<std::size_t> before = waiting;
        for (const Decision& decision : Decide(policy, options, pending, now, ledger))
        {
            if (decision.placed)
            {
                const std::size_t i = before[decision.job];
                AnalyticJob& job = result.jobs[i];
                const JobProfile& profile = jobs[i].profile;
                job.placement = decision.placement;
                job.start = now;
                job.finish = now + Seconds(static_cast<double>(profile.iterations) *
                                           IterationTime(profile, job.placement, cluster));
                ends.emplace(job.finish, i);
                waiting.erase(std::find(waiting.begin(), waiting.end(), i));
            }
        }
    }
    if (result.completed > 0)
    {
        result.averageJct /= result.completed;
        result.averageWait /= result.completed;
        result.makespan = (last - first).GetSeconds();
        result.gpuUtilization =
            result.makespan > 0 ? held / (cluster.GetTotalGpus() * result.makespan) : 0;
    }
    return result;
}

} // namespace ns3::bacepipe
