// SPDX-License-Identifier: GPL-2.0-only
#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;
using ::testing::EndsWith;
using ::testing::StartsWith;

TEST(ScenarioRegions, AreReadWithDefaults)
{
    const Scenario scenario = ParseSmall();
    ASSERT_EQ(scenario.regions.size(), 2u);
    const Region& a = scenario.regions[0];
    EXPECT_EQ(a.id, "a");
    EXPECT_EQ(a.gpus, 16u);
    EXPECT_EQ(a.gpuType, "RTX A6000");
    EXPECT_EQ(a.gpuWatts, 300);
    EXPECT_EQ(a.gpusPerHost, 8u);
    EXPECT_EQ(a.price.At(Seconds(0)), 0.2);
    EXPECT_EQ(a.bandwidth, DataRate(50000000000));
    EXPECT_EQ(a.latency, MicroSeconds(50));
    EXPECT_EQ(scenario.regions[1].bandwidth, DataRate(25000000000));
    EXPECT_EQ(scenario.regions[1].latency, MicroSeconds(20));
    EXPECT_EQ(ParseSmall({"/regions/1/gpus_per_host=4"}).regions[1].gpusPerHost, 4u);
}

TEST(ScenarioRegions, ZeroLatencyIsAllowed)
{
    EXPECT_EQ(ParseSmall({"/regions/0/latency=0s"}).regions[0].latency, Time(0));
    EXPECT_EQ(ParseSmall({"/regions/0/latency=0 ns"}).regions[0].latency, Time(0));
}

TEST(ScenarioRegions, WholeNumbersMayBeWrittenAsReals)
{
    EXPECT_EQ(ParseSmall({"/regions/0/gpus=32.0"}).regions[0].gpus, 32u);
    EXPECT_EQ(ParseSmall({"/regions/0/gpus=1e2"}).regions[0].gpus, 100u);
}

TEST(ScenarioRegions, PricesMayVaryAndBeNegative)
{
    const Scenario scenario = ParseSmall({"/regions/0/price_usd_per_kwh="
                                          "[{\"from_s\": 0, \"usd_per_kwh\": 0.2},"
                                          " {\"from_s\": 3600.5, \"usd_per_kwh\": -0.01}]"});
    const PriceSchedule& price = scenario.regions[0].price;
    EXPECT_EQ(price.At(Seconds(3600)), 0.2);
    EXPECT_EQ(price.At(MilliSeconds(3600500)), -0.01);
}

TEST(ScenarioRegions, SpeedsAreThoseOfThePeaks)
{
    EXPECT_EQ(ParseSmall().regions[0].speed, 1);
    EXPECT_EQ(ParseSmall().regions[1].speed, 1);
    for (const int fast : {0, 1})
    {
        const Scenario scenario =
            ParseSmall({"/regions/" + std::to_string(fast) + "/gpu=H100 SXM 80GB"});
        EXPECT_EQ(scenario.regions[fast].speed, 1);
        EXPECT_NEAR(scenario.regions[1 - fast].speed, 0.1565217391, 1e-9); // 154.8 / 989
        EXPECT_EQ(scenario.regions[fast].gpuWatts, 700);
        EXPECT_EQ(scenario.regions[1 - fast].gpuWatts, 300);
        // Of the faster, and the memory of the smaller: 235.2 GB / 48 GB.
        EXPECT_NEAR(scenario.jobs[0].profile.computeTime, 0.3652853387, 1e-9);
        EXPECT_EQ(scenario.jobs[0].profile.minGpus, 5u);
    }
}

