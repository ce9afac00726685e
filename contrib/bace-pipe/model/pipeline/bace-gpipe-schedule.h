// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_GPIPE_SCHEDULE_H
#define BACE_GPIPE_SCHEDULE_H

#include "ns3/bace-pipeline-schedule.h"

namespace ns3::bacepipe
{

/**
 * GPipe (arXiv 1811.06965): all forwards, then all backwards, the last micro-batch first as
 * activations are stacked. Bubble (L - 1) / M of the computing time; every stage holds M
 * activations.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @return the schedule
 */
PipelineSchedule MakeGPipe(uint32_t stages, uint32_t microBatches);

} // namespace ns3::bacepipe

#endif // BACE_GPIPE_SCHEDULE_H
