// SPDX-License-Identifier: GPL-2.0-only
#include "integration/reference-recovery.h"

#include "ns3/object-map.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe::test
{

NS_OBJECT_ENSURE_REGISTERED(ReferenceRecovery);

TypeId
ReferenceRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::test::ReferenceRecovery")
                            .SetParent<TcpRecoveryOps>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<ReferenceRecovery>();
    return tid;
}

void
ReferenceRecovery::Install(Ptr<Node> node)
{
    ObjectMapValue sockets;
    node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
    for (auto it = sockets.Begin(); it != sockets.End(); ++it)
    {
        DynamicCast<TcpSocketBase>(it->second)
            ->SetRecoveryAlgorithm(CreateObject<ReferenceRecovery>());
    }
}

std::string
ReferenceRecovery::GetName() const
{
    return "ReferenceRecovery";
}

void
ReferenceRecovery::EnterRecovery(Ptr<TcpSocketState> state,
                                 uint32_t /* duplicates */,
                                 uint32_t unacknowledged,
                                 uint32_t delivered)
{
    m_delivered = 0;
    m_sent = 0;
    m_flight = unacknowledged;
    DoRecovery(state, delivered);
}

void
ReferenceRecovery::DoRecovery(Ptr<TcpSocketState> state, uint32_t delivered)
{
    m_delivered += delivered;
    const double pipe = state->m_bytesInFlight;
    const double threshold = state->m_ssThresh;
    double count = 0;
    if (pipe > threshold)
    {
        count = std::ceil(m_delivered * threshold / m_flight) - m_sent;
    }
    else
    {
        double limit = delivered;
        if (state->m_isRetransDataAcked)
        {
            limit = std::max(m_delivered - m_sent, limit) + state->m_segmentSize;
        }
        count = std::min(limit, threshold - pipe);
    }
    count = std::max(count, m_sent > 0 ? 0. : state->m_segmentSize);
    state->m_cWnd = static_cast<uint32_t>(pipe + count);
    state->m_cWndInfl = state->m_cWnd;
}

void
ReferenceRecovery::ExitRecovery(Ptr<TcpSocketState> state)
{
    state->m_cWndInfl = state->m_cWnd;
}

void
ReferenceRecovery::UpdateBytesSent(uint32_t bytes)
{
    m_sent += bytes;
}

Ptr<TcpRecoveryOps>
ReferenceRecovery::Fork()
{
    return CopyObject<ReferenceRecovery>(this);
}

} // namespace ns3::bacepipe::test
