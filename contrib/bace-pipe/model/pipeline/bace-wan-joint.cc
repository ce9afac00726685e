// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-wan-joint.h"

namespace ns3::bacepipe
{

std::vector<WanJoint>
FindWanJoints(const Placement& placement, uint32_t chunks)
{
    std::vector<WanJoint> joints;
    uint32_t stages = 0;
    for (std::size_t i = 0; i + 1 < placement.size(); ++i)
    {
        stages += placement[i].gpus;
        joints.push_back(
            {stages - 1, stages, placement[i].region, placement[i + 1].region, chunks});
    }
    if (chunks > 1 && placement.size() > 1)
    {
        stages += placement.back().gpus;
        joints.push_back(
            {stages - 1, 0, placement.back().region, placement.front().region, chunks - 1});
    }
    return joints;
}

} // namespace ns3::bacepipe
