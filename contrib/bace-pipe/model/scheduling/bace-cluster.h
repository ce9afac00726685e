// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CLUSTER_H
#define BACE_CLUSTER_H

#include "ns3/abort.h"
#include "ns3/bace-price-schedule.h"
#include "ns3/bace-wan-link.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief A cloud region: GPUs at one place under one electricity price.
 */
struct Region
{
    std::string id;                   //!< unique name
    uint32_t gpus{0};                 //!< capacity G_r, at least 1
    std::string gpuType;              //!< a name of the GPU catalogue; informative here
    double speed{1};                  //!< of a GPU, relative to the cluster's fastest; in (0, 1]
    double gpuWatts{300};             //!< board power of one GPU, W
    uint32_t gpusPerHost{8};          //!< GPUs that share a host and its network port, at least 1
    PriceSchedule price;              //!< electricity price P_r
    DataRate bandwidth{100000000000}; //!< between two GPUs of the region, and of a host's port
    Time latency;                     //!< one way, between two hosts of the region
};

/**
 * @brief Regions and the directed WAN links between them: what a scheduler decides over.
 *
 * Immutable. What is free of it at a moment is the Ledger's affair.
 */
class Cluster
{
  public:
    /**
     * @param regions at least one, with distinct ids free of comma, colon, double quote and >
     * @param links at most one for each ordered pair of regions
     *
     * Throws std::invalid_argument with what is wrong.
     */
    Cluster(std::vector<Region> regions, std::vector<WanLink> links);

    /// @return all regions, in the scenario's order
    const std::vector<Region>& GetRegions() const;

    /// @return all directed links, ordered by (source, destination)
    const std::vector<WanLink>& GetLinks() const;

    /**
     * @param region an index below GetRegions().size(); any other ends the program
     * @return that region
     */
    const Region& GetRegion(RegionIndex region) const
    {
        NS_ABORT_MSG_IF(region >= m_regions.size(), "no region of index " << region);
        return m_regions[region];
    }

    /**
     * @param source a region
     * @param destination a region
     * @return position in GetLinks() of the link between them, or nothing if there is none
     */
    std::optional<std::size_t> FindLink(RegionIndex source, RegionIndex destination) const;

    /**
     * @param source a region
     * @param destination a region to which a link leads; any other ends the program
     * @return propagation there and back between hosts of the two, their regions' latencies
     *         included, before any change of a link; without a link back, as if it were as long as
     *         the one there
     */
    Time GetRoundTrip(RegionIndex source, RegionIndex destination) const;

    /**
     * @param source a region
     * @param destination a region to which a link leads; any other ends the program
     * @return the most that fills the way there and back at any time of a run, bytes: the link's
     *         rate x the round trip, after each change of the link there and the one back
     */
    double GetLargestPath(RegionIndex source, RegionIndex destination) const;

    /**
     * @param a a region
     * @param b a region
     * @return whether links lead both ways between them, as a WAN boundary needs
     */
    bool AreJoined(RegionIndex a, RegionIndex b) const
    {
        NS_ABORT_MSG_IF(std::max(a, b) >= m_regions.size(),
                        "no region of index " << std::max(a, b));
        return m_joined[a * m_regions.size() + b];
    }

    /**
     * @param after a time
     * @return the next change of a region's price after it; nothing if there is none
     */
    std::optional<Time> FindNextPriceChange(Time after) const;

    /// @return the sum of all regions' GPUs
    uint32_t GetTotalGpus() const
    {
        return m_totalGpus;
    }

    /// @return the largest intra-region bandwidth
    DataRate GetLargestBandwidth() const
    {
        return m_largestBandwidth;
    }

  private:
    std::vector<Region> m_regions;                    //!< in the scenario's order
    std::vector<WanLink> m_links;                     //!< ordered by source, destination
    std::vector<std::optional<std::size_t>> m_linkOf; //!< source x destination
    std::vector<char> m_joined;                       //!< region x region: links both ways
    std::vector<Time> m_priceChanges;                 //!< of all regions, ascending
    DataRate m_largestBandwidth;                      //!< inside a region
    uint32_t m_totalGpus{0};                          //!< of all regions
};

} // namespace ns3::bacepipe

#endif // BACE_CLUSTER_H
