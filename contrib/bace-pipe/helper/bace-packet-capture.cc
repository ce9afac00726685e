// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-packet-capture.h"

#include "ns3/point-to-point-net-device.h"
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
PacketCapture::Add(Ptr<NetDevice> device, const std::string& name)
{
    PcapHelper pcap;
    const std::string path = m_directory + "/" + name + ".pcap";
    auto file = pcap.CreateFile(path, std::ios::out, PcapHelper::DLT_PPP);
    pcap.HookDefaultSink(DynamicCast<PointToPointNetDevice>(device), "PromiscSniffer", file);
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
