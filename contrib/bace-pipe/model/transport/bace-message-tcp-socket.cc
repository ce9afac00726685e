// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-tcp-socket.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-bbr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-prr-recovery.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(MessageTcpSocket);

TypeId
MessageTcpSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::MessageTcpSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<MessageTcpSocket>();
    return tid;
}

TypeId
MessageTcpSocket::GetInstanceTypeId() const
{
    return GetTypeId();
}

Ptr<MessageTcpSocket>
MessageTcpSocket::CreateOn(Ptr<Node> node, TypeId congestionControl, uint32_t randomStream)
{
    Ptr<TcpL4Protocol> tcp = node->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_IF(!tcp, "node " << node->GetId() << " has no TCP: install an internet stack");
    ObjectFactory factory;
    factory.SetTypeId(congestionControl);
    Ptr<TcpCongestionOps> congestionOps = factory.Create<TcpCongestionOps>();
    if (Ptr<TcpBbr> bbr = DynamicCast<TcpBbr>(congestionOps))
    {
        bbr->SetStream(randomStream);
    }

    Ptr<MessageTcpSocket> socket = CreateObject<MessageTcpSocket>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(CreateObject<RttMeanDeviation>());
    socket->SetCongestionControlAlgorithm(congestionOps);
    socket->SetRecoveryAlgorithm(CreateObject<TcpPrrRecovery>());
    return socket;
}

void
MessageTcpSocket::SetPacing(const std::string& name, const AttributeValue& value)
{
    m_tcb->SetAttribute(name, value);
}

void
MessageTcpSocket::Abort()
{
    SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                       MakeNullCallback<void, Ptr<Socket>>());
    SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(), MakeNullCallback<void, Ptr<Socket>>());
    SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                      MakeNullCallback<void, Ptr<Socket>, const Address&>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    CancelAllTimers();
    DeallocateEndPoint();
    m_state = CLOSED;
}

uint64_t
MessageTcpSocket::GetRetransmittedBytes() const
{
    return m_retransmittedBytes;
}

uint64_t
MessageTcpSocket::GetUnacknowledgedBytes() const
{
    return m_txBuffer->Size();
}

uint32_t
MessageTcpSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const SequenceNumber32 highest = m_tcb->m_highTxMark;
    const uint32_t sent = TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
    if (seq < highest)
    {
        m_retransmittedBytes += std::min(sent, static_cast<uint32_t>(highest - seq));
    }
    return sent;
}

Ptr<TcpSocketBase>
MessageTcpSocket::Fork()
{
    return CopyObject<MessageTcpSocket>(this);
}

} // namespace ns3::bacepipe
