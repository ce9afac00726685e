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

uint32_t
CountChunks(const JobProfile& profile, uint32_t stages)
{
    return stages > 1 ? profile.chunks : 1;
}

DataRate
RequiredBandwidth(const JobProfile& profile, uint32_t stages)
{
    return DataRate(RequiredBitRate(profile, stages));
}

uint64_t
RequiredBitRate(const JobProfile& profile, uint32_t stages)
{
    if (profile.boundaryBytes == 0)
    {
        return 0;
    }
    const double rate = 8.0 * profile.boundaryBytes / StageComputeTime(profile, stages);
    // A division that should come out whole may come out just above: that costs no extra bit.
    const double whole = std::ceil(rate * (1 - ROUNDING));
    constexpr auto most = std::numeric_limits<uint64_t>::max();
    return whole < static_cast<double>(most) ? static_cast<uint64_t>(whole) : most;
}

uint32_t
LargestStages(const JobProfile& profile, uint64_t width, uint32_t limit)
{
    uint32_t fits = 0;
    uint32_t breaks = limit;
    if (limit == 0 || RequiredBitRate(profile, limit) <= width)
    {
        return limit;
    }
    while (breaks - fits > 1) // b_j grows with L: bisect
    {
        const uint32_t middle = fits + (breaks - fits) / 2;
        (RequiredBitRate(profile, middle) <= width ? fits : breaks) = middle;
    }
    return fits;
}

double
BoundaryTime(const JobProfile& profile, DataRate bandwidth)
{
    return 8.0 * profile.boundaryBytes / bandwidth.GetBitRate();
}

double
RegionBoundaryTime(const JobProfile& profile, const Region& region)
{
    return BoundaryTime(profile, region.bandwidth);
}

double
WanBoundaryTime(const JobProfile& profile, uint32_t stages)
{
    return profile.boundaryBytes == 0 ? 0 : StageComputeTime(profile, stages);
}

double
IterationTimeOfSums(const JobProfile& profile, const PipelineSums& sums)
{
    const double compute = StageComputeTime(profile, sums.stages);
    const double bottleneck = std::max(compute * sums.mostSlowness, sums.slowest);
    return sums.slowness * compute + sums.communication +
           (profile.microBatches - 1.0) * bottleneck + profile.optimizerTime * sums.mostSlowness;
}

double
IterationTime(const JobProfile& profile, const std::vector<double>& communication)
{
    const double total = std::accumulate(communication.begin(), communication.end(), 0.0);
    const auto slowest = std::max_element(communication.begin(), communication.end());
    const auto stages = static_cast<uint32_t>(communication.size() + 1);
    return IterationTimeOfSums(profile,
                               {stages,
                                static_cast<double>(stages),
                                1,
                                total,
                                slowest == communication.end() ? 0 : *slowest});
}

double
SumSlowness(const Placement& placement, const Cluster& cluster)
{
    double sum = 0;
    for (const auto& [region, gpus] : placement)
    {
        sum += gpus * (1 / cluster.GetRegion(region).speed);
    }
    return sum;
}

double
IterationTime(const JobProfile& profile, const Placement& placement, const Cluster& cluster)
{
    NS_ABORT_MSG_IF(placement.empty(), "a placement has at least one region");
    PipelineSums sums;
    sums.stages = CountGpus(placement);
    sums.slowness = SumSlowness(placement, cluster);
    // A WAN boundary takes t_comp at the fastest GPU's speed and never sets the pace.
    sums.communication = (placement.size() - 1.0) * WanBoundaryTime(profile, sums.stages);
    for (const auto& [index, gpus] : placement)
    {
        NS_ABORT_MSG_IF(gpus == 0, "a placement has a GPU in each of its regions");
        const Region& region = cluster.GetRegion(index);
        sums.mostSlowness = std::max(sums.mostSlowness, 1 / region.speed);
        if (gpus > 1)
        {
            const double time = RegionBoundaryTime(profile, region);
            sums.communication += (gpus - 1.0) * time;
            sums.slowest = std::max(sums.slowest, time);
        }
    }
    return IterationTimeOfSums(profile, sums);
}

Time
ExecutionEnd(const JobProfile& profile,
             const Placement& placement,
             const Cluster& cluster,
             Time start)
{
    const double duration =
        static_cast<double>(profile.iterations) * IterationTime(profile, placement, cluster);
    const bool beyond = duration >= (Time::Max() - start).GetSeconds() * (1 - ROUNDING);
    return beyond ? Time::Max() : start + Seconds(duration);
}

double
IdealIterationTime(const JobProfile& profile, DataRate bandwidth, uint32_t stages)
{
    const double time = stages > 1 ? BoundaryTime(profile, bandwidth) : 0;
    return IterationTimeOfSums(
        profile,
        {stages, static_cast<double>(stages), 1, (stages - 1.0) * time, time});
}

uint32_t
OptimalStages(const JobProfile& profile, DataRate bandwidth, uint32_t fewest, uint32_t most)
{
    NS_ABORT_MSG_IF(fewest == 0 || most < fewest, "no number of stages to choose from");
    const auto gains = [&](uint32_t stages) { // from one stage more
        return IsClearlyLess(IdealIterationTime(profile, bandwidth, stages + 1),
                             IdealIterationTime(profile, bandwidth, stages));
    };
    // From two stages on t_iter is convex in their number: bisect for the first without a gain.
    // From one to two it may jump up, for a single stage sends nothing.
    uint32_t low = std::max(fewest, std::min(2U, most));
    uint32_t high = most;
    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        if (gains(middle))
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    const bool alone = fewest == 1 && !IsClearlyLess(IdealIterationTime(profile, bandwidth, low),
                                                     IdealIterationTime(profile, bandwidth, 1));
    const uint32_t best = alone ? 1 : low;
    if (profile.stageCounts.IsAny())
    {
        return best;
    }
    // Of the allowed numbers one of the next on either side, for t_iter is convex.
    const uint32_t below = profile.stageCounts.GetLargest(best);
    const uint32_t above = profile.stageCounts.GetSmallest(best);
    if (below < fewest || above == 0 || above > most)
    {
        return below >= fewest ? below : (above > 0 && above <= most ? above : best);
    }
    return IsClearlyLess(IdealIterationTime(profile, bandwidth, above),
                         IdealIterationTime(profile, bandwidth, below))
               ? above
               : below;
}

double
HourlyPrice(const PlacementSegment& segment, const Cluster& cluster, Time at)
{
    const Region& region = cluster.GetRegion(segment.region);
    return segment.gpus * region.gpuWatts / WATTS_PER_KILOWATT * region.price.At(at);
}

double
HourlyPrice(const Placement& placement, const Cluster& cluster, Time at)
{
    double sum = 0;
    for (const PlacementSegment& segment : placement)
    {
        sum += HourlyPrice(segment, cluster, at);
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
