// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCENARIO_PARTS_H
#define BACE_SCENARIO_PARTS_H

#include "ns3/bace-job-parser.h"
#include "ns3/bace-json-cursor.h"
#include "ns3/bace-scenario.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * As ParseScenario, of a text that is parsed and has its overrides.
 * @param document all of it
 * @param source what stands for the file in messages
 * @return the scenario; anything wrong throws ScenarioError
 */
Scenario BuildScenario(Json document, const std::string& source);

/// One-way delays, queues and latencies: seconds.
constexpr NumberRange DURATION_RANGE{0, 60, false, false, " s"};

/// Times in a run: seconds.
constexpr NumberRange TIME_RANGE{0, 1e9, false, false, " s"};

/// Rates; ns-3's DataRate holds whole bits per second in 64 bits.
constexpr NumberRange RATE_RANGE{1, 1e18, false, false, " bps"};

/**
 * @param cursor a rate as a string, as "50Gbps"
 * @return the rate, within RATE_RANGE
 */
DataRate ReadRate(const JsonCursor& cursor);

/**
 * @param cursor a duration as a string, as "50us"
 * @return the duration, within DURATION_RANGE, to the nanosecond
 */
Time ReadDuration(const JsonCursor& cursor);

/**
 * @param cursor the array "regions"
 * @return the regions, their speeds in GPUs of the first region's type
 */
std::vector<Region> ReadRegions(const JsonCursor& cursor);

/**
 * @param regions at least one
 * @return the GPU that jobs are derived for: the first region's type, with the memory of the
 *         smallest, for a job may be placed anywhere
 */
GpuSpec GetReferenceGpu(const std::vector<Region>& regions);

/**
 * @param regions at least one
 * @return the name of the GPU type that has the least memory of those there are; among equals the
 *         first region's
 */
std::string FindSmallestMemory(const std::vector<Region>& regions);

/**
 * From speeds and times of the first region's GPU type to the form of Region and JobProfile: of the
 * fastest region.
 * @param scenario its regions and jobs as read
 */
void RelateToFastest(Scenario& scenario);

/// Regions by id.
using RegionIndices = std::map<std::string, RegionIndex>;

/**
 * @param regions the regions
 * @return where each is, by id
 */
RegionIndices IndexRegions(const std::vector<Region>& regions);

/**
 * @param cursor a region's id
 * @param indices of the regions
 * @return the region
 */
RegionIndex ReadRegionId(const JsonCursor& cursor, const RegionIndices& indices);

/**
 * @param cursor a size in bytes as a string, as "20MB"
 * @param min the least
 * @param max the greatest
 * @return bytes
 */
uint64_t ReadSize(const JsonCursor& cursor, uint64_t min, uint64_t max);

/// What a scenario says of one change of a link, or of each of a mesh.
struct ChangeRule
{
    Time at;                      //!< when
    std::optional<DataRate> rate; //!< from then on; nothing: as before
    std::optional<Time> delay;    //!< from then on; nothing: as before; one of the two is given
};

/**
 * @param cursor the array "changes" of a link or a mesh, which may be absent
 * @return the changes, in order of their times
 */
std::vector<ChangeRule> ReadChanges(const JsonCursor& cursor);

/**
 * @param rules the changes of a link
 * @param link rate and delay are set; gets its changes
 */
void SetChanges(const std::vector<ChangeRule>& rules, WanLink& link);

/**
 * @param cursor the object "wan", which may be absent
 * @param regions the regions
 * @param segmentBytes payload of a packet: no queue is made that does not hold two
 * @return the directed links, mesh expanded, ordered by source and destination
 */
std::vector<WanLink> ReadLinks(const JsonCursor& cursor,
                               const std::vector<Region>& regions,
                               uint32_t segmentBytes);

/**
 * @param cursor the array "jobs"
 * @param gpu what they are derived for
 * @return the jobs, their times those of such a GPU
 */
std::vector<TrainingJob> ReadJobs(const JsonCursor& cursor, const GpuSpec& gpu);

/**
 * Draws when jobs arrive from the object "arrivals", if there is one: in the order of the file,
 * from the scenario's seed. Times between arrivals scale with the mean one: at twice the rate all
 * jobs arrive at half of their times.
 * @param root the document; a job that has "arrival_s" beside "arrivals" is refused
 * @param scenario with seed and jobs, whose arrivals are set
 */
void DrawArrivals(const JsonCursor& root, Scenario& scenario);

/// @return names of the congestion controls of the format
const std::vector<std::string>& GetCongestionControls();

/**
 * @param cursor the array "traffic", which may be absent
 * @param scenario with regions, links and network options
 * @return the sources of cross traffic
 */
std::vector<TrafficSource> ReadTraffic(const JsonCursor& cursor, const Scenario& scenario);

/**
 * Fails when a source has the id of a job: reports name who was ahead of whom.
 * @param cursor the sources
 * @param scenario with them and with its jobs
 */
void CheckTrafficIds(const JsonCursor& cursor, const Scenario& scenario);

/**
 * Reads a job's schedule and what it is told.
 * @param cursor the job
 * @param job where they go
 */
void ReadSchedule(const JsonCursor& cursor, TrainingJob& job);

/**
 * Reads policy, scheduler, network and run.
 * @param root the document
 * @param scenario where they go
 */
void ReadOptions(const JsonCursor& root, Scenario& scenario);

/**
 * Works out how many stages each job's pipeline may have, where that is limited: by a list of
 * layers, by whole layers, by memory. A job that no number of stages is left to is refused, as is
 * one with other than its model's layers in its list.
 * @param root the document, for the places in messages
 * @param scenario everything read; its jobs' stageCounts are set
 */
void LimitStages(const JsonCursor& root, Scenario& scenario);

/**
 * Checks what no part shows alone: that every job can ever be placed, that its numbers stay
 * within simulated time and rates, and that the path can do what links have.
 * @param root the document, for the places in messages
 * @param scenario everything read
 */
void CheckFeasibility(const JsonCursor& root, const Scenario& scenario);

} // namespace ns3::bacepipe

#endif // BACE_SCENARIO_PARTS_H