TEST(ScenarioRegions, SpeedsCanBeGivenInGpusOfTheFirstRegionsType)
{
    const std::string job =
        R"(/jobs/0={"id": "j", "embedding_time_s": 1, "head_time_s": 2, "optimizer_time_s": 3,
                    "profile": {"compute_time_s": 4, "boundary_bytes": 1, "layers": 8,
                                "iterations": 1}})";
    const Scenario slower = ParseSmall({job, "/regions/1/speed=0.5"});
    EXPECT_EQ(slower.regions[0].speed, 1);
    EXPECT_EQ(slower.regions[1].speed, 0.5);
    EXPECT_EQ(slower.jobs[0].profile.computeTime, 4);
    const Scenario faster = ParseSmall({job, "/regions/1/speed=4"});
    EXPECT_EQ(faster.regions[0].speed, 0.25);
    EXPECT_EQ(faster.regions[1].speed, 1);
    EXPECT_EQ(faster.jobs[0].profile.computeTime, 1);
    EXPECT_EQ(faster.jobs[0].pipeline.embeddingTime, 0.25);
    EXPECT_EQ(faster.jobs[0].pipeline.headTime, 0.5);
    EXPECT_EQ(faster.jobs[0].profile.optimizerTime, 0.75);
    // The first region's type is the unit even where its own GPUs are given another speed.
    const Scenario both = ParseSmall({job, "/regions/0/speed=0.5", "/regions/1/speed=0.5"});
    EXPECT_EQ(both.regions[0].speed, 1);
    EXPECT_EQ(both.regions[1].speed, 1);
    EXPECT_EQ(both.jobs[0].profile.computeTime, 8);
    // A given speed stands for that of the type.
    const Scenario typed = ParseSmall({job, "/regions/1/gpu=T4", "/regions/1/speed=2"});
    EXPECT_EQ(typed.regions[0].speed, 0.5);
    EXPECT_EQ(typed.regions[1].gpuWatts, 70);
}

TEST(ScenarioRegions, BadValuesAreRefusedByPlace)
{
    ExpectErrors({
        {"/regions=[]", "/regions: found an array of 0, expected an array of 1 to 2000 regions"},
        {"/regions={}", "/regions: found an object, expected an array"},
        {"/regions/0=7", "/regions/0: found 7, expected an object"},
        {"/regions/0={}", "/regions/0/id: found nothing, expected 1 to 64 letters"},
        {"/regions/0/colour=red", "/regions/0/colour: found an unknown key, expected one of"},
        {"/regions/0/id=", "/regions/0/id: found \"\", expected 1 to 64 letters"},
        {"/regions/0/id=a>b", "/regions/0/id: found \"a>b\""},
        {"/regions/0/id=a,b", "/regions/0/id: found \"a,b\""},
        {"/regions/0/id=a:8", "/regions/0/id: found \"a:8\""},
        {"/regions/0/id=..", "/regions/0/id: found \"..\""},
        {"/regions/0/id=\"a b\"", "/regions/0/id: found \"a b\""},
        {"/regions/0/id=\"a\\nb\"", "/regions/0/id: found \"a b\""},
        {"/regions/0/id=7", "/regions/0/id: found 7, expected 1 to 64 letters"},
        {"/regions/1/id=a", "/regions/1/id: found \"a\", expected an id that /regions/0"},
        {"/regions/0/gpus=0", "/regions/0/gpus: found 0, expected an integer from 1 to 1000000"},
        {"/regions/0/gpus=-4", "/regions/0/gpus: found -4, expected an integer"},
        {"/regions/0/gpus=1.5", "/regions/0/gpus: found 1.5, expected an integer"},
        {"/regions/0/gpus=1000001", "/regions/0/gpus: found 1000001, expected an integer"},
        {"/regions/0/gpus=1e30", "/regions/0/gpus: found 1e+30, expected an integer"},
        {"/regions/0/gpus=true", "/regions/0/gpus: found true, expected an integer"},
        {"/regions/0/gpus=null", "/regions/0/gpus: found null, expected an integer"},
        {"/regions/0/gpus=\"16\"", "/regions/0/gpus: found \"16\", expected an integer"},
        {"/regions/0/gpus=18446744073709551616", "/regions/0/gpus: found 1.8446744073709552e+19"},
        {"/regions/0/gpu=Abacus", "/regions/0/gpu: found \"Abacus\", expected \"A100 PCIe 40GB\""},
        {"/regions/0/speed=0", "/regions/0/speed: found 0, expected a number from 0.01 to 100"},
        {"/regions/1/speed=0.0099", "/regions/1/speed: found 0.0099, expected a number from 0.01"},
        {"/regions/1/speed=101", "/regions/1/speed: found 101, expected a number from 0.01 to 100"},
        {"/regions/1/speed=fast", "/regions/1/speed: found \"fast\", expected a number"},
        {"/regions/1/speed=null", "/regions/1/speed: found null, expected a number"},
        {"/regions/0/gpus_per_host=0", "/regions/0/gpus_per_host: found 0, expected an integer"},
        {"/regions/0/bandwidth=0Gbps", "/regions/0/bandwidth: found \"0Gbps\", expected a rate"},
        {"/regions/0/bandwidth=0.4bps", "/regions/0/bandwidth: found \"0.4bps\", expected a rate"},
        {"/regions/0/bandwidth=-1Gbps", "/regions/0/bandwidth: found \"-1Gbps\", expected a rate"},
        {"/regions/0/bandwidth=1001Pbps", "/regions/0/bandwidth: found \"1001Pbps\""},
        {"/regions/0/bandwidth=10", "/regions/0/bandwidth: found 10, expected a rate"},
        {"/regions/0/latency=61s",
         "/regions/0/latency: found \"61s\", expected a duration from 0s"},
        {"/regions/0/latency=-1us", "/regions/0/latency: found \"-1us\", expected a duration"},
        {"/regions/0/latency=0", "/regions/0/latency: found 0, expected a duration"},
        {"/regions/0/price_usd_per_kwh=101",
         "/regions/0/price_usd_per_kwh: found 101, expected a number from -100 to 100 $/kWh"},
        {"/regions/0/price_usd_per_kwh=cheap",
         "/regions/0/price_usd_per_kwh: found \"cheap\", expected a number"},
        {"/regions/0/price_usd_per_kwh=[]",
         "/regions/0/price_usd_per_kwh: found an array of 0, expected an array of 1 to"},
        {"/regions/0/price_usd_per_kwh=[{\"from_s\":5,\"usd_per_kwh\":1},"
         "{\"from_s\":5,\"usd_per_kwh\":1}]",
         "/regions/0/price_usd_per_kwh/1/from_s: found 5, expected a time after"},
        {"/regions/0/price_usd_per_kwh=[{\"from_s\":-1,\"usd_per_kwh\":1}]",
         "/regions/0/price_usd_per_kwh/0/from_s: found -1, expected a number from 0"},
        {"/regions/0/price_usd_per_kwh=[{\"from_s\":0}]",
         "/regions/0/price_usd_per_kwh/0/usd_per_kwh: found nothing, expected a number"},
        {"/regions/0/price_usd_per_kwh=[{\"from_s\":0,\"usd_per_kwh\":1,\"x\":1}]",
         "/regions/0/price_usd_per_kwh/0/x: found an unknown key"},
    });
}

