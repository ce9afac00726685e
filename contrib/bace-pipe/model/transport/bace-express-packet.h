// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_EXPRESS_PACKET_H
#define BACE_EXPRESS_PACKET_H

#include "ns3/bace-bulk-header.h"
#include "ns3/bace-message-stream.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <variant>

namespace ns3::bacepipe
{

class ExpressRoute;

/// A packet of the bulk transport on its way over express links, without ns-3's buffers.
struct ExpressPacket
{
    /// What the sender sends.
    struct Data
    {
        BulkDataHeader header;        //!< of the transport
        MessageStream::Piece payload; //!< the rest
    };

    std::shared_ptr<const ExpressRoute> route; //!< which way it goes
    std::size_t hop{0};                        //!< link of the route on which it is
    uint32_t bytes{0};                         //!< on the wire, all headers included
    uint8_t ecn{0};                            //!< ECN field of its IPv4 header
    uint16_t identification{0};                //!< of its IPv4 header
    std::variant<Data, BulkAckHeader> content; //!< what the transport sees

    /// @return the same with all its headers, for captures
    Ptr<Packet> MakeWirePacket() const;
};

} // namespace ns3::bacepipe

#endif // BACE_EXPRESS_PACKET_H
