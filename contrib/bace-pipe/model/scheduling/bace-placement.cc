// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-placement.h"

#include <numeric>

namespace ns3::bacepipe
{

uint32_t
CountGpus(const Placement& placement)
{
    return std::accumulate(
        placement.begin(),
        placement.end(),
        uint32_t{0},
        [](uint32_t sum, const PlacementSegment& segment) { return sum + segment.gpus; });
}

std::string
ToString(const Placement& placement, const Cluster& cluster)
{
    std::string text;
    for (const PlacementSegment& segment : placement)
    {
        text += (text.empty() ? "" : ">") + cluster.GetRegion(segment.region).id + ":" +
                std::to_string(segment.gpus);
    }
    return text;
}

} // namespace ns3::bacepipe
