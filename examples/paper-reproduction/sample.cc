// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/sample.h"

#include "ns3/bace-catalogue.h"
#include "ns3/rng-stream.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <tuple>
#include <utility>

namespace ns3::bacepipe::reproduction
{

namespace
{

/// A region: its id, and its price as assumed.
struct RegionTerms
{
    const char* id;   //!< of the cloud region
    double usdPerKwh; //!< the paper gives the range alone
};

const std::array<RegionTerms, REGIONS> g_regions{{{"eu-west-1", 0.295},
                                                  {"us-east-2", 0.156},
                                                  {"eu-central-1", 0.270},
                                                  {"ap-northeast-1", 0.197},
                                                  {"ap-southeast-1", 0.230},
                                                  {"ap-southeast-2", 0.245}}};

const std::array<const char*, MODELS> g_models{"FLM-101B",
                                               "Llama-3.1-70B",
                                               "OPT-66B",
                                               "Falcon-40B",
                                               "Qwen2.5-32B",
                                               "Gemma-3-27B",
                                               "GPT-NeoX-20B",
                                               "Qwen2.5-14B"};

const std::array<const char*, 3> g_datasets{"Alpaca-52k", "WikiText-103", "OpenWebText"};

const std::array<uint32_t, 4> g_gpus{16, 32, 64, 128};

/// @return a whole number below n
std::size_t
DrawBelow(RngStream& stream, std::size_t n)
{
    const auto drawn = static_cast<std::size_t>(stream.RandU01() * static_cast<double>(n));
    return std::min(drawn, n - 1);
}

/// @return a job's id: its place, so that FCFS keeps the order, and its model
std::string
MakeId(std::size_t place, const std::string& model)
{
    std::string id = (place < 10 ? "job-0" : "job-") + std::to_string(place) + "-" + model;
    std::transform(id.begin(), id.end(), id.begin(), [](unsigned char c) {
        return std::tolower(c);
    });
    return id;
}

} // namespace

bool
Setting::operator==(const Setting& other) const
{
    const auto tie = [](const Setting& s) {
        return std::tie(s.bandwidth,
                        s.regionBandwidth,
                        s.gpus,
                        s.jobs,
                        s.microBatches,
                        s.mfu,
                        s.padded);
    };
    return tie(*this) == tie(other);
}

Sample
DrawSample(uint32_t seed, uint64_t number)
{
    RngStream stream(seed, number, 0);
    Sample sample;
    for (std::size_t r = 0; r < REGIONS; ++r)
    {
        sample.gpus[r] = g_gpus[DrawBelow(stream, g_gpus.size())];
        sample.bandwidth[r] = 25e9 + 75e9 * stream.RandU01();
    }
    while (sample.jobs.size() < MAX_JOBS)
    {
        auto models = g_models;
        for (std::size_t i = models.size(); i > 1; --i)
        {
            std::swap(models[i - 1], models[DrawBelow(stream, i)]);
        }
        for (const char* const model : models)
        {
            sample.jobs.push_back({model, g_datasets[DrawBelow(stream, g_datasets.size())]});
        }
    }
    return sample;
}

Cluster
MakeCluster(const Sample& sample, const Setting& setting)
{
    std::vector<Region> regions;
    std::vector<WanLink> links;
    for (std::size_t r = 0; r < REGIONS; ++r)
    {
        Region region;
        region.id = g_regions[r].id;
        region.gpus = std::max(1L, std::lround(sample.gpus[r] * setting.gpus));
        region.gpuType = "RTX A6000";
        region.gpuWatts = GetCatalogue().gpus.at(region.gpuType).watts;
        region.price = PriceSchedule(g_regions[r].usdPerKwh);
        region.bandwidth = DataRate(std::llround(sample.bandwidth[r] * setting.regionBandwidth));
        regions.push_back(region);
        for (std::size_t other = 0; other < REGIONS; ++other)
        {
            if (other != r)
            {
                const double mean = (sample.bandwidth[r] + sample.bandwidth[other]) / 2;
                WanLink link;
                link.source = r;
                link.destination = other;
                link.rate = DataRate(std::llround(mean * setting.bandwidth));
                links.push_back(link);
            }
        }
    }
    return Cluster(regions, links);
}

std::vector<TrainingJob>
MakeJobs(const Sample& sample, const Setting& setting)
{
    const Catalogue& catalogue = GetCatalogue();
    const GpuSpec& gpu = catalogue.gpus.at("RTX A6000");
    TrainingShape shape;
    shape.microBatches = setting.microBatches;
    shape.mfu = setting.mfu;
    std::vector<TrainingJob> jobs;
    for (std::size_t i = 0; i < setting.jobs; ++i)
    {
        const Architecture& model = catalogue.models.at(sample.jobs[i].model);
        const Dataset& dataset = catalogue.datasets.at(sample.jobs[i].dataset);
        TrainingJob job;
        job.id = MakeId(i + 1, sample.jobs[i].model);
        job.model = sample.jobs[i].model;
        job.dataset = sample.jobs[i].dataset;
        job.profile.computeTime = GetComputeTime(model, gpu, shape);
        job.profile.boundaryBytes = static_cast<uint64_t>(GetBoundaryBytes(model, shape));
        job.profile.minGpus = static_cast<uint32_t>(GetMemoryFloor(model, gpu));
        job.profile.layers = model.layers;
        job.profile.microBatches = shape.microBatches;
        job.profile.iterations = setting.padded ? GetPaddedIterations(dataset, 1, shape)
                                                : GetPackedIterations(dataset, 1, shape);
        jobs.push_back(job);
    }
    return jobs;
}

} // namespace ns3::bacepipe::reproduction
