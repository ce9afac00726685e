// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FIND_ROUTE_H
#define BACE_FIND_ROUTE_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv4-route.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

namespace ns3::bacepipe
{

/**
 * Asks a node's IPv4 routing which way its UDP packets go.
 * @param node with an IPv4 stack
 * @param source address of the packets; Ipv4Address(): none yet, as the route will say
 * @param destination address of the packets
 * @return the route; null when there is none
 */
Ptr<Ipv4Route> FindRoute(Ptr<Node> node, Ipv4Address source, Ipv4Address destination);

} // namespace ns3::bacepipe

#endif // BACE_FIND_ROUTE_H
