// SPDX-License-Identifier: GPL-2.0-only
#ifndef CONTENTION_RUN_H
#define CONTENTION_RUN_H

#include "ns3/bace-scenario.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe::contention
{

/// What became of one job.
struct JobFigures
{
    double mean{0};    //!< of its iterations, s
    double largest{0}; //!< of its iterations, s
};

/// What a run found.
struct RunFigures
{
    std::vector<JobFigures> jobs;   //!< of those that ran, in the scenario's order
    double messageMean{0};          //!< of messages between regions, from sending to arrival, s
    double messageLargest{0};       //!< of these, s
    uint64_t maxQueueBytes{0};      //!< most that waited at either end of the link
    uint64_t drops{0};              //!< at both ends
    uint64_t retransmittedBytes{0}; //!< both ways
};

/**
 * Runs a scenario's jobs packet by packet, each on half of its stages in either region. Counted are
 * iterations during which all of the jobs run, without the first: of a job whose windows grow.
 * @param scenario of two regions; its jobs start when they arrive
 * @param codel whether FqCoDel may drop; otherwise it is fair queueing alone, with room for all
 * @return what was found
 */
RunFigures RunJobs(const Scenario& scenario, bool codel = true);

} // namespace ns3::bacepipe::contention

#endif // CONTENTION_RUN_H
