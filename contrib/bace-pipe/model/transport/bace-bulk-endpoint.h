// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_ENDPOINT_H
#define BACE_BULK_ENDPOINT_H

#include "ns3/bace-bulk-header.h"
#include "ns3/bace-message-stream.h"

#include <cstdint>

namespace ns3::bacepipe
{

/// What takes the packets that arrive at a BulkEndpoint.
class BulkListener
{
  public:
    virtual ~BulkListener() = default;

    /**
     * A packet of the sender has arrived.
     * @param header its header
     * @param payload the rest; may be changed
     * @param congested whether a router has marked it (ECN: CE, RFC 3168)
     */
    virtual void HandleData(const BulkDataHeader& header,
                            const MessageStream::Piece& payload,
                            bool congested) = 0;

    /**
     * A packet of the receiver has arrived.
     * @param header its header
     */
    virtual void HandleAck(const BulkAckHeader& header) = 0;
};

/**
 * @brief One end of a bulk connection as the network sees it: a UDP port of a node, connected to
 * one peer.
 *
 * How packets get from one to the other is the affair of the concrete class.
 */
class BulkEndpoint
{
  public:
    /// Bytes of a packet beside its payload and the transport's header: IPv4 20, UDP 8.
    static constexpr uint32_t IP_BYTES = 28;

    BulkEndpoint() = default;
    BulkEndpoint(const BulkEndpoint&) = delete;
    BulkEndpoint& operator=(const BulkEndpoint&) = delete;
    virtual ~BulkEndpoint() = default;

    /**
     * @param listener what takes the packets that arrive; before the first arrives
     */
    virtual void SetListener(BulkListener& listener) = 0;

    /**
     * @param codePoint ECN field of the sender's packets from now on (RFC 3168): 0 not capable, 1
     * ECT(1), 2 ECT(0)
     */
    void SetEcn(uint8_t codePoint)
    {
        m_ecn = codePoint;
    }

    /// Gives the port back; nothing is received or sent any more.
    virtual void Close() = 0;

    /**
     * Sends a packet of the sender.
     * @param header its header
     * @param payload the rest; not to be used afterwards
     */
    virtual void Send(const BulkDataHeader& header, const MessageStream::Piece& payload) = 0;

    /**
     * Sends a packet of the receiver.
     * @param header its header
     */
    virtual void Send(const BulkAckHeader& header) = 0;

    /// Looks the route to the peer up again.
    virtual void RefreshRoute() = 0;

    /// @return largest IPv4 packet that the path is known to take, bytes; 65535 when there is no
    /// route
    virtual uint32_t GetMtu() const = 0;

  protected:
    uint8_t m_ecn{0}; //!< ECN field of the sender's packets
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_ENDPOINT_H
