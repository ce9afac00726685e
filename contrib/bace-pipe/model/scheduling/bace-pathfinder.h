// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PATHFINDER_H
#define BACE_PATHFINDER_H

#include "ns3/bace-chain-search.h"

namespace ns3::bacepipe
{

/**
 * BACE-Pipe's pathfinder: grows a chain from every region with free GPUs and takes the best.
 *
 * Best is the lowest t_iter (within timeTolerance of the lowest), then the lowest hourly price,
 * then fewest regions, then the lowest region indices; chains that reach the job's floor come
 * before those that do not. Chains are compared as grown.
 * @param request for what
 * @param options spanAll counts here
 * @param ledger what is free
 * @return the chain, feasible as it is; empty if no GPU is free
 */
Placement FindBandwidthAwareChain(const ChainRequest& request,
                                  const SchedulingOptions& options,
                                  const Ledger& ledger);

} // namespace ns3::bacepipe

#endif // BACE_PATHFINDER_H
