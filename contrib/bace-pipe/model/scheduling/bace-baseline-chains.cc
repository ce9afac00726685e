// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-baseline-chains.h"

#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param ledger what is free
 * @param now when
 * @return the regions with a free GPU by ascending hourly price of a GPU, by index among equals
 */
std::vector<RegionIndex>
RegionsByPrice(const Ledger& ledger, Time now)
{
    std::vector<std::pair<double, RegionIndex>> priced;
    for (const RegionIndex region : ledger.GetFreeRegions())
    {
        priced.emplace_back(HourlyPrice(PlacementSegment{region, 1}, ledger.GetCluster(), now),
                            region);
    }
    std::sort(priced.begin(), priced.end());
    std::vector<RegionIndex> regions;
    regions.reserve(priced.size());
    for (const auto& [price, region] : priced)
    {
        regions.push_back(region);
    }
    return regions;
}

/**
 * @param ledger what is free
 * @return the region with most free GPUs, the lowest index among equals; nothing if none is free
 */
std::optional<RegionIndex>
LargestFreeRegion(const Ledger& ledger)
{
    const std::vector<RegionIndex>& regions = ledger.GetFreeRegions();
    const auto largest =
        std::max_element(regions.begin(), regions.end(), [&](RegionIndex a, RegionIndex b) {
            return ledger.GetFreeGpus(a) < ledger.GetFreeGpus(b);
        });
    return largest == regions.end() ? std::nullopt : std::make_optional(*largest);
}

/**
 * Appends a region with as many GPUs as are free in it and still wanted.
 * @param chain the chain so far
 * @param region not yet in it
 * @param request for what
 * @param ledger what is free
 */
void
Append(Placement& chain, RegionIndex region, const ChainRequest& request, const Ledger& ledger)
{
    const uint32_t wanted = request.mostGpus - CountGpus(chain);
    chain.push_back({region, std::min(wanted, ledger.GetFreeGpus(region))});
}

/**
 * @param chain a chain that is not empty
 * @param by what makes a neighbour wide
 * @param ledger what is free
 * @return the region with free GPUs outside the chain that has the widest links to and from its
 *         end, the lowest index among equals; nothing if no such region is linked
 */
std::optional<RegionIndex>
WidestNeighbour(const Placement& chain, NeighbourWidth by, const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    const RegionIndex end = chain.back().region;
    const auto capacity = [&](RegionIndex from, RegionIndex to) {
        return cluster.GetLinks()[cluster.FindLink(from, to).value()].rate;
    };
    std::optional<RegionIndex> widest;
    DataRate most(0);
    for (const RegionIndex region : ledger.GetFreeRegions())
    {
        const bool used =
            std::any_of(chain.begin(), chain.end(), [region](const PlacementSegment& segment) {
                return segment.region == region;
            });
        if (used || !cluster.AreJoined(end, region))
        {
            continue;
        }
        const DataRate width = by == NeighbourWidth::RESIDUAL
                                   ? ledger.GetPairResidual(end, region)
                                   : std::min(capacity(end, region), capacity(region, end));
        if (!widest || width > most)
        {
            widest = region;
            most = width;
        }
    }
    return widest;
}

} // namespace

Placement
FindCheapestRegion(const ChainRequest& request,
                   const SchedulingOptions& options,
                   const Ledger& ledger)
{
    Placement chain;
    for (const RegionIndex region : RegionsByPrice(ledger, request.now))
    {
        if (!options.cheapestWithRoom || ledger.GetFreeGpus(region) >= request.leastGpus)
        {
            Append(chain, region, request, ledger);
            break;
        }
    }
    return chain;
}

Placement
FindLargestRegion(const ChainRequest& request, const Ledger& ledger)
{
    Placement chain;
    if (const auto largest = LargestFreeRegion(ledger))
    {
        Append(chain, *largest, request, ledger);
    }
    return chain;
}

Placement
FindCheapestRegions(const ChainRequest& request, const Ledger& ledger)
{
    Placement chain;
    for (const RegionIndex region : RegionsByPrice(ledger, request.now))
    {
        if (CountGpus(chain) == request.mostGpus)
        {
            break;
        }
        Append(chain, region, request, ledger);
    }
    return chain;
}

Placement
FindWidestNeighbours(const ChainRequest& request,
                     const SchedulingOptions& options,
                     const Ledger& ledger)
{
    Placement chain;
    auto next = LargestFreeRegion(ledger);
    while (next)
    {
        Append(chain, *next, request, ledger);
        next = CountGpus(chain) < request.mostGpus
                   ? WidestNeighbour(chain, options.neighbourWidth, ledger)
                   : std::nullopt;
    }
    return chain;
}

} // namespace ns3::bacepipe
