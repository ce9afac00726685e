// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_CONNECTION_H
#define BACE_BULK_CONNECTION_H

#include "ns3/bace-bulk-endpoint-pair.h"
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/bace-bulk-receiver.h"
#include "ns3/bace-bulk-sender.h"

#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/**
 * @brief One of the parallel connections of a BulkMessageChannel: at both ends a port, and what
 * sends or receives through it.
 */
class BulkMessageChannel::BulkConnection : public Connection
{
  public:
    /**
     * Takes a port at either end.
     * @param channel of which it is a part
     * @param index in the channel
     * @param tag of its packets
     */
    BulkConnection(BulkMessageChannel& channel, uint32_t index, uint32_t tag);

    void Start() override;
    void Queue(const MessageFrame& share) override;
    bool Send(uint64_t bytes) override;
    void Close() override;
    bool IsConnected() const override;
    uint64_t GetUnsentBytes() const override;
    uint64_t GetUnacknowledgedBytes() const override;
    uint64_t GetRetransmittedBytes() const override;
    std::optional<TransportState> GetState() const override;

  private:
    BulkEndpointPair m_endpoints; //!< ports at either end, on the channel's path
    BulkSender m_sender;          //!< at the source
    BulkReceiver m_receiver;      //!< at the destination
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_CONNECTION_H
