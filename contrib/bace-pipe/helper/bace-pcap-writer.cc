// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pcap-writer.h"

#include "ns3/bace-message-frame.h"
#include "ns3/bace-output-file.h"
#include "ns3/boolean.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ns3::bacepipe
{

namespace
{

constexpr uint32_t LINK_TYPE_PPP = 9;      //!< of the file
constexpr uint32_t LONGEST_PACKET = 65535; //!< that the file may hold, bytes

/// Bytes of a message header after the last one that is never zero: its length.
constexpr std::size_t HEADER_REST = MessageFrame::HEADER_BYTES - 4;

} // namespace

PcapWriter::PcapWriter(const std::string& path)
    : m_path(path),
      m_file(path, std::ios::binary)
{
    auto settings = CreateObject<PcapFileWrapper>();
    UintegerValue captureSize;
    settings->GetAttribute("CaptureSize", captureSize);
    m_captureSize = static_cast<uint32_t>(captureSize.Get());
    BooleanValue nanoseconds;
    settings->GetAttribute("NanosecMode", nanoseconds);
    m_nanoseconds = nanoseconds.Get();

    // Version 2.4, then time zone and accuracy, which nobody uses. In this machine's byte order.
    const std::array<uint32_t, 6> header =
        {m_nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, 2 | 4 << 16, 0, 0, LONGEST_PACKET, LINK_TYPE_PPP};
    m_file.write(reinterpret_cast<const char*>(header.data()), sizeof(header));
}

void
PcapWriter::Write(Time time, const Packet& packet)
{
    m_bytes.resize(packet.GetSize());
    packet.CopyData(m_bytes.data(), packet.GetSize());
    const std::size_t end = FindEnd(m_bytes, std::min<std::size_t>(m_captureSize, m_bytes.size()));
    const auto unit = m_nanoseconds ? 1 : 1000;
    const int64_t now = time.GetNanoSeconds();
    const std::array<uint32_t, 4> header = {static_cast<uint32_t>(now / 1000000000),
                                            static_cast<uint32_t>(now % 1000000000 / unit),
                                            static_cast<uint32_t>(end),
                                            packet.GetSize()};
    m_file.write(reinterpret_cast<const char*>(header.data()), sizeof(header));
    m_file.write(reinterpret_cast<const char*>(m_bytes.data()), static_cast<std::streamsize>(end));
}

void
PcapWriter::Close()
{
    CloseFile(m_file, m_path);
}

std::size_t
PcapWriter::FindEnd(const std::vector<uint8_t>& bytes, std::size_t captured)
{
    static const std::array<uint8_t, 256> zeros{};
    // A header that begins within what is captured may end behind it, with zeros.
    const std::size_t least = captured - std::min(captured, HEADER_REST);
    std::size_t end = bytes.size();
    // In large steps, for nearly all packets are zeros behind their first bytes.
    while (end >= least + zeros.size() &&
           std::memcmp(&bytes[end - zeros.size()], zeros.data(), zeros.size()) == 0)
    {
        end -= zeros.size();
    }
    while (end > least && bytes[end - 1] == 0)
    {
        --end;
    }
    return end > least ? std::max(captured, std::min(end + HEADER_REST, bytes.size())) : captured;
}

} // namespace ns3::bacepipe
