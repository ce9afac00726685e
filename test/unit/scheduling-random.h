// SPDX-License-Identifier: GPL-2.0-only
#ifndef SCHEDULING_RANDOM_H
#define SCHEDULING_RANDOM_H

#include "ns3/bace-ledger.h"

#include <algorithm>
#include <random>

#include "unit/scheduling-builders.h"

// Random small clusters and jobs. Rates are whole Mbps and b_j(L) a whole number of Mbps for each
// stage, so that what is expected can be counted in integers, apart from the code under test.

namespace scheduling
{

using Random = std::mt19937;

/// @return a number from low to high
inline uint32_t
Draw(Random& random, uint32_t low, uint32_t high)
{
    // Not std::uniform_int_distribution, whose numbers differ between libraries.
    return low + random() % (high - low + 1);
}

/// @return a cluster of so many regions, four of five pairs linked, mostly asymmetric
inline ns3::bacepipe::Cluster
DrawCluster(Random& random, uint32_t leastRegions, uint32_t mostRegions)
{
    const uint32_t count = Draw(random, leastRegions, mostRegions);
    std::vector<ns3::bacepipe::Region> regions;
    std::vector<Pair> pairs;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t gpus = Draw(random, 1, 8);
        const double price = Draw(random, 15, 30) / 100.0;
        const uint64_t mbps = 1000 * Draw(random, 25, 100);
        regions.push_back(
            MakeRegion(std::string(1, static_cast<char>('A' + i)), gpus, price, mbps));
        for (uint32_t j = 0; j < i; ++j)
        {
            if (Draw(random, 1, 5) > 1)
            {
                pairs.push_back({i, j, Draw(random, 10, 200), Draw(random, 10, 200)});
            }
        }
    }
    return MakeCluster(std::move(regions), pairs);
}

/// @return a job of 1 to 15 Mbps for each stage
inline ns3::bacepipe::TrainingJob
DrawJob(Random& random, uint32_t number)
{
    ns3::bacepipe::TrainingJob job = MakeJob("job" + std::to_string(number));
    job.arrival = ns3::Seconds(Draw(random, 0, 3));
    job.profile.boundaryBytes = 125000 * Draw(random, 1, 15);
    job.profile.layers = Draw(random, 1, 24);
    job.profile.minGpus = Draw(random, 1, std::min(4U, job.profile.layers));
    job.profile.microBatches = Draw(random, 1, 64);
    job.profile.iterations = Draw(random, 1, 50);
    return job;
}

/// @return Mbps for each stage of a job
inline uint64_t
MbpsPerStage(const ns3::bacepipe::JobProfile& profile)
{
    return profile.boundaryBytes / 125000;
}

/// Takes some GPUs at random, of one region each and between two.
inline void
Occupy(Random& random, ns3::bacepipe::Ledger& ledger)
{
    const uint32_t others = Draw(random, 0, 4);
    const auto count = static_cast<uint32_t>(ledger.GetCluster().GetRegions().size());
    for (uint32_t i = 0; i < others; ++i)
    {
        const ns3::bacepipe::RegionIndex a = Draw(random, 0, count - 1);
        const ns3::bacepipe::RegionIndex b = Draw(random, 0, count - 1);
        const ns3::bacepipe::Placement both{{a, Draw(random, 1, 3)}, {b, Draw(random, 1, 3)}};
        const ns3::bacepipe::Placement one{both.front()};
        const ns3::DataRate bandwidth(MBPS * Draw(random, 1, 100));
        if (ledger.CanReserve(both, bandwidth))
        {
            ledger.Reserve(both, bandwidth);
        }
        else if (ledger.CanReserve(one, bandwidth))
        {
            ledger.Reserve(one, bandwidth);
        }
    }
}

} // namespace scheduling

#endif // SCHEDULING_RANDOM_H
