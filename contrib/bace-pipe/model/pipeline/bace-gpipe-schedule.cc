// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-gpipe-schedule.h"

namespace ns3::bacepipe
{

PipelineSchedule
MakeGPipe(uint32_t stages, uint32_t microBatches)
{
    std::vector<Operation> operations;
    operations.reserve(2 * std::size_t{microBatches});
    for (uint32_t m = 0; m < microBatches; ++m)
    {
        operations.push_back({OperationType::FORWARD, m});
    }
    for (uint32_t m = microBatches; m > 0; --m)
    {
        operations.push_back({OperationType::BACKWARD, m - 1});
    }
    return PipelineSchedule(microBatches, std::vector<std::vector<Operation>>(stages, operations));
}

} // namespace ns3::bacepipe
