// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ONE_FORWARD_ONE_BACKWARD_SCHEDULE_H
#define BACE_ONE_FORWARD_ONE_BACKWARD_SCHEDULE_H

#include "ns3/bace-pipeline-schedule.h"

#include <limits>

namespace ns3::bacepipe
{

/**
 * 1F1B with flush (PipeDream-flush, arXiv 2006.09503; Megatron-LM arXiv 2104.04473): stage s warms
 * up with min(M, L - 1 - s) forwards, then alternates one forward and one backward, then drains.
 * Bubble (L - 1) / M of the computing time; stage s holds min(M, L - s) activations.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @return the schedule
 */
PipelineSchedule MakeOneForwardOneBackward(uint32_t stages, uint32_t microBatches);

/**
 * Eager 1F1B (cross-mesh resharding, arXiv 2211.05322): 1F1B in which stage s warms up with up to
 * L - 1 - s forwards more, so that activations travel while it computes others. Its bubble is that
 * of 1F1B as long as a backward takes no less than a forward; stage s holds one activation more
 * than it warms up with.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @param extraWarmUp the most forwards more; 0 is 1F1B, no limit doubles the warm-up
 * @return the schedule
 */
PipelineSchedule MakeEagerOneForwardOneBackward(
    uint32_t stages,
    uint32_t microBatches,
    uint32_t extraWarmUp = std::numeric_limits<uint32_t>::max());

/**
 * @param stages L
 * @param microBatches M
 * @param extraWarmUp as of MakeEagerOneForwardOneBackward()
 * @param stage below L
 * @return forwards before the stage's first backward, but for the one right before it
 */
uint32_t CountWarmUp(uint32_t stages, uint32_t microBatches, uint32_t extraWarmUp, uint32_t stage);

/**
 * A stage's list: forwards as far as it warms up, then forwards and backwards in turn, then the
 * backwards that are left.
 * @param forwards in order
 * @param backwards in order, as many
 * @param warmUp at most as many
 * @return the list
 */
std::vector<Operation> AlternateAfterWarmUp(const std::vector<Operation>& forwards,
                                            const std::vector<Operation>& backwards,
                                            uint32_t warmUp);

} // namespace ns3::bacepipe

#endif // BACE_ONE_FORWARD_ONE_BACKWARD_SCHEDULE_H
