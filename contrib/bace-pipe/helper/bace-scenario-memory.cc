// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-catalogue.h"
#include "ns3/bace-chunk-times.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-named-schedules.h"
#include "ns3/bace-scenario-parts.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3::bacepipe
{

namespace
{

constexpr uint64_t MAX_STAGES = 1000000; //!< of a pipeline whose stages are counted out

/// @return gigabytes in words
std::string
FormatGigabytes(double bytes)
{
    return FormatNumber(bytes / 1e9) + " GB";
}

/**
 * @param job a job whose memory counts
 * @param stages L
 * @param stage below L
 * @return what the stage keeps at most: its share of the model, and for each activation that it
 *         holds as many layers as the largest of its chunks has
 */
double
GetStageBytes(const TrainingJob& job, uint32_t stages, uint32_t stage)
{
    double layers = 0;
    double largest = 0;
    for (uint32_t chunk = 0; chunk < CountChunks(job.profile, stages); ++chunk)
    {
        const double count = CountLayers(job, stages, stage, chunk);
        layers += count;
        largest = std::max(largest, count);
    }
    const uint64_t peak = GetPeakActivations(job.schedule,
                                             stages,
                                             job.profile.microBatches,
                                             {job.pipeline.extraWarmUp, job.profile.chunks},
                                             stage);
    return job.memory.stateBytes * layers / job.profile.layers +
           static_cast<double>(peak) * job.memory.activationBytes * largest;
}

/**
 * @param job a job whose memory counts
 * @param stages L
 * @return the stage that keeps most. Unless its layers are given, that is the first: no stage
 *         behind it has more layers or holds more activations.
 */
uint32_t
FindFullestStage(const TrainingJob& job, uint32_t stages)
{
    uint32_t fullest = 0;
    if (job.pipeline.layerSplit == LayerSplit::GIVEN)
    {
        for (uint32_t stage = 1; stage < stages; ++stage)
        {
            if (GetStageBytes(job, stages, stage) > GetStageBytes(job, stages, fullest))
            {
                fullest = stage;
            }
        }
    }
    return fullest;
}

/**
 * @param cursor the job
 * @param job it
 * @param numbers of stages; those that do not fit in a GPU's memory are taken out
 * @param gpu name of the GPU
 */
void
KeepFitting(const JsonCursor& cursor,
            const TrainingJob& job,
            std::vector<uint32_t>& numbers,
            const std::string& gpu)
{
    const double memory = GetCatalogue().gpus.at(gpu).memoryBytes;
    uint32_t best = 1;
    double least = std::numeric_limits<double>::infinity();
    std::vector<uint32_t> fitting;
    for (const uint32_t stages : numbers)
    {
        const double bytes = GetStageBytes(job, stages, FindFullestStage(job, stages));
        if (bytes <= memory)
        {
            fitting.push_back(stages);
        }
        if (bytes < least)
        {
            least = bytes;
            best = stages;
        }
    }
    if (fitting.empty())
    {
        cursor.Fail("job " + job.id + " that under the schedule " + job.schedule + " keeps " +
                        FormatGigabytes(least) + " on stage " +
                        std::to_string(FindFullestStage(job, best)) + " of " +
                        std::to_string(best) + " (the number of stages where that is least)",
                    "at most the " + FormatGigabytes(memory) + " of a " + gpu);
    }
    numbers = fitting;
}

/**
 * @param cursor the job
 * @param job its layers are given
 */
void
CheckStageLayers(const JsonCursor& cursor, const TrainingJob& job)
{
    const auto& layers = job.pipeline.stageLayers;
    const uint64_t sum = std::accumulate(layers.begin(), layers.end(), uint64_t{0});
    if (sum != job.profile.layers)
    {
        cursor["stage_layers"].Fail(std::to_string(sum) + " layers in all",
                                    "the model's " + std::to_string(job.profile.layers));
    }
}

} // namespace

void
LimitStages(const JsonCursor& root, Scenario& scenario)
{
    const uint64_t total =
        std::accumulate(scenario.regions.begin(),
                        scenario.regions.end(),
                        uint64_t{0},
                        [](uint64_t sum, const Region& region) { return sum + region.gpus; });
    const SchedulingOptions& options = scenario.scheduling;
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        TrainingJob& job = scenario.jobs[i];
        const LayerSplit split = job.pipeline.layerSplit;
        const bool memory = job.memory.counts && options.memoryFloor;
        if (split == LayerSplit::EVEN && !memory)
        {
            continue;
        }
        const JsonCursor cursor = root["jobs"][i];
        std::vector<uint32_t> numbers;
        if (split == LayerSplit::GIVEN)
        {
            CheckStageLayers(cursor, job);
            numbers.push_back(static_cast<uint32_t>(job.pipeline.stageLayers.size()));
        }
        else
        {
            const bool bound = options.layerBound || split == LayerSplit::WHOLE;
            const uint64_t most =
                bound ? std::min<uint64_t>(total, GetMostStages(job.profile)) : total;
            numbers.resize(std::min(most, MAX_STAGES));
            std::iota(numbers.begin(), numbers.end(), 1);
        }
        if (memory)
        {
            KeepFitting(cursor, job, numbers, FindSmallestMemory(scenario.regions));
        }
        job.profile.stageCounts = StageCounts(numbers);
        const uint32_t floor = options.memoryFloor ? job.profile.minGpus : 1;
        if (numbers.back() < floor)
        {
            cursor.Fail("job " + job.id + " that needs " + std::to_string(floor) +
                            " GPUs (min_gpus)",
                        "at most the " + std::to_string(numbers.back()) +
                            " stages that its layers and memory allow");
        }
    }
}

} // namespace ns3::bacepipe
