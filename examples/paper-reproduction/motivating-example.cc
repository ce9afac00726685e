// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/motivating-example.h"

#include "ns3/bace-analytic-run.h"
#include "ns3/bace-catalogue.h"
#include "ns3/bace-policy.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return the four regions and two links
Cluster
MakeExampleCluster()
{
    const auto region = [](const char* id, uint32_t gpus, double price) {
        Region made;
        made.id = id;
        made.gpus = gpus;
        made.gpuType = "RTX A6000";
        made.gpuWatts = GetCatalogue().gpus.at(made.gpuType).watts;
        made.price = PriceSchedule(price);
        made.bandwidth = DataRate("100Gbps");
        return made;
    };
    const auto link = [](RegionIndex source, RegionIndex destination, const char* rate) {
        WanLink made;
        made.source = source;
        made.destination = destination;
        made.rate = DataRate(rate);
        return made;
    };
    return Cluster({region("A", 4, 0.230),
                    region("B", 3, 0.222),
                    region("C", 2, 0.191),
                    region("D", 2, 0.291)},
                   {link(0, 2, "1000Mbps"),
                    link(2, 0, "1000Mbps"),
                    link(1, 3, "200Mbps"),
                    link(3, 1, "200Mbps")});
}

/// @return a job over Alpaca, padded; the boundary's size is the scenario's
TrainingJob
MakeExampleJob(const char* id, const char* model, uint64_t boundaryBytes)
{
    const Catalogue& catalogue = GetCatalogue();
    TrainingShape shape;
    shape.sequenceLength = 83;
    TrainingJob job;
    job.id = id;
    job.model = model;
    job.dataset = "Alpaca-52k";
    const Architecture& architecture = catalogue.models.at(model);
    job.profile.computeTime = GetComputeTime(architecture, catalogue.gpus.at("RTX A6000"), shape);
    job.profile.boundaryBytes = boundaryBytes;
    job.profile.layers = architecture.layers;
    job.profile.microBatches = shape.microBatches;
    job.profile.iterations = GetPaddedIterations(catalogue.datasets.at(job.dataset), 1, shape);
    return job;
}

/// A decision and the paper's figures for it.
struct Decided
{
    const char* words;  //!< for the table
    const char* policy; //!< who decides
    bool longestFirst;  //!< the reading
    double jct;         //!< the paper's, h
    double cost;        //!< the paper's, $
};

const Decided g_decisions[] = {
    {"lcf", "lcf", false, 1.50, 0.53},
    {"ldf", "ldf", false, 1.32, 0.56},
    {"no-priority: in order of arrival", "no-priority", false, 1.27, 0.55},
    {"bace-pipe with longest_first", "bace-pipe", true, 0.75, 0.52},
    {"bace-pipe-lookahead", "bace-pipe-lookahead", false, 0.75, 0.52},
};

} // namespace

std::vector<ExampleRow>
RunMotivatingExample()
{
    const Cluster cluster = MakeExampleCluster();
    const std::vector<TrainingJob> jobs{MakeExampleJob("P", "Qwen2.5-14B", 530000),
                                        MakeExampleJob("Q", "Llama-3.1-70B", 7000000)};
    std::vector<ExampleRow> rows;
    for (const Decided& decided : g_decisions)
    {
        SchedulingOptions options;
        options.longestFirst = decided.longestFirst;
        const AnalyticResult result =
            RunAnalytically(cluster, jobs, *FindPolicy(decided.policy), options);
        std::string placement;
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            placement +=
                (i > 0 ? " " : "") + jobs[i].id + "=" + ToString(result.jobs[i].placement, cluster);
        }
        rows.push_back({decided.words,
                        placement,
                        result.averageJct / 3600,
                        result.totalCost,
                        decided.jct,
                        decided.cost});
    }
    return rows;
}

} // namespace ns3::bacepipe::reproduction
