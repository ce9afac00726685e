// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PLACEMENT_SEARCH_H
#define BACE_PLACEMENT_SEARCH_H

#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-training-job.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief What came of looking for a placement of one job.
 */
struct PlacementSearch
{
    Placement chain;     //!< the chain found; may be empty
    Placement placement; //!< where it can start now; empty if nowhere
    DataRate bandwidth;  //!< for each boundary and direction, if it can start
    std::string reason;  //!< why so, in a few words without commas or quotes
};

/**
 * Looks for a placement of one job by a policy's chain search and allocation. Reserves nothing.
 * @param policy the policy; its ordering does not count here
 * @param options open readings
 * @param profile of the job
 * @param optimalGpus its K*
 * @param now when; prices may vary
 * @param ledger what is free
 * @return what was found; a placement in it fits in the ledger
 */
PlacementSearch FindPlacement(const Policy& policy,
                              const SchedulingOptions& options,
                              const JobProfile& profile,
                              uint32_t optimalGpus,
                              Time now,
                              const Ledger& ledger);

} // namespace ns3::bacepipe

#endif // BACE_PLACEMENT_SEARCH_H
