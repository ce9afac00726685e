// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-header.h"
#include "ns3/packet.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

TEST(BulkDataHeader, RoundTrip)
{
    BulkDataHeader sent;
    sent.kind = BulkDataHeader::CONNECT;
    sent.flags = BulkDataHeader::HAS_FRAME_HEADER | BulkDataHeader::ACK_AT_ONCE;
    sent.tag = 0x80000001;
    sent.segment = UINT64_MAX - 1;
    sent.timestamp = int64_t{1} << 50;
    Ptr<Packet> packet = Create<Packet>(100);
    packet->AddHeader(sent);
    EXPECT_EQ(packet->GetSize(), 124u);

    BulkDataHeader received;
    packet->RemoveHeader(received);
    EXPECT_EQ(received.kind, sent.kind);
    EXPECT_EQ(received.flags, sent.flags);
    EXPECT_EQ(received.tag, sent.tag);
    EXPECT_EQ(received.segment, sent.segment);
    EXPECT_EQ(received.timestamp, sent.timestamp);
    EXPECT_EQ(packet->GetSize(), 100u);
}

TEST(BulkAckHeader, RoundTripWithEveryNumberOfBlocks)
{
    for (uint8_t count = 0; count <= BulkAckHeader::MAX_BLOCKS; ++count)
    {
        BulkAckHeader sent;
        sent.kind = BulkAckHeader::ACK;
        sent.tag = 3;
        sent.cumulative = uint64_t{1} << 40;
        sent.echo = 12345678901;
        sent.blockCount = count;
        sent.marked = 0xfe01;
        for (uint8_t i = 0; i < count; ++i)
        {
            sent.blocks[i] = {sent.cumulative + 10 * i + 1, sent.cumulative + 10 * i + 5};
        }
        Ptr<Packet> packet = Create<Packet>();
        packet->AddHeader(sent);
        EXPECT_EQ(packet->GetSize(), 24u + 8u * count);

        BulkAckHeader received;
        EXPECT_EQ(packet->RemoveHeader(received), 24u + 8u * count);
        EXPECT_EQ(received.kind, sent.kind);
        EXPECT_EQ(received.tag, sent.tag);
        EXPECT_EQ(received.cumulative, sent.cumulative);
        EXPECT_EQ(received.echo, sent.echo);
        EXPECT_EQ(received.marked, sent.marked);
        ASSERT_EQ(received.blockCount, count);
        for (uint8_t i = 0; i < count; ++i)
        {
            EXPECT_EQ(received.blocks[i].begin, sent.blocks[i].begin);
            EXPECT_EQ(received.blocks[i].end, sent.blocks[i].end);
        }
    }
}

TEST(BulkAckHeader, RefusesImpossibleBlocks)
{
    std::vector<uint8_t> bytes(24, 0);
    bytes[0] = BulkAckHeader::ACK;
    bytes[1] = 5;
    Ptr<Packet> packet = Create<Packet>(bytes.data(), bytes.size());
    BulkAckHeader header;
    EXPECT_EQ(packet->PeekHeader(header), 0u);
    EXPECT_EQ(header.blockCount, 0u);
}
