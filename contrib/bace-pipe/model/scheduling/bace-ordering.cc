// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ordering.h"

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
 * @param pending a job
 * @param priority its priority
 * @return its rank
 */
RankedJob
Rank(const PendingJob& pending, double priority)
{
    RankedJob ranked;
    ranked.pending = &pending;
    ranked.priority = priority;
    ranked.leastGpus = pending.estimate.leastGpus;
    ranked.mostGpus = pending.estimate.optimalGpus;
    return ranked;
}

/**
 * @param ranked jobs, to be sorted by priority, then by arrival, then by id
 */
void
Sort(std::vector<RankedJob>& ranked)
{
    std::sort(ranked.begin(), ranked.end(), [](const RankedJob& a, const RankedJob& b) {
        return a.priority != b.priority ? a.priority > b.priority
                                        : ArrivesBefore(*a.pending->job, *b.pending->job);
    });
}

} // namespace

bool
ArrivesBefore(const TrainingJob& a, const TrainingJob& b)
{
    return std::tie(a.arrival, a.id) < std::tie(b.arrival, b.id);
}

std::vector<RankedJob>
RankByArrival(const std::vector<PendingJob>& pending)
{
    std::vector<RankedJob> ranked;
    ranked.reserve(pending.size());
    for (const PendingJob& job : pending)
    {
        ranked.push_back(Rank(job, 0));
    }
    Sort(ranked);
    return ranked;
}

std::vector<RankedJob>
RankByPriority(const std::vector<PendingJob>& pending, double alpha, bool longestFirst)
{
    double longest = 0;
    double widest = 0;
    for (const PendingJob& job : pending)
    {
        longest = std::max(longest, job.estimate.executionTime);
        widest = std::max(widest, static_cast<double>(job.estimate.bandwidth.GetBitRate()));
    }
    std::vector<RankedJob> ranked;
    ranked.reserve(pending.size());
    for (const PendingJob& job : pending)
    {
        const double intensity = Share(job.estimate.executionTime, longest);
        const double sensitivity =
            Share(static_cast<double>(job.estimate.bandwidth.GetBitRate()), widest);
        ranked.push_back(Rank(job,
                              (1 - alpha) * (longestFirst ? intensity : 1 - intensity) +
                                  alpha * (1 - sensitivity)));
    }
    Sort(ranked);
    return ranked;
}

} // namespace ns3::bacepipe
