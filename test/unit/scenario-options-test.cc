// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-policy.h"

#include "scenario-testing.h"

using namespace ns3::bacepipe;

TEST(ScenarioOptions, HaveDefaults)
{
    const Scenario scenario = ParseSmall();
    EXPECT_EQ(scenario.name, "small");
    EXPECT_EQ(scenario.seed, 1u);
    EXPECT_EQ(scenario.policy, "bace-pipe");
    EXPECT_TRUE(scenario.scheduling.layerBound);
    EXPECT_FALSE(scenario.scheduling.longestFirst);
    EXPECT_EQ(scenario.scheduling.timeTolerance, 0);
    EXPECT_FALSE(scenario.scheduling.spanAll);
    EXPECT_TRUE(scenario.network.packetLevel);
    EXPECT_FALSE(scenario.network.intraRegionPackets);
    EXPECT_EQ(scenario.network.transport, "bulk");
    EXPECT_EQ(scenario.network.congestionControl, "cubic");
    EXPECT_EQ(scenario.network.connections, 1u);
    EXPECT_EQ(scenario.network.segmentBytes, 60000u);
    EXPECT_TRUE(scenario.run.fastForward);
    EXPECT_EQ(scenario.run.steadyTolerance, 0.01);
    EXPECT_EQ(scenario.run.maxIterations, 200u);
}

TEST(ScenarioOptions, AreRead)
{
    const Scenario scenario = ParseSmall({"/seed=4294944442",
                                          "/policy=cr-ldf",
                                          "/scheduler={\"layer_bound\":false,\"span\":\"all\","
                                          "\"longest_first\":true,\"time_tolerance\":0.05}",
                                          "/network={\"level\":\"analytic\",\"transport\":\"tcp\","
                                          "\"congestion_control\":\"bbr\",\"connections\":4,"
                                          "\"segment_bytes\":1448}",
                                          "/run={\"fast_forward\":false,\"steady_tolerance\":0,"
                                          "\"max_iterations\":7}"});
    EXPECT_EQ(scenario.seed, 4294944442u);
    EXPECT_EQ(scenario.policy, "cr-ldf");
    EXPECT_FALSE(scenario.scheduling.layerBound);
    EXPECT_TRUE(scenario.scheduling.longestFirst);
    EXPECT_EQ(scenario.scheduling.timeTolerance, 0.05);
    EXPECT_TRUE(scenario.scheduling.spanAll);
    EXPECT_FALSE(scenario.network.packetLevel);
    EXPECT_EQ(scenario.network.transport, "tcp");
    EXPECT_EQ(scenario.network.congestionControl, "bbr");
    EXPECT_EQ(scenario.network.connections, 4u);
    EXPECT_EQ(scenario.network.segmentBytes, 1448u);
    EXPECT_FALSE(scenario.run.fastForward);
    EXPECT_EQ(scenario.run.steadyTolerance, 0);
    EXPECT_EQ(scenario.run.maxIterations, 7u);
}

TEST(ScenarioOptions, BoundariesInsideRegionsAreDelaysOrPackets)
{
    EXPECT_STREQ(ParseSmall({"/network/intra_region=delay"}).network.GetIntraRegionName(), "delay");
    const Scenario scenario = ParseSmall({"/network/intra_region=packet"});
    EXPECT_TRUE(scenario.network.intraRegionPackets);
    EXPECT_STREQ(scenario.network.GetIntraRegionName(), "packet");
    // Equations know neither.
    const Scenario analytic =
        ParseSmall({"/network/intra_region=packet", "/network/level=analytic"});
    EXPECT_STREQ(analytic.network.GetIntraRegionName(), "none");
}

TEST(ScenarioOptions, EveryCongestionControlGoesWithEachTransport)
{
    for (const std::string transport : {"bulk", "tcp"})
    {
        for (const std::string control : {"cubic", "linux-reno", "new-reno", "bbr", "dctcp"})
        {
            const Scenario scenario = ParseSmall(
                {"/network/transport=" + transport, "/network/congestion_control=" + control});
            EXPECT_EQ(scenario.network.congestionControl, control) << transport;
        }
    }
}

