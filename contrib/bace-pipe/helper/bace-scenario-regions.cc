// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-catalogue.h"
#include "ns3/bace-scenario-parts.h"
#include "ns3/bace-units.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3::bacepipe
{

namespace
{

/// Electricity prices; wholesale prices do become negative.
constexpr NumberRange PRICE_RANGE{-100, 100, false, false, " $/kWh"};

/// Speeds, of GPUs of the first region's type.
constexpr NumberRange SPEED_RANGE{0.01, 100};

/**
 * @param seconds a time within the simulator's range
 * @return it to the nanosecond
 */
Time
MakeTime(double seconds)
{
    return NanoSeconds(std::llround(seconds * 1e9));
}

/**
 * @param cursor a number, or an array of {"from_s", "usd_per_kwh"}
 * @return the price over time
 */
PriceSchedule
ReadPrice(const JsonCursor& cursor)
{
    if (!cursor.Exists() || !cursor.GetValue().is_array())
    {
        return PriceSchedule(cursor.GetNumber(PRICE_RANGE));
    }
    std::vector<PriceSchedule::Step> steps;
    const std::size_t size = cursor.GetSize("price steps", 1, 1000000);
    for (std::size_t i = 0; i < size; ++i)
    {
        const JsonCursor step = cursor[i];
        step.CheckKeys({"from_s", "usd_per_kwh"});
        const Time from = MakeTime(step["from_s"].GetNumber(TIME_RANGE));
        if (!steps.empty() && from <= steps.back().first)
        {
            step["from_s"].FailValue("a time after the step before it");
        }
        steps.emplace_back(from, step["usd_per_kwh"].GetNumber(PRICE_RANGE));
    }
    return PriceSchedule(std::move(steps));
}

} // namespace

DataRate
ReadRate(const JsonCursor& cursor)
{
    const std::string expected = "a rate from 1bps to 1000Pbps, such as \"10Gbps\"";
    const auto rate = ParseRate(cursor.GetString(expected));
    if (!rate || *rate < RATE_RANGE.min || *rate > RATE_RANGE.max)
    {
        cursor.FailValue(expected);
    }
    return DataRate(std::llround(*rate));
}

Time
ReadDuration(const JsonCursor& cursor)
{
    const std::string expected = "a duration from 0s to 60s, such as \"10ms\"";
    const auto duration = ParseDuration(cursor.GetString(expected));
    if (!duration || *duration > DURATION_RANGE.max)
    {
        cursor.FailValue(expected);
    }
    return MakeTime(*duration);
}

RegionIndices
IndexRegions(const std::vector<Region>& regions)
{
    RegionIndices indices;
    for (RegionIndex i = 0; i < regions.size(); ++i)
    {
        indices[regions[i].id] = i;
    }
    return indices;
}

RegionIndex
ReadRegionId(const JsonCursor& cursor, const RegionIndices& indices)
{
    const std::string expected = "the id of a region";
    const auto found = indices.find(cursor.GetString(expected));
    if (found == indices.end())
    {
        cursor.FailValue(expected);
    }
    return found->second;
}

uint64_t
ReadSize(const JsonCursor& cursor, uint64_t min, uint64_t max)
{
    const std::string expected = "a size from " + std::to_string(min) + "B to " +
                                 std::to_string(max) + "B, such as \"20MB\"";
    const auto bytes = ParseSize(cursor.GetString(expected));
    if (!bytes || *bytes < static_cast<double>(min) || *bytes > static_cast<double>(max))
    {
        cursor.FailValue(expected);
    }
    return std::llround(*bytes);
}

std::vector<Region>
ReadRegions(const JsonCursor& cursor)
{
    const Catalogue& catalogue = GetCatalogue();
    std::vector<Region> regions;
    std::map<std::string, std::size_t> seen;
    const std::size_t size = cursor.GetSize("regions", 1, 2000);
    for (std::size_t i = 0; i < size; ++i)
    {
        const JsonCursor item = cursor[i];
        item.CheckKeys({"id",
                        "gpus",
                        "gpu",
                        "speed",
                        "gpus_per_host",
                        "price_usd_per_kwh",
                        "bandwidth",
                        "latency"});
        Region region;
        region.id = item["id"].GetId();
        const auto [first, isNew] = seen.emplace(region.id, i);
        if (!isNew)
        {
            item["id"].FailValue("an id that /regions/" + std::to_string(first->second) +
                                 " does not have");
        }
        region.gpus = item["gpus"].GetInteger(1, 1000000);
        region.gpuType = item["gpu"].GetChoice(GetNames(catalogue.gpus));
        const GpuSpec& gpu = catalogue.gpus.at(region.gpuType);
        const GpuSpec& reference =
            catalogue.gpus.at(i == 0 ? region.gpuType : regions.front().gpuType);
        region.speed = item["speed"].GetNumber(SPEED_RANGE, gpu.peakFlops / reference.peakFlops);
        region.gpuWatts = gpu.watts;
        region.gpusPerHost = item["gpus_per_host"].GetInteger(1, 1024, 8);
        region.price = ReadPrice(item["price_usd_per_kwh"]);
        region.bandwidth = ReadRate(item["bandwidth"]);
        region.latency = ReadDuration(item["latency"]);
        regions.push_back(std::move(region));
    }
    return regions;
}

GpuSpec
GetReferenceGpu(const std::vector<Region>& regions)
{
    const Catalogue& catalogue = GetCatalogue();
    GpuSpec reference = catalogue.gpus.at(regions.front().gpuType);
    reference.memoryBytes = catalogue.gpus.at(FindSmallestMemory(regions)).memoryBytes;
    return reference;
}

std::string
FindSmallestMemory(const std::vector<Region>& regions)
{
    const auto memory = [](const Region& region) {
        return GetCatalogue().gpus.at(region.gpuType).memoryBytes;
    };
    return std::min_element(regions.begin(),
                            regions.end(),
                            [&](const Region& a, const Region& b) { return memory(a) < memory(b); })
        ->gpuType;
}

void
RelateToFastest(Scenario& scenario)
{
    double fastest = 0;
    for (const Region& region : scenario.regions)
    {
        fastest = std::max(fastest, region.speed);
    }
    for (Region& region : scenario.regions)
    {
        region.speed /= fastest;
    }
    for (TrainingJob& job : scenario.jobs)
    {
        job.profile.computeTime /= fastest;
        job.profile.optimizerTime /= fastest;
        job.pipeline.embeddingTime /= fastest;
        job.pipeline.headTime /= fastest;
    }
}

} // namespace ns3::bacepipe
