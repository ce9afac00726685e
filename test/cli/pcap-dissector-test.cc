// SPDX-License-Identifier: GPL-2.0-only
// The Wireshark dissector on captures made by hand: streams in any order, bad headers, other
// protocols.
#include "ns3/bace-bulk-header.h"
#include "ns3/bace-message-frame.h"

#include <random>

#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

using Bytes = std::vector<uint8_t>;

/// Appends a number in network byte order.
void
Put(Bytes& bytes, uint64_t value, int count)
{
    for (int i = count - 1; i >= 0; --i)
    {
        bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
}

/// A capture of point-to-point packets, a millisecond apart.
class Capture
{
  public:
    Capture()
    {
        for (const uint32_t word : {0xa1b2c3d4U, 0x00040002U, 0U, 0U, 65535U, 9U})
        {
            Word(word);
        }
    }

    /// Adds an IPv4 packet; of its bytes above IPv4 there are more than are captured.
    void Add(uint8_t protocol, const Bytes& content, std::size_t missing = 0)
    {
        Bytes packet = {0x00, 0x21, 0x45, 0};
        Put(packet, 20 + content.size() + missing, 2);
        Put(packet, 0, 4);
        packet.insert(packet.end(), {64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2});
        packet.insert(packet.end(), content.begin(), content.end());
        ++m_packets;
        Word(m_packets / 1000);
        Word(m_packets % 1000 * 1000);
        Word(packet.size());
        Word(packet.size() + missing);
        m_file.append(packet.begin(), packet.end());
    }

    /// Adds a datagram.
    void AddUdp(uint16_t source,
                uint16_t destination,
                const Bytes& payload,
                std::size_t missing = 0)
    {
        Bytes content;
        Put(content, source, 2);
        Put(content, destination, 2);
        Put(content, 8 + payload.size() + missing, 2);
        Put(content, 0, 2);
        content.insert(content.end(), payload.begin(), payload.end());
        Add(17, content, missing);
    }

    /// Adds a segment of the bulk transport.
    void AddBulk(uint64_t segment, const Bytes& payload, std::size_t missing = 0)
    {
        Bytes content = {BulkDataHeader::DATA, BulkDataHeader::HAS_FRAME_HEADER, 0, 0, 1, 2, 3, 4};
        Put(content, segment, 8);
        Put(content, 0, 8);
        content.insert(content.end(), payload.begin(), payload.end());
        AddUdp(10000, 10001, content, missing);
    }

    /// Adds a segment of TCP.
    void AddTcp(uint32_t sequence, const Bytes& payload, uint8_t flags = 0x10)
    {
        Bytes content;
        Put(content, 10000, 2);
        Put(content, 10001, 2);
        Put(content, sequence, 4);
        Put(content, 0, 4);
        content.insert(content.end(), {0x50, flags, 0xff, 0xff, 0, 0, 0, 0});
        content.insert(content.end(), payload.begin(), payload.end());
        Add(6, content);
    }

    /// @return the file
    const std::string& Get() const
    {
        return m_file;
    }

  private:
    void Word(uint32_t word)
    {
        m_file.append(reinterpret_cast<const char*>(&word), sizeof(word));
    }

    std::string m_file;    //!< so far
    uint32_t m_packets{0}; //!< in it
};

/// Bytes of messages in a row, and what a reader should find.
struct Stream
{
    Bytes bytes;          //!< headers and payload
    std::string messages; //!< number, kind and size of each
};

Stream
MakeStream(const std::vector<uint64_t>& sizes)
{
    Stream stream;
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        const MessageLabel label{MessageLabel::GRADIENT, 7, 1, static_cast<uint32_t>(i), 300};
        const auto header = MessageFrame{i, sizes[i], label}.Write();
        stream.bytes.insert(stream.bytes.end(), header.begin(), header.end());
        stream.bytes.resize(stream.bytes.size() + sizes[i], 0);
        const std::string number = std::to_string(i);
        stream.messages += "7 gradient 300 " + number + " 1 " + number + " " +
                           std::to_string(sizes[i]) + " complete\n";
    }
    return stream;
}

const std::vector<uint64_t> g_sizes = {5, 0, 1, 100, 0, 3, 2000, 31, 32, 33, 64, 0, 0, 700};

class PcapDissectorTest : public CommandLineTest
{
  protected:
    /// @return what tshark says of a capture; expects that no script of it fails
    std::string Dissect(const Capture& capture,
                        const std::string& options,
                        bool plain = false) const
    {
        Write("x.pcap", capture.Get());
        const std::string script =
            " -X lua_script:" + SourceFolder() + "/contrib/bace-pipe/tools/bace-pipe.lua";
        const std::string tshark = "tshark -n -r x.pcap" + (plain ? "" : script);
        const auto result = Shell(tshark + " " + options);
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_THAT(result.err, ::testing::Not(::testing::HasSubstr("Lua")));
        if (!plain)
        {
            EXPECT_EQ(Shell(tshark + " -Y _ws.lua.error").out, "");
        }
        return result.out;
    }

