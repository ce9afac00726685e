// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_INTERLEAVED_SCHEDULE_H
#define BACE_INTERLEAVED_SCHEDULE_H

#include "ns3/bace-pipeline-schedule.h"

namespace ns3::bacepipe
{

/**
 * Interleaved 1F1B (Megatron-LM, arXiv 2104.04473): each GPU holds v chunks of the model and takes
 * L micro-batches through chunk 0, the same through chunk 1 and so on; backwards go through the
 * chunks from the last to the first. Stage s warms up with 2 (L - 1 - s) + (v - 1) L forwards.
 *
 * Defined there where M is a multiple of L: bubble (L - 1) / (v M) of the computing time. For any
 * other M (our reading) the micro-batches are dealt into floor(M / L), at least one, groups as
 * equal as can be, and the largest takes the place of L in the warm-up: no deadlock, and a bubble
 * no larger than that of 1F1B. With one stage there is nothing to interleave: one chunk, as 1F1B.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @param chunks v, at least 1
 * @return the schedule
 */
PipelineSchedule MakeInterleaved(uint32_t stages, uint32_t microBatches, uint32_t chunks);

/**
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @param chunks v, at least 1
 * @param stage below L
 * @return the activations that MakeInterleaved() has a stage hold at most, each of one micro-batch
 *         and one chunk
 */
uint64_t GetInterleavedPeak(uint32_t stages,
                            uint32_t microBatches,
                            uint32_t chunks,
                            uint32_t stage);

} // namespace ns3::bacepipe

#endif // BACE_INTERLEAVED_SCHEDULE_H
