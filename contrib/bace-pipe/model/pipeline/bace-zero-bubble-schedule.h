// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ZERO_BUBBLE_SCHEDULE_H
#define BACE_ZERO_BUBBLE_SCHEDULE_H

#include "ns3/bace-pipeline-schedule.h"

namespace ns3::bacepipe
{

/**
 * ZB-H1 (zero bubble pipeline parallelism, Qi et al., arXiv 2401.10241): 1F1B whose backward is
 * split, so that the next stage gets its gradient earlier and the weight parts fill the drain.
 * Stage s is s weight parts late, which makes every stage hold min(M, L) activations: no more than
 * the first of 1F1B.
 *
 * With T_F, T_B and T_W the times of the three parts, the bubble is (L - 1)(T_F + T_B - T_W) where
 * M >= L and T_W <= min(T_F, T_B), as the paper has it; with M < L it is
 * (L - 1)(T_F + T_B) - (M - 1) T_W. It is larger where weight parts take longer.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @return the schedule
 */
PipelineSchedule MakeZeroBubbleH1(uint32_t stages, uint32_t microBatches);

} // namespace ns3::bacepipe

#endif // BACE_ZERO_BUBBLE_SCHEDULE_H
