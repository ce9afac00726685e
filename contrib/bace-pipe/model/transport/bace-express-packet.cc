// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-express-packet.h"

#include "ns3/bace-express-route.h"
#include "ns3/ipv4-header.h"
#include "ns3/node.h"
#include "ns3/ppp-header.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

namespace ns3::bacepipe
{

namespace
{

/// Protocol number of IPv4 in the point-to-point header (RFC 1332).
constexpr uint16_t PPP_IPV4 = 0x0021;

} // namespace

Ptr<Packet>
ExpressPacket::MakeWirePacket() const
{
    Ptr<Packet> packet;
    if (const auto* data = std::get_if<Data>(&content))
    {
        packet = data->payload.MakePacket()->Copy();
        packet->AddHeader(data->header);
    }
    else
    {
        packet = Create<Packet>();
        packet->AddHeader(std::get<BulkAckHeader>(content));
    }
    const UdpAddress& source = route->GetSource();
    const UdpAddress& destination = route->GetDestination();
    UdpHeader udp;
    udp.SetSourcePort(source.port);
    udp.SetDestinationPort(destination.port);
    if (Node::ChecksumEnabled())
    {
        udp.EnableChecksums();
        udp.InitializeChecksum(source.ip, destination.ip, UdpL4Protocol::PROT_NUMBER);
    }
    packet->AddHeader(udp);
    Ipv4Header ipv4;
    ipv4.SetSource(source.ip);
    ipv4.SetDestination(destination.ip);
    ipv4.SetProtocol(UdpL4Protocol::PROT_NUMBER);
    ipv4.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    ipv4.SetTtl(static_cast<uint8_t>(ExpressRoute::TIME_TO_LIVE - hop));
    ipv4.SetTos(ecn);
    ipv4.SetMayFragment();
    ipv4.SetIdentification(identification);
    if (Node::ChecksumEnabled())
    {
        ipv4.EnableChecksum();
    }
    packet->AddHeader(ipv4);
    PppHeader ppp;
    ppp.SetProtocol(PPP_IPV4);
    packet->AddHeader(ppp);
    return packet;
}

} // namespace ns3::bacepipe
