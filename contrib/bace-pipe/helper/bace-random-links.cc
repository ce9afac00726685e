// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-random-links.h"

#include "ns3/bace-job-execution.h"

#include <algorithm>

namespace ns3::bacepipe
{

std::map<std::string, double>
FindLossyLinks(const Scenario& scenario)
{
    std::map<std::string, double> links;
    for (const WanLink& link : scenario.links)
    {
        if (link.lossRate > 0)
        {
            links[JobExecution::GetLinkName(link.source, link.destination)] =
                link.lossRate / scenario.network.segmentBytes;
        }
    }
    return links;
}

std::map<std::string, Time>
FindRandomLinks(const Scenario& scenario)
{
    std::map<std::string, Time> links;
    for (const WanLink& link : scenario.links)
    {
        if (link.discipline == QueueDiscipline::RED || link.discipline == QueueDiscipline::PIE)
        {
            links[JobExecution::GetLinkName(link.source, link.destination)];
        }
    }
    for (const TrafficSource& traffic : scenario.traffic)
    {
        const Time cycle = traffic.kind == TrafficKind::ON_OFF ? traffic.on + traffic.off : Time();
        // Their acknowledgements go the other way.
        for (const auto& name : {JobExecution::GetLinkName(traffic.source, traffic.destination),
                                 JobExecution::GetLinkName(traffic.destination, traffic.source)})
        {
            links[name] = std::max(links[name], cycle);
        }
    }
    return links;
}

} // namespace ns3::bacepipe
