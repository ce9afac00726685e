// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-flow-recorder.h"

#include "ns3/bace-flow-table.h"
#include "ns3/bace-output-file.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace ns3::bacepipe
{

FlowRecorder::FlowRecorder(const Cluster& cluster,
                           const Topology& topology,
                           const std::vector<TrafficSource>& traffic,
                           std::shared_ptr<const PortAllocator> ports)
    : m_monitor(m_helper.InstallAll()),
      m_directory(cluster, topology, traffic, ports),
      m_ports(std::move(ports))
{
    // After FlowMonitor, so that what it counts of a packet is there to be read.
    for (const auto& hosts : topology.hosts)
    {
        std::for_each(hosts.Begin(), hosts.End(), [this](const Ptr<Node>& node) {
            WatchHost(node);
        });
    }
    for (const auto& [region, host] : topology.trafficHosts)
    {
        WatchHost(host.node);
    }
    for (const LinkDevices& link : topology.wanLinks)
    {
        link.destination->TraceConnectWithoutContext("PhyRxDrop",
                                                     MakeCallback(&FlowRecorder::HandleLost, this));
    }
}

void
FlowRecorder::WatchHost(const Ptr<Node>& node)
{
    const Ptr<Ipv4L3Protocol> ip = node->GetObject<Ipv4L3Protocol>();
    ip->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&FlowRecorder::HandleSent, this));
    ip->TraceConnectWithoutContext("LocalDeliver",
                                   MakeCallback(&FlowRecorder::HandleArrived, this));
}

void
FlowRecorder::Watch(const PacketExecution& execution)
{
    m_directory.Add(execution);
}

const std::deque<FlowUse>&
FlowRecorder::GetFlows() const
{
    return m_flows;
}

const ChannelDirectory&
FlowRecorder::GetDirectory() const
{
    return m_directory;
}

FlowUse*
FlowRecorder::Find(const Ipv4FlowClassifier::FiveTuple& tuple)
{
    const auto found = m_present.find(tuple);
    return found == m_present.end() ? nullptr : found->second;
}

FlowUse*
FlowRecorder::Begin(const FlowHead& head, FlowUse* last)
{
    FlowUse use;
    if (last != nullptr)
    {
        use.flow = last->flow;
        use.stats = last->stats;
        use.before = FlowCounts::Of(*use.stats);
        use.before.txPackets -= 1; // this packet
        use.before.txBytes -= head.bytes;
        use.seen = use.before.rxPackets;
        last->after = use.before;
    }
    else
    {
        // A flow that is new to FlowMonitor has the highest number.
        const auto& all = m_monitor->GetFlowStats();
        const auto classifier = DynamicCast<Ipv4FlowClassifier>(m_helper.GetClassifier());
        const auto found = std::find_if(all.rbegin(), all.rend(), [&](const auto& flow) {
            return classifier->FindFlow(flow.first) == head.tuple;
        });
        if (found == all.rend())
        {
            return nullptr; // before FlowMonitor's StartTime
        }
        use.flow = found->first;
        use.stats = &found->second;
    }
    use.tuple = head.tuple;
    // TCP listens at a channel's first port, and sends from one for each connection.
    const uint16_t port = std::max(head.tuple.sourcePort, head.tuple.destinationPort);
    use.take = m_ports->GetTake(port);
    use.owner = m_ports->GetOwner(port);
    use.connection = port - m_ports->GetFirstPort(port);
    use.firstTx = Simulator::Now();
    m_flows.push_back(use);
    return m_present[head.tuple] = &m_flows.back();
}

void
FlowRecorder::HandleSent(const Ipv4Header& ip, Ptr<const Packet> segment, uint32_t /* interface */)
{
    const auto head = ReadFlowHead(ip, *segment);
    if (!head)
    {
        return;
    }
    FlowUse* use = Find(head->tuple);
    if (use == nullptr || use->take != m_ports->GetTake(std::max(head->tuple.sourcePort,
                                                                 head->tuple.destinationPort)))
    {
        use = Begin(*head, use);
    }
    if (use != nullptr)
    {
        use->payloadBytes += head->payload;
    }
}

void
FlowRecorder::HandleArrived(const Ipv4Header& ip,
                            Ptr<const Packet> segment,
                            uint32_t /* interface */)
{
    const auto head = ReadFlowHead(ip, *segment);
    FlowUse* use = head ? Find(head->tuple) : nullptr;
    // FlowMonitor does not count what it has given up for lost.
    if (use != nullptr && use->stats->rxPackets != use->seen)
    {
        use->seen = use->stats->rxPackets;
        use->lastRx = Simulator::Now();
        use->delays.Add(use->stats->lastDelay);
    }
}

void
FlowRecorder::HandleLost(Ptr<const Packet> frame)
{
    const auto head = ReadFlowHead(*frame);
    if (FlowUse* use = head ? Find(head->tuple) : nullptr)
    {
        ++use->lostOnTheWay;
    }
}

void
FlowRecorder::Write(const std::string& directory)
{
    const std::string path = directory + "/flowmon.xml";
    std::ofstream file(path);
    // Times are numbers of nanoseconds there, which six digits would cut.
    file.precision(15);
    file << "<?xml version=\"1.0\" ?>\n";
    m_helper.SerializeToXmlStream(file, 0, true, true);
    CloseFile(file, path);
    WriteFlowTable(m_flows, m_directory, directory + "/flows.csv");
}

} // namespace ns3::bacepipe
