// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-packet-capture.h"

#include "ns3/bace-express-link.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"

#include <filesystem>
#include <stdexcept>

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
    PcapHelper pcap;
    const std::string path = m_directory + "/" + name + ".pcap";
    auto file = pcap.CreateFile(path, std::ios::out, PcapHelper::DLT_PPP);
    const auto pointToPoint = DynamicCast<PointToPointNetDevice>(device);
    if (express)
    {
        const Callback<void, Ptr<const Packet>> write(
            [file](Ptr<const Packet> packet) { file->Write(Simulator::Now(), packet); });
        const Ptr<ExpressLink> out = ExpressLink::Of(pointToPoint);
        out->TraceConnectWithoutContext("PhyTxBegin", write);
        ExpressLink::Of(out->GetReceiver())->TraceConnectWithoutContext("PhyRxEnd", write);
    }
    else
    {
        pcap.HookDefaultSink(pointToPoint, "PromiscSniffer", file);
    }
    m_files.emplace_back(path, file);
}

void
PacketCapture::Close()
{
    for (const auto& [path, file] : m_files)
    {
        const bool failed = file->Fail();
        file->Close();
        if (failed || file->Fail())
        {
            throw std::runtime_error("cannot write " + path);
        }
    }
    m_files.clear();
}

} // namespace ns3::bacepipe
