// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-stack-endpoint.h"

#include "ns3/abort.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/net-device.h"
#include "ns3/socket.h"

namespace ns3::bacepipe
{

BulkStackEndpoint::BulkStackEndpoint(Ptr<Node> node, const Address& local, const Address& peer)
    : m_node(node),
      m_udp(node->GetObject<UdpL4Protocol>()),
      m_local(local),
      m_peer(peer)
{
    NS_ABORT_MSG_IF(!m_udp, "node " << node->GetId() << " has no UDP: install an internet stack");
    m_endPoint = m_udp->Allocate(nullptr, local.ip, local.port);
    NS_ABORT_MSG_IF(!m_endPoint,
                    "UDP port " << local.port << " of " << local.ip << " on node " << node->GetId()
                                << " is taken");
    m_endPoint->SetPeer(peer.ip, peer.port);
    m_endPoint->SetRxCallback(MakeCallback(&BulkStackEndpoint::Receive, this));
    m_endPoint->SetDestroyCallback(MakeCallback(&BulkStackEndpoint::Forget, this));
    RefreshRoute();
}

BulkStackEndpoint::~BulkStackEndpoint()
{
    Close();
}

void
BulkStackEndpoint::Close()
{
    if (m_endPoint)
    {
        Ipv4EndPoint* endPoint = m_endPoint;
        m_endPoint = nullptr;
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        m_udp->DeAllocate(endPoint);
    }
    m_udp = nullptr;
    m_route = nullptr;
    m_node = nullptr;
}

void
BulkStackEndpoint::Forget()
{
    m_endPoint = nullptr;
}

void
BulkStackEndpoint::Send(const BulkDataHeader& header, const MessageStream::Piece& payload)
{
    Ptr<Packet> packet = payload.MakePacket();
    if (m_ecn != 0)
    {
        SocketIpTosTag tag;
        tag.SetTos(m_ecn);
        packet->AddPacketTag(tag);
    }
    packet->AddHeader(header);
    SendDatagram(packet);
}

void
BulkStackEndpoint::Send(const BulkAckHeader& header)
{
    Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(header);
    SendDatagram(packet);
}

void
BulkStackEndpoint::SendDatagram(Ptr<Packet> packet)
{
    if (m_endPoint)
    {
        m_udp->Send(packet, m_local.ip, m_peer.ip, m_local.port, m_peer.port, m_route);
    }
}

void
BulkStackEndpoint::RefreshRoute()
{
    Ptr<Ipv4RoutingProtocol> routing = m_node->GetObject<Ipv4>()->GetRoutingProtocol();
    Ipv4Header header;
    header.SetSource(m_local.ip);
    header.SetDestination(m_peer.ip);
    header.SetProtocol(UdpL4Protocol::PROT_NUMBER);
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    m_route = routing ? routing->RouteOutput(Create<Packet>(), header, nullptr, error) : nullptr;
}

uint32_t
BulkStackEndpoint::GetMtu() const
{
    return m_route ? m_route->GetOutputDevice()->GetMtu() : UINT16_MAX;
}

void
BulkStackEndpoint::Receive(Ptr<Packet> packet,
                           Ipv4Header header,
                           uint16_t /* port */,
                           Ptr<Ipv4Interface> /* interface */)
{
    uint8_t kind = 0;
    packet->CopyData(&kind, 1);
    if (kind == BulkDataHeader::CONNECT || kind == BulkDataHeader::DATA)
    {
        BulkDataHeader data;
        if (packet->GetSize() >= BulkDataHeader::BYTES)
        {
            packet->RemoveHeader(data);
            const bool hasFrameHeader = (data.flags & BulkDataHeader::HAS_FRAME_HEADER) != 0;
            m_listener->HandleData(data,
                                   {packet->GetSize(), hasFrameHeader ? packet : nullptr},
                                   header.GetEcn() == Ipv4Header::ECN_CE);
        }
    }
    else
    {
        BulkAckHeader ack;
        if (packet->GetSize() >= BulkAckHeader::BYTES && packet->RemoveHeader(ack) > 0)
        {
            m_listener->HandleAck(ack);
        }
    }
}

} // namespace ns3::bacepipe
