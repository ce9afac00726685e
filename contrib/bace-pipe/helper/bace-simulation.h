// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SIMULATION_H
#define BACE_SIMULATION_H

#include "ns3/bace-cross-traffic-set.h"
#include "ns3/bace-flow-recorder.h"
#include "ns3/bace-link-activity.h"
#include "ns3/bace-link-history.h"
#include "ns3/bace-memo-file.h"
#include "ns3/bace-packet-capture.h"
#include "ns3/bace-packet-network.h"
#include "ns3/bace-pipeline-log.h"
#include "ns3/bace-progress-line.h"
#include "ns3/bace-resting-queues.h"
#include "ns3/bace-run-result.h"
#include "ns3/bace-scenario.h"
#include "ns3/bace-scheduler-application.h"
#include "ns3/bace-suspension-log.h"
#include "ns3/bace-timeline.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/bace-wait-report.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a run records beside its result, and where.
struct SimulationOptions
{
    std::string directory;           //!< where requested files go; needed for any of them
    std::string pcap{"none"};        //!< none, wan or all
    bool flowMonitor{false};         //!< flowmon.xml and flows.csv
    bool timeline{false};            //!< timeline.json, and what is in it:
    TimelineOptions timelineOptions; //!< which iterations
    bool waits{false};               //!< waits.csv
    bool progress{false};            //!< a progress line on stderr
    std::string memo;                //!< file of what other runs have measured; empty for none
};

/**
 * @brief One run of a scenario, from nodes to result.
 *
 * One object at a time, for ns-3 simulates in global state: the constructor sets seeds and builds,
 * Run() runs, the destructor leaves ns-3 as it was found.
 */
class Simulation
{
  public:
    /**
     * @param scenario what to run; it is checked
     * @param options what to record
     */
    Simulation(const Scenario& scenario, const SimulationOptions& options);

    /**
     * Finds what only a run can find wrong, without one.
     * @param scenario what is to run
     * @param options what is to be recorded; what is wrong throws ScenarioError
     */
    static void Check(const Scenario& scenario, const SimulationOptions& options);

    ~Simulation();

    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /**
     * Runs until all jobs are finished or nothing can go on.
     * @return what was found
     */
    RunResult Run();

    /// @return the scheduler, for its trace sources
    Ptr<SchedulerApplication> GetScheduler() const;

    /// @return the nodes; empty in an analytic run
    const Topology& GetTopology() const;

  private:
    /// The packet network, cross traffic and resting queues.
    void BuildNetwork();

    /// The scheduler and the sinks of its traces.
    void BuildScheduler();

    /// Fast-forward and what it is told.
    void BuildFastForward();

    /// Gives fast-forward its memo.
    void BuildMemo(FastForward& fastForward);

    /**
     * Rounds are many where many jobs wait: what they repeat is not kept.
     * @param record of a decision
     * @return whether it defers the job just as the last one did
     */
    bool RepeatsDeferral(const DecisionRecord& record);

    /// What the WAN links carry over time.
    void RecordLinks();

    /// What the options ask for.
    void EnableRecording();

    /// Writes and closes it; m_result is complete. A failure throws std::runtime_error.
    void FinishRecording();

    /**
     * @param job that has been placed
     * @param placement where
     * @return its execution
     */
    Ptr<JobExecution> MakeExecution(const TrainingJob& job, const Placement& placement);

    /**
     * @param record of a job about to start
     */
    void Watch(const JobRecord& record);

    /**
     * @param record of a job
     * @return its row
     */
    JobResult Summarise(const JobRecord& record) const;

    Scenario m_scenario;                            //!< what runs
    SimulationOptions m_options;                    //!< what is recorded
    Cluster m_cluster;                              //!< of the scenario
    std::unique_ptr<PacketNetwork> m_network;       //!< at packet level
    std::shared_ptr<LinkHistory> m_history;         //!< at packet level, unless it is off
    LinkActivity m_activity;                        //!< of jobs
    std::unique_ptr<CrossTrafficSet> m_traffic;     //!< at packet level
    std::unique_ptr<RestingQueues> m_queues;        //!< at packet level with fast-forward
    Ptr<SchedulerApplication> m_scheduler;          //!< on a node of its own
    std::unique_ptr<PacketCapture> m_capture;       //!< on request
    std::unique_ptr<FlowRecorder> m_flows;          //!< on request
    std::unique_ptr<Timeline> m_timeline;           //!< on request
    std::unique_ptr<WaitReport> m_waits;            //!< on request
    std::unique_ptr<ProgressLine> m_progress;       //!< on request
    std::map<std::string, std::string> m_deferrals; //!< the last of each job that waits
    std::unique_ptr<MemoFile> m_memoFile;           //!< on request
    std::shared_ptr<ComponentMemo> m_memo;          //!< with fast-forward, unless it is off
    SuspensionLog m_suspensions;                    //!< with fast-forward
    PipelineLog m_pipeline;                         //!< at packet level
    RunResult m_result;                             //!< under way
};

} // namespace ns3::bacepipe

#endif // BACE_SIMULATION_H
