// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-chunk-times.h"

#include "ns3/bace-cost-model.h"

namespace ns3::bacepipe
{

std::vector<ChunkTimes>
GetChunkTimes(const TrainingJob& job, uint32_t stages, uint32_t)
{
    const JobProfile& profile = job.profile;
    const uint32_t chunks = CountChunks(profile, stages);
    const double compute = StageComputeTime(profile, stages) / chunks;
    ChunkTimes times;
    times.forward = Seconds(compute / (1 + profile.backwardRatio));
    times.backward = Seconds(compute) - times.forward;
    times.weight = Seconds(times.backward.GetSeconds() * job.pipeline.weightShare);
    times.backward -= times.weight;
    return std::vector<ChunkTimes>(chunks, times);
}

} // namespace ns3::bacepipe
