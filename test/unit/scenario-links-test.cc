// SPDX-License-Identifier: GPL-2.0-only
#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

const std::string g_mesh = "/wan={\"mesh\": {\"delay\": \"10ms\"}}";

} // namespace

TEST(ScenarioLinks, AreDirected)
{
    const auto links = ParseSmall().links;
    ASSERT_EQ(links.size(), 2u);
    EXPECT_EQ(links[0].source, 0u);
    EXPECT_EQ(links[0].destination, 1u);
    EXPECT_EQ(links[0].rate, DataRate(10000000000));
    EXPECT_EQ(links[0].delay, MilliSeconds(10));
    EXPECT_EQ(links[0].queueBytes, 62500000u); // 10 Gbps x 50 ms / 8
    EXPECT_EQ(links[0].lossRate, 0);
    EXPECT_EQ(links[1].source, 1u);
    EXPECT_EQ(links[1].rate, DataRate(5000000000));
    EXPECT_EQ(links[1].queueBytes, 31250000u);
}

TEST(ScenarioLinks, BothWaysIsTwoLinks)
{
    const auto links = ParseSmall({"/wan/links=[{\"from\":\"b\",\"to\":\"a\",\"rate\":\"1Gbps\","
                                   "\"delay\":\"0s\",\"queue\":\"1MB\",\"loss_rate\":0.001,"
                                   "\"both_ways\":true}]"})
                           .links;
    ASSERT_EQ(links.size(), 2u);
    for (const auto& link : links)
    {
        EXPECT_EQ(link.rate, DataRate(1000000000));
        EXPECT_EQ(link.delay, Time(0));
        EXPECT_EQ(link.queueBytes, 1000000u);
        EXPECT_EQ(link.lossRate, 0.001);
    }
    EXPECT_EQ(links[0].source, 0u);
    EXPECT_EQ(links[1].source, 1u);
}

TEST(ScenarioLinks, NoneIsNoError)
{
    EXPECT_TRUE(ParseSmall({"/wan={}"}).links.empty());
    EXPECT_TRUE(ParseSmall({"/wan/links=[]"}).links.empty());
    EXPECT_EQ(ParseSmall({"/wan/links=[{\"from\":\"a\",\"to\":\"b\",\"rate\":\"1Gbps\","
                          "\"delay\":\"0s\"}]"})
                  .links.size(),
              1u);
}

TEST(ScenarioLinks, MeshHasTheMeanRate)
{
    const auto links = ParseSmall({g_mesh}).links;
    ASSERT_EQ(links.size(), 2u);
    EXPECT_EQ(links[0].rate, DataRate(37500000000)); // (50 + 25) / 2 Gbps
    EXPECT_EQ(links[1].rate, DataRate(37500000000));
    EXPECT_EQ(links[1].delay, MilliSeconds(10));
    EXPECT_EQ(links[1].queueBytes, 234375000u);
    EXPECT_EQ(ParseSmall({g_mesh, "/wan/mesh/rate=2Gbps"}).links[1].rate, DataRate(2000000000));
}

TEST(ScenarioLinks, MeshDelayIsHalfTheRoundTrip)
{
    const auto links =
        ParseSmall({"/wan={\"mesh\": {\"rtt_ms\": [[null, 76.45], [76.463, null]]}}"}).links;
    EXPECT_EQ(links[0].delay, NanoSeconds(38225000));
    EXPECT_EQ(links[1].delay, NanoSeconds(38231500));
}

TEST(ScenarioLinks, ListedLinksReplaceTheMeshs)
{
    const auto links = ParseSmall({g_mesh,
                                   "/wan/links=[{\"from\":\"b\",\"to\":\"a\",\"rate\":\"1Gbps\","
                                   "\"delay\":\"3ms\"}]"})
                           .links;
    ASSERT_EQ(links.size(), 2u);
    EXPECT_EQ(links[0].rate, DataRate(37500000000));
    EXPECT_EQ(links[1].rate, DataRate(1000000000));
    EXPECT_EQ(links[1].delay, MilliSeconds(3));
}

TEST(ScenarioLinks, QueuesAreTimesOrSizes)
{
    const auto queue = [](const std::string& text) {
        return ParseSmall({"/wan/links/0/queue=" + text}).links[0].queueBytes;
    };
    EXPECT_EQ(queue("10ms"), 12500000u);
    EXPECT_EQ(queue("0.5s"), 625000000u);
    EXPECT_EQ(queue("20MB"), 20000000u);
    EXPECT_EQ(queue("1 MiB"), 1048576u);
    EXPECT_EQ(queue("120256B"), 120256u);
}

