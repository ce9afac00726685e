// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_EXPRESS_ROUTE_H
#define BACE_EXPRESS_ROUTE_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-express-link.h"
#include "ns3/bace-express-packet.h"
#include "ns3/bace-udp-port.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::bacepipe
{

/// Where express packets arrive: what is at the end of a route, as long as it is there.
struct ExpressInbox
{
    BulkListener* listener{nullptr}; //!< takes the packets; null: they are dropped
};

/**
 * @brief The way of express packets from one node to another: the links that ns-3's IPv4 routing
 * leads over, and who takes the packets at its end.
 */
class ExpressRoute
{
  public:
    /// Hops after which a packet of ns-3's IPv4 would be dropped: default of its DefaultTtl.
    static constexpr uint8_t TIME_TO_LIVE = 64;

    /**
     * Follows the routing protocols from node to node. Aborts, saying why, when a hop is no
     * point-to-point link over which express packets can go.
     * @param node where it starts
     * @param source address and port there
     * @param destination address and port where it ends
     * @param inbox what is there
     */
    ExpressRoute(Ptr<Node> node,
                 const UdpAddress& source,
                 const UdpAddress& destination,
                 std::shared_ptr<const ExpressInbox> inbox);

    /// @return address and port where it starts
    const UdpAddress& GetSource() const
    {
        return m_source;
    }

    /// @return address and port where it ends
    const UdpAddress& GetDestination() const
    {
        return m_destination;
    }

    /// @return largest IPv4 packet that all its devices take, bytes; 65535 when it leads nowhere
    uint32_t GetMtu() const
    {
        return m_mtu;
    }

    /**
     * Sends a packet over the first link of its route; dropped when the route leads nowhere.
     * @param packet the packet
     */
    static void Depart(std::unique_ptr<ExpressPacket> packet);

    /**
     * Sends a packet that has arrived over a link over the next one, or hands it out where its
     * route ends.
     * @param packet the packet
     */
    static void Forward(std::unique_ptr<ExpressPacket> packet);

  private:
    UdpAddress m_source;                         //!< where it starts
    UdpAddress m_destination;                    //!< where it ends
    std::shared_ptr<const ExpressInbox> m_inbox; //!< what is there
    std::vector<Ptr<ExpressLink>> m_links;       //!< in order; none: it leads nowhere
    uint16_t* m_identification{nullptr};         //!< of the next packet; the first link's
    uint32_t m_mtu;                              //!< of all devices
};

} // namespace ns3::bacepipe

#endif // BACE_EXPRESS_ROUTE_H
