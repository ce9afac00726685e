// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PLACEMENT_H
#define BACE_PLACEMENT_H

#include "ns3/bace-cluster.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// The stages of a job that lie in one region: contiguous, one GPU each.
struct PlacementSegment
{
    RegionIndex region{0}; //!< where
    uint32_t gpus{0};      //!< how many stages, at least 1 in a finished placement

    /// @return whether both name the same region and count
    bool operator==(const PlacementSegment& other) const
    {
        return region == other.region && gpus == other.gpus;
    }
};

/**
 * @brief An ordered chain of regions with a number of GPUs in each: where a job's stages run.
 *
 * Stage 0 is the first GPU of the first segment. Neighbouring segments are joined by a WAN
 * boundary, which sends activations one way and gradients the other.
 */
using Placement = std::vector<PlacementSegment>;

/**
 * @param placement a placement
 * @return its stages, which is its GPUs
 */
uint32_t CountGpus(const Placement& placement);

/**
 * Visits the pairs of regions that a placement sends messages between, each pair once: neighbours,
 * and where stages hold several chunks of the model the last region and the first, which the end of
 * one chunk and the beginning of the next join. Of two regions both are the same pair.
 * @param placement a placement
 * @param chunks v, at least 1
 * @param visit is called with each pair in the chain's order and how many messages it carries each
 *        way for one micro-batch: v between neighbours, v - 1 between the ends
 */
template <typename Visitor>
void
ForEachRegionPair(const Placement& placement, uint32_t chunks, Visitor visit)
{
    const bool closed = chunks > 1 && placement.size() > 1;
    const bool onePair = closed && placement.size() == 2;
    for (std::size_t i = 1; i < placement.size(); ++i)
    {
        visit(placement[i - 1].region, placement[i].region, onePair ? 2 * chunks - 1 : chunks);
    }
    if (closed && !onePair)
    {
        visit(placement.back().region, placement.front().region, chunks - 1);
    }
}

/**
 * @param placement a placement
 * @param cluster what its regions belong to
 * @return it as written in files: "region:gpus>region:gpus", in stage order
 */
std::string ToString(const Placement& placement, const Cluster& cluster);

} // namespace ns3::bacepipe

#endif // BACE_PLACEMENT_H
