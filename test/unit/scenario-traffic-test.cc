// SPDX-License-Identifier: GPL-2.0-only
#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// @return the override that gives the small scenario a source of traffic from a to b
std::string
Source(const std::string& rest)
{
    return "/traffic=[{\"id\": \"t\", \"from\": \"a\", \"to\": \"b\", " + rest + "}]";
}

/// @return the message about a source of traffic, without the file
std::string
GetTrafficError(const std::string& rest)
{
    return GetSmallError(Source(rest));
}

} // namespace

TEST(ScenarioTraffic, EveryKindIsRead)
{
    EXPECT_TRUE(ParseSmall().traffic.empty());
    const Scenario scenario =
        ParseSmall({"/traffic=["
                    "{\"id\": \"c\", \"from\": \"b\", \"to\": \"a\", \"kind\": \"constant\", "
                    "\"rate\": \"1Gbps\", \"packet_bytes\": 1000, \"start_s\": 1.5, \"stop_s\": 9},"
                    "{\"id\": \"o\", \"from\": \"a\", \"to\": \"b\", \"kind\": \"on-off\", "
                    "\"rate\": \"2Gbps\", \"on_s\": 0.5, \"off_s\": 2, \"periods\": \"constant\"},"
                    "{\"id\": \"f\", \"from\": \"a\", \"to\": \"b\", \"kind\": \"flows\", "
                    "\"connections\": 4, \"congestion_control\": \"bbr\"}]"});
    ASSERT_EQ(scenario.traffic.size(), 3u);
    const TrafficSource& constant = scenario.traffic[0];
    EXPECT_EQ(constant.id, "c");
    EXPECT_EQ(constant.source, 1u);
    EXPECT_EQ(constant.destination, 0u);
    EXPECT_EQ(constant.kind, TrafficKind::CONSTANT);
    EXPECT_EQ(constant.rate, DataRate(1000000000));
    EXPECT_EQ(constant.packetBytes, 1000u);
    EXPECT_EQ(constant.start, Seconds(1.5));
    EXPECT_EQ(constant.stop, Seconds(9));
    const TrafficSource& onOff = scenario.traffic[1];
    EXPECT_EQ(onOff.kind, TrafficKind::ON_OFF);
    EXPECT_EQ(onOff.on, Seconds(0.5));
    EXPECT_EQ(onOff.off, Seconds(2));
    EXPECT_FALSE(onOff.exponential);
    EXPECT_EQ(onOff.packetBytes, 60000u);
    EXPECT_TRUE(onOff.stop.IsZero());
    const TrafficSource& flows = scenario.traffic[2];
    EXPECT_EQ(flows.kind, TrafficKind::FLOWS);
    EXPECT_EQ(flows.connections, 4u);
    EXPECT_EQ(flows.congestionControl, "bbr");
    EXPECT_EQ(std::string(flows.GetKindName()), "flows");
    const Scenario defaults =
        ParseSmall({"/network/congestion_control=dctcp", Source("\"kind\": \"flows\"")});
    EXPECT_EQ(defaults.traffic[0].congestionControl, "dctcp");
    EXPECT_EQ(defaults.traffic[0].connections, 1u);
}

TEST(ScenarioTraffic, BadValuesAreRefusedByPlace)
{
    using testing::StartsWith;
    const std::string file = "small.json: /traffic/0";
    EXPECT_THAT(GetSmallError("/traffic=7"), StartsWith("small.json: /traffic: found 7, expected"));
    EXPECT_THAT(GetSmallError("/traffic=[7]"), StartsWith(file + ": found 7, expected an object"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"burst\""),
                StartsWith(file + "/kind: found \"burst\", expected \"constant\", \"on-off\" or"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"constant\""),
                StartsWith(file + "/rate: found nothing"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"flows\", \"rate\": \"1Gbps\""),
                StartsWith(file + "/rate: found an unknown key"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"constant\", \"rate\": \"1Gbps\", \"on_s\": 1"),
                StartsWith(file + "/on_s: found an unknown key"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"on-off\", \"rate\": \"1Gbps\", \"on_s\": 1"),
                StartsWith(file + "/off_s: found nothing"));
    EXPECT_THAT(
        GetTrafficError("\"kind\": \"on-off\", \"rate\": \"1Gbps\", \"on_s\": 0, \"off_s\": 1"),
        StartsWith(file + "/on_s: found 0, expected a number from"));
    EXPECT_THAT(
        GetTrafficError("\"kind\": \"constant\", \"rate\": \"1Pbps\", \"packet_bytes\": 64"),
        StartsWith(file + "/rate: found \"1Pbps\", expected at most a packet a nanosecond, "
                          "928000000000bps"));
    EXPECT_THAT(GetSmallError("/traffic=[{\"id\": \"j\", \"from\": \"a\", \"to\": \"b\", "
                              "\"kind\": \"flows\"}]"),
                StartsWith(file + "/id: found \"j\", expected an id that no job has"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"flows\", \"start_s\": 5, \"stop_s\": 5"),
                StartsWith(file + "/stop_s: found 5, expected a time after the start, at 5 s"));
    EXPECT_THAT(GetTrafficError("\"kind\": \"flows\", \"packet_bytes\": 65484"),
                StartsWith(file + "/packet_bytes: found 65484, expected an integer from 64 to"));
    EXPECT_THAT(GetSmallError("/traffic=[{\"id\": \"t\", \"from\": \"a\", \"to\": \"c\", "
                              "\"kind\": \"flows\"}]"),
                StartsWith(file + "/to: found \"c\", expected the id of a region"));
    EXPECT_THAT(GetSmallError("/traffic=[{\"id\": \"t\", \"from\": \"a\", \"to\": \"a\", "
                              "\"kind\": \"flows\"}]"),
                StartsWith(file + "/to: found \"a\", expected a region to which a link leads"));
    EXPECT_THAT(GetError(g_smallScenario,
                         {"/wan/links=[{\"from\": \"a\", \"to\": \"b\", \"rate\": \"1Gbps\", "
                          "\"delay\": \"1ms\"}]",
                          Source("\"kind\": \"flows\"")}),
                StartsWith(file + "/to: found \"b\", expected a region from which a link leads"));
    EXPECT_THAT(GetError(g_smallScenario,
                         {Source("\"kind\": \"flows\"},{\"id\": \"t\", \"from\": \"b\", "
                                 "\"to\": \"a\", \"kind\": \"flows\"")}),
                StartsWith("small.json: /traffic/1/id: found \"t\", expected an id that "
                           "/traffic/0 does not have"));
}

