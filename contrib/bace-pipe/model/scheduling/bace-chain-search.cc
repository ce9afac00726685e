// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-chain-search.h"

#include "ns3/abort.h"
#include "ns3/bace-baseline-chains.h"
#include "ns3/bace-pathfinder.h"

namespace ns3::bacepipe
{

Placement
FindChain(ChainSearch search,
          const ChainRequest& request,
          const SchedulingOptions& options,
          const Ledger& ledger)
{
    switch (search)
    {
    case ChainSearch::BANDWIDTH_AWARE:
        return FindBandwidthAwareChain(request, options, ledger);
    case ChainSearch::CHEAPEST_REGION:
        return FindCheapestRegion(request, ledger);
    case ChainSearch::LARGEST_REGION:
        return FindLargestRegion(request, ledger);
    case ChainSearch::CHEAPEST_REGIONS:
        return FindCheapestRegions(request, ledger);
    case ChainSearch::WIDEST_NEIGHBOURS:
        return FindWidestNeighbours(request, ledger);
    }
    NS_ABORT_MSG("unknown chain search");
}

} // namespace ns3::bacepipe
