// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-job-parser.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param shape a job's shape
 * @return T: tokens of a micro-batch
 */
double
GetTokens(const TrainingShape& shape)
{
    return static_cast<double>(shape.microBatchSize) * shape.sequenceLength;
}

/**
 * @param dividend any number
 * @param divisor at least 1
 * @return the quotient rounded up, at least 1
 */
uint64_t
CeilDivide(uint64_t dividend, uint64_t divisor)
{
    return std::max<uint64_t>(1, dividend / divisor + (dividend % divisor != 0));
}

} // namespace

double
GetComputeTime(const Architecture& architecture, const GpuSpec& gpu, const TrainingShape& shape)
{
    return 6 * architecture.parameters * GetTokens(shape) / (shape.mfu * gpu.peakFlops);
}

double
GetBoundaryBytes(const Architecture& architecture, const TrainingShape& shape)
{
    return GetTokens(shape) * architecture.hidden * shape.bytesPerElement;
}

double
GetStateBytes(const Architecture& architecture)
{
    return 16 * architecture.parameters;
}

double
GetMemoryFloor(const Architecture& architecture, const GpuSpec& gpu)
{
    return std::max(1.0, std::ceil(GetStateBytes(architecture) / gpu.memoryBytes));
}

uint64_t
GetPackedIterations(const Dataset& dataset, uint64_t epochs, const TrainingShape& shape)
{
    const uint64_t perIteration =
        uint64_t{shape.microBatches} * shape.microBatchSize * shape.sequenceLength;
    return CeilDivide(dataset.tokens * epochs, perIteration);
}

uint64_t
GetPaddedIterations(const Dataset& dataset, uint64_t epochs, const TrainingShape& shape)
{
    return CeilDivide(dataset.samples * epochs,
                      uint64_t{shape.microBatches} * shape.microBatchSize);
}

} // namespace ns3::bacepipe
