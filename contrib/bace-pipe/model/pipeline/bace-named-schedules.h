// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_NAMED_SCHEDULES_H
#define BACE_NAMED_SCHEDULES_H

#include "ns3/bace-pipeline-schedule.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a schedule can be told beside its size; what one has no use for is ignored.
struct ScheduleOptions
{
    /// Of "eager-1f1b": the most forwards that a stage warms up with beyond 1F1B.
    uint32_t extraWarmUp{std::numeric_limits<uint32_t>::max()};
    uint32_t chunks{1}; //!< Of "interleaved": chunks of the model on each GPU, v
};

/// @return the names that MakePipelineSchedule() knows
std::vector<std::string> GetPipelineScheduleNames();

/**
 * @param name "gpipe", "1f1b", "eager-1f1b", "interleaved" or "zb-h1"; any other throws
 *        std::invalid_argument
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @param options what else it can be told
 * @return the schedule, to be shared by the job's stages
 */
std::shared_ptr<const PipelineSchedule> MakePipelineSchedule(
    const std::string& name,
    uint32_t stages,
    uint32_t microBatches,
    const ScheduleOptions& options = ScheduleOptions());

/**
 * PipelineSchedule::GetPeakActivations() without the schedule, for sizes of which there are many.
 * It never grows from one stage to the next.
 * @param name as of MakePipelineSchedule()
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @param options what else it can be told
 * @param stage below L
 * @return the most activations that the stage holds, each of one micro-batch and one chunk
 */
uint64_t GetPeakActivations(const std::string& name,
                            uint32_t stages,
                            uint32_t microBatches,
                            const ScheduleOptions& options,
                            uint32_t stage);

} // namespace ns3::bacepipe

#endif // BACE_NAMED_SCHEDULES_H
