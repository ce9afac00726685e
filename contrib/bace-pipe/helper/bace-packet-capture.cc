// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-packet-capture.h"

#include "ns3/bace-express-link.h"
#include "ns3/bace-output-file.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"

#include <filesystem>
#include <fstream>

namespace ns3::bacepipe
{

PacketCapture::PacketCapture(const std::string& directory)
    : m_directory(directory)
{
    std::filesystem::create_directories(directory);
}

void
PacketCapture::Add(Ptr<NetDevice> device, const std::string& name, bool express)
{
    const auto file = std::make_shared<PcapWriter>(m_directory + "/" + name + ".pcap");
    const Callback<void, Ptr<const Packet>> write(
        [file](Ptr<const Packet> packet) { file->Write(Simulator::Now(), *packet); });
    const auto pointToPoint = DynamicCast<PointToPointNetDevice>(device);
    if (express)
    {
        const Ptr<ExpressLink> out = ExpressLink::Of(pointToPoint);
        out->TraceConnectWithoutContext("PhyTxBegin", write);
        ExpressLink::Of(out->GetReceiver())->TraceConnectWithoutContext("PhyRxEnd", write);
    }
    else
    {
        pointToPoint->TraceConnectWithoutContext("PromiscSniffer", write);
    }
    m_files.push_back(file);
}

void
PacketCapture::AddLinks(const Cluster& cluster, const Topology& topology, bool express)
{
    for (std::size_t i = 0; i < topology.wanLinks.size(); ++i)
    {
        const WanLink& link = cluster.GetLinks()[i];
        // No id of a region holds a plus sign: no two links share a name.
        const std::string name =
            cluster.GetRegion(link.source).id + "+" + cluster.GetRegion(link.destination).id;
        Add(topology.wanLinks[i].source, name + "-sent", express);
        Add(topology.wanLinks[i].destination, name + "-received", express);
    }
}

void
PacketCapture::AddHosts(const Cluster& cluster, const Topology& topology, bool express)
{
    for (RegionIndex region = 0; region < topology.hosts.size(); ++region)
    {
        const NodeContainer& hosts = topology.hosts[region];
        for (uint32_t i = 0; i < hosts.GetN(); ++i)
        {
            Add(hosts.Get(i)->GetDevice(1), // 0 is the loopback
                cluster.GetRegion(region).id + "+host-" + std::to_string(i),
                express);
        }
    }
}

void
PacketCapture::WriteNames(const PortAllocator& ports, const std::set<std::string>& traffic) const
{
    const std::string path = m_directory + "/jobs.csv";
    std::ofstream file(path);
    file << "number,name,kind\n";
    for (uint32_t owner = 1; owner <= ports.GetOwnerCount(); ++owner)
    {
        const std::string& name = ports.GetOwnerName(owner);
        file << owner << ',' << name << ',' << (traffic.count(name) ? "traffic" : "job") << '\n';
    }
    CloseFile(file, path);
}

void
PacketCapture::Close()
{
    for (const auto& file : m_files)
    {
        file->Close();
    }
    m_files.clear();
}

} // namespace ns3::bacepipe
