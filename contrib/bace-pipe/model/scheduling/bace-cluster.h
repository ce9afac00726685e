// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CLUSTER_H
#define BACE_CLUSTER_H

#include "ns3/bace-price-schedule.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// Position of a region in Cluster::GetRegions().
using RegionIndex = uint32_t;

/**
 * @brief A cloud region: GPUs at one place under one electricity price.
 */
struct Region
{
    std::string id;                   //!< unique name
    uint32_t gpus{0};                 //!< capacity G_r, at least 1
    std::string gpuType;              //!< a name of the GPU catalogue; informative here
    double gpuWatts{300};             //!< board power of one GPU, W
    uint32_t gpusPerHost{8};          //!< GPUs that share a host and its network port, at least 1
    PriceSchedule price;              //!< electricity price P_r
    DataRate bandwidth{100000000000}; //!< between two GPUs of the region, and of a host's port
    Time latency;                     //!< one way, between two hosts of the region
};

/**
 * @brief A directed WAN link between the gateways of two regions.
 */
struct WanLink
{
    RegionIndex source{0};      //!< where it starts
    RegionIndex destination{0}; //!< where it ends; another region
    DataRate rate;              //!< capacity B_uv, positive
    Time delay;                 //!< one-way propagation delay d_uv
    uint64_t queueBytes{0};     //!< size of the drop-tail queue at its entrance, bytes
    double lossRate{0};         //!< probability that a packet is lost on the way, in [0, 1)
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
    const Region& GetRegion(RegionIndex region) const;

    /**
     * @param source a region
     * @param destination a region
     * @return position in GetLinks() of the link between them, or nothing if there is none
     */
    std::optional<std::size_t> FindLink(RegionIndex source, RegionIndex destination) const;

    /**
     * @param a a region
     * @param b a region
     * @return whether links lead both ways between them, as a WAN boundary needs
     */
    bool AreJoined(RegionIndex a, RegionIndex b) const;

    /**
     * @param region a region
     * @return the regions that it is joined with, ascending
     */
    const std::vector<RegionIndex>& GetNeighbours(RegionIndex region) const;

    /**
     * @param after a time
     * @return the next change of a region's price after it; nothing if there is none
     */
    std::optional<Time> FindNextPriceChange(Time after) const;

    /// @return the sum of all regions' GPUs
    uint32_t GetTotalGpus() const;

  private:
    std::vector<Region> m_regions;                      //!< in the scenario's order
    std::vector<WanLink> m_links;                       //!< ordered by source, destination
    std::vector<std::optional<std::size_t>> m_linkOf;   //!< source x destination
    std::vector<std::vector<RegionIndex>> m_neighbours; //!< by region
    std::vector<Time> m_priceChanges;                   //!< of all regions, ascending
    uint32_t m_totalGpus{0};                            //!< of all regions
};

} // namespace ns3::bacepipe

#endif // BACE_CLUSTER_H
