// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CHAIN_SEARCH_H
#define BACE_CHAIN_SEARCH_H

#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief What a chain of regions is looked for.
 */
struct ChainRequest
{
    const JobProfile& profile; //!< of the job to place
    uint32_t leastGpus;        //!< fewer are of no use to it
    uint32_t mostGpus;         //!< it takes no more: K*
    Time now;                  //!< when; prices may vary
    double timeTolerance;      //!< relative t_iter difference that the pathfinder takes as equal
};

/**
 * @param a a request
 * @param b another
 * @return whether both ask for the same: a chain for one serves the other
 */
bool IsSameRequest(const ChainRequest& a, const ChainRequest& b);

/**
 * Finds the chain of regions of a job, with the GPUs counted in each.
 *
 * Regions without a free GPU are never part of it. A chain may fall short of the job's floor, and
 * that of a search blind to bandwidth may need more than is free, unless shortenChains cuts it to
 * what is: the caller checks both.
 * @param search how
 * @param request for what
 * @param options open readings
 * @param ledger what is free
 * @return the chain; empty if there is none
 */
Placement FindChain(ChainSearch search,
                    const ChainRequest& request,
                    const SchedulingOptions& options,
                    const Ledger& ledger);

/**
 * Cuts a chain to what free bandwidth carries: the first regions of it and, of the last of these,
 * as many GPUs as its narrowest boundary allows. Of all such cuts that with most GPUs, then that
 * with fewest regions.
 * @param chain regions with free GPUs
 * @param profile of the job
 * @param ledger what is free
 * @return the cut chain; not empty, for one region needs no bandwidth
 */
Placement ShortenChain(const Placement& chain, const JobProfile& profile, const Ledger& ledger);

} // namespace ns3::bacepipe

#endif // BACE_CHAIN_SEARCH_H
