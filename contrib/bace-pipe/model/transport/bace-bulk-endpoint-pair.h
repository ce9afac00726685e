// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_ENDPOINT_PAIR_H
#define BACE_BULK_ENDPOINT_PAIR_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-message-channel.h"

#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/// Two endpoints, each the peer of the other, on one path through the network.
struct BulkEndpointPair
{
    std::unique_ptr<BulkEndpoint> source;      //!< where packets with data start
    std::unique_ptr<BulkEndpoint> destination; //!< where they arrive

    /**
     * Takes a port at either end. Aborts when a node has no UDP or the port is taken, and on
     * express links where packets cannot go over them.
     * @param ends nodes, addresses, first port
     * @param index which port, from the first one on
     * @param express over express links, or through ns-3's stack
     * @return the endpoints; both want a listener before anything arrives
     */
    static BulkEndpointPair Make(const ChannelEndpoints& ends, uint32_t index, bool express);
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_ENDPOINT_PAIR_H
