// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-connection.h"

#include "ns3/abort.h"
#include "ns3/bace-bulk-stack-endpoint.h"

#include <string>

namespace ns3::bacepipe
{

BulkMessageChannel::BulkConnection::BulkConnection(BulkMessageChannel& channel,
                                                   uint32_t index,
                                                   uint32_t tag)
    : m_source(std::make_unique<BulkStackEndpoint>(
          channel.m_endpoints.source,
          GetAddress(channel.m_endpoints.sourceAddress, channel, index),
          GetAddress(channel.m_endpoints.destinationAddress, channel, index))),
      m_destination(std::make_unique<BulkStackEndpoint>(
          channel.m_endpoints.destination,
          GetAddress(channel.m_endpoints.destinationAddress, channel, index),
          GetAddress(channel.m_endpoints.sourceAddress, channel, index))),
      m_sender(index,
               tag,
               channel.GetSenderOptions(index),
               *m_source,
               channel.m_traces,
               [&channel](const std::string& reason) { channel.HandleFailure(": " + reason); }),
      m_receiver(
          tag,
          {channel.m_delayedAckCount, channel.m_delayedAckTimeout},
          *m_destination,
          [&channel, index](const MessageFrame& share) { channel.HandleShare(index, share); })
{
    const uint32_t packetBytes = channel.m_segmentSize + PACKET_OVERHEAD;
    NS_ABORT_MSG_IF(m_source->GetMtu() < packetBytes,
                    "MTU " << m_source->GetMtu() << " of the first hop from "
                           << channel.DescribeEndpoints() << " does not hold packets of "
                           << packetBytes << " bytes: raise the device's Mtu or lower SegmentSize");
    m_sender.Connect();
}

BulkEndpoint::Address
BulkMessageChannel::BulkConnection::GetAddress(Ipv4Address ip,
                                               const BulkMessageChannel& channel,
                                               uint32_t index)
{
    return {ip, static_cast<uint16_t>(channel.m_endpoints.port + index)};
}

void
BulkMessageChannel::BulkConnection::Send(const MessageFrame& share)
{
    m_sender.Push(share);
}

void
BulkMessageChannel::BulkConnection::Close()
{
    m_sender.Close();
    m_receiver.Close();
    m_source->Close();
    m_destination->Close();
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

} // namespace ns3::bacepipe
