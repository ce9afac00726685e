// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-connection.h"

#include "ns3/abort.h"

#include <string>
#include <utility>

namespace ns3::bacepipe
{

BulkMessageChannel::BulkConnection::BulkConnection(BulkMessageChannel& channel,
                                                   uint32_t index,
                                                   uint32_t tag)
    : m_endpoints(BulkEndpointPair::Make(channel.m_endpoints, index, channel.m_path == EXPRESS)),
      m_sender(
          index,
          tag,
          channel.GetSenderOptions(index),
          *m_endpoints.source,
          channel.m_traces,
          [&channel] { channel.HandleProgress(); },
          [&channel](const std::string& reason) { channel.HandleFailure(": " + reason); }),
      m_receiver(
          tag,
          {channel.m_delayedAckCount, channel.m_delayedAckTimeout},
          *m_endpoints.destination,
          [&channel, index](const MessageFrame& share) { channel.HandleShare(index, share); })
{
    const uint32_t packetBytes = channel.m_segmentSize + PACKET_OVERHEAD;
    NS_ABORT_MSG_IF(m_endpoints.source->GetMtu() < packetBytes,
                    "MTU " << m_endpoints.source->GetMtu() << " of the way from "
                           << channel.DescribeEndpoints() << " does not hold packets of "
                           << packetBytes << " bytes: raise the device's Mtu or lower SegmentSize");
}

void
BulkMessageChannel::BulkConnection::Start()
{
    m_sender.Connect();
}

void
BulkMessageChannel::BulkConnection::Queue(const MessageFrame& share)
{
    m_sender.Push(share);
}

bool
BulkMessageChannel::BulkConnection::Send(uint64_t bytes)
{
    return m_sender.Send(bytes);
}

void
BulkMessageChannel::BulkConnection::Close()
{
    m_sender.Close();
    m_receiver.Close();
    m_endpoints.source->Close();
    m_endpoints.destination->Close();
}

bool
BulkMessageChannel::BulkConnection::IsConnected() const
{
    return m_sender.IsConnected();
}

uint64_t
BulkMessageChannel::BulkConnection::GetUnsentBytes() const
{
    return m_sender.GetUnsentBytes();
}

uint64_t
BulkMessageChannel::BulkConnection::GetUnacknowledgedBytes() const
{
    return m_sender.GetUnacknowledgedBytes();
}

uint64_t
BulkMessageChannel::BulkConnection::GetRetransmittedBytes() const
{
    return m_sender.GetRetransmittedBytes();
}

std::optional<TransportState>
BulkMessageChannel::BulkConnection::GetState() const
{
    return m_sender.GetState();
}

} // namespace ns3::bacepipe
