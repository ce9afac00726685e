// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ALLOCATOR_H
#define BACE_ALLOCATOR_H

#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * Spreads a job's GPUs over its chain; the order of regions stays.
 *
 * COST_MIN gives one GPU to every region and the rest by ascending price of a GPU hour, EVEN gives
 * one to each in turn; both up to what is free, whatever the chain counted. GREEDY takes what the
 * chain counted, in its order, and leaves out regions that nothing is left for.
 * @param allocation how
 * @param chain regions with free GPUs, and how many of each were counted
 * @param gpus how many to spread: at least one for each region and at most what the chain counts;
 *        anything else ends the program
 * @param ledger what is free, and the prices
 * @param now when; prices may vary
 * @return the placement
 */
Placement Allocate(Allocation allocation,
                   const Placement& chain,
                   uint32_t gpus,
                   const Ledger& ledger,
                   Time now);

} // namespace ns3::bacepipe

#endif // BACE_ALLOCATOR_H
