// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-interleaved-schedule.h"

#include "ns3/bace-one-forward-one-backward-schedule.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// @return how many groups the micro-batches are dealt into
uint32_t
CountGroups(uint32_t stages, uint32_t microBatches)
{
    return std::max(1U, microBatches / stages);
}

/// @return forwards before a stage's first backward, but for the one right before it
uint64_t
GetWarmUp(uint32_t stages, uint32_t microBatches, uint32_t chunks, uint32_t stage)
{
    const uint32_t groups = CountGroups(stages, microBatches);
    const uint64_t largest = microBatches / groups + (microBatches % groups != 0);
    return std::min(uint64_t{chunks} * microBatches,
                    2 * uint64_t{stages - 1 - stage} + (chunks - 1) * largest);
}

} // namespace

PipelineSchedule
MakeInterleaved(uint32_t stages, uint32_t microBatches, uint32_t chunks)
{
    chunks = stages == 1 ? 1 : chunks;
    std::vector<Operation> forwards;
    std::vector<Operation> backwards;
    const uint32_t groups = CountGroups(stages, microBatches);
    uint32_t first = 0; // of the group
    for (uint32_t group = 0; group < groups; ++group)
    {
        const uint32_t end = first + microBatches / groups + (group < microBatches % groups);
        for (uint32_t chunk = 0; chunk < chunks; ++chunk)
        {
            for (uint32_t m = first; m < end; ++m)
            {
                forwards.push_back({OperationType::FORWARD, m, chunk});
                backwards.push_back({OperationType::BACKWARD, m, chunks - 1 - chunk});
            }
        }
        first = end;
    }
    std::vector<std::vector<Operation>> lists(stages);
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        lists[stage] = AlternateAfterWarmUp(forwards,
                                            backwards,
                                            GetWarmUp(stages, microBatches, chunks, stage));
    }
    return PipelineSchedule(microBatches, std::move(lists), chunks);
}

uint64_t
GetInterleavedPeak(uint32_t stages, uint32_t microBatches, uint32_t chunks, uint32_t stage)
{
    chunks = stages == 1 ? 1 : chunks;
    return std::min(uint64_t{chunks} * microBatches,
                    GetWarmUp(stages, microBatches, chunks, stage) + 1);
}

} // namespace ns3::bacepipe
