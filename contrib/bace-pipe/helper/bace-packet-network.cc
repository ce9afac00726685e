// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-packet-network.h"

#include "ns3/boolean.h"

namespace ns3::bacepipe
{

PacketNetwork::PacketNetwork(const Cluster& cluster,
                             const NetworkOptions& options,
                             const TopologyHelper& helper)
    : m_channels(cluster, options),
      m_topology(helper.Install(cluster, 1)),
      m_environment(std::make_shared<PacketEnvironment>()),
      m_observer(cluster, m_topology, options.IsExpress(), m_environment->ports),
      m_changing(cluster, m_topology, options.IsExpress())
{
    m_changing.AddCallback(
        [this](std::size_t link, const LinkChange& change) { m_observer.Change(link, change); });
    m_environment->regions = m_topology.agents;
    m_environment->makeChannel = [this](RegionIndex source, RegionIndex destination) {
        auto channel = m_channels.Make(source, destination);
        m_observer.AddChannel(source, destination, channel);
        return channel;
    };
    m_environment->describeWay = [this](RegionIndex source, RegionIndex destination) {
        return m_observer.DescribeWay(source, destination);
    };
    for (RegionIndex region = 0; region < m_topology.agents.size(); ++region)
    {
        const auto& agent = m_topology.agents[region];
        agent->SetAttribute("Packets", BooleanValue(options.intraRegionPackets));
        agent->SetChannels([this, region] { return m_channels.Make(region, region); },
                           m_environment->ports);
    }
}

const Topology&
PacketNetwork::GetTopology() const
{
    return m_topology;
}

const std::shared_ptr<PacketEnvironment>&
PacketNetwork::GetEnvironment() const
{
    return m_environment;
}

WanObserver&
PacketNetwork::GetObserver()
{
    return m_observer;
}

ChangingLinks&
PacketNetwork::GetChangingLinks()
{
    return m_changing;
}

} // namespace ns3::bacepipe
