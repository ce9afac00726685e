// SPDX-License-Identifier: GPL-2.0-only
// What a run records on request: captures, flows.
#include <algorithm>
#include <cstring>

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// A capture, as far as its frames: a header of 24 bytes, then records with headers of 16.
struct Capture
{
    std::size_t packets{0}; //!< records
    uint64_t bytes{0};      //!< on the wire
    std::size_t longest{0}; //!< most bytes kept of a packet without a message header
    bool hasHeaders{false}; //!< some packets have one
    bool sorted{true};      //!< in time
    uint32_t linkType{0};   //!< 9 is PPP
    bool consistent{false}; //!< magic right, last record whole
};

Capture
ReadCapture(const std::string& data)
{
    const auto word = [&](std::size_t at) {
        uint32_t value = 0;
        std::memcpy(&value, data.data() + at, sizeof(value));
        return value;
    };
    Capture capture;
    if (data.size() < 24 || word(0) != 0xa1b2c3d4)
    {
        return capture;
    }
    capture.linkType = word(20);
    uint64_t last = 0;
    std::size_t at = 24;
    while (at + 16 <= data.size())
    {
        const uint64_t time = word(at) * uint64_t{1000000} + word(at + 4);
        capture.sorted = capture.sorted && time >= last;
        last = time;
        // Behind PPP's 2 bytes, IPv4's 20 and UDP's 8: kind and flags of the bulk transport.
        const char* const packet = data.data() + at + 16;
        const bool hasHeader = packet[30] == 2 && (packet[31] & 1) == 1;
        capture.hasHeaders = capture.hasHeaders || hasHeader;
        capture.longest = std::max<std::size_t>(capture.longest, hasHeader ? 0 : word(at + 8));
        capture.bytes += word(at + 12);
        at += 16 + word(at + 8);
        ++capture.packets;
    }
    capture.consistent = at == data.size();
    return capture;
}

class RunRecordingTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }
};

} // namespace

TEST_F(RunRecordingTest, WanCapturesHoldEveryPacketOfTheLinks)
{
    const auto output =
        RunWell("lossy.json", "out", {"--pcap=wan", "--set=/run/fast_forward=false"});
    std::size_t drops = 0;
    std::size_t withHeaders = 0;
    for (const auto& row : ReadCsv(output / "links.csv").rows)
    {
        SCOPED_TRACE(row.at("link"));
        const auto ends = Split(row.at("link"), '>');
        const std::string name = ends.at(0) + "+" + ends.at(1);
        const auto sent = ReadCapture(ReadFile(output / "pcap" / (name + "-sent.pcap")));
        const auto received = ReadCapture(ReadFile(output / "pcap" / (name + "-received.pcap")));
        for (const auto& capture : {sent, received})
        {
            EXPECT_TRUE(capture.consistent);
            EXPECT_TRUE(capture.sorted);
            EXPECT_EQ(capture.linkType, 9U);
            EXPECT_LE(capture.longest, 256U) << "payload is captured";
            withHeaders += capture.hasHeaders;
        }
        // A device at the end of two links also sees what it sends the other way.
        EXPECT_GE(sent.packets, Csv::Number(row, "packets"));
        EXPECT_GE(sent.bytes, Csv::Number(row, "bytes"));
        EXPECT_LE(received.packets, sent.packets);
        drops += sent.packets - received.packets;
    }
    EXPECT_GT(drops, 0U);
    EXPECT_GE(withHeaders, 4U); // a link with jobs, at both ends, both ways
    for (const auto& [name, content] : ReadFolder(output / "pcap"))
    {
        EXPECT_EQ(name.find("host"), std::string::npos);
    }
}

TEST_F(RunRecordingTest, AllCapturesHaveTheHostsToo)
{
    const auto output = RunWell("lossy.json", "out", {"--pcap=all"});
    for (const char* const host : {"a+host-0", "a+host-1", "b+host-0", "c+host-1"})
    {
        const auto capture = ReadCapture(ReadFile(output / "pcap" / (std::string(host) + ".pcap")));
        EXPECT_TRUE(capture.consistent) << host;
    }
    EXPECT_TRUE(std::filesystem::exists(output / "pcap/c+b-received.pcap"));
}

