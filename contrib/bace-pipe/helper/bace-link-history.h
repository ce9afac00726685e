// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LINK_HISTORY_H
#define BACE_LINK_HISTORY_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-link-series.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-rate-steps.h"
#include "ns3/bace-run-result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @param cluster of the link
 * @param link position in Cluster::GetLinks()
 * @return its name in files: "source>destination"
 */
std::string GetLinkName(const Cluster& cluster, std::size_t link);

/**
 * @param link a WAN link
 * @return its capacity, all changes included
 */
RateSteps GetCapacity(const WanLink& link);

/**
 * @brief What all WAN links carried over time: a LinkSeries each, told on one grid.
 */
class LinkHistory
{
  public:
    /**
     * @param cluster of the run; must outlive the history
     * @param length of an interval at first, above 0
     * @param limit of the intervals that are kept of a link, at least 2
     */
    LinkHistory(const Cluster& cluster, Time length, std::size_t limit);

    /**
     * @param link position in Cluster::GetLinks()
     * @return what it carried; lives as long as the history
     */
    LinkSeries& GetSeries(std::size_t link);

    /**
     * Makes all intervals as long as the longest are.
     * @param ports know the names of owners
     * @return a row for each interval of a link in which something happened, by link and time
     */
    std::vector<LinkIntervalResult> Report(const PortAllocator& ports);

  private:
    const Cluster& m_cluster;         //!< of the run
    std::vector<LinkSeries> m_series; //!< by position in Cluster::GetLinks()
};

} // namespace ns3::bacepipe

#endif // BACE_LINK_HISTORY_H
