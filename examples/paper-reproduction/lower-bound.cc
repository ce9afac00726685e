// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/lower-bound.h"

#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "paper-reproduction/assignment.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/**
 * @param cluster where
 * @return the widest bandwidth of all regions and WAN links: a boundary between regions may be
 *         faster than one inside a region, and the bound must hold there too
 */
DataRate
FindWidestBandwidth(const Cluster& cluster)
{
    DataRate widest = GetIdealBandwidth(cluster, IdealBandwidth::LARGEST);
    for (const WanLink& link : cluster.GetLinks())
    {
        widest = std::max(widest, link.rate);
    }
    return widest;
}

/**
 * @param profile of a job
 * @param cluster where
 * @param options as of AverageJctBound
 * @return pairs of E(L) and w(L) for every L that the job may have
 */
std::vector<std::pair<double, double>>
ListExecutions(const JobProfile& profile, const Cluster& cluster, const SchedulingOptions& options)
{
    const DataRate widest = FindWidestBandwidth(cluster);
    const JobEstimate estimate = EstimateJob(profile, cluster, options);
    std::vector<std::pair<double, double>> executions;
    for (uint32_t stages = estimate.leastGpus; stages <= estimate.optimalGpus; ++stages)
    {
        const double time =
            static_cast<double>(profile.iterations) * IdealIterationTime(profile, widest, stages);
        executions.emplace_back(time, stages * time);
    }
    return executions;
}

} // namespace

double
AverageJctBound(const Cluster& cluster,
                const std::vector<TrainingJob>& jobs,
                const SchedulingOptions& options)
{
    const std::size_t n = jobs.size();
    const double gpus = cluster.GetTotalGpus();
    std::vector<std::vector<double>> costs;
    double alone = 0;
    for (const TrainingJob& job : jobs)
    {
        const auto executions = ListExecutions(job.profile, cluster, options);
        std::vector<double> row(n, std::numeric_limits<double>::infinity());
        double shortest = std::numeric_limits<double>::infinity();
        for (const auto& [time, work] : executions)
        {
            for (std::size_t i = 0; i < n; ++i)
            {
                const double behind = static_cast<double>(n - i) - 0.5; // i counts from 0
                row[i] = std::min(row[i], behind * work / gpus + time / 2);
            }
            shortest = std::min(shortest, time);
        }
        alone += shortest;
        costs.push_back(row);
    }
    return std::max(LeastAssignment(costs), alone) / static_cast<double>(n);
}

} // namespace ns3::bacepipe::reproduction
