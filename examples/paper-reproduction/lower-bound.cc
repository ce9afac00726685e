// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/lower-bound.h"

#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "paper-reproduction/assignment.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/**
 * @param cluster where
 * @return a region with the widest bandwidth of all regions and WAN links: a boundary between
 *         regions may be faster than one inside a region, and the bound must hold there too
 */
Region
MakeIdealRegion(const Cluster& cluster)
{
    Region ideal;
    ideal.bandwidth = cluster.GetLargestBandwidth();
    for (const WanLink& link : cluster.GetLinks())
    {
        ideal.bandwidth = std::max(ideal.bandwidth, link.rate);
    }
    return ideal;
}

/**
 * @param job a job
 * @param cluster where
 * @param ideal as of MakeIdealRegion
 * @param options as of AverageJctBound
 * @return pairs of E(L) and w(L) for every L that the job may have
 */
std::vector<std::pair<double, double>>
ListExecutions(const TrainingJob& job,
               const Cluster& cluster,
               const Region& ideal,
               const SchedulingOptions& options)
{
    JobProfile profile = job.profile;
    profile.minGpus = options.memoryFloor ? std::max(profile.minGpus, 1U) : 1;
    const double boundary = RegionBoundaryTime(profile, ideal);
    const uint32_t most = OptimalGpus(profile, cluster, options.layerBound);
    std::vector<std::pair<double, double>> executions;
    for (uint32_t stages = std::min(profile.minGpus, most); stages <= most; ++stages)
    {
        const double time =
            static_cast<double>(profile.iterations) *
            IterationTime(profile, stages, (stages - 1) * boundary, stages > 1 ? boundary : 0);
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
    const Region ideal = MakeIdealRegion(cluster);
    std::vector<std::vector<double>> costs;
    double alone = 0;
    for (const TrainingJob& job : jobs)
    {
        const auto executions = ListExecutions(job, cluster, ideal, options);
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
