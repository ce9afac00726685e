// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cluster.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

namespace ns3::bacepipe
{

namespace
{

/**
 * Throws std::invalid_argument unless a condition holds.
 * @param condition what must hold
 * @param what the message otherwise
 */
void
Require(bool condition, const std::string& what)
{
    if (!condition)
    {
        throw std::invalid_argument(what);
    }
}

/**
 * @param id of a region
 * @return whether "id:gpus>id:gpus" and a line of CSV stay readable with it
 */
bool
IsPlainId(const std::string& id)
{
    return !id.empty() && std::none_of(id.begin(), id.end(), [](unsigned char c) {
        return std::iscntrl(c) || std::string(",:>\"").find(c) != std::string::npos;
    });
}

/**
 * @param region a region, checked by itself; std::invalid_argument if it is impossible
 */
void
CheckRegion(const Region& region)
{
    Require(IsPlainId(region.id),
            "region id '" + region.id + "' is empty or has a comma, colon, quote or >");
    const std::string name = "region " + region.id + ": ";
    Require(region.gpus >= 1, name + "has no GPU");
    Require(region.gpusPerHost >= 1, name + "a host has at least one GPU");
    Require(region.speed > 0 && region.speed <= 1,
            name + "the speed of its GPUs is above 0 and at most 1, the fastest region's");
    Require(std::isfinite(region.gpuWatts) && region.gpuWatts >= 0,
            name + "the power of a GPU is a finite number of watts from 0");
    Require(region.bandwidth.GetBitRate() > 0, name + "its bandwidth is positive");
    Require(!region.latency.IsStrictlyNegative(), name + "its latency is not negative");
}

/**
 * @param link a link, checked by itself; std::invalid_argument if it is impossible
 * @param regions those it may join
 */
void
CheckLink(const WanLink& link, const std::vector<Region>& regions)
{
    Require(link.source < regions.size() && link.destination < regions.size(),
            "a link names an unknown region");
    const std::string name =
        "link " + regions[link.source].id + ">" + regions[link.destination].id + ": ";
    Require(link.source != link.destination, name + "joins a region with itself");
    Require(link.rate.GetBitRate() > 0, name + "its rate is positive");
    Require(!link.delay.IsStrictlyNegative(), name + "its delay is not negative");
    Require(link.lossRate >= 0 && link.lossRate < 1, name + "its loss rate is from 0 and below 1");
    Time last;
    for (const LinkChange& change : link.changes)
    {
        Require(change.at > last, name + "its changes are after 0 s and in order of their times");
        Require(change.rate.GetBitRate() > 0, name + "its rate after a change is positive");
        Require(!change.delay.IsStrictlyNegative(),
                name + "its delay after a change is not negative");
        last = change.at;
    }
}

} // namespace

Cluster::Cluster(std::vector<Region> regions, std::vector<WanLink> links)
    : m_regions(std::move(regions)),
      m_links(std::move(links)),
      m_linkOf(m_regions.size() * m_regions.size()),
      m_joined(m_regions.size() * m_regions.size(), false)
{
    Require(!m_regions.empty(), "a cluster has at least one region");
    std::set<std::string> ids;
    for (const Region& region : m_regions)
    {
        CheckRegion(region);
        Require(ids.insert(region.id).second, "region " + region.id + " is given twice");
    }
    for (const WanLink& link : m_links)
    {
        CheckLink(link, m_regions);
    }
    std::sort(m_links.begin(), m_links.end(), [](const WanLink& a, const WanLink& b) {
        return std::tie(a.source, a.destination) < std::tie(b.source, b.destination);
    });
    for (std::size_t i = 0; i < m_links.size(); ++i)
    {
        auto& position = m_linkOf[m_links[i].source * m_regions.size() + m_links[i].destination];
        Require(!position,
                "link " + m_regions[m_links[i].source].id + ">" +
                    m_regions[m_links[i].destination].id + " is given twice");
        position = i;
    }
    for (const Region& region : m_regions)
    {
        for (const auto& [time, price] : region.price.GetSteps())
        {
            m_priceChanges.push_back(time);
        }
    }
    std::sort(m_priceChanges.begin(), m_priceChanges.end());
    for (const WanLink& link : m_links)
    {
        m_joined[link.source * m_regions.size() + link.destination] =
            FindLink(link.destination, link.source).has_value();
    }
    m_largestBandwidth =
        std::max_element(m_regions.begin(), m_regions.end(), [](const Region& a, const Region& b) {
            return a.bandwidth < b.bandwidth;
        })->bandwidth;
    m_totalGpus =
        std::accumulate(m_regions.begin(),
                        m_regions.end(),
                        uint32_t{0},
                        [](uint32_t sum, const Region& region) { return sum + region.gpus; });
}

const std::vector<Region>&
Cluster::GetRegions() const
{
    return m_regions;
}

const std::vector<WanLink>&
Cluster::GetLinks() const
{
    return m_links;
}

std::optional<std::size_t>
Cluster::FindLink(RegionIndex source, RegionIndex destination) const
{
    NS_ABORT_MSG_IF(source >= m_regions.size(), "no region of index " << source);
    NS_ABORT_MSG_IF(destination >= m_regions.size(), "no region of index " << destination);
    return m_linkOf[source * m_regions.size() + destination];
}

Time
Cluster::GetRoundTrip(RegionIndex source, RegionIndex destination) const
{
    const auto there = FindLink(source, destination);
    const auto back = FindLink(destination, source);
    NS_ABORT_MSG_IF(!there, "no link from region " << source << " to " << destination);
    return m_links[*there].delay + m_links[back.value_or(*there)].delay +
           GetRegion(source).latency + GetRegion(destination).latency;
}

double
Cluster::GetLargestPath(RegionIndex source, RegionIndex destination) const
{
    const auto there = FindLink(source, destination);
    NS_ABORT_MSG_IF(!there, "no link from region " << source << " to " << destination);
    const WanLink& link = m_links[*there];
    const WanLink& back = m_links[FindLink(destination, source).value_or(*there)];
    std::vector<Time> times{Time(0)};
    for (const WanLink* one : {&link, &back})
    {
        for (const LinkChange& change : one->changes)
        {
            times.push_back(change.at);
        }
    }
    double largest = 0;
    for (const Time& time : times)
    {
        const LinkChange state = link.GetState(time);
        const Time roundTrip = state.delay + back.GetState(time).delay + GetRegion(source).latency +
                               GetRegion(destination).latency;
        largest =
            std::max(largest,
                     static_cast<double>(state.rate.GetBitRate()) / 8.0 * roundTrip.GetSeconds());
    }
    return largest;
}

std::optional<Time>
Cluster::FindNextPriceChange(Time after) const
{
    const auto next = std::upper_bound(m_priceChanges.begin(), m_priceChanges.end(), after);
    return next == m_priceChanges.end() ? std::nullopt : std::make_optional(*next);
}

} // namespace ns3::bacepipe
