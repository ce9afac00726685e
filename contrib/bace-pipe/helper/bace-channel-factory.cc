// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-channel-factory.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>

namespace ns3::bacepipe
{

namespace
{

/// Headers of the larger kind: IPv4 20, TCP with its options 60, point-to-point 2.
const uint32_t g_headerBytes = 82;

/// ns-3's class for a congestion control of the scenario format.
const std::map<std::string, const char*> g_congestionControls = {
    {"cubic", "ns3::TcpCubic"},
    {"linux-reno", "ns3::TcpLinuxReno"},
    {"new-reno", "ns3::TcpNewReno"},
    {"bbr", "ns3::TcpBbr"},
    {"dctcp", "ns3::TcpDctcp"},
};

} // namespace

ChannelFactory::ChannelFactory(const Cluster& cluster, const NetworkOptions& options)
    : m_cluster(cluster),
      m_options(options)
{
}

Ptr<MessageChannel>
ChannelFactory::Make(RegionIndex source, RegionIndex destination) const
{
    return GetFactory(source, destination).Create<MessageChannel>();
}

ObjectFactory
ChannelFactory::GetFactory(RegionIndex source, RegionIndex destination) const
{
    const bool isTcp = m_options.transport == "tcp";
    ObjectFactory factory(isTcp ? "ns3::bacepipe::TcpMessageChannel"
                                : "ns3::bacepipe::BulkMessageChannel");
    factory.Set("Connections", UintegerValue(m_options.connections));
    factory.Set("SegmentSize", UintegerValue(m_options.segmentBytes));
    factory.Set(
        "CongestionControl",
        TypeIdValue(TypeId::LookupByName(g_congestionControls.at(m_options.congestionControl))));
    if (!isTcp)
    {
        if (m_options.restartAfterIdle)
        {
            factory.Set("RestartAfterIdle", BooleanValue(true));
        }
        factory.Set("Path", StringValue(m_options.IsExpress() ? "Express" : "Stack"));
    }
    // What the scenario leaves open is the attribute's default, which a user may change by name.
    if (m_options.initialWindow > 0)
    {
        factory.Set("InitialWindow", UintegerValue(m_options.initialWindow));
    }
    if (m_options.connectionRate.GetBitRate() > 0)
    {
        factory.Set("MaxPacingRate", DataRateValue(m_options.connectionRate));
    }
    // Data goes there alone, and acknowledgements are never marked.
    if (source != destination &&
        m_cluster.GetLinks().at(*m_cluster.FindLink(source, destination)).ecn)
    {
        factory.Set("UseEcn", StringValue("On"));
    }
    // Window scaling ends at 1 GiB (RFC 7323); the bulk transport has no such limit.
    const uint64_t share = GetWindowBytes(source, destination) / m_options.connections;
    const uint64_t window =
        m_options.maxWindow > 0 ? m_options.maxWindow : share + m_options.segmentBytes;
    factory.Set(isTcp ? "BufferSize" : "MaxWindow",
                UintegerValue(isTcp ? std::min(window, MAX_TCP_WINDOW) : window));
    return factory;
}

uint64_t
ChannelFactory::GetWindowBytes(RegionIndex source, RegionIndex destination) const
{
    double path = 0;
    uint64_t queue = 0;
    if (source == destination)
    {
        const Region& region = m_cluster.GetRegion(source);
        path = region.bandwidth.GetBitRate() / 8.0 * (2 * region.latency).GetSeconds();
    }
    else
    {
        path = m_cluster.GetLargestPath(source, destination);
        queue = m_cluster.GetLinks().at(m_cluster.FindLink(source, destination).value()).queueBytes;
    }
    return std::max<uint64_t>(2 * (static_cast<uint64_t>(path) + queue), 1000000);
}

uint32_t
ChannelFactory::GetPacketBytes() const
{
    return m_options.segmentBytes + g_headerBytes;
}

} // namespace ns3::bacepipe
