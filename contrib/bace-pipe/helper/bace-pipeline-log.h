// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PIPELINE_LOG_H
#define BACE_PIPELINE_LOG_H

#include "ns3/bace-packet-execution.h"
#include "ns3/bace-run-result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Keeps of each job what its stages computed in the last iteration that was simulated to its
 * end: pipeline.csv.
 */
class PipelineLog
{
  public:
    /**
     * @param limit of the operations that are kept, of all jobs; a job whose iteration would exceed
     *        what is left is left out
     */
    explicit PipelineLog(std::size_t limit = 100000);

    /**
     * @param execution that has just started, its stages deployed
     */
    void Watch(Ptr<PacketExecution> execution);

    /// @return the operations, by job in order of their start, stage and time
    std::vector<OperationResult> Report() const;

  private:
    /// An operation that has ended.
    struct Entry
    {
        uint64_t iteration;  //!< of those simulated, from 0
        Operation operation; //!< what
        Time begin;          //!< of it
        Time end;            //!< of it
    };

    /// What is kept of a job.
    struct Log
    {
        std::string job;                         //!< id
        uint64_t simulated{0};                   //!< iterations that have ended
        uint64_t iteration{0};                   //!< of the job, that is in ended
        std::vector<std::vector<Entry>> current; //!< by stage
        std::vector<std::vector<Entry>> ended;   //!< likewise, of the last complete iteration
    };

    /**
     * @param log of a job whose iteration has ended
     * @param iteration of the job
     */
    static void EndIteration(Log& log, uint64_t iteration);

    std::size_t m_left;                       //!< operations that may still be kept
    std::vector<std::unique_ptr<Log>> m_logs; //!< in order of their start
};

} // namespace ns3::bacepipe

#endif // BACE_PIPELINE_LOG_H
