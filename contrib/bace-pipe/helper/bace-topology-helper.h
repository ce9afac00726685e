// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TOPOLOGY_HELPER_H
#define BACE_TOPOLOGY_HELPER_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-region-agent.h"
#include "ns3/bace-wan-queue-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-net-device.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace ns3::bacepipe
{

/// The two ends of a directed link.
struct LinkDevices
{
    Ptr<PointToPointNetDevice> source;      //!< sends, and has the link's queue
    Ptr<PointToPointNetDevice> destination; //!< receives
};

/// A node of a region that has no GPUs: where cross traffic starts and ends.
struct TrafficHost
{
    Ptr<Node> node;      //!< behind the gateway
    Ipv4Address address; //!< of its port
};

/// A cluster as nodes.
struct Topology
{
    NodeContainer gateways;                          //!< by region
    std::vector<NodeContainer> hosts;                //!< by region
    std::vector<Ptr<RegionAgent>> agents;            //!< by region, set up with the hosts
    std::vector<LinkDevices> wanLinks;               //!< by position in Cluster::GetLinks()
    std::map<RegionIndex, TrafficHost> trafficHosts; //!< of the regions that have one
};

/**
 * @brief Turns a cluster into nodes: gateways, GPU hosts, WAN links; IPv4 with static routes.
 *
 * Every host has a port of the region's bandwidth to its gateway, half the region's latency away.
 * Every directed WAN link is a point-to-point channel of its own, used in one direction, so that
 * rate, delay, queue and loss may differ by direction and a direction may be absent. Queues are
 * drop-tail and sized in bytes at the device, without a queue disc above them; but where a WAN link
 * has another discipline the device's queue holds one packet, and ns-3's queue disc above it the
 * others (WanQueueHelper).
 * A host for cross traffic has a port twice as fast as the fastest link or port, so that it is no
 * bottleneck, and is as far from the gateway as the others.
 *
 * Names (ns3::Names): "REGION:gateway", "REGION:host-N" and "REGION:traffic"; no id of a region
 * holds a colon.
 *
 * Addresses: region r has the /18 network number r of 10.0.0.0/8, host h the /30 number h in it
 * and the host for cross traffic the one after the last of them;
 * WAN link l has the /30 number l of 172.16.0.0/12. So at most 1024 regions, 4096 hosts a region
 * and 262144 links; more ends the program.
 */
class TopologyHelper
{
  public:
    static constexpr uint32_t MAX_REGIONS = 1024; //!< that the address plan holds
    static constexpr uint32_t MAX_HOSTS = 4096;   //!< of a region, likewise, that for traffic too

    /**
     * @param region a region
     * @return how many hosts its GPUs need
     */
    static uint32_t CountHosts(const Region& region);

    /**
     * @param mtu of all devices, bytes; at least a packet with all its headers
     */
    void SetMtu(uint16_t mtu);

    /**
     * @param queues how queue discs are made
     */
    void SetQueues(const WanQueueHelper& queues);

    /**
     * @param regions that get a host for cross traffic
     */
    void SetTrafficRegions(const std::set<RegionIndex>& regions);

    /**
     * @param cluster what to build
     * @param firstStream first stream of the loss models, one for each link, and of the queue
     *        discs, likewise
     * @return the nodes
     */
    Topology Install(const Cluster& cluster, int64_t firstStream) const;

  private:
    uint16_t m_mtu{65535};                  //!< of all devices
    WanQueueHelper m_queues;                //!< makes queue discs
    std::set<RegionIndex> m_trafficRegions; //!< with a host for cross traffic
};

} // namespace ns3::bacepipe

#endif // BACE_TOPOLOGY_HELPER_H
