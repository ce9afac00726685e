// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_STACK_ENDPOINT_H
#define BACE_BULK_STACK_ENDPOINT_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-udp-port.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-route.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief An endpoint whose packets go through ns-3's IPv4 stack, queue discs and devices.
 *
 * It stands where a UdpSocket would, and leaves out what the socket does for each packet and the
 * bulk transport does not need: a queue of received packets with their addresses, tags, copies, a
 * route look-up. The route is looked up once and again by RefreshRoute().
 */
class BulkStackEndpoint : public BulkEndpoint
{
  public:
    /**
     * Takes the port. Aborts when the node has no UDP or the port is taken.
     * @param node where
     * @param local address and port of this end
     * @param peer address and port of the other end
     */
    BulkStackEndpoint(Ptr<Node> node, const UdpAddress& local, const UdpAddress& peer);

    void SetListener(BulkListener& listener) override;
    void Close() override;
    void Send(const BulkDataHeader& header, const MessageStream::Piece& payload) override;
    void Send(const BulkAckHeader& header) override;
    void RefreshRoute() override;
    uint32_t GetMtu() const override;

  private:
    /**
     * Sends a datagram.
     * @param packet its payload
     */
    void SendDatagram(Ptr<Packet> packet);

    /**
     * A datagram has arrived; what is not of the transport is dropped.
     * @param packet its payload
     * @param header of IPv4
     * @param port of the peer
     * @param interface on which it arrived
     */
    void Receive(Ptr<Packet> packet,
                 Ipv4Header header,
                 uint16_t port,
                 Ptr<Ipv4Interface> interface);

    Ptr<Node> m_node;                  //!< where
    UdpAddress m_local;                //!< this end
    UdpAddress m_peer;                 //!< other end
    UdpPort m_port;                    //!< this end's
    Ptr<Ipv4Route> m_route;            //!< to the peer, if there is one
    BulkListener* m_listener{nullptr}; //!< takes what arrives
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_STACK_ENDPOINT_H
