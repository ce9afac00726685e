// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cost-model.h"

#include "ns3/abort.h"
#include "ns3/bace-comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ns3::bacepipe
{

namespace
{

constexpr double SECONDS_PER_HOUR = 3600;
constexpr double WATTS_PER_KILOWATT = 1000;

} // namespace

double
StageComputeTime(const JobProfile& profile, uint32_t stages)
{
    NS_ABORT_MSG_IF(stages == 0, "a pipeline has at least one stage");
    return profile.computeTime / stages;
}

DataRate
RequiredBandwidth(const JobProfile& profile, uint32_t stages)
{
    if (profile.boundaryBytes == 0)
    {
        return DataRate(0);
    }
    const double rate = 8.0 * profile.boundaryBytes / StageComputeTime(profile, stages);
    // A division that should come out whole may come out just above: that costs no extra bit.
    const double whole = std::ceil(rate * (1 - ROUNDING));
    constexpr auto most = std::numeric_limits<uint64_t>::max();
    return DataRate(whole < static_cast<double>(most) ? static_cast<uint64_t>(whole) : most);
}

uint32_t
LargestStages(const JobProfile& profile, DataRate width, uint32_t limit)
{
    uint32_t fits = 0;
    uint32_t breaks = limit;
    if (limit == 0 || RequiredBandwidth(profile, limit) <= width)
    {
        return limit;
    }
    while (breaks - fits > 1) // b_j grows with L: bisect
    {
        const uint32_t middle = fits + (breaks - fits) / 2;
        (RequiredBandwidth(profile, middle) <= width ? fits : breaks) = middle;
    }
    return fits;
}

double
RegionBoundaryTime(const JobProfile& profile, const Region& region)
{
    return 8.0 * profile.boundaryBytes / region.bandwidth.GetBitRate();
}

double
WanBoundaryTime(const JobProfile& profile, uint32_t stages)
{
    return profile.boundaryBytes == 0 ? 0 : StageComputeTime(profile, stages);
}

double
IterationTime(const JobProfile& profile, uint32_t stages, double total, double slowest)
{
    const double compute = StageComputeTime(profile, stages);
    const double bottleneck = std::max(compute, slowest);
    return stages * compute + total + (profile.microBatches - 1.0) * bottleneck;
}

double
IterationTime(const JobProfile& profile, const std::vector<double>& communication)
{
    const double total = std::accumulate(communication.begin(), communication.end(), 0.0);
    const auto slowest = std::max_element(communication.begin(), communication.end());
    return IterationTime(profile,
                         static_cast<uint32_t>(communication.size() + 1),
                         total,
                         slowest == communication.end() ? 0 : *slowest);
}

double
IterationTime(const JobProfile& profile, const Placement& placement, const Cluster& cluster)
{
    NS_ABORT_MSG_IF(placement.empty(), "a placement has at least one region");
    const uint32_t stages = CountGpus(placement);
    double total = (placement.size() - 1.0) * WanBoundaryTime(profile, stages);
    double slowest = 0; // a WAN boundary takes t_comp and never sets the pace
    for (const auto& [region, gpus] : placement)
    {
        NS_ABORT_MSG_IF(gpus == 0, "a placement has a GPU in each of its regions");
        if (gpus > 1)
        {
            const double time = RegionBoundaryTime(profile, cluster.GetRegion(region));
            total += (gpus - 1.0) * time;
            slowest = std::max(slowest, time);
        }
    }
    return IterationTime(profile, stages, total, slowest);
}

namespace
{

/**
 * t_iter of stages that are all joined by the cluster's largest intra-region bandwidth.
 * @param profile the job's profile
 * @param bandwidth the largest
 * @param stages at least 1
 * @return seconds
 */
double
IdealIterationTime(const JobProfile& profile, DataRate bandwidth, uint32_t stages)
{
    const double time = stages > 1 ? 8.0 * profile.boundaryBytes / bandwidth.GetBitRate() : 0;
    return IterationTime(profile, stages, (stages - 1.0) * time, time);
}

} // namespace

uint32_t
OptimalGpus(const JobProfile& profile, const Cluster& cluster, bool layerBound)
{
    const DataRate bandwidth = cluster.GetLargestBandwidth();
    const uint32_t most =
        layerBound ? std::min(cluster.GetTotalGpus(), profile.layers) : cluster.GetTotalGpus();
    const uint32_t fewest = std::min(std::max(profile.minGpus, 1U), most);
    uint32_t best = fewest;
    double least = IdealIterationTime(profile, bandwidth, fewest);
    for (uint32_t stages = fewest + 1; stages <= most; ++stages)
    {
        const double time = IdealIterationTime(profile, bandwidth, stages);
        if (IsClearlyLess(time, least))
        {
            best = stages;
            least = time;
        }
    }
    return best;
}

double
EstimatedExecutionTime(const JobProfile& profile, const Cluster& cluster, uint32_t stages)
{
    return profile.iterations * IdealIterationTime(profile, cluster.GetLargestBandwidth(), stages);
}

double
HourlyPrice(const Placement& placement, const Cluster& cluster, Time at)
{
    double sum = 0;
    for (const auto& [index, gpus] : placement)
    {
        const Region& region = cluster.GetRegion(index);
        sum += gpus * region.gpuWatts / WATTS_PER_KILOWATT * region.price.At(at);
    }
    return sum;
}

double
ElectricityCost(const Placement& placement, const Cluster& cluster, Time from, Time to)
{
    double perHour = 0;
    for (const auto& [index, gpus] : placement)
    {
        const Region& region = cluster.GetRegion(index);
        perHour += gpus * region.gpuWatts / WATTS_PER_KILOWATT * region.price.Mean(from, to);
    }
    return perHour * (to - from).GetSeconds() / SECONDS_PER_HOUR;
}

double
Energy(const Placement& placement, const Cluster& cluster, Time duration)
{
    double watts = 0;
    for (const auto& [index, gpus] : placement)
    {
        watts += gpus * cluster.GetRegion(index).gpuWatts;
    }
    return watts / WATTS_PER_KILOWATT * duration.GetSeconds() / SECONDS_PER_HOUR;
}

} // namespace ns3::bacepipe