TEST(ScenarioTraffic, QueueDisciplines)
{
    const Scenario plain = ParseSmall();
    EXPECT_EQ(plain.links[0].discipline, QueueDiscipline::DROP_TAIL);
    EXPECT_FALSE(plain.links[0].ecn);
    EXPECT_FALSE(NeedStack(plain.links));
    const Scenario one = ParseSmall({"/wan/links/1/queue_discipline=red", "/wan/links/1/ecn=true"});
    EXPECT_EQ(one.links[0].discipline, QueueDiscipline::DROP_TAIL);
    EXPECT_EQ(one.links[1].discipline, QueueDiscipline::RED);
    EXPECT_TRUE(one.links[1].ecn);
    EXPECT_TRUE(NeedStack(one.links));
    const Scenario mesh =
        ParseSmall({"/wan={\"mesh\": {\"delay\": \"1ms\", \"queue_discipline\": \"fq-codel\"}}"});
    EXPECT_EQ(mesh.links[1].discipline, QueueDiscipline::FQ_CODEL);
    EXPECT_FALSE(mesh.links[1].ecn);
    EXPECT_EQ(ParseSmall({"/wan/links/0/queue_discipline=pie"}).links[0].discipline,
              QueueDiscipline::PIE);
    ExpectErrors({
        {"/wan/links/0/queue_discipline=sfq",
         "/wan/links/0/queue_discipline: found \"sfq\", expected \"drop-tail\", \"fq-codel\""},
        {"/wan/links/0/ecn=true", "/wan/links/0/ecn: found true, expected false with a \"drop-t"},
        {"/wan/links/0/ecn=1", "/wan/links/0/ecn: found 1, expected true or false"},
        {"/wan={\"mesh\": {\"delay\": \"1ms\", \"ecn\": true}}", "/wan/mesh/ecn: found true"},
    });
    EXPECT_THAT(
        GetError(g_smallScenario, {"/wan/links/0/queue_discipline=pie", "/network/path=express"}),
        testing::StartsWith("small.json: /network/path: found \"express\", expected "
                            "\"stack\", or nothing: a link has another queue_discipline"));
}

TEST(ScenarioTraffic, WindowsRatesAndPackets)
{
    const NetworkOptions plain = ParseSmall().network;
    EXPECT_EQ(plain.mtu, 65535);
    EXPECT_EQ(plain.maxWindow, 0u);
    const NetworkOptions network = ParseSmall({"/network/initial_window=32",
                                               "/network/connection_rate=5Gbps",
                                               "/network/max_window=16MB",
                                               "/network/mtu=9000"})
                                       .network;
    EXPECT_EQ(network.initialWindow, 32u);
    EXPECT_EQ(network.connectionRate, DataRate(5000000000));
    EXPECT_EQ(network.maxWindow, 16000000u);
    EXPECT_EQ(network.mtu, 9000);
    EXPECT_EQ(network.segmentBytes, 8948u); // 9000 less 52 of headers
    const NetworkOptions both =
        ParseSmall({"/network/mtu=9000", "/network/segment_bytes=1448"}).network;
    EXPECT_EQ(both.mtu, 9000);
    EXPECT_EQ(both.segmentBytes, 1448u);
    EXPECT_EQ(ParseSmall({"/network/mtu=65535"}).network.segmentBytes, 65483u);
    EXPECT_THAT(GetError(g_smallScenario, {"/network/mtu=1500", "/network/segment_bytes=1449"}),
                testing::StartsWith("small.json: /network/segment_bytes: found 1449, expected at "
                                    "most 1448: an \"mtu\" of 1500 less headers of 52"));
    EXPECT_THAT(GetError(g_smallScenario, {"/network/transport=tcp", "/network/max_window=1GB"}),
                testing::StartsWith("small.json: /network/max_window: found \"1GB\", expected a "
                                    "size from 60000B to 524288000B"));
    ExpectErrors({
        {"/network/mtu=575", "/network/mtu: found 575, expected an integer from 576 to 65535"},
        {"/network/mtu=65536", "/network/mtu: found 65536, expected an integer from 576 to 65535"},
        {"/network/initial_window=0", "/network/initial_window: found 0, expected an integer from"},
        {"/network/initial_window=10001", "/network/initial_window: found 10001, expected"},
        {"/network/connection_rate=5", "/network/connection_rate: found 5, expected a rate"},
        {"/network/connection_rate=0bps", "/network/connection_rate: found \"0bps\", expected"},
        {"/network/max_window=59999B", "/network/max_window: found \"59999B\", expected a size"},
        {"/network/max_window=5ms", "/network/max_window: found \"5ms\", expected a size from"},
    });
}
