// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JOB_SCHEDULER_H
#define BACE_JOB_SCHEDULER_H

#include "ns3/bace-ledger.h"
#include "ns3/bace-ordering.h"
#include "ns3/bace-placement-search.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

class LookAhead;

/// A job that has been placed and is not yet completed.
struct RunningJob
{
    const TrainingJob* job{nullptr}; //!< as submitted
    Placement placement;             //!< where
    DataRate bandwidth;              //!< reserved for each message of a boundary and direction
    Time start;                      //!< when it was placed
    Time end;                        //!< when it is expected to complete
    uint32_t chunks{1};              //!< of the model on each GPU, as reserved
};

/// What was decided about one pending job in one round.
struct Decision
{
    std::size_t job{0};  //!< its number
    double priority{0};  //!< at the round's start; 0 under FCFS
    double alpha{0};     //!< congestion at the round's start, or what options set in its place
    Placement chain;     //!< the chain found, with the GPUs counted in it; may be empty
    bool placed{false};  //!< whether the job starts now; its reservation is then in the ledger
    Placement placement; //!< where, if placed
    DataRate bandwidth;  //!< reserved for each boundary and direction, if placed
    Time execution;      //!< how long it will run by the equations, if placed
    std::string reason;  //!< why so, in a few words without commas or quotes
};

/**
 * @brief Who waits, who runs and what is free; decides by a policy who starts.
 *
 * Knows time only as it is told. The owner submits jobs, asks for a round when all events of an
 * instant have been told, and tells of completions; it numbers the jobs as it likes.
 */
class JobScheduler
{
  public:
    /**
     * @param ledger what is free at the start
     * @param policy who decides; must outlive the scheduler
     * @param options open readings
     */
    JobScheduler(Ledger ledger, const Policy& policy, const SchedulingOptions& options);

    ~JobScheduler();

    /**
     * A job arrives.
     * @param number of no job that waits or runs
     * @param job must outlive the scheduler; no round may be asked for before its arrival
     */
    void Submit(std::size_t number, const TrainingJob& job);

    /**
     * One decision round: all events of an instant are taken together, priorities are computed at
     * the start and hold through the round, jobs are tried in order and what is placed is reserved.
     * @param now the time (prices may vary)
     * @return one decision for each job tried, in the order tried; placed jobs run from now on
     */
    std::vector<Decision> Decide(Time now);

    /**
     * Sets when a running job will complete, better known than by the equations.
     * @param number of a job that runs
     * @param end when
     */
    void Expect(std::size_t number, Time end);

    /**
     * A job has completed; what it held is free.
     * @param number of a job that runs
     * @param now the time
     */
    void Complete(std::size_t number, Time now);

    /// @return what is free
    const Ledger& GetLedger() const
    {
        return m_ledger;
    }

    /// @return the jobs that wait, in the order submitted
    const std::vector<PendingJob>& GetPending() const
    {
        return m_pending;
    }

    /// @return the jobs that run, by number
    const std::map<std::size_t, RunningJob>& GetRunning() const
    {
        return m_running;
    }

  private:
    /**
     * @param now the time
     * @param alpha weight of bandwidth in the priority
     * @return the pending jobs in the order of this round
     */
    std::vector<RankedJob> Rank(Time now, double alpha);

    /**
     * Jobs of one kind fail alike while nothing else is placed: the last search of a kind is kept.
     * @param request of a job
     * @return what was found
     */
    PlacementSearch Search(const ChainRequest& request);

    /**
     * @param job that starts
     * @param placement where
     * @param bandwidth reserved
     * @param now when
     */
    void Start(const PendingJob& job, const Placement& placement, DataRate bandwidth, Time now);

    /// A search that found nothing, and for what.
    struct Failure
    {
        ChainRequest request;   //!< its profile outlives the round
        PlacementSearch search; //!< what came of it
    };

    const Policy& m_policy;                      //!< who decides
    SchedulingOptions m_options;                 //!< open readings
    Ledger m_ledger;                             //!< what is free
    std::vector<PendingJob> m_pending;           //!< in the order submitted
    std::map<std::size_t, RunningJob> m_running; //!< by number
    double m_spent{0};                           //!< on completed jobs, $
    std::vector<Failure> m_failures;             //!< of the round, since the last placement
    std::unique_ptr<LookAhead> m_lookAhead;      //!< of the policies that look ahead
};

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

#endif // BACE_JOB_SCHEDULER_H
