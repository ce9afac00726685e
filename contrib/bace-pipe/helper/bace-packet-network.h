// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PACKET_NETWORK_H
#define BACE_PACKET_NETWORK_H

#include "ns3/bace-changing-links.h"
#include "ns3/bace-channel-factory.h"
#include "ns3/bace-cluster.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-scenario.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/bace-wan-observer.h"

#include <memory>

namespace ns3::bacepipe
{

/**
 * @brief What a packet run needs beside its jobs: the nodes, what packet executions share, and what
 * watches the WAN links.
 *
 * WAN links change as the cluster says. Environment and regions have channels made as the network
 * options say; those between regions are known to the observer. To be destroyed before
 * Simulator::Destroy(), for it holds channels; no job may start after that.
 */
class PacketNetwork
{
  public:
    /**
     * @param cluster what to build; must outlive the network
     * @param options how boundaries are carried, the path chosen
     * @param helper makes the nodes; its random streams are the first, two for each link from 1 on
     */
    PacketNetwork(const Cluster& cluster,
                  const NetworkOptions& options,
                  const TopologyHelper& helper = TopologyHelper());

    PacketNetwork(const PacketNetwork&) = delete;
    PacketNetwork& operator=(const PacketNetwork&) = delete;

    /// @return the nodes
    const Topology& GetTopology() const;

    /// @return what packet executions share; not null. Before jobs start, who wants to see each
    /// channel between regions may put something around its makeChannel.
    const std::shared_ptr<PacketEnvironment>& GetEnvironment() const;

    /// @return what watches the WAN links
    WanObserver& GetObserver();

    /// @return what changes WAN links; it tells of each change
    ChangingLinks& GetChangingLinks();

  private:
    ChannelFactory m_channels;                        //!< of boundaries
    Topology m_topology;                              //!< the nodes
    std::shared_ptr<PacketEnvironment> m_environment; //!< shared by all executions
    WanObserver m_observer;                           //!< of the WAN links
    ChangingLinks m_changing;                         //!< of the WAN links
};

} // namespace ns3::bacepipe

#endif // BACE_PACKET_NETWORK_H
