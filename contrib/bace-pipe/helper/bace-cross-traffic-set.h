// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CROSS_TRAFFIC_SET_H
#define BACE_CROSS_TRAFFIC_SET_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-cross-traffic.h"
#include "ns3/bace-link-activity.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-run-result.h"
#include "ns3/bace-scenario.h"
#include "ns3/bace-topology-helper.h"

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief All cross traffic of a run, made as the scenario says.
 *
 * With fast-forward, traffic between two regions flows only while a job is simulated that crosses
 * between the two, in either direction: not while there is none, nor while all of them are
 * suspended (LinkActivity).
 */
class CrossTrafficSet
{
  public:
    /**
     * @param cluster of the run; must outlive the set
     * @param scenario its traffic, network options and fast-forward
     * @param topology has a host for traffic in each region that needs one
     * @param ports where the traffic takes ports from
     * @param activity of jobs, which pauses the traffic; must not outlive this while jobs run
     * @param firstStream first of two random streams for each source of traffic
     */
    CrossTrafficSet(const Cluster& cluster,
                    const Scenario& scenario,
                    const Topology& topology,
                    const std::shared_ptr<PortAllocator>& ports,
                    LinkActivity& activity,
                    int64_t firstStream);

    /**
     * @param traffic of a scenario
     * @return regions where some of it starts or ends
     */
    static std::set<RegionIndex> FindRegions(const std::vector<TrafficSource>& traffic);

    /// @return a row for each, in the scenario's order
    std::vector<TrafficResult> Report() const;

  private:
    /**
     * @param spec what a source sends
     * @param options of the scenario's network
     * @return its application
     */
    Ptr<CrossTraffic> Make(const TrafficSource& spec, const NetworkOptions& options) const;

    const Cluster& m_cluster;                 //!< of the run
    std::vector<TrafficSource> m_specs;       //!< in the scenario's order
    std::vector<Ptr<CrossTraffic>> m_traffic; //!< likewise
};

} // namespace ns3::bacepipe

#endif // BACE_CROSS_TRAFFIC_SET_H
