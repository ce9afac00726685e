// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-endpoint.h"

#include "ns3/abort.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/net-device.h"

#include <utility>

namespace ns3::bacepipe
{

BulkEndpoint::BulkEndpoint(Ptr<Node> node,
                           const Address& local,
                           const Address& peer,
                           Receiver receiver)
    : m_node(node),
      m_udp(node->GetObject<UdpL4Protocol>()),
      m_local(local),
      m_peer(peer),
      m_receiver(std::move(receiver))
{
    NS_ABORT_MSG_IF(!m_udp, "node " << node->GetId() << " has no UDP: install an internet stack");
    m_endPoint = m_udp->Allocate(nullptr, local.ip, local.port);
    NS_ABORT_MSG_IF(!m_endPoint,
                    "UDP port " << local.port << " of " << local.ip << " on node " << node->GetId()
                                << " is taken");
    m_endPoint->SetPeer(peer.ip, peer.port);
    m_endPoint->SetRxCallback(MakeCallback(&BulkEndpoint::Receive, this));
    m_endPoint->SetDestroyCallback(MakeCallback(&BulkEndpoint::Forget, this));
    RefreshRoute();
}

BulkEndpoint::~BulkEndpoint()
{
    Close();
}

void
BulkEndpoint::Close()
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
BulkEndpoint::Forget()
{
    m_endPoint = nullptr;
}

void
BulkEndpoint::Send(Ptr<Packet> packet)
{
    if (m_endPoint)
    {
        m_udp->Send(packet, m_local.ip, m_peer.ip, m_local.port, m_peer.port, m_route);
    }
}

void
BulkEndpoint::RefreshRoute()
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
BulkEndpoint::GetMtu() const
{
    return m_route ? m_route->GetOutputDevice()->GetMtu() : UINT16_MAX;
}

void
BulkEndpoint::Receive(Ptr<Packet> packet,
                      Ipv4Header /* header */,
                      uint16_t /* port */,
                      Ptr<Ipv4Interface> /* interface */)
{
    m_receiver(packet);
}

} // namespace ns3::bacepipe
