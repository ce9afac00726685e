// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-topology-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/names.h"
#include "ns3/net-device-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

const Ipv4Mask g_linkMask("255.255.255.252");
const Ipv4Mask g_regionMask("255.255.192.0");

/// @return the first address of a region's network
uint32_t
RegionNetwork(uint32_t region)
{
    return (10U << 24) | (region << 14);
}

/// @return the first address of a host's link to its gateway
uint32_t
HostNetwork(uint32_t region, uint32_t host)
{
    return RegionNetwork(region) | (host << 2);
}

/// @return the first address of a WAN link
uint32_t
WanNetwork(std::size_t link)
{
    return (172U << 24) | (16U << 16) | static_cast<uint32_t>(link << 2);
}

/// Time that a host's port can buffer: more than a burst of a window needs between two cores.
const Time g_portBuffer = MilliSeconds(250);

/// @return as a queue size in bytes: ns-3 counts them in 32 bits
QueueSize
ToQueueSize(double bytes)
{
    return QueueSize(QueueSizeUnit::BYTES,
                     static_cast<uint32_t>(std::clamp(bytes, 1.0, 4294967295.0)));
}

/**
 * Two devices on a channel.
 * @param flowControl whether a device whose queue is full holds a queue disc above it back
 */
NetDeviceContainer
Connect(Ptr<Node> a,
        Ptr<Node> b,
        DataRate rate,
        Time delay,
        QueueSize queue,
        uint16_t mtu,
        bool flowControl = false)
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(rate));
    link.SetDeviceAttribute("Mtu", UintegerValue(mtu));
    link.SetChannelAttribute("Delay", TimeValue(delay));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", QueueSizeValue(queue));
    if (!flowControl)
    {
        // Without a queue disc it would hide drops above the device.
        link.DisableFlowControl();
    }
    return link.Install(a, b);
}

/**
 * Gives a device an address and brings its interface up.
 * @return the interface
 */
uint32_t
AddInterface(Ptr<NetDevice> device, uint32_t address)
{
    auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(Ipv4Address(address), g_linkMask));
    ipv4->SetMetric(interface, 1);
    ipv4->SetUp(interface);
    return interface;
}

/// @return what installs IPv4 with static routes alone
InternetStackHelper
MakeInternet()
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.SetRoutingHelper(Ipv4StaticRoutingHelper());
    return internet;
}

/**
 * Adds a host behind a gateway.
 * @param network first address of its link
 * @param rate of its port
 * @param delay of its link
 * @return the node; its address is the second of the network
 */
Ptr<Node>
AddHost(Ptr<Node> gateway, uint32_t network, DataRate rate, Time delay, uint16_t mtu)
{
    auto node = CreateObject<Node>();
    MakeInternet().Install(node);
    // Two packets at least, or a slow port would carry none.
    const QueueSize queue = ToQueueSize(
        std::max(static_cast<double>(rate.GetBitRate()) / 8.0 * g_portBuffer.GetSeconds(),
                 2.0 * mtu));
    const auto devices = Connect(node, gateway, rate, delay, queue, mtu);
    const uint32_t interface = AddInterface(devices.Get(0), network + 1);
    AddInterface(devices.Get(1), network + 2);
    Ipv4StaticRoutingHelper()
        .GetStaticRouting(node->GetObject<Ipv4>())
        ->SetDefaultRoute(Ipv4Address(network + 2), interface);
    return node;
}

/// Adds a region's gateway and hosts.
void
AddRegion(const Region& region, uint32_t index, uint16_t mtu, Topology& topology)
{
    auto gateway = CreateObject<Node>();
    MakeInternet().Install(gateway);
    // A gateway has many interfaces: without this each packet is compared with every address.
    gateway->GetObject<Ipv4>()->SetAttribute("WeakEsModel", BooleanValue(false));
    topology.gateways.Add(gateway);
    Names::Add("/Names/" + region.id + ":gateway", gateway);

    const uint32_t hostCount = TopologyHelper::CountHosts(region);
    NS_ABORT_MSG_IF(hostCount > TopologyHelper::MAX_HOSTS, region.id << " has too many hosts");
    NodeContainer nodes;
    std::vector<GpuHost> hosts;
    for (uint32_t i = 0; i < hostCount; ++i)
    {
        const uint32_t network = HostNetwork(index, i);
        auto node = AddHost(gateway, network, region.bandwidth, region.latency / 2, mtu);
        nodes.Add(node);
        Names::Add("/Names/" + region.id + ":host-" + std::to_string(i), node);
        hosts.push_back({node,
                         Ipv4Address(network + 1),
                         region.bandwidth,
                         std::min(region.gpusPerHost, region.gpus - i * region.gpusPerHost)});
    }
    topology.hosts.push_back(nodes);
    auto agent = CreateObject<RegionAgent>();
    agent->SetAttribute("Speed", DoubleValue(region.speed));
    agent->SetUp(std::move(hosts), region.bandwidth, region.latency);
    topology.agents.push_back(agent);
}

