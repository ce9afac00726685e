// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-express-route.h"

#include "ns3/abort.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/udp-l4-protocol.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Hops after which a packet of ns-3's IPv4 would be dropped: attribute DefaultTtl.
constexpr std::size_t MAX_HOPS = 64;

/**
 * @param node where a packet is
 * @param header of the packet
 * @return the device by which it leaves; null when there is no route
 */
Ptr<NetDevice>
FindDevice(Ptr<Node> node, const Ipv4Header& header)
{
    Ptr<Ipv4RoutingProtocol> routing = node->GetObject<Ipv4>()->GetRoutingProtocol();
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    Ptr<Ipv4Route> route =
        routing ? routing->RouteOutput(Create<Packet>(), header, nullptr, error) : nullptr;
    return route ? route->GetOutputDevice() : nullptr;
}

} // namespace

ExpressRoute::ExpressRoute(Ptr<Node> node,
                           const UdpAddress& source,
                           const UdpAddress& destination,
                           std::shared_ptr<const ExpressInbox> inbox)
    : m_source(source),
      m_destination(destination),
      m_inbox(std::move(inbox)),
      m_mtu(UINT16_MAX)
{
    Ipv4Header header;
    header.SetSource(source.ip);
    header.SetDestination(destination.ip);
    header.SetProtocol(UdpL4Protocol::PROT_NUMBER);
    while (node->GetObject<Ipv4>()->GetInterfaceForAddress(destination.ip) < 0)
    {
        Ptr<NetDevice> device = FindDevice(node, header);
        if (!device || m_links.size() == MAX_HOPS)
        {
            m_links.clear();
            m_mtu = UINT16_MAX;
            return;
        }
        auto pointToPoint = DynamicCast<PointToPointNetDevice>(device);
        NS_ABORT_MSG_UNLESS(pointToPoint,
                            "no express packets from "
                                << source.ip << " to " << destination.ip << ": node "
                                << node->GetId() << " leads them to a "
                                << device->GetInstanceTypeId().GetName()
                                << ", not to a PointToPointNetDevice; use the path \"Stack\"");
        Ptr<ExpressLink> link = ExpressLink::Of(pointToPoint);
        m_links.push_back(link);
        m_mtu = std::min<uint32_t>(m_mtu, device->GetMtu());
        node = link->GetReceiver()->GetNode();
    }
    if (!m_links.empty())
    {
        m_identification = &m_links.front()->GetIdentification(source.ip, destination.ip);
    }
}

void
ExpressRoute::Depart(std::unique_ptr<ExpressPacket> packet)
{
    const ExpressRoute& route = *packet->route;
    if (!route.m_links.empty())
    {
        packet->identification = (*route.m_identification)++;
        route.m_links.front()->Send(std::move(packet));
    }
}

void
ExpressRoute::Forward(std::unique_ptr<ExpressPacket> packet)
{
    const ExpressRoute& route = *packet->route;
    ++packet->hop;
    if (packet->hop < route.m_links.size())
    {
        ExpressLink& link = *route.m_links[packet->hop];
        link.Send(std::move(packet));
        return;
    }
    const std::shared_ptr<const ExpressInbox> inbox = route.m_inbox;
    if (!inbox->listener)
    {
        return;
    }
    if (auto* data = std::get_if<ExpressPacket::Data>(&packet->content))
    {
        inbox->listener->HandleData(data->header, data->payload, false);
    }
    else
    {
        inbox->listener->HandleAck(std::get<BulkAckHeader>(packet->content));
    }
}

} // namespace ns3::bacepipe
