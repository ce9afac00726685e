// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ORDERING_H
#define BACE_ORDERING_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-training-job.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief A pending job's place in the order of one decision round.
 */
struct RankedJob
{
    std::size_t job{0};      //!< position in the list of pending jobs
    uint32_t optimalGpus{1}; //!< K*, the cap on its GPUs
    double priority{0};      //!< 0 under FCFS
};

/**
 * The order in which a round tries the pending jobs.
 *
 * FCFS: by arrival, then id. PRIORITY: (1-alpha)(1-I_j) + alpha(1-D_j), highest first, ties by
 * arrival, then id. I_j is the estimated execution time at K* and D_j is b_j(K*), both relative
 * to the largest among the pending jobs (published summary of the paper). With longestFirst, I_j
 * stands in place of 1-I_j: its sign reversed, the value kept in [0, 1].
 * @param ordering which rule
 * @param options open readings: layerBound and longestFirst count here
 * @param pending the jobs that wait
 * @param alpha present congestion of the WAN, in [0, 1]
 * @param cluster what K* is taken from
 * @return all of them, first to try first
 */
std::vector<RankedJob> RankJobs(Ordering ordering,
                                const SchedulingOptions& options,
                                const std::vector<const TrainingJob*>& pending,
                                double alpha,
                                const Cluster& cluster);

} // namespace ns3::bacepipe

#endif // BACE_ORDERING_H