TEST(ScenarioLinks, QueuesOfATimeHoldTwoPacketsAndStayCountable)
{
    // 1 Mbps x 50 ms is 6250 bytes: no packet of 60000 would ever pass.
    EXPECT_EQ(ParseSmall({"/wan/links/0/rate=1Mbps"}).links[0].queueBytes, 120256u);
    EXPECT_EQ(
        ParseSmall({"/wan/links/0/rate=1Mbps", "/network/segment_bytes=1000"}).links[0].queueBytes,
        6250u);
    EXPECT_EQ(ParseSmall({"/wan/links/0/rate=1Pbps"}).links[0].queueBytes, 4294967295u);
}

TEST(ScenarioLinks, BadValuesAreRefusedByPlace)
{
    ExpectErrors({
        {"/wan=[]", "/wan: found an array of 0, expected an object"},
        {"/wan/cable={}", "/wan/cable: found an unknown key, expected one of the keys \"mesh\""},
        {"/wan/links={}", "/wan/links: found an object, expected an array of"},
        {"/wan/links/0={}", "/wan/links/0/from: found nothing, expected the id of a region"},
        {"/wan/links/0/from=x", "/wan/links/0/from: found \"x\", expected the id of a region"},
        {"/wan/links/0/to=x", "/wan/links/0/to: found \"x\", expected the id of a region"},
        {"/wan/links/0/to=a", "/wan/links/0/to: found \"a\", expected another region"},
        {"/wan/links/0/colour=1", "/wan/links/0/colour: found an unknown key"},
        {"/wan/links/0/rate=0Mbps", "/wan/links/0/rate: found \"0Mbps\", expected a rate"},
        {"/wan/links/0/rate=-5Mbps", "/wan/links/0/rate: found \"-5Mbps\", expected a rate"},
        {"/wan/links/0/rate=mean", "/wan/links/0/rate: found \"mean\", expected a rate"},
        {"/wan/links/0/delay=-5ms", "/wan/links/0/delay: found \"-5ms\", expected a duration"},
        {"/wan/links/0/queue=0ms", "/wan/links/0/queue: found \"0ms\", expected a time above 0s"},
        {"/wan/links/0/queue=120255B",
         "/wan/links/0/queue: found \"120255B\", expected a time above 0s up to 60s (\"50ms\") or "
         "a size from 120256B (two packets)"},
        {"/wan/links/0/queue=5GB", "/wan/links/0/queue: found \"5GB\", expected a time above 0s"},
        {"/wan/links/0/queue=5", "/wan/links/0/queue: found 5, expected a time above 0s"},
        {"/wan/links/0/loss_rate=1",
         "/wan/links/0/loss_rate: found 1, expected a number from 0 "
         "to below 1"},
        {"/wan/links/0/loss_rate=-0.1", "/wan/links/0/loss_rate: found -0.1, expected"},
        {"/wan/links/0/both_ways=1", "/wan/links/0/both_ways: found 1, expected true or false"},
        {"/wan/links/0/both_ways=true",
         "/wan/links/1: found this direction again, expected a link "
         "that /wan/links/0 does not give"},
        {"/wan/links/1/both_ways=true",
         "/wan/links/1: found the way back again, expected a link "
         "that /wan/links/0 does not give"},
        {"/wan/mesh={}", "/wan/mesh: found neither, expected exactly one of \"delay\""},
        {"/wan/mesh={\"delay\":\"1ms\",\"rtt_ms\":[]}", "/wan/mesh: found both, expected exactly"},
        {"/wan/mesh={\"delay\":\"1ms\",\"rate\":\"median\"}",
         "/wan/mesh/rate: found \"median\", expected a rate"},
        {"/wan/mesh={\"delay\":\"1ms\",\"rate\":1}", "/wan/mesh/rate: found 1, expected \"mean\""},
        {"/wan/mesh={\"delay\":\"1ms\",\"x\":1}", "/wan/mesh/x: found an unknown key"},
        {"/wan/mesh={\"rtt_ms\":[[null,1]]}",
         "/wan/mesh/rtt_ms: found an array of 1, expected an array of 2 rows"},
        {"/wan/mesh={\"rtt_ms\":[[null,1],[1,null,1]]}",
         "/wan/mesh/rtt_ms/1: found an array of 3, expected an array of 2 numbers"},
        {"/wan/mesh={\"rtt_ms\":[[null,1],[1,0]]}",
         "/wan/mesh/rtt_ms/1/1: found 0, expected null on the diagonal"},
        {"/wan/mesh={\"rtt_ms\":[[null,null],[1,null]]}",
         "/wan/mesh/rtt_ms/0/1: found null, expected a number from 0 to 120000 ms"},
        {"/wan/mesh={\"rtt_ms\":[[null,-1],[1,null]]}",
         "/wan/mesh/rtt_ms/0/1: found -1, expected a number"},
    });
}
