// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CHAIN_SEARCH_H
#define BACE_CHAIN_SEARCH_H

#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
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
    uint32_t maxGpus;          //!< K*
    Time now;                  //!< when; prices may vary
};

/**
 * Finds the chain of regions of a job, with the GPUs counted in each.
 *
 * Regions without a free GPU are never part of it. A chain may fall short of the job's floor, and
 * that of a search blind to bandwidth may need more than is free: the caller checks both.
 * @param search how
 * @param request for what
 * @param options open readings; the pathfinder's alone count here
 * @param ledger what is free
 * @return the chain; empty if there is none
 */
Placement FindChain(ChainSearch search,
                    const ChainRequest& request,
                    const SchedulingOptions& options,
                    const Ledger& ledger);

} // namespace ns3::bacepipe

#endif // BACE_CHAIN_SEARCH_H
