// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_WAN_JOINT_H
#define BACE_WAN_JOINT_H

#include "ns3/bace-placement.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Two stages of a placement that a boundary between regions joins.
 */
struct WanJoint
{
    uint32_t before{0};       //!< the stage that sends activations
    uint32_t after{0};        //!< the stage that receives them
    RegionIndex beforeRegion; //!< where the one is
    RegionIndex afterRegion;  //!< where the other is
    uint32_t messages{1};     //!< each way, for one micro-batch
};

/**
 * @param placement a placement
 * @param chunks v, at least 1
 * @return its boundaries between regions: in the chain's order v messages each, and where there are
 *         several chunks from the last stage to the first with v - 1
 */
std::vector<WanJoint> FindWanJoints(const Placement& placement, uint32_t chunks);

} // namespace ns3::bacepipe

#endif // BACE_WAN_JOINT_H
