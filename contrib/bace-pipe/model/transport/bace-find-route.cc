// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-find-route.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/packet.h"
#include "ns3/udp-l4-protocol.h"

namespace ns3::bacepipe
{

Ptr<Ipv4Route>
FindRoute(Ptr<Node> node, Ipv4Address source, Ipv4Address destination)
{
    Ptr<Ipv4RoutingProtocol> routing = node->GetObject<Ipv4>()->GetRoutingProtocol();
    if (!routing)
    {
        return nullptr;
    }
    Ipv4Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetProtocol(UdpL4Protocol::PROT_NUMBER);
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    return routing->RouteOutput(Create<Packet>(), header, nullptr, error);
}

} // namespace ns3::bacepipe
