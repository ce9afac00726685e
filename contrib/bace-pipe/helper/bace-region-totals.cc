// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-region-totals.h"

#include "ns3/bace-cost-model.h"

namespace ns3::bacepipe
{

std::vector<RegionResult>
SumRegions(const std::vector<JobRecord>& jobs, const Cluster& cluster)
{
    std::vector<RegionResult> totals;
    for (const Region& region : cluster.GetRegions())
    {
        RegionResult& total = totals.emplace_back();
        total.region = region.id;
        total.gpu = region.gpuType;
        total.gpus = region.gpus;
    }
    for (const JobRecord& job : jobs)
    {
        if (job.state != JobState::FINISHED)
        {
            continue;
        }
        for (const PlacementSegment& segment : job.placement)
        {
            RegionResult& total = totals.at(segment.region);
            const Time held = job.finish - job.start;
            total.gpuSeconds += segment.gpus * held.GetSeconds();
            total.energy += Energy({segment}, cluster, held);
            total.cost += ElectricityCost({segment}, cluster, job.start, job.finish);
        }
    }
    return totals;
}

} // namespace ns3::bacepipe
