// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_LOWER_BOUND_H
#define REPRODUCTION_LOWER_BOUND_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"

#include <vector>

namespace ns3::bacepipe::reproduction
{

/**
 * What no schedule can beat: a lower bound on the average JCT of jobs that all arrive at 0.
 *
 * Each job runs on L GPUs, from its floor to K*, without interruption, for no less than E(L): its
 * iterations at the iteration time of a pipeline whose boundaries all have the widest bandwidth
 * there is. With w = L E(L) its GPU seconds, G the GPUs of the cluster and M its mean busy time,
 * every set S of jobs obeys sum_S w M >= (sum_S w)^2 / (2 G); by Smith's rule sum M is then least
 * in some order, where the i-th of n jobs adds (n - i + 1/2) w / G, and a job completes at
 * M + E / 2. The least over orders and over each job's L is an assignment problem. No less than
 * sum min E(L) is needed in any case; the larger of both is returned.
 * @param cluster where
 * @param jobs at least one, all of which arrive at 0 and can run
 * @param options layerBound and memoryFloor count here
 * @return seconds
 */
double AverageJctBound(const Cluster& cluster,
                       const std::vector<TrainingJob>& jobs,
                       const SchedulingOptions& options);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_LOWER_BOUND_H
