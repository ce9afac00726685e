// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-tcp-message-channel.h"

#include "ns3/abort.h"
#include "ns3/bace-tcp-connection.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/uinteger.h"

#include <memory>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(TcpMessageChannel);

TypeId
TcpMessageChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::TcpMessageChannel")
            .SetParent<StripedMessageChannel>()
            .SetGroupName("BacePipe")
            .AddConstructor<TcpMessageChannel>()
            .AddAttribute("SegmentSize",
                          "Payload bytes of a segment; the packet has 52 bytes more, and every MTU "
                          "on the path must hold it",
                          UintegerValue(1448),
                          MakeUintegerAccessor(&TcpMessageChannel::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65483))
            .AddAttribute("BufferSize",
                          "Bytes each connection may have outstanding: its share of the "
                          "bandwidth-delay product or more",
                          UintegerValue(16 << 20),
                          MakeUintegerAccessor(&TcpMessageChannel::m_bufferSize),
                          MakeUintegerChecker<uint32_t>(1, 1 << 30));
    return tid;
}

TcpMessageChannel::TcpMessageChannel()
    : StripedMessageChannel("TCP", "room")
{
}

TcpMessageChannel::~TcpMessageChannel()
{
    TcpMessageChannel::Close();
}

void
TcpMessageChannel::DoOpen()
{
    NS_ABORT_MSG_UNLESS(m_congestionControl.IsChildOf(TcpCongestionOps::GetTypeId()) ||
                            m_congestionControl == TcpCubic::GetTypeId(),
                        m_congestionControl.GetName() << " is not a TCP congestion control");
    m_listener = CreateSocket(m_endpoints.destination, 0);
    const int bound =
        m_listener->Bind(InetSocketAddress(m_endpoints.destinationAddress, m_endpoints.port));
    NS_ABORT_MSG_IF(bound != 0 || m_listener->Listen() != 0,
                    "port taken at the destination of " << DescribeEndpoints());
    // A set-up under way outlives Close(): its socket has a copy of the callback.
    m_self = std::make_shared<TcpMessageChannel*>(this);
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  Callback<void, Ptr<Socket>, const Address&>(
                                      [channel = std::weak_ptr<TcpMessageChannel*>(
                                           m_self)](Ptr<Socket> socket, const Address& from) {
                                          if (const auto open = channel.lock())
                                          {
                                              (*open)->HandleAccepted(socket, from);
                                          }
                                      }));
    for (uint32_t i = 0; i < m_connectionCount; ++i)
    {
        AddConnection(std::make_unique<TcpConnection>(*this, i));
    }
}

void
TcpMessageChannel::Close()
{
    if (m_listener)
    {
        m_listener->Abort();
        m_listener = nullptr;
        m_self = nullptr;
    }
    StripedMessageChannel::Close();
}

Ptr<MessageTcpSocket>
TcpMessageChannel::CreateSocket(Ptr<Node> node, uint32_t index) const
{
    Ptr<MessageTcpSocket> socket =
        MessageTcpSocket::CreateOn(node, m_congestionControl, GetRandomStream(node, index));
    const uint64_t receiveBuffer = 2 * uint64_t{m_bufferSize} + 4 * uint64_t{m_segmentSize};
    socket->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
    socket->SetAttribute("SndBufSize", UintegerValue(m_bufferSize));
    socket->SetAttribute("RcvBufSize", UintegerValue(receiveBuffer));
    socket->SetAttribute("InitialCwnd", UintegerValue(m_initialWindow));
    socket->SetAttribute("DelAckCount", UintegerValue(m_delayedAckCount));
    socket->SetAttribute("DelAckTimeout", TimeValue(m_delayedAckTimeout));
    socket->SetAttribute("MinRto", TimeValue(m_minRto));
    socket->SetAttribute("ConnTimeout", TimeValue(m_connectTimeout));
    socket->SetAttribute("ConnCount", UintegerValue(m_connectAttempts));
    socket->SetAttribute("DataRetries", UintegerValue(15));
    socket->SetAttribute("TcpNoDelay", BooleanValue(true));
    socket->SetAttribute("Sack", BooleanValue(true));
    socket->SetAttribute("Timestamp", BooleanValue(true));
    socket->SetAttribute("WindowScaling", BooleanValue(true));
    if (m_useEcn == TcpSocketState::On) // TcpDctcp has switched it on by itself
    {
        socket->SetAttribute("UseEcn", EnumValue(m_useEcn));
    }
    SetPacing(*socket);
    return socket;
}

void
TcpMessageChannel::SetPacing(MessageTcpSocket& socket) const
{
    const bool capped = m_maxPacingRate.GetBitRate() > 0;
    // ns-3's socket counts payload, and knows a cap only as the cap of a pacing rate: without
    // EnablePacing that is made so high that the cap alone counts.
    const double share = static_cast<double>(m_segmentSize) / (m_segmentSize + PACKET_OVERHEAD);
    const uint16_t unlimited = UINT16_MAX;
    const bool onlyCapped = capped && !m_pacing;
    socket.SetPacing("EnablePacing", BooleanValue(m_pacing || capped));
    socket.SetPacing("PaceInitialWindow", BooleanValue(m_paceInitialWindow || capped));
    socket.SetPacing("PacingSsRatio", UintegerValue(onlyCapped ? unlimited : m_pacingSsRatio));
    socket.SetPacing("PacingCaRatio", UintegerValue(onlyCapped ? unlimited : m_pacingCaRatio));
    socket.SetPacing(
        "MaxPacingRate",
        DataRateValue(capped ? DataRate(static_cast<uint64_t>(share * m_maxPacingRate.GetBitRate()))
                             : DataRate("1000Gb/s")));
}

void
TcpMessageChannel::HandleAccepted(Ptr<Socket> socket, const Address& from)
{
    const uint32_t index = InetSocketAddress::ConvertFrom(from).GetPort() - m_endpoints.port;
    static_cast<TcpConnection&>(GetConnection(index)).Accept(socket);
}

} // namespace ns3::bacepipe
