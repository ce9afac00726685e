// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_EXPRESS_ENDPOINT_H
#define BACE_BULK_EXPRESS_ENDPOINT_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-express-packet.h"
#include "ns3/bace-express-route.h"
#include "ns3/bace-udp-port.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/**
 * @brief An endpoint whose packets go over express links: the same packets over the same links as
 * through ns-3's stack, at one event a hop.
 *
 * The way is found through ns-3's IPv4 routing, at Join() and again by RefreshRoute(). The UDP port
 * is taken all the same.
 */
class BulkExpressEndpoint : public BulkEndpoint
{
  public:
    /**
     * Takes the port. Aborts when the node has no UDP or the port is taken.
     * @param node where
     * @param local address and port of this end
     * @param peer address and port of the other end
     */
    BulkExpressEndpoint(Ptr<Node> node, const UdpAddress& local, const UdpAddress& peer);

    /**
     * Makes each the peer of the other, and finds both routes.
     * @param a one end
     * @param b the other end
     */
    static void Join(BulkExpressEndpoint& a, BulkExpressEndpoint& b);

    /// Closes.
    ~BulkExpressEndpoint() override;

    void SetListener(BulkListener& listener) override;
    void Close() override;
    void Send(const BulkDataHeader& header, const MessageStream::Piece& payload) override;
    void Send(const BulkAckHeader& header) override;
    void RefreshRoute() override;
    uint32_t GetMtu() const override;

  private:
    /// @return a packet for the peer, without content
    std::unique_ptr<ExpressPacket> MakePacket();

    Ptr<Node> m_node;                                //!< where
    UdpAddress m_local;                              //!< this end
    UdpAddress m_peer;                               //!< other end
    UdpPort m_port;                                  //!< this end's
    std::shared_ptr<ExpressInbox> m_inbox;           //!< this end's
    std::shared_ptr<const ExpressInbox> m_peerInbox; //!< the other end's
    std::shared_ptr<const ExpressRoute> m_route;     //!< to the peer; null when closed
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_EXPRESS_ENDPOINT_H
