// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_POLICY_H
#define BACE_POLICY_H

#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-training-job.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// How pending jobs are ordered.
enum class Ordering
{
    FCFS,     //!< by arrival, then id
    PRIORITY, //!< the paper's dynamic priority
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

/// Who waits behind a job that cannot be placed.
enum class Queueing
{
    POLICY,   //!< as the policy has it
    STRICT,   //!< everybody: strict head of line
    BACKFILL, //!< nobody
};

/// Which bandwidth joins the stages of the ideal pipeline that K* is taken from.
enum class IdealBandwidth
{
    LARGEST,  //!< the largest intra-region bandwidth of the cluster
    MEAN,     //!< their mean
    SMALLEST, //!< the smallest
};

/// What makes a neighbour wide, for the chain of CR-LDF.
enum class NeighbourWidth
{
    CAPACITY, //!< of the link
    RESIDUAL, //!< what the link has left
};

/// What bounds the policy that looks ahead.
struct LookAheadOptions
{
    /// Most that all jobs together may cost, relative to what BACE-Pipe would have them cost.
    double costLimit{std::numeric_limits<double>::infinity()};
    uint32_t placements{20000}; //!< most placements that one decision tries out
};

/// Readings of the paper that are open, as options (doc/model.md).
struct SchedulingOptions
{
    bool layerBound{true};       //!< a pipeline has no more stages than layers
    bool memoryFloor{true};      //!< a job starts on no fewer GPUs than its floor; false: on any
    bool longestFirst{false};    //!< reverses the sign of the computation intensity I_j
    std::optional<double> alpha; //!< weight of bandwidth in the priority; empty: the congestion
    double timeTolerance{0};     //!< relative t_iter difference that the pathfinder takes as equal
    bool spanAll{false};         //!< the chain goes on past K*, and the allocator picks K* of it
    Queueing queueing{Queueing::POLICY}; //!< who waits behind a job that cannot be placed
    bool shortenChains{false};           //!< a blind chain is cut to what is feasible now
    bool cheapestWithRoom{true};         //!< LCF passes over regions without room for the floor
    IdealBandwidth idealBandwidth{IdealBandwidth::LARGEST};  //!< of the pipeline behind K*
    NeighbourWidth neighbourWidth{NeighbourWidth::CAPACITY}; //!< of CR-LDF's chain
    LookAheadOptions lookAhead;                              //!< of bace-pipe-lookahead
};

/// What was decided about one pending job in one round.
struct Decision
{
    std::size_t job{0};  //!< position in the list of pending jobs given to Decide()
    double priority{0};  //!< at the round's start; 0 under FCFS
    double alpha{0};     //!< congestion at the round's start
    Placement chain;     //!< the chain found, with the GPUs counted in it; may be empty
    bool placed{false};  //!< whether the job starts now; its reservation is then in the ledger
    Placement placement; //!< where, if placed
    DataRate bandwidth;  //!< reserved for each boundary and direction, if placed
    std::string reason;  //!< why so, in a few words without commas or quotes
};

/**
 * One decision round: all events of an instant are taken together, priorities are computed at the
 * start and hold through the round, jobs are tried in order and what is placed is reserved.
 * @param policy the policy
 * @param options open readings
 * @param pending the jobs that wait; none may hold anything in the ledger
 * @param now the time (prices may vary)
 * @param ledger what is free; placed jobs are reserved in it under their id
 * @return one decision for each job tried, in the order tried
 */
std::vector<Decision> Decide(const Policy& policy,
                             const SchedulingOptions& options,
                             const std::vector<const TrainingJob*>& pending,
                             Time now,
                             Ledger& ledger);

/**
 * Tells a job that waits from one that can only wait for ever: whether it could start if all was
 * idle, at a given time or at any later change of a price.
 * @param policy the policy
 * @param options open readings
 * @param job the job
 * @param cluster where
 * @param from the earliest start
 * @return empty if it could; otherwise why not, in a few words without commas or quotes
 */
std::string WhyNeverStarts(const Policy& policy,
                           const SchedulingOptions& options,
                           const TrainingJob& job,
                           const Cluster& cluster,
                           Time from);

} // namespace ns3::bacepipe

#endif // BACE_POLICY_H