    /// @return the messages in a capture, in the form of Stream::messages
    std::string ListMessages(const Capture& capture) const
    {
        std::vector<std::vector<std::string>> columns(8);
        for (const std::string& line :
             Split(Dissect(capture,
                           "-Y bace -T fields -e bace.job -e bace.direction -e bace.iteration "
                           "-e bace.microbatch -e bace.chunk -e bace.message_id "
                           "-e bace.share_bytes -e bace.complete.message_id"),
                   '\n'))
        {
            const auto fields = Split(line, '\t');
            for (std::size_t i = 0; i < fields.size() && fields.size() == columns.size(); ++i)
            {
                for (const auto& value : Split(fields[i], ','))
                {
                    if (!value.empty())
                    {
                        columns[i].push_back(value);
                    }
                }
            }
        }
        std::string messages;
        for (std::size_t row = 0; row < columns[0].size(); ++row)
        {
            for (std::size_t i = 0; i < 7; ++i)
            {
                messages += columns[i].at(row) + " ";
            }
            const bool complete = row < columns[7].size() && columns[7][row] == columns[5].at(row);
            messages += complete ? "complete\n" : "begun\n";
        }
        return messages;
    }
};

} // namespace

/// Sequence numbers go past 2^32; retransmissions are cut otherwise than what was sent first.
TEST_F(PcapDissectorTest, TcpSegmentsInAnyOrder)
{
    const Stream stream = MakeStream(g_sizes);
    for (const uint32_t seed : {1U, 2U, 3U, 4U})
    {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const uint32_t longest = seed == 4 ? 1448 : 20 * seed;
        const uint32_t first = UINT32_MAX - 1000;
        std::vector<std::pair<std::size_t, std::size_t>> pieces;
        for (const int time : {1, 2}) // everything is sent twice
        {
            for (std::size_t at = 0; at < stream.bytes.size();)
            {
                const std::size_t size = std::min<std::size_t>(1 + random() % (time * longest),
                                                               stream.bytes.size() - at);
                pieces.emplace_back(at, size);
                at += size;
            }
        }
        for (std::size_t i = 0; i < pieces.size(); ++i) // up to 20 places too early or too late
        {
            std::swap(pieces[i], pieces[std::min(pieces.size() - 1, i + random() % 20)]);
        }
        Capture capture;
        capture.AddTcp(first - 1, {}, 0x02);
        for (const auto& [at, size] : pieces)
        {
            const auto begin = stream.bytes.begin() + static_cast<std::ptrdiff_t>(at);
            capture.AddTcp(first + static_cast<uint32_t>(at),
                           {begin, begin + static_cast<std::ptrdiff_t>(size)});
        }
        EXPECT_EQ(ListMessages(capture), stream.messages);
    }
}

TEST_F(PcapDissectorTest, BulkSegmentsInAnyOrder)
{
    const Stream stream = MakeStream(g_sizes);
    for (const uint32_t seed : {1U, 2U, 3U, 4U})
    {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        std::vector<Bytes> segments;
        for (std::size_t at = 0; at < stream.bytes.size();)
        {
            const auto begin = stream.bytes.begin() + static_cast<std::ptrdiff_t>(at);
            const std::size_t size =
                std::min<std::size_t>(1 + random() % (40 * seed), stream.bytes.size() - at);
            segments.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
            at += size;
        }
        std::vector<std::size_t> order(2 * segments.size()); // each of them twice
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            order[i] = i / 2;
        }
        std::shuffle(order.begin(), order.end(), random);
        Capture capture;
        for (const std::size_t segment : order)
        {
            capture.AddBulk(segment, segments[segment]);
        }
        EXPECT_EQ(ListMessages(capture), stream.messages);
    }
}

TEST_F(PcapDissectorTest, HeadersOfTheBulkTransport)
{
    Capture capture;
    capture.AddUdp(10000, 10001, {1, 0, 0, 0, 9, 8, 7, 6, 0, 0, 0, 0,
                                  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2});
    capture.AddUdp(10001, 10000, {4, 1, 0, 5, 9, 8, 7, 6, 1, 0, 0, 0, 0, 0, 0, 3,
                                  0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 4});
    capture.AddBulk(17, Bytes(50, 0), 1000);
    EXPECT_EQ(Dissect(capture,
                      "-T fields -e bace_bulk.kind -e bace_bulk.tag -e bace_bulk.time "
                      "-e bace_bulk.echo -e bace_bulk.marked -e bace_bulk.cumulative "
                      "-e bace_bulk.block.begin -e bace_bulk.block.end"),
              "1\t0x09080706\t258\t\t\t\t\t\n"
              "4\t0x09080706\t\t258\t5\t72057594037927939\t72057594037927941\t72057594037927945\n"
              "2\t0x01020304\t0\t\t\t\t\t\n");
    EXPECT_EQ(Dissect(capture,
                      "-Y bace_bulk.kind==2 -T fields -e bace_bulk.segment "
                      "-e bace_bulk.payload_bytes -e bace_bulk.flags.message_header "
                      "-e bace_bulk.flags.ack_at_once"),
              "17\t1050\t1\t0\n");
}

