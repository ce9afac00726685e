// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ordering.h"

#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <tuple>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param value a number
 * @param largest the largest of its kind
 * @return value / largest; 0 where all are 0
 */
double
Share(double value, double largest)
{
    return largest > 0 ? value / largest : 0;
}

/**
 * Fills in the priorities of one round.
 * @param ranked the jobs, K* known
 * @param pending as of RankJobs
 * @param longestFirst whether the sign of I_j is reversed
 * @param alpha as of RankJobs
 * @param cluster as of RankJobs
 */
void
SetPriorities(std::vector<RankedJob>& ranked,
              const std::vector<const TrainingJob*>& pending,
              bool longestFirst,
              double alpha,
              const Cluster& cluster)
{
    std::vector<double> times;
    std::vector<double> rates;
    for (const RankedJob& job : ranked)
    {
        const JobProfile& profile = pending[job.job]->profile;
        times.push_back(EstimatedExecutionTime(profile, cluster, job.optimalGpus));
        rates.push_back(RequiredBandwidth(profile, job.optimalGpus).GetBitRate());
    }
    const double longest = *std::max_element(times.begin(), times.end());
    const double widest = *std::max_element(rates.begin(), rates.end());
    for (std::size_t i = 0; i < ranked.size(); ++i)
    {
        const double intensity = Share(times[i], longest);
        const double sensitivity = Share(rates[i], widest);
        ranked[i].priority =
            (1 - alpha) * (longestFirst ? intensity : 1 - intensity) + alpha * (1 - sensitivity);
    }
}

} // namespace

std::vector<RankedJob>
RankJobs(Ordering ordering,
         const SchedulingOptions& options,
         const std::vector<const TrainingJob*>& pending,
         double alpha,
         const Cluster& cluster)
{
    std::vector<RankedJob> ranked;
    for (std::size_t i = 0; i < pending.size(); ++i)
    {
        ranked.push_back({i, OptimalGpus(pending[i]->profile, cluster, options.layerBound), 0});
    }
    if (ordering == Ordering::PRIORITY && !ranked.empty())
    {
        SetPriorities(ranked, pending, options.longestFirst, alpha, cluster);
    }
    std::sort(ranked.begin(), ranked.end(), [&pending](const RankedJob& a, const RankedJob& b) {
        const TrainingJob& first = *pending[a.job];
        const TrainingJob& second = *pending[b.job];
        return std::tie(b.priority, first.arrival, first.id) <
               std::tie(a.priority, second.arrival, second.id);
    });
    return ranked;
}

} // namespace ns3::bacepipe
