// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-tcp-connection.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Bytes given to a socket at a time; virtual bytes cost nothing, records do.
constexpr uint64_t CHUNK_BYTES = 1 << 20;

} // namespace

TcpMessageChannel::TcpConnection::TcpConnection(TcpMessageChannel& channel, uint32_t index)
    : m_channel(channel),
      m_index(index),
      m_sender(channel.CreateSocket(channel.m_endpoints.source, index))
{
    const ChannelEndpoints& ends = channel.m_endpoints;
    const auto port = static_cast<uint16_t>(ends.port + index);
    NS_ABORT_MSG_IF(m_sender->Bind(InetSocketAddress(ends.sourceAddress, port)) != 0,
                    "port " << port << " taken at the source of " << channel.DescribeEndpoints());
    m_sender->SetConnectCallback(MakeCallback(&TcpConnection::HandleConnected, this),
                                 MakeCallback(&TcpConnection::HandleFailure, this));
    m_sender->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                MakeCallback(&TcpConnection::HandleFailure, this));
    m_sender->SetSendCallback(MakeCallback(&TcpConnection::HandleRoom, this));
}

void
TcpMessageChannel::TcpConnection::Start()
{
    const ChannelEndpoints& ends = m_channel.m_endpoints;
    NS_ABORT_MSG_IF(m_sender->Connect(InetSocketAddress(ends.destinationAddress, ends.port)) != 0,
                    "no way from " << m_channel.DescribeEndpoints() << ": is there a route?");
}

void
TcpMessageChannel::TcpConnection::Accept(Ptr<Socket> socket)
{
    m_receiver = DynamicCast<MessageTcpSocket>(socket);
    m_receiver->SetRecvCallback(MakeCallback(&TcpConnection::HandleData, this));
    m_receiver->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                  MakeCallback(&TcpConnection::HandleFailure, this));
    HandleData(socket);
}

void
TcpMessageChannel::TcpConnection::Queue(const MessageFrame& share)
{
    m_stream.Push(share);
}

bool
TcpMessageChannel::TcpConnection::Send(uint64_t /* bytes */)
{
    // A piece of its own for each turn would end with a segment that is not full.
    Fill();
    return false; // whatever was taken: no turns
}

void
TcpMessageChannel::TcpConnection::Close()
{
    m_open = false;
    m_sender->Abort();
    if (m_receiver)
    {
        m_receiver->Abort();
    }
}

bool
TcpMessageChannel::TcpConnection::IsConnected() const
{
    return m_connected;
}

uint64_t
TcpMessageChannel::TcpConnection::GetUnsentBytes() const
{
    return m_stream.GetEnd() - m_next;
}

uint64_t
TcpMessageChannel::TcpConnection::GetUnacknowledgedBytes() const
{
    return m_sender->GetUnacknowledgedBytes();
}

uint64_t
TcpMessageChannel::TcpConnection::GetRetransmittedBytes() const
{
    return m_sender->GetRetransmittedBytes();
}

void
TcpMessageChannel::TcpConnection::HandleConnected(Ptr<Socket> /* socket */)
{
    m_connected = true;
    FillAndReport();
}

void
TcpMessageChannel::TcpConnection::HandleFailure(Ptr<Socket> /* socket */)
{
    m_channel.HandleFailure(" after all its retries");
}

void
TcpMessageChannel::TcpConnection::HandleRoom(Ptr<Socket> /* socket */, uint32_t /* available */)
{
    FillAndReport();
}

void
TcpMessageChannel::TcpConnection::HandleData(Ptr<Socket> socket)
{
    // A segment at a time: ns-3 copies what it has joined so far for each segment that it joins.
    m_complete.clear();
    while (Ptr<Packet> packet = socket->Recv(m_channel.m_segmentSize, 0))
    {
        if (packet->GetSize() == 0)
        {
            break;
        }
        m_reader.Read(packet, m_complete);
    }
    for (const MessageFrame& share : m_complete)
    {
        if (m_open)
        {
            m_channel.HandleShare(m_index, share);
        }
    }
}

bool
TcpMessageChannel::TcpConnection::Fill()
{
    if (!m_connected)
    {
        return false;
    }
    const uint64_t before = m_next;
    while (m_next < m_stream.GetEnd())
    {
        const uint64_t bytes = std::min(
            {m_stream.GetEnd() - m_next, uint64_t{m_sender->GetTxAvailable()}, CHUNK_BYTES});
        if (bytes == 0)
        {
            break;
        }
        const auto piece = m_stream.Copy(m_next, static_cast<uint32_t>(bytes));
        m_next += bytes;
        m_stream.Release(m_next);
        NS_ABORT_MSG_IF(m_sender->Send(piece.MakePacket(), 0) < 0,
                        "TCP socket took no data: " << m_channel.DescribeState());
    }
    return m_next > before;
}

void
TcpMessageChannel::TcpConnection::FillAndReport()
{
    if (Fill())
    {
        m_channel.HandleProgress();
    }
}

} // namespace ns3::bacepipe
