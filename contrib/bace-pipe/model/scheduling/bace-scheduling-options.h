// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCHEDULING_OPTIONS_H
#define BACE_SCHEDULING_OPTIONS_H

#include <cstdint>
#include <limits>
#include <optional>

/**
 * @file
 * Readings of the paper that are open, as options: doc/model.md says what each decides, and
 * doc/reproduction.md what each changes.
 */

namespace ns3::bacepipe
{

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
    uint32_t placements{10000}; //!< most placements that one decision tries out
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

} // namespace ns3::bacepipe

#endif // BACE_SCHEDULING_OPTIONS_H
