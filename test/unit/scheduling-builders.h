// SPDX-License-Identifier: GPL-2.0-only
#ifndef SCHEDULING_BUILDERS_H
#define SCHEDULING_BUILDERS_H

#include "ns3/bace-chain-search.h"
#include "ns3/bace-cluster.h"
#include "ns3/bace-placement.h"
#include "ns3/bace-training-job.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// Shown by GoogleTest where an expectation on placements fails.
inline void
PrintTo(const PlacementSegment& segment, std::ostream* os)
{
    *os << segment.region << ":" << segment.gpus;
}

} // namespace ns3::bacepipe

namespace scheduling
{

inline constexpr uint64_t MBPS = 1000000;

/// $ for a GPU second of a 300 W GPU at 1 $/kWh.
inline constexpr double GPU_SECOND = 0.3 / 3600;

/// Regions of the hand-worked clusters, by position.
enum : uint32_t
{
    A,
    B,
    C,
    D
};

/// @return a region of 300 W GPUs; the bandwidth is in Mbps
inline ns3::bacepipe::Region
MakeRegion(const std::string& id, uint32_t gpus, double price, uint64_t mbps = 100000)
{
    ns3::bacepipe::Region region;
    region.id = id;
    region.gpus = gpus;
    region.price = ns3::bacepipe::PriceSchedule(price);
    region.bandwidth = ns3::DataRate(mbps * MBPS);
    return region;
}

/// A pair of links, of different rates where a second one is given.
struct Pair
{
    uint32_t a;           //!< a region
    uint32_t b;           //!< another
    uint64_t mbps;        //!< from a to b
    uint64_t backMbps{0}; //!< from b to a; as from a to b if 0
};

/// @return a cluster of these regions, each pair linked both ways
inline ns3::bacepipe::Cluster
MakeCluster(std::vector<ns3::bacepipe::Region> regions, const std::vector<Pair>& pairs)
{
    std::vector<ns3::bacepipe::WanLink> links;
    for (const Pair& pair : pairs)
    {
        ns3::bacepipe::WanLink link;
        link.source = pair.a;
        link.destination = pair.b;
        link.rate = ns3::DataRate(pair.mbps * MBPS);
        links.push_back(link);
        std::swap(link.source, link.destination);
        link.rate = ns3::DataRate((pair.backMbps ? pair.backMbps : pair.mbps) * MBPS);
        links.push_back(link);
    }
    return ns3::bacepipe::Cluster(std::move(regions), std::move(links));
}

/**
 * The profile of the hand-worked examples: t_comp(1) = 1 s and A = 1,250,000 bytes = 10 Mbit, so
 * that b_j(L) = 10 L Mbps; M = 100. At 100 Gbps a boundary inside a region takes 0.0001 s.
 */
inline ns3::bacepipe::JobProfile
MakeProfile()
{
    ns3::bacepipe::JobProfile profile;
    profile.computeTime = 1;
    profile.boundaryBytes = 1250000;
    profile.layers = 1000;
    profile.microBatches = 100;
    profile.iterations = 10;
    return profile;
}

/// @return that profile but for t_comp(1), A in bytes and M
inline ns3::bacepipe::JobProfile
MakeProfile(double computeTime, uint64_t boundaryBytes, uint32_t microBatches)
{
    ns3::bacepipe::JobProfile profile = MakeProfile();
    profile.computeTime = computeTime;
    profile.boundaryBytes = boundaryBytes;
    profile.microBatches = microBatches;
    return profile;
}

/// @return a job of that profile, or of another
inline ns3::bacepipe::TrainingJob
MakeJob(const std::string& id, ns3::bacepipe::JobProfile profile = MakeProfile())
{
    ns3::bacepipe::TrainingJob job;
    job.id = id;
    job.profile = profile;
    return job;
}

/**
 * A job of one iteration that sends nothing, at 0 s: t(L) = t_comp(1) (1 + (M - 1) / L).
 * @return that job, of so many GPUs at least and at most
 */
inline ns3::bacepipe::TrainingJob
MakeSilentJob(const std::string& id,
              uint32_t least,
              uint32_t most,
              double computeTime,
              uint32_t microBatches)
{
    ns3::bacepipe::TrainingJob job = MakeJob(id);
    job.profile.computeTime = computeTime;
    job.profile.boundaryBytes = 0;
    job.profile.microBatches = microBatches;
    job.profile.iterations = 1;
    job.profile.minGpus = least;
    job.profile.layers = most;
    return job;
}

/// @return what is looked for of a profile, from its floor to so many GPUs
inline ns3::bacepipe::ChainRequest
Want(const ns3::bacepipe::JobProfile& profile, uint32_t most, ns3::Time now = {})
{
    return {profile, profile.minGpus, most, now, 0};
}

} // namespace scheduling

#endif // SCHEDULING_BUILDERS_H