TEST(ScenarioOptions, EveryPolicyIsKnown)
{
    for (const Policy& policy : GetPolicies())
    {
        EXPECT_EQ(ParseSmall({std::string("/policy=") + policy.name}).policy, policy.name);
    }
}

TEST(ScenarioOptions, BadValuesAreRefusedByPlace)
{
    ExpectErrors({
        {"/colour=red", "/colour: found an unknown key, expected one of the keys \"$schema\""},
        {"/name=a b", "/name: found \"a b\", expected 1 to 64 letters"},
        {"/name=../x", "/name: found \"../x\", expected 1 to 64 letters"},
        {"/description=7", "/description: found 7, expected a string"},
        {"/$schema=7", "/$schema: found 7, expected the address of the schema"},
        {"/seed=0", "/seed: found 0, expected an integer from 1 to 4294944442"},
        {"/seed=4294944443", "/seed: found 4294944443, expected an integer from 1"},
        {"/seed=x", "/seed: found \"x\", expected an integer from 1"},
        {"/policy=best", "/policy: found \"best\", expected \"bace-pipe\""},
        {"/policy=1", "/policy: found 1, expected \"bace-pipe\""},
        {"/scheduler=1", "/scheduler: found 1, expected an object"},
        {"/scheduler/bound=true", "/scheduler/bound: found an unknown key"},
        {"/scheduler/layer_bound=yes", "/scheduler/layer_bound: found \"yes\", expected true or"},
        {"/scheduler/longest_first=0", "/scheduler/longest_first: found 0, expected true or false"},
        {"/scheduler/time_tolerance=-1", "/scheduler/time_tolerance: found -1, expected a number"},
        {"/scheduler/span=some",
         "/scheduler/span: found \"some\", expected \"minimal\" or \"all\""},
        {"/network=null", "/network: found null, expected an object"},
        {"/network/ttl=64", "/network/ttl: found an unknown key"},
        {"/network/level=flow", "/network/level: found \"flow\", expected \"packet\" or \"analy"},
        {"/network/intra_region=none",
         "/network/intra_region: found \"none\", expected \"delay\" or \"packet\""},
        {"/network/transport=udp", "/network/transport: found \"udp\", expected \"bulk\" or \"tcp"},
        {"/network={\"transport\":\"tcp\",\"congestion_control\":\"vegas\"}",
         "/network/congestion_control: found \"vegas\", expected \"cubic\", \"linux-reno\", "
         "\"new-reno\", \"bbr\" or \"dctcp\""},
        {"/network/connections=0", "/network/connections: found 0, expected an integer from 1"},
        {"/network/segment_bytes=63",
         "/network/segment_bytes: found 63, expected an integer from "},
        {"/network/segment_bytes=65001", "/network/segment_bytes: found 65001, expected"},
        {"/run=[]", "/run: found an array of 0, expected an object"},
        {"/run/speed=2", "/run/speed: found an unknown key"},
        {"/run/fast_forward=1", "/run/fast_forward: found 1, expected true or false"},
        {"/run/max_iterations=1", "/run/max_iterations: found 1, expected an integer from 2 to"},
        {"/run/link_interval_s=-1", "/run/link_interval_s: found -1, expected a number from 0 to"},
        {"/run/link_interval_s=1e-9", "/run/link_interval_s: found 1e-09, expected 0 or at least"},
        {"/run/steady_tolerance=2", "/run/steady_tolerance: found 2, expected a number from 0 to"},
    });
}

TEST(ScenarioOptions, RegionsAndJobsAreRequired)
{
    EXPECT_EQ(GetError("{}"),
              "small.json: /regions: found nothing, expected an array of 1 to 2000 regions");
    const std::string regions = g_smallScenario.substr(0, g_smallScenario.find("\"wan\""));
    EXPECT_EQ(GetError(regions + "\"wan\": {}}"),
              "small.json: /jobs: found nothing, expected an array of 1 to 100000 jobs");
}