/// What is not captured, or is no header, is said; from the next message that begins a segment on
/// there are messages again.
TEST_F(PcapDissectorTest, GoesOnAfterWhatItCannotRead)
{
    Stream stream = MakeStream({10});
    Bytes cut = stream.bytes;
    cut.resize(70, 0);
    Bytes bad = stream.bytes;
    bad.push_back(0x42);
    bad.resize(42 + 32, 1);
    for (const auto& [segment, missing, problem] :
         {std::tuple{cut, 1000, "bace.cut"}, std::tuple{bad, 0, "bace.bad"}})
    {
        SCOPED_TRACE(problem);
        Capture capture;
        capture.AddBulk(0, segment, missing);
        capture.AddBulk(1, Bytes(100, 0));
        capture.AddBulk(2, stream.bytes);
        EXPECT_EQ(Dissect(capture, "-T fields -e frame.number -Y " + std::string(problem)), "1\n");
        EXPECT_EQ(ListMessages(capture), stream.messages + stream.messages);
    }
    // TCP from somewhere in the middle on.
    Capture capture;
    capture.AddTcp(5000, Bytes(100, 0));
    capture.AddTcp(5100, stream.bytes);
    EXPECT_EQ(ListMessages(capture), stream.messages);
}

TEST_F(PcapDissectorTest, HostileBytesAreHarmless)
{
    std::mt19937 random(1);
    Capture capture;
    const auto endless = MessageFrame{UINT64_MAX, UINT64_MAX, {}}.Write();
    capture.AddBulk(0, {endless.begin(), endless.end()});
    capture.AddBulk(1, Bytes(100, 0xff), 50000);
    capture.AddBulk(UINT64_MAX, {endless.begin(), endless.end()});
    capture.AddTcp(0, {endless.begin(), endless.end()});
    capture.AddTcp(0x7fffffff, Bytes(100, 0xff));
    capture.AddTcp(0xffffffff, Bytes(100, 0xff));
    Bytes empty; // a packet full of messages without payload
    while (empty.size() + 32 < 60000)
    {
        const auto header = MessageFrame{empty.size(), 0, {}}.Write();
        empty.insert(empty.end(), header.begin(), header.end());
    }
    capture.AddTcp(100000, empty);
    for (int i = 0; i < 4000; ++i)
    {
        Bytes payload(random() % 120, 0);
        for (auto& byte : payload)
        {
            byte = static_cast<uint8_t>(random() % 4 == 0 ? random() : 0);
        }
        if (random() % 2 == 0) // likely to pass for ours
        {
            const auto header = MessageFrame{random(), random() % 200, {}}.Write();
            payload.insert(payload.begin() + (random() % 2 == 0 ? 0 : payload.size() / 2),
                           header.begin(),
                           header.end());
        }
        switch (random() % 4)
        {
        case 0:
            capture.AddTcp(random() % 5000, payload, random() % 50 == 0 ? 0x02 : 0x10);
            break;
        case 1:
            capture.AddBulk(random() % 300, payload, random() % 3 == 0 ? random() % 60000 : 0);
            break;
        case 2:
            payload.insert(payload.begin(), {static_cast<uint8_t>(random() % 6), 0, 0, 0});
            capture.AddUdp(10000 + random() % 3, 10001, payload);
            break;
        default:
            capture.Add(random() % 2 == 0 ? 6 : 17, payload, random() % 100);
        }
    }
    const std::string out = Dissect(capture, "-T fields -e frame.number");
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 4007);
}

/// Packets on ports of channels that are not ours go to whom they went before.
TEST_F(PcapDissectorTest, OthersAreNotDisturbed)
{
    Capture capture;
    const std::string sync = R"({"host_int": 1, "version": [2, 0], "displayname": "", "port": 17500,
                                 "namespaces": [1]})";
    capture.AddUdp(17500, 17500, {sync.begin(), sync.end()});
    capture.AddUdp(20000, 53, {0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 'a', 0, 0, 1, 0, 1});
    capture.AddUdp(30000, 30001, Bytes(64, 2));
    capture.AddTcp(1, Bytes(64, 2));
    const std::string fields =
        "-T fields -e _ws.col.Protocol -e _ws.col.Info -e db-lsp.text -e json.key -e dns.qry.name";
    const std::string plain = Dissect(capture, fields, true);
    EXPECT_THAT(plain, ::testing::HasSubstr("DB-LSP"));
    EXPECT_THAT(plain, ::testing::HasSubstr("DNS"));
    EXPECT_EQ(Dissect(capture, fields), plain);
    capture.AddBulk(0, MakeStream({10}).bytes);
    EXPECT_EQ(Dissect(capture, "-Y bace_bulk -T fields -e frame.number"), "5\n");
    EXPECT_EQ(Dissect(capture, "-o bace.ports:20000-20001 -Y bace_bulk"), "");
}

} // namespace ns3::bacepipe::test