/// @return a rate at which a port is no bottleneck
DataRate
FindFastRate(const Cluster& cluster)
{
    uint64_t fastest = cluster.GetLargestBandwidth().GetBitRate();
    for (const WanLink& link : cluster.GetLinks())
    {
        fastest = std::max(fastest, link.GetLargestRate().GetBitRate());
    }
    return DataRate(2 * fastest);
}

/// Gives a region a host for cross traffic.
void
AddTrafficHost(const Cluster& cluster, RegionIndex index, uint16_t mtu, Topology& topology)
{
    const Region& region = cluster.GetRegion(index);
    const uint32_t number = TopologyHelper::CountHosts(region);
    NS_ABORT_MSG_IF(number >= TopologyHelper::MAX_HOSTS, region.id << " has too many hosts");
    const uint32_t network = HostNetwork(index, number);
    auto node = AddHost(topology.gateways.Get(index),
                        network,
                        FindFastRate(cluster),
                        region.latency / 2,
                        mtu);
    Names::Add("/Names/" + region.id + ":traffic", node);
    topology.trafficHosts[index] = {node, Ipv4Address(network + 1)};
}

} // namespace

uint32_t
TopologyHelper::CountHosts(const Region& region)
{
    return (region.gpus - 1) / region.gpusPerHost + 1;
}

void
TopologyHelper::SetMtu(uint16_t mtu)
{
    m_mtu = mtu;
}

void
TopologyHelper::SetQueues(const WanQueueHelper& queues)
{
    m_queues = queues;
}

void
TopologyHelper::SetTrafficRegions(const std::set<RegionIndex>& regions)
{
    m_trafficRegions = regions;
}

Topology
TopologyHelper::Install(const Cluster& cluster, int64_t firstStream) const
{
    const auto& regions = cluster.GetRegions();
    const auto& links = cluster.GetLinks();
    NS_ABORT_MSG_IF(regions.size() > MAX_REGIONS, "too many regions at packet level");
    NS_ABORT_MSG_IF(links.size() > 262144, "too many WAN links at packet level");

    Topology topology;
    for (uint32_t i = 0; i < regions.size(); ++i)
    {
        AddRegion(regions[i], i, m_mtu, topology);
    }
    const Ipv4StaticRoutingHelper routing;
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        const WanLink& link = links[i];
        auto source = topology.gateways.Get(link.source);
        const bool hasDisc = link.discipline != QueueDiscipline::DROP_TAIL;
        const auto devices = Connect(source,
                                     topology.gateways.Get(link.destination),
                                     link.rate,
                                     link.delay,
                                     hasDisc ? QueueSize(QueueSizeUnit::PACKETS, 1)
                                             : ToQueueSize(static_cast<double>(link.queueBytes)),
                                     m_mtu,
                                     hasDisc);
        if (hasDisc)
        {
            m_queues.Install(devices.Get(0),
                             link,
                             cluster.GetRoundTrip(link.source, link.destination),
                             firstStream + static_cast<int64_t>(links.size() + i));
        }
        const uint32_t network = WanNetwork(i);
        const uint32_t interface = AddInterface(devices.Get(0), network + 1);
        AddInterface(devices.Get(1), network + 2);
        routing.GetStaticRouting(source->GetObject<Ipv4>())
            ->AddNetworkRouteTo(Ipv4Address(RegionNetwork(link.destination)),
                                g_regionMask,
                                Ipv4Address(network + 2),
                                interface);
        if (link.lossRate > 0)
        {
            auto loss = CreateObject<RateErrorModel>();
            loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss->SetRate(link.lossRate);
            loss->AssignStreams(firstStream + static_cast<int64_t>(i));
            devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        }
        topology.wanLinks.push_back({DynamicCast<PointToPointNetDevice>(devices.Get(0)),
                                     DynamicCast<PointToPointNetDevice>(devices.Get(1))});
    }
    for (const RegionIndex region : m_trafficRegions)
    {
        AddTrafficHost(cluster, region, m_mtu, topology);
    }
    return topology;
}

} // namespace ns3::bacepipe
