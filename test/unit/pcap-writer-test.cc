// SPDX-License-Identifier: GPL-2.0-only
// How much of a packet a capture keeps.
#include "ns3/bace-message-frame.h"
#include "ns3/bace-pcap-writer.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::bacepipe;

namespace
{

/// @return a packet of zeros with a message header in it
std::vector<uint8_t>
MakePacket(std::size_t bytes, std::size_t headerAt, const MessageFrame& frame)
{
    std::vector<uint8_t> packet(bytes, 0);
    const auto header = frame.Write();
    const std::size_t fits = std::min(header.size(), bytes - headerAt);
    std::copy_n(header.begin(), fits, packet.begin() + static_cast<std::ptrdiff_t>(headerAt));
    return packet;
}

} // namespace

TEST(PcapWriter, KeepsTheFirstBytesOfPayload)
{
    for (const std::size_t bytes : {256U, 257U, 511U, 512U, 513U, 60000U})
    {
        EXPECT_EQ(PcapWriter::FindEnd(std::vector<uint8_t>(bytes, 0), 256), 256U) << bytes;
    }
    EXPECT_EQ(PcapWriter::FindEnd(std::vector<uint8_t>(54, 0), 54), 54U);
    EXPECT_EQ(PcapWriter::FindEnd({}, 0), 0U);
}

/// Wherever it lies and whatever it says: zeros at its end belong to it too.
TEST(PcapWriter, KeepsEveryHeaderOfAMessage)
{
    for (std::size_t at = 200; at <= 1968; ++at)
    {
        for (const MessageFrame& frame : {MessageFrame{0, 0}, MessageFrame{1, 256}})
        {
            const std::size_t end = PcapWriter::FindEnd(MakePacket(2000, at, frame), 256);
            EXPECT_GE(end, std::max<std::size_t>(at + MessageFrame::HEADER_BYTES, 256)) << at;
            EXPECT_LE(end, std::max<std::size_t>(at + 2 * MessageFrame::HEADER_BYTES, 256)) << at;
        }
    }
    // The rest of it is in the next packet.
    EXPECT_EQ(PcapWriter::FindEnd(MakePacket(2000, 1996, {0, 0}), 256), 2000U);
}
