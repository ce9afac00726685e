// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-channel-helper.h"

#include "ns3/abort.h"
#include "ns3/bace-find-route.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/ipv4.h"
#include "ns3/simulator.h"

#include <memory>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param node a node
 * @return its IPv4; ends the program when it has none
 */
Ptr<Ipv4>
GetIpv4(Ptr<Node> node)
{
    Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>();
    NS_ABORT_MSG_UNLESS(ipv4,
                        "node " << node->GetId() << " has no IPv4: install an internet stack");
    return ipv4;
}

/**
 * @param node a node
 * @return the first address that is not the loopback's; ends the program when there is none
 */
Ipv4Address
GetFirstAddress(Ptr<Node> node)
{
    Ptr<Ipv4> ipv4 = GetIpv4(node);
    for (uint32_t interface = 1; interface < ipv4->GetNInterfaces(); ++interface)
    {
        if (ipv4->GetNAddresses(interface) > 0)
        {
            return ipv4->GetAddress(interface, 0).GetLocal();
        }
    }
    NS_ABORT_MSG("node " << node->GetId() << " has no IPv4 address");
    return Ipv4Address();
}

/**
 * @param node where packets start
 * @param destination where they go
 * @return the address from which they are sent; ends the program when there is no route
 */
Ipv4Address
GetSourceAddress(Ptr<Node> node, Ipv4Address destination)
{
    GetIpv4(node); // or the program ends
    Ptr<Ipv4Route> route = FindRoute(node, Ipv4Address(), destination);
    NS_ABORT_MSG_UNLESS(route, "node " << node->GetId() << " has no route to " << destination);
    return route->GetSource();
}

/// @return ports of all helpers, until the simulation is destroyed
PortAllocator&
GetPorts()
{
    static std::unique_ptr<PortAllocator> ports;
    if (!ports)
    {
        ports = std::make_unique<PortAllocator>();
        Simulator::ScheduleDestroy(+[]() { ports = nullptr; });
    }
    return *ports;
}

} // namespace

MessageChannelHelper::MessageChannelHelper(const std::string& typeId)
{
    TypeId type; // asked for safely: ns-3 built for release goes on with a class that is not there
    NS_ABORT_MSG_UNLESS(TypeId::LookupByNameFailSafe(typeId, &type) &&
                            type.IsChildOf(MessageChannel::GetTypeId()) && type.HasConstructor(),
                        typeId << " is no message channel: use ns3::bacepipe::BulkMessageChannel "
                                  "or ns3::bacepipe::TcpMessageChannel");
    m_factory.SetTypeId(type);
}

void
MessageChannelHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

Ptr<MessageChannel>
MessageChannelHelper::Install(Ptr<Node> source, Ptr<Node> destination)
{
    NS_ABORT_MSG_IF(source == destination,
                    "a channel from node " << source->GetId() << " to itself");
    ChannelEndpoints ends;
    ends.source = source;
    ends.destination = destination;
    ends.destinationAddress = GetFirstAddress(destination);
    ends.sourceAddress = GetSourceAddress(source, ends.destinationAddress);
    auto channel = m_factory.Create<MessageChannel>();
    ends.port = GetPorts().Take(channel->GetPortCount());
    channel->Open(ends);
    return channel;
}

} // namespace ns3::bacepipe
