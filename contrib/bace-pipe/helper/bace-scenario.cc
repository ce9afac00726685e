// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario.h"

namespace ns3::bacepipe
{

void
NetworkOptions::ChoosePath(bool flowMonitor)
{
    if (path.empty())
    {
        path = transport == "bulk" && !flowMonitor ? "express" : "stack";
    }
}

std::string
NetworkOptions::DescribeTransport() const
{
    if (!packetLevel)
    {
        return "none";
    }
    return transport + " " + congestionControl + " x" + std::to_string(connections) +
           " segments of " + std::to_string(segmentBytes) + " bytes over " +
           (IsExpress() ? "express" : "stack");
}

std::string
NetworkOptions::Describe() const
{
    return packetLevel ? "packet (" + DescribeTransport() + ")" : "analytic";
}

} // namespace ns3::bacepipe
