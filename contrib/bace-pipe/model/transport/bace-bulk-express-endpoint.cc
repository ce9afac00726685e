// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-express-endpoint.h"

#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Bytes of a packet on the wire beside transport's header and payload: IPv4, UDP, PPP 2.
constexpr uint32_t LOWER_BYTES = BulkEndpoint::IP_BYTES + 2;

} // namespace

BulkExpressEndpoint::BulkExpressEndpoint(Ptr<Node> node,
                                         const UdpAddress& local,
                                         const UdpAddress& peer)
    : m_node(node),
      m_local(local),
      m_peer(peer),
      m_port(node, local, peer),
      m_inbox(std::make_shared<ExpressInbox>())
{
}

BulkExpressEndpoint::~BulkExpressEndpoint()
{
    BulkExpressEndpoint::Close();
}

void
BulkExpressEndpoint::Join(BulkExpressEndpoint& a, BulkExpressEndpoint& b)
{
    a.m_peerInbox = b.m_inbox;
    b.m_peerInbox = a.m_inbox;
    a.RefreshRoute();
    b.RefreshRoute();
}

void
BulkExpressEndpoint::SetListener(BulkListener& listener)
{
    m_inbox->listener = &listener;
}

void
BulkExpressEndpoint::Close()
{
    m_port.Release();
    m_inbox->listener = nullptr;
    m_route = nullptr;
    m_node = nullptr;
}

std::unique_ptr<ExpressPacket>
BulkExpressEndpoint::MakePacket()
{
    auto packet = std::make_unique<ExpressPacket>();
    packet->route = m_route;
    return packet;
}

void
BulkExpressEndpoint::Send(const BulkDataHeader& header, const MessageStream::Piece& payload)
{
    if (m_route)
    {
        auto packet = MakePacket();
        packet->bytes = payload.bytes + BulkDataHeader::BYTES + LOWER_BYTES;
        packet->ecn = m_ecn;
        packet->content = ExpressPacket::Data{header, payload};
        ExpressRoute::Depart(std::move(packet));
    }
}

void
BulkExpressEndpoint::Send(const BulkAckHeader& header)
{
    if (m_route)
    {
        auto packet = MakePacket();
        packet->bytes = header.GetSerializedSize() + LOWER_BYTES;
        packet->content = header;
        ExpressRoute::Depart(std::move(packet));
    }
}

void
BulkExpressEndpoint::RefreshRoute()
{
    m_route = std::make_shared<ExpressRoute>(m_node, m_local, m_peer, m_peerInbox);
}

uint32_t
BulkExpressEndpoint::GetMtu() const
{
    return m_route->GetMtu();
}

} // namespace ns3::bacepipe
