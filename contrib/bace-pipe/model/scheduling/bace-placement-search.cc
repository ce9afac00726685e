// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-placement-search.h"

#include "ns3/bace-allocator.h"
#include "ns3/bace-chain-search.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param placement a placement that does not fit in the ledger for want of bandwidth
 * @param bandwidth what each boundary needs
 * @param ledger what is free
 * @return the first boundary that is short of it, in words
 */
std::string
DescribeShortage(const Placement& placement, DataRate bandwidth, const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    for (std::size_t i = 1; i < placement.size(); ++i)
    {
        const RegionIndex a = placement[i - 1].region;
        const RegionIndex b = placement[i].region;
        const std::string pair = cluster.GetRegion(a).id + " and " + cluster.GetRegion(b).id;
        if (!cluster.AreJoined(a, b))
        {
            return "no link between " + pair;
        }
        if (ledger.GetPairResidual(a, b) < bandwidth)
        {
            return "too little free bandwidth between " + pair;
        }
    }
    return "no feasible chain";
}

} // namespace

PlacementSearch
FindPlacement(const Policy& policy,
              const SchedulingOptions& options,
              const JobProfile& profile,
              uint32_t optimalGpus,
              Time now,
              const Ledger& ledger)
{
    const std::string floor = "its floor of " + std::to_string(profile.minGpus);
    PlacementSearch found;
    if (optimalGpus < profile.minGpus)
    {
        found.reason = "cap K* of " + std::to_string(optimalGpus) + " GPUs below " + floor;
        return found;
    }
    if (ledger.GetTotalFreeGpus() < std::max(profile.minGpus, 1U))
    {
        found.reason = profile.minGpus > 1 ? "fewer free GPUs than " + floor : "no free GPU";
        return found;
    }
    found.chain = FindChain(policy.chain, {profile, optimalGpus, now}, options, ledger);
    if (found.chain.empty())
    {
        found.reason = "no region with free GPUs for " + floor;
        return found;
    }
    const uint32_t gpus = std::min(CountGpus(found.chain), optimalGpus);
    if (gpus < profile.minGpus)
    {
        found.reason = "chain of " + std::to_string(gpus) + " GPUs below " + floor;
        return found;
    }
    const Placement placement = Allocate(policy.allocation, found.chain, gpus, ledger, now);
    const DataRate bandwidth = RequiredBandwidth(profile, gpus);
    if (!ledger.CanReserve(placement, bandwidth))
    {
        found.reason = DescribeShortage(placement, bandwidth, ledger);
        return found;
    }
    found.placement = placement;
    found.bandwidth = bandwidth;
    found.reason = std::to_string(gpus) + " of at most " + std::to_string(optimalGpus) + " GPUs";
    return found;
}

} // namespace ns3::bacepipe
