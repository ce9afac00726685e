// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCHEDULER_APPLICATION_H
#define BACE_SCHEDULER_APPLICATION_H

#include "ns3/application.h"
#include "ns3/bace-fast-forward.h"
#include "ns3/bace-job-execution.h"
#include "ns3/bace-job-scheduler.h"
#include "ns3/event-id.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// Where a job stands.
enum class JobState
{
    SUBMITTED, //!< its arrival is to come
    PENDING,   //!< waits for GPUs
    RUNNING,   //!< executes
    FINISHED,  //!< has done its last iteration
};

/// What became of a job.
struct JobRecord
{
    TrainingJob job;                     //!< as submitted
    JobState state{JobState::SUBMITTED}; //!< where it stands
    Time start;                          //!< of its first iteration
    Time finish;                         //!< of its last iteration
    Placement placement;                 //!< where it ran
    std::string lastReason;              //!< of the last decision about it
    Ptr<JobExecution> execution;         //!< while it runs, and after
    double startHalfWidth{0};            //!< of the 95 % interval of its start, s: that of the
                                         //!< completion which made room for it
    double finishHalfWidth{0};           //!< of its finish, s: this and its execution's
};

/// What a decision round decided about a job, as traced.
struct DecisionRecord
{
    Time time;            //!< of the round
    std::string trigger;  //!< what led to it: arrivals and completions, as "arrival:P completion:Q"
    const JobRecord* job; //!< which job
    Decision decision;    //!< what was decided
};

/**
 * @brief The scheduler: starts jobs where and when a policy decides, and keeps the ledger.
 *
 * Arrivals and completions of one instant are taken together, then one decision round follows;
 * while a job waits, so does a change of a price. Jobs run through the JobExecution interface
 * alone. The simulation is stopped when all jobs are finished, or when a job has got nowhere for
 * StallTimeout.
 */
class SchedulerApplication : public Application
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /// Makes the execution of a job that has been placed.
    using ExecutionFactory = std::function<Ptr<JobExecution>(const TrainingJob&, const Placement&)>;

    /**
     * @param cluster to schedule on; must outlive the application
     * @param jobs to run, with distinct ids
     * @param factory makes executions
     */
    void SetUp(const Cluster& cluster, std::vector<TrainingJob> jobs, ExecutionFactory factory);

    /**
     * Sets the attributes of the open readings of the model, all at once.
     * @param options open readings
     */
    void SetOptions(const SchedulingOptions& options);

    /// @return the open readings, as the attributes have them
    SchedulingOptions GetOptions() const;

    /**
     * @param fastForward watches executions; null to simulate every iteration
     */
    void SetFastForward(Ptr<FastForward> fastForward);

    /// @return what suspends executions, for its trace source Settled: what each suspension rests
    ///         on; null without
    Ptr<FastForward> GetFastForward() const;

    /// @return all jobs, in the order given
    const std::vector<JobRecord>& GetJobs() const;

    /// @return what is free now; to be called once the application has started
    const Ledger& GetLedger() const;

    /// @return whether all jobs are finished
    bool IsDone() const;

    /// @return for each job that is not finished: its id and what it waits for
    std::vector<std::string> DescribeUnfinished() const;

    /// Signature of the Decision trace.
    using DecisionTracedCallback = void (*)(const DecisionRecord& record);

    /// Signature of the JobStarted and JobFinished traces.
    using JobTracedCallback = void (*)(const JobRecord& record);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * @param index of a job that arrives now
     */
    void Arrive(std::size_t index);

    /**
     * @param index of a job whose last iteration is done
     */
    void Complete(std::size_t index);

    /**
     * Asks for a round when all events of this instant are through.
     * @param trigger what led to it
     */
    void RequestRound(const std::string& trigger);

    /// Lets other events of this instant pass before the round.
    void PutOffRound();

    /// Decides about all pending jobs and starts what is placed.
    void RunRound();

    /// Asks for a round at the next change of a price: a chain may be found then.
    void RequestPriceRound();

    /// Ends the run if no job can come to an end, arrive or become cheap enough.
    void StopIfNothingCanHappen();

    /**
     * @param index of a job that has been placed
     */
    void StartJob(std::size_t index);

    /// Stops the simulation if a running job has got nowhere since the last look.
    void CheckProgress();

    /// Tells the scheduler when running jobs will complete, from how far they have come.
    void UpdateExpectations();

    std::string m_policyName;                  //!< the attribute
    Time m_stallTimeout;                       //!< the attribute
    const Policy* m_policy{nullptr};           //!< found by name
    bool m_layerBound;                         //!< the attribute
    bool m_memoryFloor;                        //!< the attribute
    bool m_longestFirst;                       //!< the attribute
    double m_alpha;                            //!< the attribute
    double m_timeTolerance;                    //!< the attribute
    bool m_spanAll;                            //!< the attribute
    int m_queueing;                            //!< the attribute, of Queueing
    bool m_shortenChains;                      //!< the attribute
    bool m_cheapestWithRoom;                   //!< the attribute
    int m_idealBandwidth;                      //!< the attribute, of IdealBandwidth
    int m_neighbourWidth;                      //!< the attribute, of NeighbourWidth
    double m_lookAheadCostLimit;               //!< the attribute
    uint32_t m_lookAheadPlacements;            //!< the attribute
    const Cluster* m_cluster{nullptr};         //!< scheduled on
    std::unique_ptr<JobScheduler> m_scheduler; //!< decides; there once the application has started
    std::vector<JobRecord> m_jobs;             //!< in the order given
    std::size_t m_finished{0};                 //!< how many jobs are
    ExecutionFactory m_factory;                //!< makes executions
    Ptr<FastForward> m_fastForward;            //!< may be null
    EventId m_round;                           //!< the round to come
    EventId m_priceRound;                      //!< the round at the next change of a price
    std::string m_trigger;                     //!< of the round to come
    double m_roundHalfWidth{0};                //!< of the completions that led to it, s
    EventId m_progressCheck;                   //!< the next look
    std::vector<uint64_t> m_progress;          //!< of each job at the last look
    TracedCallback<const DecisionRecord&> m_decisionTrace; //!< a decision was taken
    TracedCallback<const JobRecord&> m_startedTrace;       //!< a job is about to start
    TracedCallback<const JobRecord&> m_finishedTrace;      //!< a job has finished
};

} // namespace ns3::bacepipe

#endif // BACE_SCHEDULER_APPLICATION_H
