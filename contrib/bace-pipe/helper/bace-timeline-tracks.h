// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TIMELINE_TRACKS_H
#define BACE_TIMELINE_TRACKS_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-message-label.h"
#include "ns3/bace-pipeline-schedule.h"
#include "ns3/bace-run-result.h"
#include "ns3/bace-trace-event-writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * How a timeline becomes events of the Chrome trace event format: tracks, slices, arrows, counters.
 */

namespace ns3::bacepipe
{

/// What a stage computed.
struct TimelineComputation
{
    std::string job;                    //!< id
    RegionIndex region;                 //!< where
    std::string host;                   //!< name
    uint32_t gpu;                       //!< of the host
    uint32_t stage;                     //!< of the job
    uint64_t iteration;                 //!< of the job, from 0
    std::optional<Operation> operation; //!< what; nothing for the optimizer
    int64_t begin;                      //!< ns
    int64_t end;                        //!< ns
};

/// A message over a WAN link.
struct TimelineTransfer
{
    std::string job;    //!< id
    std::size_t link;   //!< position in Cluster::GetLinks()
    uint32_t from;      //!< stage that sends
    uint32_t to;        //!< stage that receives
    uint64_t id;        //!< of the message in its channel
    uint64_t bytes;     //!< of the message
    MessageLabel label; //!< which it is, an activation or a gradient
    int64_t begin;      //!< given to the network, ns
    int64_t end;        //!< arrived, ns
};

/**
 * @param job id
 * @return bytes that a computation of the job takes in the file, at most
 */
uint64_t GetComputationBytes(const std::string& job);

/**
 * @param job id
 * @return bytes that a transfer of the job takes in the file with its arrow, at most
 */
uint64_t GetTransferBytes(const std::string& job);

/// Bytes that the names of a track and its process take in the file, at most.
inline constexpr uint64_t TIMELINE_NAME_BYTES = 500;

/// Bytes that an interval of a link takes in the file, at most.
inline constexpr uint64_t TIMELINE_INTERVAL_BYTES = 600;

/**
 * Processes are sorted by region; after these come the links, and then what was accounted.
 * @param cluster of the run
 * @return the group of links
 */
int GetLinkGroup(const Cluster& cluster);

/**
 * Writes slices, a thread for each GPU and as many for each link as its messages overlap, and for
 * each message an arrow from the computation that sends it to the one that it feeds, in order of
 * time. There must be room.
 * @param computations in any order
 * @param transfers in any order
 * @param cluster of the run
 * @param writer of the file
 */
void WriteTimelineSlices(const std::vector<TimelineComputation>& computations,
                         const std::vector<TimelineTransfer>& transfers,
                         const Cluster& cluster,
                         TraceEventWriter& writer);

/**
 * Writes counters of each link: its utilization and its queue.
 * @param intervals by link and time; between them there was nothing
 * @param cluster of the run
 * @param writer of the file
 * @return how many there was no room for
 */
uint64_t WriteTimelineCounters(const std::vector<LinkIntervalResult>& intervals,
                               const Cluster& cluster,
                               TraceEventWriter& writer);

/**
 * Writes a slice for each span, in a thread for each job.
 * @param accounted spans of iterations that were accounted
 * @param cluster of the run
 * @param writer of the file
 * @return how many there was no room for
 */
uint64_t WriteTimelineSpans(const std::vector<AccountedResult>& accounted,
                            const Cluster& cluster,
                            TraceEventWriter& writer);

} // namespace ns3::bacepipe

#endif // BACE_TIMELINE_TRACKS_H
