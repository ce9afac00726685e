// SPDX-License-Identifier: GPL-2.0-only
// Decisions alone, by the equations: three jobs on three regions under every policy, without a
// network or the simulator. Copy it to another name in this folder; ./bace build makes
// build/scratch/NAME.
#include "ns3/bace-analytic-run.h"
#include "ns3/simulator.h"

#include <iomanip>
#include <iostream>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// @return a region of GPUs of 300 W
Region
MakeRegion(const std::string& id, uint32_t gpus, double usdPerKwh)
{
    Region region;
    region.id = id;
    region.gpus = gpus;
    region.price = PriceSchedule(usdPerKwh);
    return region;
}

/// @return a job of 24 layers that sends 4 MB a micro-batch over a boundary
TrainingJob
MakeJob(const std::string& id, double computeTime, uint64_t iterations)
{
    TrainingJob job;
    job.id = id;
    job.profile.computeTime = computeTime; // of a micro-batch on one GPU, s
    job.profile.boundaryBytes = 4000000;
    job.profile.layers = 24;
    job.profile.minGpus = 2;
    job.profile.microBatches = 64;
    job.profile.iterations = iterations;
    return job;
}

} // namespace

int
main()
{
    Simulator::Run(); // until then ns-3 keeps a list of all Time objects
    Simulator::Destroy();

    const std::vector<Region> regions{MakeRegion("east", 16, 0.15),
                                      MakeRegion("west", 8, 0.20),
                                      MakeRegion("south", 8, 0.30)};
    std::vector<WanLink> links;
    for (RegionIndex a = 0; a < regions.size(); ++a)
    {
        for (RegionIndex b = 0; b < regions.size(); ++b)
        {
            if (a != b)
            {
                WanLink link;
                link.source = a;
                link.destination = b;
                link.rate = DataRate("10Gbps");
                links.push_back(link);
            }
        }
    }
    const Cluster cluster(regions, links);
    const std::vector<TrainingJob> jobs{MakeJob("large", 2, 400),
                                        MakeJob("medium", 1, 200),
                                        MakeJob("small", 0.5, 100)};
    SchedulingOptions options; // the readings of the paper that are open
    options.lookAhead.costLimit = 1.05;
    for (const Policy& policy : GetPolicies())
    {
        const AnalyticResult result = RunAnalytically(cluster, jobs, policy, options);
        std::cout << std::left << std::setw(20) << policy.name << std::right << std::fixed
                  << std::setprecision(2) << std::setw(9) << result.averageJct / 60 << " min  $"
                  << result.totalCost;
        for (const AnalyticJob& job : result.jobs)
        {
            std::cout << "  " << ToString(job.placement, cluster);
        }
        std::cout << '\n';
    }
    return 0;
}
