// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-chunk-times.h"

#include "ns3/abort.h"
#include "ns3/bace-cost-model.h"

namespace ns3::bacepipe
{

double
CountLayers(const TrainingJob& job, uint32_t stages, uint32_t stage, uint32_t chunk)
{
    const uint32_t layers = job.profile.layers;
    const uint32_t chunks = CountChunks(job.profile, stages);
    const uint32_t pieces = stages * chunks;
    const uint32_t piece = chunk * stages + stage;
    switch (job.pipeline.layerSplit)
    {
    case LayerSplit::EVEN:
        return static_cast<double>(layers) / pieces;
    case LayerSplit::WHOLE:
        return layers / pieces + (piece < layers % pieces);
    case LayerSplit::GIVEN:
        NS_ABORT_MSG_IF(job.pipeline.stageLayers.size() != stages,
                        job.id << " has layers for " << job.pipeline.stageLayers.size()
                               << " stages and runs on " << stages);
        return static_cast<double>(job.pipeline.stageLayers[stage]) / chunks;
    }
    NS_ABORT_MSG("unknown way to deal out layers");
}

std::vector<ChunkTimes>
GetChunkTimes(const TrainingJob& job, uint32_t stages, uint32_t stage, double speed)
{
    const JobProfile& profile = job.profile;
    const PipelineOptions& pipeline = job.pipeline;
    std::vector<ChunkTimes> times(CountChunks(profile, stages));
    for (uint32_t chunk = 0; chunk < times.size(); ++chunk)
    {
        double compute =
            pipeline.layerSplit == LayerSplit::EVEN
                ? StageComputeTime(profile, stages) / times.size()
                : profile.computeTime * CountLayers(job, stages, stage, chunk) / profile.layers;
        compute += stage == 0 && chunk == 0 ? pipeline.embeddingTime : 0;
        compute += stage + 1 == stages && chunk + 1 == times.size() ? pipeline.headTime : 0;
        compute /= speed;
        ChunkTimes& parts = times[chunk];
        parts.forward = Seconds(compute / (1 + profile.backwardRatio));
        parts.backward = Seconds(compute) - parts.forward;
        parts.weight = Seconds(parts.backward.GetSeconds() * pipeline.weightShare);
        parts.backward -= parts.weight;
    }
    return times;
}

} // namespace ns3::bacepipe
