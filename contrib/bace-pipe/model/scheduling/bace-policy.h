// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_POLICY_H
#define BACE_POLICY_H

#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// How pending jobs are ordered.
enum class Ordering
{
    FCFS,       //!< by arrival, then id
    PRIORITY,   //!< the paper's dynamic priority
    LOOK_AHEAD, //!< the best order found by trying orders in the analytic equations
};

/// How the chain of regions is found.
enum class ChainSearch
{
    BANDWIDTH_AWARE,   //!< the paper's pathfinder
    CHEAPEST_REGION,   //!< LCF: one region, lowest price with room for the floor
    LARGEST_REGION,    //!< LDF: one region, most free GPUs
    CHEAPEST_REGIONS,  //!< CR-LCF: regions by ascending price until K*
    WIDEST_NEIGHBOURS, //!< CR-LDF: from the largest region along the widest links until K*
};

/// How a job's GPUs are spread over the chain.
enum class Allocation
{
    COST_MIN, //!< one in every region, the rest by ascending price
    GREEDY,   //!< as many as free in each region, in the chain's order
    EVEN,     //!< one to each region in turn
};

/**
 * @brief A scheduling policy: ordering x chain x allocation, and whether a job that cannot be
 * placed blocks those behind it.
 */
struct Policy
{
    const char* name;      //!< as in --policy
    Ordering ordering;     //!< of pending jobs
    ChainSearch chain;     //!< of regions
    Allocation allocation; //!< of GPUs
    bool headOfLine;       //!< strict: nobody passes a job that waits
};

/// @return every policy, BACE-Pipe first; the table that a new policy is a row of
const std::vector<Policy>& GetPolicies();

/**
 * @param name as in --policy
 * @return the policy, or nullptr if there is none of that name
 */
const Policy* FindPolicy(const std::string& name);

} // namespace ns3::bacepipe

#endif // BACE_POLICY_H
