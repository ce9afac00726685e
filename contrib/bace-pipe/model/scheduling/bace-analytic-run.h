// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ANALYTIC_RUN_H
#define BACE_ANALYTIC_RUN_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/// What became of one job in an analytic run.
struct AnalyticJob
{
    bool finished{false}; //!< the other figures are there only if it is
    Time start;           //!< of its first iteration
    Time finish;          //!< of its last iteration
    Placement placement;  //!< where it ran
    double cost{0};       //!< $
};

/// What an analytic run found; means and sums are over the jobs that finished.
struct AnalyticResult
{
    std::vector<AnalyticJob> jobs; //!< in the order given
    uint32_t completed{0};         //!< jobs that finished
    double averageJct{0};          //!< s; 0 without any
    double averageWait{0};         //!< s; 0 without any
    double totalCost{0};           //!< $
    double makespan{0};            //!< from the first arrival to the last finish, s
    double gpuUtilization{0};      //!< GPU seconds held over those of the cluster in the makespan
};

/**
 * Runs jobs by the equations alone: the same decisions and the same figures as a scenario's run at
 * the analytic level, without ns-3's simulator. Uses no global state: runs may go on side by side.
 *
 * A program that never calls Simulator::Run() does well to call it once before: until then ns-3
 * keeps a list of all Time objects.
 * @param cluster where
 * @param jobs what, with distinct ids
 * @param policy who decides
 * @param options open readings
 * @return what was found; jobs that can never start are left unfinished
 */
AnalyticResult RunAnalytically(const Cluster& cluster,
                               const std::vector<TrainingJob>& jobs,
                               const Policy& policy,
                               const SchedulingOptions& options);

} // namespace ns3::bacepipe

#endif // BACE_ANALYTIC_RUN_H
