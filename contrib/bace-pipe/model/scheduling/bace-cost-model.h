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
 * Times are seconds in double precision; a stage is a GPU. A pipeline of no stages and a placement
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
 * b_j = A_j / t_comp(L): what a boundary must carry so that it never sets the pace (paper).
 * @param profile the job's profile
 * @param stages L, at least 1
 * @return the rate, rounded up to whole bit/s
 */
DataRate RequiredBandwidth(const JobProfile& profile, uint32_t stages);

/**
 * The inverse of RequiredBandwidth: how long a pipeline a WAN boundary can feed.
 * @param profile the job's profile
 * @param width what the boundary may use in each direction
 * @param limit the most stages of interest
 * @return the largest L up to the limit with b_j(L) within the width; 0 if there is none
 */
uint32_t LargestStages(const JobProfile& profile, DataRate width, uint32_t limit);

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
 * t_iter(L) of what is known of the boundaries in sum: the form that a search can keep up to date.
 * @param profile the job's profile
 * @param stages L, at least 1
 * @param total sum of t_comm over the boundaries, seconds
 * @param slowest the largest t_comm, seconds; 0 without boundaries
 * @return seconds
 */
double IterationTime(const JobProfile& profile, uint32_t stages, double total, double slowest);

/**
 * t_iter(L) = L t_comp + sum_s t_comm(s) + (M - 1) Delta, Delta = max(t_comp, max_s t_comm(s)):
 * fill-up and steady state (paper in words; the form is our reading).
 * @param profile the job's profile
 * @param communication t_comm of each of the L - 1 boundaries, seconds; its size gives L
 * @return seconds
 */
double IterationTime(const JobProfile& profile, const std::vector<double>& communication);

/**
 * t_iter of a placement: A / intra-region bandwidth between stages of one region; across a WAN
 * boundary A / b_j = t_comp, for b_j is reserved there.
 * @param profile the job's profile
 * @param placement where its stages are
 * @param cluster what the placement's regions belong to
 * @return seconds
 */
double IterationTime(const JobProfile& profile, const Placement& placement, const Cluster& cluster);

/**
 * K* = argmin_k t_iter(k), k from the job's floor to min(all GPUs of the cluster, layers), all
 * stages joined by the cluster's largest intra-region bandwidth, no WAN; the smallest k among
 * equals. The cap on a job's GPUs under every policy (paper; which communication counts is our
 * reading).
 * @param profile the job's profile
 * @param cluster capacity counts, not what is free
 * @param layerBound whether layers bound the stages; false is the paper's literal text
 * @return K*, at least 1
 */
uint32_t OptimalGpus(const JobProfile& profile, const Cluster& cluster, bool layerBound);

/**
 * The estimated execution time at K*: I_j t_iter(K*), the numerator of computation intensity.
 * @param profile the job's profile
 * @param cluster as of OptimalGpus
 * @param stages K*
 * @return seconds
 */
double EstimatedExecutionTime(const JobProfile& profile, const Cluster& cluster, uint32_t stages);

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
