// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-channel-factory.h"

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
        factory.Set("Path", StringValue(m_options.IsExpress() ? "Express" : "Stack"));
    }
    // Window scaling ends at 1 GiB (RFC 7323); the bulk transport has no such limit.
    const uint64_t window = GetWindowBytes(source, destination);
    const uint64_t share = window / m_options.connections + m_options.segmentBytes;
    factory.Set(isTcp ? "BufferSize" : "MaxWindow",
                UintegerValue(isTcp ? std::min<uint64_t>(share, 500U << 20) : share));
    return factory.Create<MessageChannel>();
}

uint64_t
ChannelFactory::GetWindowBytes(RegionIndex source, RegionIndex destination) const
{
    const auto& links = m_cluster.GetLinks();
    const WanLink& there = links.at(m_cluster.FindLink(source, destination).value());
    const WanLink& back = links.at(m_cluster.FindLink(destination, source).value());
    const Region& u = m_cluster.GetRegion(source);
    const Region& v = m_cluster.GetRegion(destination);
    const Time roundTrip = there.delay + back.delay + u.latency + v.latency;
    const double path = there.rate.GetBitRate() / 8.0 * roundTrip.GetSeconds();
    return std::max<uint64_t>(2 * (static_cast<uint64_t>(path) + there.queueBytes), 1000000);
}

uint32_t
ChannelFactory::GetPacketBytes() const
{
    return m_options.segmentBytes + g_headerBytes;
}

} // namespace ns3::bacepipe
