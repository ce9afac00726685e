// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BASELINE_CHAINS_H
#define BACE_BASELINE_CHAINS_H

#include "ns3/bace-chain-search.h"

/**
 * @file
 * The chains of the paper's baselines: blind to what bandwidth is free. Only regions with free
 * GPUs count; of each, as many as are free are taken until K* is reached.
 */

namespace ns3::bacepipe
{

/**
 * LCF: the single region with the lowest price of a GPU hour among those with free GPUs, or, with
 * cheapestWithRoom, among those whose free GPUs reach the job's floor; the lowest index among
 * equals.
 * @param request for what
 * @param options cheapestWithRoom counts here
 * @param ledger what is free
 * @return that region; empty if there is none
 */
Placement FindCheapestRegion(const ChainRequest& request,
                             const SchedulingOptions& options,
                             const Ledger& ledger);

/**
 * LDF: the single region with most free GPUs; the lowest index among equals.
 * @param request for what
 * @param ledger what is free
 * @return that region; empty if no GPU is free
 */
Placement FindLargestRegion(const ChainRequest& request, const Ledger& ledger);

/**
 * CR-LCF: regions by ascending price of a GPU hour until K*, linked or not; the lowest index among
 * equals.
 * @param request for what
 * @param ledger what is free
 * @return the chain; empty if no GPU is free
 */
Placement FindCheapestRegions(const ChainRequest& request, const Ledger& ledger);

/**
 * CR-LDF: from the region with most free GPUs, at each step the neighbour of the chain's end with
 * the widest link (of its narrower direction), until K* or until no neighbour is left; the lowest
 * index among equals.
 * @param request for what
 * @param options neighbourWidth counts here: the link's capacity, or what it has left
 * @param ledger what is free
 * @return the chain; empty if no GPU is free
 */
Placement FindWidestNeighbours(const ChainRequest& request,
                               const SchedulingOptions& options,
                               const Ledger& ledger);

} // namespace ns3::bacepipe

#endif // BACE_BASELINE_CHAINS_H
