// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TIMELINE_H
#define BACE_TIMELINE_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-run-result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Records the first iterations of each job for the Chrome trace event format, which
 * Perfetto and chrome://tracing open.
 *
 * A process stands for a host, a thread for a GPU; every forward and backward is a slice, and every
 * message over a WAN boundary an asynchronous slice of its link. One more process has a thread for
 * each job of which iterations were accounted, with a slice for each span of them.
 */
class Timeline
{
  public:
    /**
     * @param cluster of the run; must outlive the timeline
     * @param iterations of each job that are recorded
     */
    Timeline(const Cluster& cluster, uint64_t iterations);

    /**
     * Records an execution that has just started.
     * @param execution with its stages deployed
     */
    void Watch(Ptr<PacketExecution> execution);

    /**
     * @param path of the file; a failure throws std::runtime_error
     * @param accounted spans of iterations that were accounted, of all jobs
     */
    void Write(const std::string& path, const std::vector<AccountedResult>& accounted) const;

  private:
    /// A recorded computation or transfer.
    struct Slice
    {
        std::string track; //!< host, or link
        std::string name;  //!< what was done
        std::string job;   //!< id
        int32_t gpu{-1};   //!< of the host; -1 for a transfer
        uint64_t id{0};    //!< of a transfer
        int64_t begin{0};  //!< ns
        int64_t end{0};    //!< ns
    };

    /// @return whether the job's iteration under way is recorded
    bool IsRecorded(const JobExecution& execution) const;

    /**
     * @param execution whose channel it is
     * @param channel to record
     * @param track name of its link
     * @param what it carries
     */
    void WatchChannel(const JobExecution* execution,
                      Ptr<MessageChannel> channel,
                      const std::string& track,
                      const std::string& what);

    const Cluster& m_cluster;    //!< of the run
    uint64_t m_iterations;       //!< of each job
    uint64_t m_nextId{0};        //!< of a transfer
    std::vector<Slice> m_slices; //!< in order of their end
};

} // namespace ns3::bacepipe

#endif // BACE_TIMELINE_H
