// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_UDP_PORT_H
#define BACE_UDP_PORT_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/udp-l4-protocol.h"

#include <cstdint>

namespace ns3::bacepipe
{

/// An IPv4 address and a UDP port.
struct UdpAddress
{
    Ipv4Address ip; //!< of an interface
    uint16_t port;  //!< UDP
};

/**
 * @brief A UDP port of a node, taken for one peer, for as long as the object lives.
 */
class UdpPort
{
  public:
    /**
     * Takes the port. Aborts when the node has no UDP or the port is taken.
     * @param node where
     * @param local address and port of this end
     * @param peer address and port of the other end
     */
    UdpPort(Ptr<Node> node, const UdpAddress& local, const UdpAddress& peer);

    UdpPort(const UdpPort&) = delete;
    UdpPort& operator=(const UdpPort&) = delete;

    /// Releases.
    ~UdpPort();

    /// Gives the port back. May be called again.
    void Release();

    /// @return ns-3's record of the port; null once it is given back, or the node has given it up
    Ipv4EndPoint* Get() const
    {
        return m_endPoint;
    }

    /// @return the node's UDP; null once the port is given back
    Ptr<UdpL4Protocol> GetUdp() const
    {
        return m_udp;
    }

  private:
    /// The node gives the endpoint up.
    void Forget();

    Ptr<UdpL4Protocol> m_udp;          //!< of the node
    Ipv4EndPoint* m_endPoint{nullptr}; //!< belongs to m_udp
};

} // namespace ns3::bacepipe

#endif // BACE_UDP_PORT_H
