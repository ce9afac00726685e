// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TIMELINE_H
#define BACE_TIMELINE_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-link-history.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-run-result.h"
#include "ns3/bace-timeline-tracks.h"
#include "ns3/bace-wan-observer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What of a run a timeline holds.
struct TimelineOptions
{
    uint64_t first{0};        //!< iteration of each job, as in iterations.csv
    uint64_t last{1};         //!< likewise: a fill-up, a steady state and a flush, twice
    uint64_t limit{50000000}; //!< of the file, bytes
};

/**
 * @brief Records iterations of each job for the Chrome trace event format, which Perfetto and
 * chrome://tracing open.
 *
 * A process stands for a host, a thread for a GPU, with a slice for all that it computes. A process
 * stands for a WAN link, with a slice for each message from entering the network to its arrival (in
 * as many threads as messages overlap), and counters of utilization and queue while iterations are
 * recorded. Arrows lead from the computation that sends a message through it to the one that it
 * feeds. One more process has a thread for each job of which iterations were accounted, with a
 * slice for each span of them.
 *
 * Iterations are recorded whole or not at all: one that might make the file too large is left out.
 */
class Timeline
{
  public:
    /**
     * @param cluster of the run; must outlive the timeline
     * @param observer of the WAN links, whose SetDetail() is the timeline's; must outlive it
     * @param options what is recorded
     */
    Timeline(const Cluster& cluster, WanObserver& observer, const TimelineOptions& options);

    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /**
     * Records an execution that has just started.
     * @param execution with its stages deployed; must not outlive the timeline while it runs
     */
    void Watch(Ptr<PacketExecution> execution);

    /**
     * @param path of the file; a failure throws std::runtime_error
     * @param accounted spans of iterations that were accounted, of all jobs
     * @param ports know the names of owners
     */
    void Write(const std::string& path,
               const std::vector<AccountedResult>& accounted,
               const PortAllocator& ports);

  private:
    /// A job that is recorded.
    struct Job
    {
        std::string id;                   //!< of it
        const PacketExecution* execution; //!< of it, while it runs
        uint64_t cost{0};                 //!< bytes of an iteration in the file, at most
        uint64_t names{0};                //!< bytes of the names of tracks that are not paid yet
        std::map<uint64_t, bool> chosen;  //!< whether iterations are recorded: those under way
        bool open{false};                 //!< an iteration that is asked for is under way
    };

    /**
     * @param job of a computation or message
     * @param iteration of the job
     * @return whether it is recorded; decided with the first question
     */
    bool IsRecorded(Job& job, uint64_t iteration);

    /**
     * @param job whose stage it is
     * @param stage to record
     * @param region where it is
     */
    void WatchStage(Job& job, const Ptr<StageApplication>& stage, RegionIndex region);

    /**
     * @param job whose channel it is
     * @param channel to record
     * @param common what is the same of all its messages
     */
    void WatchChannel(Job& job, const Ptr<MessageChannel>& channel, const TimelineTransfer& common);

    /// Counts what links carry while iterations that are asked for are under way.
    void Update(Job& job);

    const Cluster& m_cluster;                        //!< of the run
    WanObserver& m_observer;                         //!< of its links
    TimelineOptions m_options;                       //!< what is recorded
    std::shared_ptr<LinkHistory> m_detail;           //!< of the links
    std::vector<std::unique_ptr<Job>> m_jobs;        //!< in order of their start
    std::vector<TimelineComputation> m_computations; //!< in order of their end
    std::vector<TimelineTransfer> m_transfers;       //!< in order of their end
    uint32_t m_open{0};                              //!< jobs that are
    uint64_t m_reserved{0};                          //!< bytes of the file
    uint64_t m_leftOut{0};                           //!< iterations
};

} // namespace ns3::bacepipe

#endif // BACE_TIMELINE_H
