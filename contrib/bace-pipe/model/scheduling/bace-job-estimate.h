// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JOB_ESTIMATE_H
#define BACE_JOB_ESTIMATE_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"
#include "ns3/data-rate.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief What a scheduler knows of a job before it places it; it depends on the cluster's capacity
 * alone, not on what is free, and is computed once.
 */
struct JobEstimate
{
    uint32_t leastGpus{1};   //!< the floor: it never starts on fewer
    uint32_t optimalGpus{1}; //!< K*, the cap; below the floor where the job can never start
    double executionTime{0}; //!< I_j t_iter(K*) of the ideal pipeline, s
    double shortestTime{0}; //!< the same at the cluster's largest bandwidth: no placement is faster
    DataRate bandwidth;     //!< b_j(K*)
};

/**
 * @param profile of a job
 * @param options memoryFloor counts here
 * @return the fewest GPUs that the job starts on, at least 1: the first number from its floor on
 *         that it can have; the floor where there is none
 */
uint32_t GetLeastGpus(const JobProfile& profile, const SchedulingOptions& options);

/**
 * @param profile of a job
 * @return the most stages that its layers allow: a layer for each chunk of each stage
 */
uint32_t GetMostStages(const JobProfile& profile);

/**
 * @param cluster a cluster
 * @param which which bandwidth
 * @return what joins the stages of the ideal pipeline
 */
DataRate GetIdealBandwidth(const Cluster& cluster, IdealBandwidth which);

/**
 * K* is sought from the floor to the smaller of the cluster's GPUs and, with layerBound, what
 * the job's layers allow; where that is below the floor it is K*.
 * @param profile of a job
 * @param cluster where it is to run
 * @param options layerBound, memoryFloor and idealBandwidth count here
 * @return the job's estimate
 */
JobEstimate EstimateJob(const JobProfile& profile,
                        const Cluster& cluster,
                        const SchedulingOptions& options);

} // namespace ns3::bacepipe

#endif // BACE_JOB_ESTIMATE_H
