// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-channel-directory.h"

#include "ns3/ipv4.h"
#include "ns3/names.h"

#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// @return REGION:host-N:gpu-M
std::string
NameGpu(const StageApplication& stage)
{
    return Names::FindName(stage.GetNode()) + ":gpu-" + std::to_string(stage.GetSettings().gpu);
}

/// @return the address of the stage's host, which has one port
Ipv4Address
GetAddress(const StageApplication& stage)
{
    return stage.GetNode()->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

} // namespace

ChannelDirectory::ChannelDirectory(const Cluster& cluster,
                                   const Topology& topology,
                                   const std::vector<TrafficSource>& traffic,
                                   std::shared_ptr<const PortAllocator> ports)
    : m_ports(std::move(ports))
{
    for (const TrafficSource& source : traffic)
    {
        m_traffic[source.id] = {"traffic",
                                source.id,
                                "",
                                "",
                                cluster.GetRegion(source.source).id + ":traffic",
                                cluster.GetRegion(source.destination).id + ":traffic",
                                topology.trafficHosts.at(source.source).address};
    }
}

void
ChannelDirectory::Add(const PacketExecution& execution)
{
    const auto stages = execution.GetStages();
    for (const PacketJoint& joint : execution.GetJoints())
    {
        ChannelUse use;
        use.kind = "job";
        use.owner = execution.GetJob().id;
        use.boundary = std::to_string(joint.before) + ">" + std::to_string(joint.after);
        for (const auto message : {BoundaryMessage::ACTIVATION, BoundaryMessage::GRADIENT})
        {
            const bool forward = message == BoundaryMessage::ACTIVATION;
            const StageApplication& from = *stages.at(forward ? joint.before : joint.after);
            const StageApplication& to = *stages.at(forward ? joint.after : joint.before);
            use.direction = forward ? "activation" : "gradient";
            use.source = NameGpu(from);
            use.destination = NameGpu(to);
            use.sourceAddress = GetAddress(from);
            m_jobs[m_ports->GetTake(joint.boundary->GetFirstPort(message))] = use;
        }
    }
}

ChannelUse
ChannelDirectory::Find(uint32_t take, uint32_t owner) const
{
    if (const auto job = m_jobs.find(take); job != m_jobs.end())
    {
        return job->second;
    }
    if (owner != 0)
    {
        const auto traffic = m_traffic.find(m_ports->GetOwnerName(owner));
        return traffic == m_traffic.end() ? ChannelUse() : traffic->second;
    }
    return {};
}

} // namespace ns3::bacepipe
