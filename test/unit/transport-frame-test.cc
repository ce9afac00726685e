// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-frame.h"
#include "ns3/bace-message-stream.h"
#include "ns3/bace-message-stripes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// Id and bytes, for comparisons.
using Pair = std::pair<uint64_t, uint64_t>;

/**
 * @param frames to convert
 * @return their ids and bytes
 */
std::vector<Pair>
ToPairs(const std::vector<MessageFrame>& frames)
{
    std::vector<Pair> pairs;
    for (const auto& frame : frames)
    {
        pairs.emplace_back(frame.id, frame.bytes);
    }
    return pairs;
}

} // namespace

TEST(MessageFrame, HasTheLayoutThatIsDocumented)
{
    const MessageLabel label{MessageLabel::GRADIENT, 0x212223, 0x31, 0x323334, 0x41424344};
    const auto header = MessageFrame{0x0102030405060708, 0x1112131415161718, label}.Write();
    const MessageFrame::HeaderBytes expected{0x42, 0x50, 1,    32,   2,    0x21, 0x22, 0x23,
                                             0x31, 0x32, 0x33, 0x34, 0x41, 0x42, 0x43, 0x44,
                                             0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
                                             0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};
    EXPECT_EQ(header, expected);
}

TEST(MessageFrame, WithoutALabelItsBytesAreZero)
{
    const auto header = MessageFrame{UINT64_MAX, UINT64_MAX}.Write();
    EXPECT_EQ(std::vector<uint8_t>(header.begin() + 4, header.begin() + 16),
              std::vector<uint8_t>(12, 0));
}

TEST(MessageFrame, LabelsThatAreTooLargeAreSentAsTheLargest)
{
    const MessageLabel label{MessageLabel::ACTIVATION, 1 << 24, 256, 1 << 24, uint64_t{1} << 32};
    const auto header = MessageFrame{0, 0, label}.Write();
    EXPECT_EQ(std::vector<uint8_t>(header.begin() + 5, header.begin() + 16),
              std::vector<uint8_t>(11, 0xff));
    const MessageLabel read = MessageFrame::Read(header).label;
    EXPECT_EQ(read.owner, MessageLabel::MAX_OWNER);
    EXPECT_EQ(read.chunk, MessageLabel::MAX_CHUNK);
    EXPECT_EQ(read.microBatch, MessageLabel::MAX_MICRO_BATCH);
    EXPECT_EQ(read.iteration, MessageLabel::MAX_ITERATION);
}

TEST(MessageFrame, RoundTrip)
{
    for (const uint64_t value : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 40, UINT64_MAX})
    {
        const auto byte = static_cast<uint8_t>(value);
        const MessageLabel label{MessageLabel::TRAFFIC, byte, byte, byte, byte};
        const auto frame = MessageFrame::Read(MessageFrame{value, ~value, label}.Write());
        EXPECT_EQ(frame.id, value);
        EXPECT_EQ(frame.bytes, ~value);
        EXPECT_EQ(frame.label.kind, MessageLabel::TRAFFIC);
        EXPECT_EQ(frame.label.owner, byte);
        EXPECT_EQ(frame.label.chunk, byte);
        EXPECT_EQ(frame.label.microBatch, byte);
        EXPECT_EQ(frame.label.iteration, byte);
    }
}

TEST(MessageFrameDeathTest, RefusesWhatIsNoFrame)
{
    for (const int byte : {0, 1, 2, 3})
    {
        auto header = MessageFrame{1, 1}.Write();
        header[byte] ^= 0x80;
        EXPECT_DEATH(MessageFrame::Read(header), "out of step");
    }
    FrameReader reader;
    std::vector<MessageFrame> complete;
    EXPECT_DEATH(reader.Skip(1, complete), "out of step");
}

TEST(MessageStream, SplitAtEveryByte)
{
    const std::vector<MessageFrame> frames{{7, 5}, {8, 0}, {9, 1}, {10, 100}, {11, 0}, {12, 3}};
    MessageStream stream;
    for (const auto& frame : frames)
    {
        stream.Push(frame);
    }
    const auto total = static_cast<uint32_t>(stream.GetEnd());
    ASSERT_EQ(total, 6 * 32u + 109u);
    for (uint32_t cut = 1; cut < total; ++cut)
    {
        FrameReader reader;
        std::vector<MessageFrame> complete;
        stream.Copy(0, cut).ReadBy(reader, complete);
        stream.Copy(cut, total - cut).ReadBy(reader, complete);
        EXPECT_EQ(ToPairs(complete), ToPairs(frames)) << "cut at " << cut;
    }
    for (uint32_t piece = 1; piece < 80; ++piece)
    {
        FrameReader reader;
        std::vector<MessageFrame> complete;
        for (uint32_t at = 0; at < total; at += piece)
        {
            const auto part = stream.Copy(at, std::min(piece, total - at));
            ASSERT_EQ(part.bytes, std::min(piece, total - at));
            ASSERT_TRUE(!part.packet || part.packet->GetSize() == part.bytes);
            part.ReadBy(reader, complete);
        }
        EXPECT_EQ(ToPairs(complete), ToPairs(frames)) << "pieces of " << piece;
    }
}

