// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-stack-endpoint.h"

#include "ns3/bace-find-route.h"
#include "ns3/net-device.h"
#include "ns3/socket.h"

namespace ns3::bacepipe
{

BulkStackEndpoint::BulkStackEndpoint(Ptr<Node> node,
                                     const UdpAddress& local,
                                     const UdpAddress& peer)
    : m_node(node),
      m_local(local),
      m_peer(peer),
      m_port(node, local, peer)
{
    m_port.Get()->SetRxCallback(MakeCallback(&BulkStackEndpoint::Receive, this));
    RefreshRoute();
}

void
BulkStackEndpoint::SetListener(BulkListener& listener)
{
    m_listener = &listener;
}

void
BulkStackEndpoint::Close()
{
    m_port.Release();
    m_route = nullptr;
    m_node = nullptr;
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
    if (m_port.Get())
    {
        m_port.GetUdp()->Send(packet, m_local.ip, m_peer.ip, m_local.port, m_peer.port, m_route);
    }
}

void
BulkStackEndpoint::RefreshRoute()
{
    m_route = FindRoute(m_node, m_local.ip, m_peer.ip);
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