TEST_F(RunRecordingTest, NamesOfJobsAndTrafficLieBesideTheCaptures)
{
    const auto output =
        RunWell("lossy.json",
                "out",
                {"--pcap=wan",
                 R"(--set=/traffic=[{"id": "noise", "from": "a", "to": "b", "kind": "constant",
                     "rate": "1Mbps"}])"});
    EXPECT_EQ(ReadFile(output / "pcap/jobs.csv"),
              "number,name,kind\n1,noise,traffic\n2,second,job\n3,first,job\n4,third,job\n");
}

TEST_F(RunRecordingTest, CapturesHoldPayloadOnRequest)
{
    const auto output =
        RunWell("lossy.json", "out", {"--pcap=wan", "--ns3::PcapFileWrapper::CaptureSize=1000"});
    EXPECT_EQ(ReadCapture(ReadFile(output / "pcap/a+b-sent.pcap")).longest, 1000U);
}

/// The packets are the same whether ns-3's stack carries them or express links do, byte by byte.
TEST_F(RunRecordingTest, BothPathsGiveTheSameCaptures)
{
    const auto express = ReadFolder(
        RunWell("lossy.json", "express", {"--pcap=wan", "--set=/network/path=express"}) / "pcap");
    const auto stack = ReadFolder(
        RunWell("lossy.json", "stack", {"--pcap=wan", "--set=/network/path=stack"}) / "pcap");
    EXPECT_GE(express.size(), 6U);
    ExpectSameFiles(express, stack);
}

/// A reader of others understands them: IPv4 and UDP, nothing malformed, right check sums.
TEST_F(RunRecordingTest, TsharkDecodesBothPaths)
{
    for (const char* const path : {"express", "stack"})
    {
        SCOPED_TRACE(path);
        const auto output = RunWell("lossy.json",
                                    path,
                                    {"--pcap=wan",
                                     std::string("--set=/network/path=") + path,
                                     "--ns3::PcapFileWrapper::CaptureSize=65535",
                                     "--ChecksumEnabled=true"});
        const std::string file = output / "pcap/a+b-sent.pcap";
        const std::size_t packets = ReadCapture(ReadFile(file)).packets;
        const auto decoded =
            Shell("tshark -n -o ip.check_checksum:TRUE -o udp.check_checksum:TRUE -r '" + file +
                  "' -T fields -e frame.protocols -e ip.checksum.status -e udp.checksum.status");
        ASSERT_EQ(decoded.status, 0) << decoded.err;
        const auto lines = Split(decoded.out, '\n');
        EXPECT_EQ(std::count(lines.begin(), lines.end(), "ppp:ip:udp:data\t1\t1"), packets);
        const auto malformed = Shell("tshark -n -r '" + file + "' -Y _ws.malformed");
        EXPECT_EQ(malformed.out, "");
    }
}

TEST_F(RunRecordingTest, FlowMonitorWritesXml)
{
    const auto output = RunWell("lossy.json", "out", {"--flowmon"});
    const std::string xml = ReadFile(output / "flowmon.xml");
    EXPECT_THAT(xml, ::testing::StartsWith("<?xml version=\"1.0\" ?>\n<FlowMonitor>"));
    EXPECT_THAT(xml, ::testing::EndsWith("</FlowMonitor>\n"));
    EXPECT_THAT(xml, ::testing::HasSubstr("<Flow flowId=\"1\""));
    // Every element that is opened is closed, in order.
    std::vector<std::string> open;
    for (std::size_t at = xml.find('<', 1); at != std::string::npos; at = xml.find('<', at + 1))
    {
        const std::string tag = xml.substr(at + 1, xml.find('>', at) - at - 1);
        const std::string name = tag.substr(0, tag.find_first_of(" \n"));
        if (tag.front() == '/')
        {
            ASSERT_FALSE(open.empty());
            EXPECT_EQ(tag.substr(1), open.back());
            open.pop_back();
        }
        else if (tag.back() != '/')
        {
            open.push_back(name);
        }
    }
    EXPECT_TRUE(open.empty());
}

} // namespace ns3::bacepipe::test
