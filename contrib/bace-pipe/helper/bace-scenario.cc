// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario.h"

#include <algorithm>

namespace ns3::bacepipe
{

void
NetworkOptions::ChoosePath(bool needsStack)
{
    if (path.empty())
    {
        path = transport == "bulk" && !needsStack ? "express" : "stack";
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
           " segments of " + std::to_string(segmentBytes) + " bytes" +
           (mtu < UINT16_MAX ? " in an MTU of " + std::to_string(mtu) : "") + " over " +
           (IsExpress() ? "express" : "stack");
}

std::string
NetworkOptions::Describe() const
{
    return packetLevel
               ? "packet (" + DescribeTransport() + "; inside regions " + GetIntraRegionName() + ")"
               : "analytic";
}

bool
NeedStack(const std::vector<WanLink>& links)
{
    return std::any_of(links.begin(), links.end(), [](const WanLink& link) {
        return link.discipline != QueueDiscipline::DROP_TAIL;
    });
}

const char*
TrafficSource::GetKindName() const
{
    switch (kind)
    {
    case TrafficKind::CONSTANT:
        return "constant";
    case TrafficKind::ON_OFF:
        return "on-off";
    case TrafficKind::FLOWS:
        return "flows";
    }
    return "";
}

} // namespace ns3::bacepipe
