// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-chain-search.h"

#include "ns3/abort.h"
#include "ns3/bace-baseline-chains.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-pathfinder.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ns3::bacepipe
{

namespace
{

/// As FindChain, before any cut.
Placement
FindWholeChain(ChainSearch search,
               const ChainRequest& request,
               const SchedulingOptions& options,
               const Ledger& ledger)
{
    switch (search)
    {
    case ChainSearch::BANDWIDTH_AWARE:
        return FindBandwidthAwareChain(request, options, ledger);
    case ChainSearch::CHEAPEST_REGION:
        return FindCheapestRegion(request, options, ledger);
    case ChainSearch::LARGEST_REGION:
        return FindLargestRegion(request, ledger);
    case ChainSearch::CHEAPEST_REGIONS:
        return FindCheapestRegions(request, ledger);
    case ChainSearch::WIDEST_NEIGHBOURS:
        return FindWidestNeighbours(request, options, ledger);
    }
    NS_ABORT_MSG("unknown chain search");
}

} // namespace

bool
IsSameRequest(const ChainRequest& a, const ChainRequest& b)
{
    // A chain hangs neither on the number of iterations nor on the layers but through K*.
    const auto key = [](const ChainRequest& request) {
        return std::tie(request.profile.computeTime,
                        request.profile.boundaryBytes,
                        request.profile.microBatches,
                        request.profile.chunks,
                        request.profile.optimizerTime,
                        request.profile.stageCounts,
                        request.leastGpus,
                        request.mostGpus,
                        request.now,
                        request.timeTolerance);
    };
    return key(a) == key(b);
}

Placement
FindChain(ChainSearch search,
          const ChainRequest& request,
          const SchedulingOptions& options,
          const Ledger& ledger)
{
    const Placement chain = FindWholeChain(search, request, options, ledger);
    const bool cut = options.shortenChains && search != ChainSearch::BANDWIDTH_AWARE;
    return cut && chain.size() > 1 ? ShortenChain(chain, request.profile, ledger) : chain;
}

Placement
ShortenChain(const Placement& chain, const JobProfile& profile, const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    Placement part;      // the first regions of the chain
    uint32_t before = 0; // GPUs of the regions before the last
    uint32_t most = 0;
    Placement best;
    for (std::size_t i = 0; i < chain.size(); ++i)
    {
        part.push_back(chain[i]);
        bool joined = true;
        uint64_t narrowest = std::numeric_limits<uint64_t>::max(); // of what a message has left
        ForEachRegionPair(part,
                          profile.chunks,
                          [&](RegionIndex a, RegionIndex b, uint32_t messages) {
                              joined = joined && cluster.AreJoined(a, b);
                              narrowest = std::min(narrowest, ledger.GetWidth(a, b) / messages);
                          });
        const uint32_t whole = before + chain[i].gpus;
        const uint32_t limit = joined ? whole : 0;
        const uint32_t stages = i > 0 ? LargestStages(profile, narrowest, limit) : whole;
        if (stages > before && stages > most)
        {
            most = stages;
            best.assign(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            best.back().gpus = stages - before;
        }
        before = whole;
    }
    return best;
}

} // namespace ns3::bacepipe
