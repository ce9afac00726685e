// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-allocator.h"

#include "ns3/abort.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param chain regions
 * @return the same regions with one GPU each: the pipeline stays connected
 */
Placement
OneEach(Placement chain)
{
    for (PlacementSegment& segment : chain)
    {
        segment.gpus = 1;
    }
    return chain;
}

/**
 * COST_MIN of Allocate().
 * @param chain regions
 * @param gpus how many, at least one for each region
 * @param ledger what is free, and the prices
 * @param now when
 * @return the placement
 */
Placement
AllocateByPrice(const Placement& chain, uint32_t gpus, const Ledger& ledger, Time now)
{
    Placement placement = OneEach(chain);
    std::vector<std::pair<double, PlacementSegment*>> byPrice;
    byPrice.reserve(placement.size());
    for (PlacementSegment& segment : placement) // of one GPU each
    {
        byPrice.emplace_back(HourlyPrice(segment, ledger.GetCluster(), now), &segment);
    }
    std::stable_sort(byPrice.begin(), byPrice.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    uint32_t rest = gpus - static_cast<uint32_t>(chain.size());
    for (const auto& [price, segment] : byPrice)
    {
        const uint32_t more = std::min(rest, ledger.GetFreeGpus(segment->region) - segment->gpus);
        segment->gpus += more;
        rest -= more;
    }
    return placement;
}

/**
 * EVEN of Allocate().
 * @param chain regions
 * @param gpus how many, at least one for each region and at most what is free in them
 * @param ledger what is free
 * @return the placement
 */
Placement
AllocateInTurn(const Placement& chain, uint32_t gpus, const Ledger& ledger)
{
    Placement placement = OneEach(chain);
    uint32_t rest = gpus - static_cast<uint32_t>(chain.size());
    while (rest > 0)
    {
        for (PlacementSegment& segment : placement)
        {
            if (rest > 0 && segment.gpus < ledger.GetFreeGpus(segment.region))
            {
                ++segment.gpus;
                --rest;
            }
        }
    }
    return placement;
}

/**
 * GREEDY of Allocate().
 * @param chain regions with GPUs
 * @param gpus how many
 * @return the placement
 */
Placement
AllocateInOrder(const Placement& chain, uint32_t gpus)
{
    Placement placement;
    for (const auto& [region, counted] : chain)
    {
        const uint32_t taken = std::min(gpus, counted);
        if (taken > 0)
        {
            placement.push_back({region, taken});
            gpus -= taken;
        }
    }
    return placement;
}

} // namespace

Placement
Allocate(Allocation allocation,
         const Placement& chain,
         uint32_t gpus,
         const Ledger& ledger,
         Time now)
{
    NS_ABORT_MSG_IF(gpus < chain.size(), "fewer GPUs than regions to spread them over");
    NS_ABORT_MSG_IF(gpus > CountGpus(chain), "more GPUs to spread than the chain has");
    for (const auto& [region, counted] : chain)
    {
        NS_ABORT_MSG_IF(counted > ledger.GetFreeGpus(region), "the chain counts GPUs not free");
    }
    switch (allocation)
    {
    case Allocation::COST_MIN:
        return AllocateByPrice(chain, gpus, ledger, now);
    case Allocation::GREEDY:
        return AllocateInOrder(chain, gpus);
    case Allocation::EVEN:
        return AllocateInTurn(chain, gpus, ledger);
    }
    NS_ABORT_MSG("unknown allocation");
}

} // namespace ns3::bacepipe
