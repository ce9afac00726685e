// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-zero-bubble-schedule.h"

#include <algorithm>

namespace ns3::bacepipe
{

PipelineSchedule
MakeZeroBubbleH1(uint32_t stages, uint32_t microBatches)
{
    std::vector<std::vector<Operation>> lists(stages);
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        auto& operations = lists[stage];
        operations.reserve(3 * std::size_t{microBatches});
        const uint32_t warmUp = std::min(microBatches, stages - 1 - stage);
        for (uint32_t m = 0; m < warmUp; ++m)
        {
            operations.push_back({OperationType::FORWARD, m});
        }
        for (uint32_t m = 0; m < microBatches; ++m)
        {
            if (m + warmUp < microBatches)
            {
                operations.push_back({OperationType::FORWARD, m + warmUp});
            }
            operations.push_back({OperationType::BACKWARD, m});
            if (m >= stage)
            {
                operations.push_back({OperationType::WEIGHT, m - stage});
            }
        }
        for (uint32_t m = microBatches - std::min(stage, microBatches); m < microBatches; ++m)
        {
            operations.push_back({OperationType::WEIGHT, m});
        }
    }
    return PipelineSchedule(microBatches, std::move(lists));
}

} // namespace ns3::bacepipe
