// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-random-links.h"

#include "ns3/bace-job-execution.h"

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

std::set<std::string>
FindRandomLinks(const Scenario& scenario)
{
    std::set<std::string> links;
    for (const WanLink& link : scenario.links)
    {
        if (link.discipline == QueueDiscipline::RED || link.discipline == QueueDiscipline::PIE)
        {
            links.insert(JobExecution::GetLinkName(link.source, link.destination));
        }
    }
    for (const TrafficSource& traffic : scenario.traffic)
    {
        // Their acknowledgements go the other way.
        links.insert(JobExecution::GetLinkName(traffic.source, traffic.destination));
        links.insert(JobExecution::GetLinkName(traffic.destination, traffic.source));
    }
    return links;
}

} // namespace ns3::bacepipe