TEST(MessageStream, PayloadIsMarkedAsFreeOfHeaders)
{
    MessageStream stream;
    stream.Push({1, 1000});
    stream.Push({2, 1000});
    EXPECT_TRUE(stream.Copy(31, 10).packet);
    EXPECT_FALSE(stream.Copy(32, 1000).packet);
    EXPECT_TRUE(stream.Copy(32, 1001).packet);
}

TEST(MessageStream, ReleaseForgetsWholeFrames)
{
    MessageStream stream;
    stream.Push({1, 1000});
    stream.Push({2, uint64_t{1} << 40});
    stream.Release(1031);
    EXPECT_EQ(stream.GetFrameCount(), 2u);
    stream.Release(1032);
    EXPECT_EQ(stream.GetFrameCount(), 1u);
    EXPECT_EQ(stream.Copy(uint64_t{1} << 39, 60000).bytes, 60000u);
    stream.Release(stream.GetEnd());
    EXPECT_EQ(stream.GetFrameCount(), 0u);
    stream.Push({3, 1});
    EXPECT_TRUE(stream.Copy(stream.GetEnd() - 33, 33).packet);
}

TEST(MessageStreamDeathTest, RefusesWhatIsNotThere)
{
    MessageStream stream;
    EXPECT_DEATH(stream.Copy(0, 1), "not there");
    stream.Push({1, 10});
    EXPECT_DEATH(stream.Copy(0, 43), "not there");
}

TEST(FrameReader, TellsWhatItAwaits)
{
    MessageStream stream;
    stream.Push({1, 100});
    FrameReader reader;
    std::vector<MessageFrame> complete;
    reader.Read(stream.Copy(0, 50).packet, complete);
    EXPECT_EQ(reader.GetAwaitedBytes(), 82u);
    reader.Skip(82, complete);
    EXPECT_EQ(ToPairs(complete), (std::vector<Pair>{{1, 100}}));
}

TEST(StripeShare, SharesAreEqualAndComplete)
{
    for (const uint32_t connections : {1u, 2u, 3u, 7u, 1024u})
    {
        for (const uint64_t bytes : {uint64_t{1}, uint64_t{6}, uint64_t{7}, uint64_t{1} << 40})
        {
            std::vector<uint64_t> shares;
            for (uint32_t i = 0; i < connections; ++i)
            {
                shares.push_back(GetStripeShare(bytes, connections, i));
            }
            EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), uint64_t{0}), bytes);
            const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
            EXPECT_LE(*most - *least, 1u);
        }
    }
}

TEST(StripeAssembler, HandsOutWholeMessagesInOrder)
{
    StripeAssembler assembler(2);
    MessageFrame message;
    assembler.Add(1, {5, 10});
    assembler.Add(1, {6, 0});
    EXPECT_FALSE(assembler.Pop(message));
    EXPECT_EQ(assembler.GetPartialCount(), 2u);
    assembler.Add(0, {5, 11});
    ASSERT_TRUE(assembler.Pop(message));
    EXPECT_EQ(message.id, 5u);
    EXPECT_EQ(message.bytes, 21u);
    EXPECT_FALSE(assembler.Pop(message));
    assembler.Add(0, {6, 1});
    assembler.Add(0, {6, 3});
    ASSERT_TRUE(assembler.Pop(message));
    EXPECT_EQ(message.bytes, 1u);
    assembler.Add(1, {6, 2});
    ASSERT_TRUE(assembler.Pop(message));
    EXPECT_EQ(message.bytes, 5u);
    EXPECT_EQ(assembler.GetPartialCount(), 0u);
}

TEST(StripeAssemblerDeathTest, RefusesSharesThatDoNotBelongTogether)
{
    StripeAssembler assembler(2);
    assembler.Add(0, {5, 10});
    EXPECT_DEATH(assembler.Add(1, {6, 10}), "share of message 6");
}
