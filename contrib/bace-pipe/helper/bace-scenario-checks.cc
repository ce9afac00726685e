// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-scenario-parts.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// The longest execution that is simulated; ns-3's clock ends after 292 years.
constexpr double MAX_EXECUTION_S = 4e9;

/**
 * @brief Sets of regions that links in both directions connect.
 */
class Islands
{
  public:
    /**
     * @param scenario its regions and links
     */
    explicit Islands(const Scenario& scenario)
        : m_parent(scenario.regions.size())
    {
        std::iota(m_parent.begin(), m_parent.end(), 0);
        std::set<std::pair<RegionIndex, RegionIndex>> oneWay;
        for (const WanLink& link : scenario.links)
        {
            // Activations need one direction and gradients the other.
            if (oneWay.erase({link.destination, link.source}))
            {
                m_parent[Find(link.source)] = Find(link.destination);
            }
            else
            {
                oneWay.emplace(link.source, link.destination);
            }
        }
    }

    /**
     * @param regions the regions
     * @return the most GPUs that one of the sets has
     */
    uint64_t GetLargest(const std::vector<Region>& regions)
    {
        std::vector<uint64_t> gpus(regions.size());
        for (std::size_t i = 0; i < regions.size(); ++i)
        {
            gpus[Find(i)] += regions[i].gpus;
        }
        return *std::max_element(gpus.begin(), gpus.end());
    }

  private:
    /**
     * @param region a region
     * @return the region that stands for its set
     */
    std::size_t Find(std::size_t region)
    {
        while (m_parent[region] != region)
        {
            region = m_parent[region] = m_parent[m_parent[region]];
        }
        return region;
    }

    std::vector<std::size_t> m_parent; //!< union-find forest
};

/**
 * @param cursor the job
 * @param job what it is
 * @param least the fewest GPUs it can ever have
 * @param most the most GPUs it can ever have
 * @param slowest speed of a region
 */
void
CheckNumbers(const JsonCursor& cursor,
             const TrainingJob& job,
             uint64_t least,
             uint64_t most,
             double slowest)
{
    const JobProfile& profile = job.profile;
    const double others = job.pipeline.embeddingTime + job.pipeline.headTime;
    const double longest =
        static_cast<double>(profile.iterations) *
        (profile.microBatches * (profile.computeTime / static_cast<double>(least) + others) +
         profile.optimizerTime) /
        slowest;
    if (longest > MAX_EXECUTION_S)
    {
        cursor.Fail("about " + FormatNumber(longest) + " s of execution on " +
                        std::to_string(least) + " GPUs",
                    "at most " + FormatNumber(MAX_EXECUTION_S) + " s");
    }
    // Of the most messages that one pair of regions carries for a micro-batch.
    const double bandwidth =
        8.0 * profile.boundaryBytes * most / profile.computeTime * (2.0 * profile.chunks - 1);
    if (bandwidth > RATE_RANGE.max)
    {
        cursor.Fail("boundaries of " + FormatNumber(bandwidth) + " bps on " + std::to_string(most) +
                        " GPUs",
                    "at most " + FormatNumber(RATE_RANGE.max) + " bps");
    }
}

} // namespace

void
CheckFeasibility(const JsonCursor& root, const Scenario& scenario)
{
    if (scenario.network.path == "express" && NeedStack(scenario.links))
    {
        root["network"]["path"].FailValue(
            "\"stack\", or nothing: a link has another queue_discipline than \"drop-tail\", which "
            "express links do not have");
    }
    const uint64_t total =
        std::accumulate(scenario.regions.begin(),
                        scenario.regions.end(),
                        uint64_t{0},
                        [](uint64_t sum, const Region& region) { return sum + region.gpus; });
    const double slowest =
        std::min_element(scenario.regions.begin(),
                         scenario.regions.end(),
                         [](const Region& a, const Region& b) { return a.speed < b.speed; })
            ->speed;
    const uint64_t connected = Islands(scenario).GetLargest(scenario.regions);
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const TrainingJob& job = scenario.jobs[i];
        const JsonCursor cursor = root["jobs"][i];
        const uint32_t least = GetLeastGpus(job.profile, scenario.scheduling);
        const std::string needs =
            "job " + job.id + " that needs " + std::to_string(least) +
            (job.profile.stageCounts.IsAny() ? " GPUs (min_gpus)" : " GPUs (min_gpus and stages)");
        if (least > total)
        {
            cursor.Fail(needs, "at most the " + std::to_string(total) + " of all regions");
        }
        if (least > connected)
        {
            cursor.Fail(needs + " and cannot reach them: unreachable regions",
                        "at most the " + std::to_string(connected) +
                            " of regions that links in both directions connect");
        }
        const bool bound = scenario.scheduling.layerBound;
        const uint32_t most = GetMostStages(job.profile);
        if (bound && most < least)
        {
            const uint32_t chunks = job.profile.chunks;
            cursor.Fail(needs + " and has " + std::to_string(job.profile.layers) + " layers",
                        chunks == 1 ? "no more than one GPU a layer under layer_bound"
                                    : "no more than one GPU for each " + std::to_string(chunks) +
                                          " layers (chunks) under layer_bound");
        }
        CheckNumbers(cursor, job, least, bound ? std::min<uint64_t>(total, most) : total, slowest);
    }
}

} // namespace ns3::bacepipe
