// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ORDERING_H
#define BACE_ORDERING_H

#include "ns3/bace-job-estimate.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-training-job.h"

#include <cstddef>
#include <vector>

namespace ns3::bacepipe
{

/// A job that waits.
struct PendingJob
{
    std::size_t number{0};     //!< what its owner knows it by
    const TrainingJob* job{0}; //!< as submitted
    JobEstimate estimate;      //!< of it
};

/// A pending job's place in the order of one decision round, and what it may take then.
struct RankedJob
{
    const PendingJob* pending{nullptr}; //!< which
    double priority{0};                 //!< highest first
    uint32_t leastGpus{1};              //!< it waits rather than start on fewer
    uint32_t mostGpus{1};               //!< it takes no more
    double timeTolerance{0};            //!< as of ChainRequest
    bool blocks{false};                 //!< nobody passes it while it waits
};

/**
 * @param a a job
 * @param b another
 * @return whether a comes first by arrival, then by id
 */
bool ArrivesBefore(const TrainingJob& a, const TrainingJob& b);

/**
 * The order by arrival, then by id.
 * @param pending the jobs that wait; must outlive the result
 * @return all of them, first to try first, with no priority; each from its floor to its K*
 */
std::vector<RankedJob> RankByArrival(const std::vector<PendingJob>& pending);

/**
 * The order by (1-alpha)(1-I_j) + alpha(1-D_j), highest first, ties by arrival, then by id. I_j is
 * the estimated execution time at K* and D_j is b_j(K*), both relative to the largest among the
 * pending jobs (published summary of the paper).
 * @param pending the jobs that wait; must outlive the result
 * @param alpha weight of bandwidth, in [0, 1]
 * @param longestFirst whether I_j stands in place of 1-I_j: its sign reversed, the value in [0, 1]
 * @return all of them, first to try first; each from its floor to its K*
 */
std::vector<RankedJob> RankByPriority(const std::vector<PendingJob>& pending,
                                      double alpha,
                                      bool longestFirst);

} // namespace ns3::bacepipe

#endif // BACE_ORDERING_H
