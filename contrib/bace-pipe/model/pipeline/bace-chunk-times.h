// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CHUNK_TIMES_H
#define BACE_CHUNK_TIMES_H

#include "ns3/bace-stage-application.h"
#include "ns3/bace-training-job.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * How long a stage of a job computes: t_comp(L) over its chunks, 1 / (1 + backward_ratio) of it
 * forward (our reading), and of the backward the weightShare for the weights.
 * @param job what runs
 * @param stages L, at least 1
 * @param stage below L
 * @return the stage's times, by chunk
 */
std::vector<ChunkTimes> GetChunkTimes(const TrainingJob& job, uint32_t stages, uint32_t stage);

} // namespace ns3::bacepipe

#endif // BACE_CHUNK_TIMES_H
