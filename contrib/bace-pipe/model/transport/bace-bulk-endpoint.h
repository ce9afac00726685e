// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_ENDPOINT_H
#define BACE_BULK_ENDPOINT_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-route.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/udp-l4-protocol.h"

#include <cstdint>
#include <functional>

namespace ns3::bacepipe
{

/**
 * @brief One UDP port of a node, connected to one peer.
 *
 * It stands where a UdpSocket would, and leaves out what the socket does for each packet and the
 * bulk transport does not need: a queue of received packets with their addresses, tags, copies, a
 * route look-up. The route is looked up once and again by RefreshRoute().
 */
class BulkEndpoint
{
  public:
    /// An IPv4 address and a UDP port.
    struct Address
    {
        Ipv4Address ip; //!< of an interface
        uint16_t port;  //!< UDP
    };

    /// Called with each packet that arrives, without its UDP header.
    using Receiver = std::function<void(Ptr<Packet>)>;

    /**
     * Takes the port. Aborts when the node has no UDP or the port is taken.
     * @param node where
     * @param local address and port of this end
     * @param peer address and port of the other end
     * @param receiver what takes the packets that arrive
     */
    BulkEndpoint(Ptr<Node> node, const Address& local, const Address& peer, Receiver receiver);

    BulkEndpoint(const BulkEndpoint&) = delete;
    BulkEndpoint& operator=(const BulkEndpoint&) = delete;

    /// Closes.
    ~BulkEndpoint();

    /// Gives the port back; nothing is received or sent any more.
    void Close();

    /**
     * Sends a packet.
     * @param packet payload of the datagram; not to be used afterwards
     */
    void Send(Ptr<Packet> packet);

    /// Looks the route to the peer up again.
    void RefreshRoute();

    /**
     * @return largest IPv4 packet that the first hop takes, bytes; 65535 when there is no route
     */
    uint32_t GetMtu() const;

  private:
    /**
     * A datagram has arrived.
     * @param packet its payload
     * @param header of IPv4
     * @param port of the peer
     * @param interface on which it arrived
     */
    void Receive(Ptr<Packet> packet,
                 Ipv4Header header,
                 uint16_t port,
                 Ptr<Ipv4Interface> interface);

    /// The node gives the endpoint up.
    void Forget();

    Ptr<Node> m_node;                  //!< where
    Ptr<UdpL4Protocol> m_udp;          //!< of the node
    Ipv4EndPoint* m_endPoint{nullptr}; //!< belongs to m_udp
    Address m_local;                   //!< this end
    Address m_peer;                    //!< other end
    Receiver m_receiver;               //!< takes what arrives
    Ptr<Ipv4Route> m_route;            //!< to the peer, if there is one
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_ENDPOINT_H
