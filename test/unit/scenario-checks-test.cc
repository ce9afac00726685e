// SPDX-License-Identifier: GPL-2.0-only
// What is wrong with a scenario although each of its parts is right.
#include "scenario-testing.h"

using namespace ns3::bacepipe;

TEST(ScenarioChecks, AJobLargerThanTheClusterIsRefused)
{
    EXPECT_EQ(GetSmallError("/jobs/0/min_gpus=24"), "");
    EXPECT_EQ(GetSmallError("/jobs/0/min_gpus=25"),
              "small.json: /jobs/0: found job j that needs 25 GPUs (min_gpus), expected at most "
              "the 24 of all regions");
    // The floor that follows from the model counts as well: 34 GPUs.
    EXPECT_EQ(GetSmallError("/jobs/0/model=FLM-101B"),
              "small.json: /jobs/0: found job j that needs 34 GPUs (min_gpus), expected at most "
              "the 24 of all regions");
}

TEST(ScenarioChecks, GpusThatNoLinkReachesDoNotCount)
{
    const std::string message = "small.json: /jobs/0: found job j that needs 20 GPUs (min_gpus) "
                                "and cannot reach them: unreachable regions, expected at most the "
                                "16 of regions that links in both directions connect";
    const std::string oneWay =
        "/wan/links=[{\"from\":\"a\",\"to\":\"b\",\"rate\":\"1Gbps\",\"delay\":\"0s\"}]";
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/min_gpus=20"}), "");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/min_gpus=20", "/wan/links=[]"}), message);
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/min_gpus=20", oneWay}), message);
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/min_gpus=16", "/wan/links=[]"}), "");
}

TEST(ScenarioChecks, FewerLayersThanTheFloorAreRefusedUnderLayerBound)
{
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/layers=5"}), "");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/layers=4"}),
              "small.json: /jobs/0: found job j that needs 5 GPUs (min_gpus) and has 4 layers, "
              "expected no more than one GPU a layer under layer_bound");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/layers=4", "/scheduler/layer_bound=false"}), "");
}

TEST(ScenarioChecks, NumbersBeyondTheSimulatorAreRefused)
{
    EXPECT_EQ(GetSmallError("/jobs/0/iterations=1000000000000"),
              "small.json: /jobs/0: found about 5.974444651e+13 s of execution on 5 GPUs, expected "
              "at most 4000000000 s");
    EXPECT_EQ(GetSmallError("/jobs/0={\"id\":\"j\",\"profile\":{\"compute_time_s\":1e-6,"
                            "\"boundary_bytes\":100000000000,\"layers\":2,\"iterations\":1}}"),
              "small.json: /jobs/0: found boundaries of 1.6e+18 bps on 2 GPUs, expected at most "
              "1e+18 bps");
}
