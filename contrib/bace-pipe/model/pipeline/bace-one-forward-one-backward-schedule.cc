// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-one-forward-one-backward-schedule.h"

#include <algorithm>

namespace ns3::bacepipe
{

std::vector<Operation>
AlternateAfterWarmUp(const std::vector<Operation>& forwards,
                     const std::vector<Operation>& backwards,
                     uint32_t warmUp)
{
    std::vector<Operation> operations(forwards.begin(), forwards.begin() + warmUp);
    operations.reserve(2 * forwards.size());
    for (std::size_t i = 0; i < backwards.size(); ++i)
    {
        if (i + warmUp < forwards.size())
        {
            operations.push_back(forwards[i + warmUp]);
        }
        operations.push_back(backwards[i]);
    }
    return operations;
}

uint32_t
CountWarmUp(uint32_t stages, uint32_t microBatches, uint32_t extraWarmUp, uint32_t stage)
{
    const uint32_t distance = stages - 1 - stage; // to the end of the pipeline
    const uint64_t warmUp = uint64_t{distance} + std::min(extraWarmUp, distance);
    return std::min<uint64_t>(microBatches, warmUp);
}

PipelineSchedule
MakeEagerOneForwardOneBackward(uint32_t stages, uint32_t microBatches, uint32_t extraWarmUp)
{
    std::vector<Operation> forwards;
    std::vector<Operation> backwards;
    for (uint32_t m = 0; m < microBatches; ++m)
    {
        forwards.push_back({OperationType::FORWARD, m});
        backwards.push_back({OperationType::BACKWARD, m});
    }
    std::vector<std::vector<Operation>> lists(stages);
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        lists[stage] = AlternateAfterWarmUp(forwards,
                                            backwards,
                                            CountWarmUp(stages, microBatches, extraWarmUp, stage));
    }
    return PipelineSchedule(microBatches, std::move(lists));
}

PipelineSchedule
MakeOneForwardOneBackward(uint32_t stages, uint32_t microBatches)
{
    return MakeEagerOneForwardOneBackward(stages, microBatches, 0);
}

} // namespace ns3::bacepipe
