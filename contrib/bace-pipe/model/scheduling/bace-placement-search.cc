// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-placement-search.h"

#include "ns3/abort.h"
#include "ns3/bace-allocator.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param search what does not fit in the ledger for want of bandwidth
 * @param chunks of the model on each GPU
 * @param ledger what is free
 * @return the first pair of regions that is short of it, in words
 */
std::string
DescribeShortage(const PlacementSearch& search, uint32_t chunks, const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    std::string shortage;
    ForEachRegionPair(search.placement,
                      chunks,
                      [&](RegionIndex a, RegionIndex b, uint32_t messages) {
                          const char* lack = nullptr;
                          if (!cluster.AreJoined(a, b))
                          {
                              lack = "no link between ";
                          }
                          else if (ledger.GetWidth(a, b) / messages < search.bandwidth.GetBitRate())
                          {
                              lack = "too little free bandwidth between ";
                          }
                          if (lack && shortage.empty())
                          {
                              shortage = lack + cluster.GetRegion(a).id + " and " +
                                         cluster.GetRegion(b).id;
                          }
                      });
    return shortage.empty() ? "no feasible chain" : shortage;
}

/**
 * Cuts a chain from its end.
 * @param chain has more GPUs
 * @param gpus how many are left
 */
void
CutChain(Placement& chain, uint32_t gpus)
{
    for (uint32_t surplus = CountGpus(chain) - gpus; surplus > 0;)
    {
        const uint32_t cut = std::min(surplus, chain.back().gpus);
        chain.back().gpus -= cut;
        surplus -= cut;
        if (chain.back().gpus == 0)
        {
            chain.pop_back();
        }
    }
}

} // namespace

PlacementSearch
FindPlacement(const Policy& policy,
              const SchedulingOptions& options,
              const ChainRequest& wanted,
              const Ledger& ledger)
{
    using Outcome = PlacementSearch::Outcome;
    PlacementSearch found;
    const StageCounts& counts = wanted.profile.stageCounts;
    ChainRequest request = wanted;
    request.mostGpus = counts.GetLargest(wanted.mostGpus);
    if (request.mostGpus < request.leastGpus)
    {
        found.outcome = Outcome::CAP_TOO_LOW;
        return found;
    }
    if (ledger.GetTotalFreeGpus() < request.leastGpus)
    {
        found.outcome = Outcome::TOO_FEW_FREE;
        return found;
    }
    found.chain = FindChain(policy.chain, request, options, ledger);
    if (found.chain.empty())
    {
        found.outcome = Outcome::NO_REGION;
        return found;
    }
    const uint32_t most = std::min(CountGpus(found.chain), request.mostGpus);
    const uint32_t gpus = counts.GetLargest(most);
    if (gpus < request.leastGpus)
    {
        found.outcome = Outcome::SHORT_CHAIN;
        return found;
    }
    if (gpus < most)
    {
        CutChain(found.chain, gpus);
    }
    found.placement = Allocate(policy.allocation, found.chain, gpus, ledger, request.now);
    found.bandwidth = RequiredBandwidth(request.profile, gpus);
    const bool fits = ledger.CanReserve(found.placement, found.bandwidth, request.profile.chunks);
    found.outcome = fits ? Outcome::PLACED : Outcome::NO_BANDWIDTH;
    return found;
}

std::string
Explain(const PlacementSearch& search, const ChainRequest& request, const Ledger& ledger)
{
    using Outcome = PlacementSearch::Outcome;
    const std::string floor = "its floor of " + std::to_string(request.leastGpus);
    switch (search.outcome)
    {
    case Outcome::PLACED:
        return std::to_string(CountGpus(search.placement)) + " of at most " +
               std::to_string(request.mostGpus) + " GPUs";
    case Outcome::CAP_TOO_LOW:
        return "cap K* of " + std::to_string(request.mostGpus) + " GPUs below " + floor;
    case Outcome::TOO_FEW_FREE:
        return request.leastGpus > 1 ? "fewer free GPUs than " + floor : "no free GPU";
    case Outcome::NO_REGION:
        return "no region with free GPUs for " + floor;
    case Outcome::SHORT_CHAIN:
        return "chain of " + std::to_string(CountGpus(search.chain)) + " GPUs below " + floor;
    case Outcome::NO_BANDWIDTH:
        return DescribeShortage(search, request.profile.chunks, ledger);
    }
    NS_ABORT_MSG("unknown outcome of a placement search");
}

} // namespace ns3::bacepipe
