// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_COST_MODEL_H
#define BACE_COST_MODEL_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-training-job.h"
#include "ns3/data-rate.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * The analytic equations of pipeline-parallel training (doc/model.md gives each one's source).
 * Times are seconds in double precision; a stage is a GPU. What is said of a number of stages
 * alone, t_comp(L), b_j(L) and the ideal pipeline, is said of GPUs of speed 1, the fastest; a stage
 * of a region takes 1 / speed times as long (our reading). A pipeline of no stages and a placement
 * without a GPU in each of its regions end the program: they are mistakes of the caller.
 */

namespace ns3::bacepipe
{

/**
 * t_comp(L) = t_comp(1) / L: forward and backward of one micro-batch at one stage.
 * @param profile the job's profile
 * @param stages L, at least 1
 * @return seconds
 */
double StageComputeTime(const JobProfile& profile, uint32_t stages);

/**
 * @param profile the job's profile
 * @param stages L, at least 1
 * @return v: chunks of the model on each GPU; a single stage has it in one piece
 */
uint32_t CountChunks(const JobProfile& profile, uint32_t stages);

/**
 * b_j = A_j / t_comp(L): what a boundary must carry so that it never sets the pace (paper).
 * @param profile the job's profile
 * @param stages L, at least 1
 * @return the rate, rounded up to whole bit/s
 */
DataRate RequiredBandwidth(const JobProfile& profile, uint32_t stages);

/**
 * RequiredBandwidth() where it is asked for often.
 * @param profile the job's profile
 * @param stages L, at least 1
 * @return bit/s
 */
uint64_t RequiredBitRate(const JobProfile& profile, uint32_t stages);

/**
 * The inverse of RequiredBandwidth: how long a pipeline a WAN boundary can feed.
 * @param profile the job's profile
 * @param width what the boundary may use in each direction, bit/s
 * @param limit the most stages of interest
 * @return the largest L up to the limit with b_j(L) within the width; 0 if there is none
 */
uint32_t LargestStages(const JobProfile& profile, uint64_t width, uint32_t limit);

/**
 * t_comm of a boundary: A / bandwidth.
 * @param profile the job's profile
 * @param bandwidth of the boundary, positive
 * @return seconds
 */
double BoundaryTime(const JobProfile& profile, DataRate bandwidth);

/**
 * t_comm between two stages of one region: A / its bandwidth.
 * @param profile the job's profile
 * @param region where both are
 * @return seconds
 */
double RegionBoundaryTime(const JobProfile& profile, const Region& region);

/**
 * t_comm across a WAN boundary: A / b_j, which is t_comp(L); 0 for a job that sends nothing.
 * @param profile the job's profile
 * @param stages L, at least 1
 * @return seconds
 */
double WanBoundaryTime(const JobProfile& profile, uint32_t stages);

/**
 * @brief What t_iter needs to know of a pipeline: the form that a search can keep up to date.
 */
struct PipelineSums
{
    uint32_t stages{0};      //!< L, at least 1
    double slowness{0};      //!< sum over the stages of 1 / speed; L where all are the fastest
    double mostSlowness{1};  //!< the largest 1 / speed of a stage
    double communication{0}; //!< sum of t_comm over the boundaries, s
    double slowest{0};       //!< the largest t_comm, s; 0 without boundaries
};

/**
 * t_iter of a pipeline in sums.
 * @param profile the job's profile
 * @param sums what is known of the pipeline
 * @return seconds
 */
double IterationTimeOfSums(const JobProfile& profile, const PipelineSums& sums);

/**
 * t_iter(L) = L t_comp + sum_s t_comm(s) + (M - 1) Delta, Delta = max(t_comp, max_s t_comm(s)):
 * fill-up and steady state (paper in words; the form is our reading). What the optimizer takes is
 * added to it. In each of these forms, with stages of different speeds the sum over t_comp / speed
 * stands for L t_comp and the slowest stage's t_comp and optimizer for t_comp and optimizer.
 * @param profile the job's profile
 * @param communication t_comm of each of the L - 1 boundaries, seconds; its size gives L
 * @return seconds
 */
double IterationTime(const JobProfile& profile, const std::vector<double>& communication);

/**
 * @param placement where a job's stages are
 * @param cluster what the placement's regions belong to
 * @return sum over the stages of 1 / speed
 */
double SumSlowness(const Placement& placement, const Cluster& cluster);

/**
 * t_iter of a placement: A / intra-region bandwidth between stages of one region; across a WAN
 * boundary A / b_j = t_comp, for b_j is reserved there: no more than any stage takes.
 * @param profile the job's profile
 * @param placement where its stages are
 * @param cluster what the placement's regions belong to
 * @return seconds
 */
double IterationTime(const JobProfile& profile, const Placement& placement, const Cluster& cluster);

/**
 * The end of E_j = I_j t_iter of a placement.
 * @param profile the job's profile
 * @param placement where its stages are
 * @param cluster what the placement's regions belong to
 * @param start of the first iteration
 * @return the end of the last; Time::Max() where ns-3's clock does not reach it
 */
Time ExecutionEnd(const JobProfile& profile,
                  const Placement& placement,
                  const Cluster& cluster,
                  Time start);

/**
 * t_iter of the ideal pipeline: all its stages joined by one bandwidth, no WAN.
 * @param profile the job's profile
 * @param bandwidth between any two stages, positive
 * @param stages L, at least 1
 * @return seconds
 */
double IdealIterationTime(const JobProfile& profile, DataRate bandwidth, uint32_t stages);

/**
 * K* = argmin_k t_iter(k) of the ideal pipeline, the smallest k among equals (paper: the cap on a
 * job's GPUs under every policy). Of the numbers that the job can have; where there is none in the
 * range, of all.
 * @param profile the job's profile
 * @param bandwidth of the ideal pipeline
 * @param fewest the least k to consider, at least 1
 * @param most the largest k to consider, at least fewest
 * @return K*
 */
uint32_t OptimalStages(const JobProfile& profile,
                       DataRate bandwidth,
                       uint32_t fewest,
                       uint32_t most);

/**
 * Power of GPUs times price.
 * @param segment where the GPUs are
 * @param cluster gives price and power
 * @param at when
 * @return $ per hour
 */
double HourlyPrice(const PlacementSegment& segment, const Cluster& cluster, Time at);

/**
 * Power of a placement's GPUs times price.
 * @param placement where the GPUs are
 * @param cluster gives price and power
 * @param at when
 * @return $ per hour
 */
double HourlyPrice(const Placement& placement, const Cluster& cluster, Time at);

/**
 * C_j: the electricity of a job's GPUs over its active span, bubbles included, waiting excluded
 * (paper); the integral where prices vary (our reading).
 * @param placement where the GPUs are
 * @param cluster gives price and power
 * @param from start of the execution
 * @param to its end
 * @return $
 */
double ElectricityCost(const Placement& placement, const Cluster& cluster, Time from, Time to);

/**
 * @param placement where the GPUs are
 * @param cluster gives power
 * @param duration of the execution
 * @return energy in kWh
 */
double Energy(const Placement& placement, const Cluster& cluster, Time duration);

} // namespace ns3::bacepipe

#endif // BACE_COST_MODEL_H
