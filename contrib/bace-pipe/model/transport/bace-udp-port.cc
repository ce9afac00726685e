// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-udp-port.h"

#include "ns3/abort.h"

namespace ns3::bacepipe
{

UdpPort::UdpPort(Ptr<Node> node, const UdpAddress& local, const UdpAddress& peer)
    : m_udp(node->GetObject<UdpL4Protocol>())
{
    NS_ABORT_MSG_IF(!m_udp, "node " << node->GetId() << " has no UDP: install an internet stack");
    m_endPoint = m_udp->Allocate(nullptr, local.ip, local.port);
    NS_ABORT_MSG_IF(!m_endPoint,
                    "UDP port " << local.port << " of " << local.ip << " on node " << node->GetId()
                                << " is taken");
    m_endPoint->SetPeer(peer.ip, peer.port);
    m_endPoint->SetDestroyCallback(MakeCallback(&UdpPort::Forget, this));
}

UdpPort::~UdpPort()
{
    Release();
}

void
UdpPort::Release()
{
    if (m_endPoint)
    {
        Ipv4EndPoint* endPoint = m_endPoint;
        m_endPoint = nullptr;
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        m_udp->DeAllocate(endPoint);
    }
    m_udp = nullptr;
}

void
UdpPort::Forget()
{
    m_endPoint = nullptr;
}

} // namespace ns3::bacepipe
