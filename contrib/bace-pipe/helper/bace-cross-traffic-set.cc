// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cross-traffic-set.h"

#include "ns3/bace-channel-factory.h"
#include "ns3/bace-datagram-traffic.h"
#include "ns3/bace-flow-traffic.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Messages into which the windows of all connections of a source are divided.
const uint64_t g_messagesInFlight = 64;

/// @return lengths of periods, s
Ptr<RandomVariableStream>
MakePeriods(Time mean, bool exponential)
{
    if (exponential)
    {
        return CreateObjectWithAttributes<ExponentialRandomVariable>(
            "Mean",
            DoubleValue(mean.GetSeconds()));
    }
    return CreateObjectWithAttributes<ConstantRandomVariable>("Constant",
                                                              DoubleValue(mean.GetSeconds()));
}

/// @return an application that sends datagrams
Ptr<CrossTraffic>
MakeDatagrams(const TrafficSource& spec, bool express)
{
    auto traffic = CreateObject<DatagramTraffic>();
    traffic->SetAttribute("Rate", DataRateValue(spec.rate));
    traffic->SetAttribute("PacketSize", UintegerValue(spec.packetBytes));
    traffic->SetAttribute("Path", StringValue(express ? "Express" : "Stack"));
    if (spec.kind == TrafficKind::ON_OFF)
    {
        traffic->SetAttribute("OnTime", PointerValue(MakePeriods(spec.on, spec.exponential)));
        traffic->SetAttribute("OffTime", PointerValue(MakePeriods(spec.off, spec.exponential)));
    }
    return traffic;
}

/// @return an application that keeps connections busy
Ptr<CrossTraffic>
MakeFlows(const TrafficSource& spec, NetworkOptions options, const Cluster& cluster)
{
    options.connections = spec.connections;
    options.congestionControl = spec.congestionControl;
    options.segmentBytes = spec.packetBytes;
    const ChannelFactory channels(cluster, options);
    const uint64_t windows = options.maxWindow > 0
                                 ? options.maxWindow * spec.connections
                                 : channels.GetWindowBytes(spec.source, spec.destination);
    auto traffic = CreateObject<FlowTraffic>();
    traffic->SetAttribute("Channel",
                          ObjectFactoryValue(channels.GetFactory(spec.source, spec.destination)));
    traffic->SetAttribute(
        "MessageSize",
        UintegerValue(std::max<uint64_t>(windows / g_messagesInFlight,
                                         uint64_t{spec.packetBytes} * spec.connections)));
    traffic->SetAttribute("Messages", UintegerValue(2 * g_messagesInFlight));
    return traffic;
}

} // namespace

CrossTrafficSet::CrossTrafficSet(const Cluster& cluster,
                                 const Scenario& scenario,
                                 const Topology& topology,
                                 const std::shared_ptr<PortAllocator>& ports,
                                 LinkActivity& activity,
                                 int64_t firstStream)
    : m_cluster(cluster),
      m_specs(scenario.traffic)
{
    for (std::size_t i = 0; i < m_specs.size(); ++i)
    {
        const TrafficSource& spec = m_specs[i];
        const TrafficHost& from = topology.trafficHosts.at(spec.source);
        const TrafficHost& to = topology.trafficHosts.at(spec.destination);
        auto traffic = Make(spec, scenario.network);
        if (auto datagrams = DynamicCast<DatagramTraffic>(traffic))
        {
            datagrams->AssignStreams(firstStream + 2 * static_cast<int64_t>(i));
        }
        traffic->SetUp({from.node, to.node, from.address, to.address, 0}, ports);
        traffic->SetOwner(ports->AddOwner(spec.id));
        traffic->SetStartTime(spec.start);
        traffic->SetStopTime(spec.stop);
        if (scenario.run.fastForward)
        {
            traffic->Pause();
            activity.Listen(spec.source, spec.destination, [traffic](bool active) {
                active ? traffic->Resume() : traffic->Pause();
            });
        }
        from.node->AddApplication(traffic);
        m_traffic.push_back(traffic);
    }
}

std::set<RegionIndex>
CrossTrafficSet::FindRegions(const std::vector<TrafficSource>& traffic)
{
    std::set<RegionIndex> regions;
    for (const TrafficSource& spec : traffic)
    {
        regions.insert({spec.source, spec.destination});
    }
    return regions;
}

Ptr<CrossTraffic>
CrossTrafficSet::Make(const TrafficSource& spec, const NetworkOptions& options) const
{
    return spec.kind == TrafficKind::FLOWS ? MakeFlows(spec, options, m_cluster)
                                           : MakeDatagrams(spec, options.IsExpress());
}

std::vector<TrafficResult>
CrossTrafficSet::Report() const
{
    std::vector<TrafficResult> rows;
    for (std::size_t i = 0; i < m_specs.size(); ++i)
    {
        TrafficResult row;
        row.traffic = m_specs[i].id;
        row.source = m_cluster.GetRegion(m_specs[i].source).id;
        row.destination = m_cluster.GetRegion(m_specs[i].destination).id;
        row.kind = m_specs[i].GetKindName();
        row.active = m_traffic[i]->GetActiveTime().GetSeconds();
        row.sentBytes = m_traffic[i]->GetSentBytes();
        row.deliveredBytes = m_traffic[i]->GetDeliveredBytes();
        row.lostPackets = m_traffic[i]->GetLostPackets();
        rows.push_back(row);
    }
    return rows;
}

} // namespace ns3::bacepipe
