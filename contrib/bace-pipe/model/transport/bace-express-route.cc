// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-express-route.h"

#include "ns3/abort.h"
#include "ns3/bace-find-route.h"
#include "ns3/ipv4.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

ExpressRoute::ExpressRoute(Ptr<Node> node,
                           const UdpAddress& source,
                           const UdpAddress& destination,
                           std::shared_ptr<const ExpressInbox> inbox)
    : m_source(source),
      m_destination(destination),
      m_inbox(std::move(inbox)),
      m_mtu(UINT16_MAX)
{
    while (node->GetObject<Ipv4>()->GetInterfaceForAddress(destination.ip) < 0)
    {
        const Ptr<Ipv4Route> route = FindRoute(node, source.ip, destination.ip);
        if (!route || m_links.size() == TIME_TO_LIVE)
        {
            m_links.clear();
            m_mtu = UINT16_MAX;
            return;
        }
        Ptr<NetDevice> device = route->GetOutputDevice();
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
    BulkListener* const listener = route.m_inbox->listener;
    if (!listener)
    {
        return;
    }
    if (auto* data = std::get_if<ExpressPacket::Data>(&packet->content))
    {
        listener->HandleData(data->header, data->payload, false);
    }
    else
    {
        listener->HandleAck(std::get<BulkAckHeader>(packet->content));
    }
}

} // namespace ns3::bacepipe
