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
 * @param job what runs
 * @param stages L, at least 1; the length of its list where its layers are given
 * @param stage below L
 * @param chunk below CountChunks()
 * @return the layers of that chunk, in fractions where they are dealt out evenly; the chunks of a
 *         stage whose layers are given share them evenly
 */
double CountLayers(const TrainingJob& job, uint32_t stages, uint32_t stage, uint32_t chunk);

/**
 * How long a stage of a job computes: its share of t_comp(1) by its layers, over its chunks, 1 /
 * (1 + backwardRatio) of it forward (our reading), and of the backward the weightShare for the
 * weights. The first stage's first chunk also has the embedding, the last one's last the head.
 * @param job what runs
 * @param stages L, at least 1
 * @param stage below L
 * @param speed of its GPU, positive: all of it takes 1 / speed times as long
 * @return the stage's times, by chunk
 */
std::vector<ChunkTimes> GetChunkTimes(const TrainingJob& job,
                                      uint32_t stages,
                                      uint32_t stage,
                                      double speed);

} // namespace ns3::bacepipe

#endif // BACE_CHUNK_TIMES_H
