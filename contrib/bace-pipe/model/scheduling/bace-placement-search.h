// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PLACEMENT_SEARCH_H
#define BACE_PLACEMENT_SEARCH_H

#include "ns3/bace-chain-search.h"
#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/data-rate.h"

#include <string>

namespace ns3::bacepipe
{

/**
 * @brief What came of looking for a placement of one job.
 */
struct PlacementSearch
{
    /// Why a job is placed, or why not.
    enum class Outcome
    {
        PLACED,       //!< there is a placement
        CAP_TOO_LOW,  //!< the most GPUs it takes are fewer than the least
        TOO_FEW_FREE, //!< of all regions together
        NO_REGION,    //!< none that the chain search accepts
        SHORT_CHAIN,  //!< the chain has fewer GPUs than the least
        NO_BANDWIDTH, //!< a boundary of the placement is short of it, or has no link
    };

    Outcome outcome{Outcome::NO_REGION}; //!< what came of it
    Placement chain;                     //!< the chain found; may be empty
    Placement placement;                 //!< of that chain; can be reserved only if PLACED
    DataRate bandwidth;                  //!< for each boundary and direction of the placement

    /// @return whether the job can start now
    bool IsPlaced() const
    {
        return outcome == Outcome::PLACED;
    }
};

/**
 * Looks for a placement of one job by a policy's chain search and allocation. Reserves nothing.
 * Where the job cannot have as many stages as the chain has GPUs, the chain is cut from its end.
 * @param policy the policy; its ordering does not count here
 * @param options open readings
 * @param wanted of the job
 * @param ledger what is free
 * @return what was found
 */
PlacementSearch FindPlacement(const Policy& policy,
                              const SchedulingOptions& options,
                              const ChainRequest& wanted,
                              const Ledger& ledger);

/**
 * @param search what FindPlacement has found
 * @param request for what
 * @param ledger as it was then
 * @return why so, in a few words without commas or quotes
 */
std::string Explain(const PlacementSearch& search,
                    const ChainRequest& request,
                    const Ledger& ledger);

} // namespace ns3::bacepipe

#endif // BACE_PLACEMENT_SEARCH_H
