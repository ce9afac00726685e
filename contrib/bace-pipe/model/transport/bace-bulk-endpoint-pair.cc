// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-endpoint-pair.h"

#include "ns3/bace-bulk-express-endpoint.h"
#include "ns3/bace-bulk-stack-endpoint.h"

#include <utility>

namespace ns3::bacepipe
{

BulkEndpointPair
BulkEndpointPair::Make(const ChannelEndpoints& ends, uint32_t index, bool express)
{
    const auto port = static_cast<uint16_t>(ends.port + index);
    const UdpAddress source{ends.sourceAddress, port};
    const UdpAddress destination{ends.destinationAddress, port};
    if (!express)
    {
        return {std::make_unique<BulkStackEndpoint>(ends.source, source, destination),
                std::make_unique<BulkStackEndpoint>(ends.destination, destination, source)};
    }
    auto here = std::make_unique<BulkExpressEndpoint>(ends.source, source, destination);
    auto there = std::make_unique<BulkExpressEndpoint>(ends.destination, destination, source);
    BulkExpressEndpoint::Join(*here, *there);
    return {std::move(here), std::move(there)};
}

} // namespace ns3::bacepipe