TEST(ScenarioRegions, LongValuesAreCut)
{
    EXPECT_THAT(GetSmallError("/regions/0/id=" + std::string(70, 'x')),
                StartsWith("small.json: /regions/0/id: found \"" + std::string(60, 'x') +
                           "...\", expected"));
    EXPECT_EQ(GetSmallError("/regions/0/id=" + std::string(64, 'x')),
              "small.json: /wan/links/0/from: found \"a\", expected the id of a region");
}

TEST(ScenarioRegions, AThousandAreRead)
{
    std::string text = R"({"wan": {"mesh": {"rate": "mean", "rtt_ms": [)";
    for (int i = 0; i < 1000; ++i)
    {
        text += i ? ",[" : "[";
        for (int j = 0; j < 1000; ++j)
        {
            text += (j ? "," : "") + (i == j ? std::string("null") : std::to_string(i + j));
        }
        text += "]";
    }
    text += R"(]}}, "jobs": [{"id": "j", "model": "Qwen2.5-14B", "dataset": "Alpaca-52k"}],)"
            R"("regions": [)";
    for (int i = 0; i < 1000; ++i)
    {
        text += (i ? ",{\"id\": \"r" : "{\"id\": \"r") + std::to_string(i) +
                R"(", "gpus": 8, "gpu": "T4", "price_usd_per_kwh": 0.1,)"
                R"("bandwidth": "10Gbps", "latency": "1us"})";
    }
    const Scenario scenario = ParseScenario(text + "]}", "large.json");
    EXPECT_EQ(scenario.regions.size(), 1000u);
    ASSERT_EQ(scenario.links.size(), 999000u);
    EXPECT_EQ(scenario.links.back().delay, MicroSeconds(998500)); // (999 + 998) / 2 ms
}
