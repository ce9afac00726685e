// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-job-estimate.h"

#include "ns3/abort.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <numeric>

namespace ns3::bacepipe
{

uint32_t
GetLeastGpus(const JobProfile& profile, const SchedulingOptions& options)
{
    const uint32_t floor = options.memoryFloor ? std::max(profile.minGpus, 1U) : 1;
    const uint32_t allowed = profile.stageCounts.GetSmallest(floor);
    return allowed > 0 ? allowed : floor;
}

uint32_t
GetMostStages(const JobProfile& profile)
{
    // A single stage has its layers in one piece.
    return std::max(profile.layers / profile.chunks, 1U);
}

DataRate
GetIdealBandwidth(const Cluster& cluster, IdealBandwidth which)
{
    const auto& regions = cluster.GetRegions();
    switch (which)
    {
    case IdealBandwidth::LARGEST:
        return cluster.GetLargestBandwidth();
    case IdealBandwidth::SMALLEST:
        return std::min_element(
                   regions.begin(),
                   regions.end(),
                   [](const Region& a, const Region& b) { return a.bandwidth < b.bandwidth; })
            ->bandwidth;
    case IdealBandwidth::MEAN: {
        const double sum = std::accumulate(
            regions.begin(),
            regions.end(),
            0.0,
            [](double all, const Region& region) { return all + region.bandwidth.GetBitRate(); });
        return DataRate(static_cast<uint64_t>(sum / static_cast<double>(regions.size())));
    }
    }
    NS_ABORT_MSG("unknown ideal bandwidth");
}

JobEstimate
EstimateJob(const JobProfile& profile, const Cluster& cluster, const SchedulingOptions& options)
{
    const DataRate bandwidth = GetIdealBandwidth(cluster, options.idealBandwidth);
    const uint32_t most = options.layerBound
                              ? std::min(cluster.GetTotalGpus(), GetMostStages(profile))
                              : cluster.GetTotalGpus();
    JobEstimate estimate;
    estimate.leastGpus = GetLeastGpus(profile, options);
    estimate.optimalGpus =
        OptimalStages(profile, bandwidth, std::min(estimate.leastGpus, most), most);
    estimate.executionTime = static_cast<double>(profile.iterations) *
                             IdealIterationTime(profile, bandwidth, estimate.optimalGpus);
    estimate.shortestTime =
        static_cast<double>(profile.iterations) *
        IdealIterationTime(profile, cluster.GetLargestBandwidth(), estimate.optimalGpus);
    estimate.bandwidth = RequiredBandwidth(profile, estimate.optimalGpus);
    return estimate;
}

} // namespace ns3::bacepipe
