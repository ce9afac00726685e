// SPDX-License-Identifier: GPL-2.0-only
// The scenarios that are shipped.
#include <filesystem>

#include "scenario-testing.h"
#include "support/tree.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

const std::string g_folder = test::SourceFolder() + "/examples/scenarios/";

/**
 * @param scenario a scenario
 * @param source a region's id
 * @param destination another
 * @return the link between them
 */
WanLink
FindLink(const Scenario& scenario, const std::string& source, const std::string& destination)
{
    for (const WanLink& link : scenario.links)
    {
        if (scenario.regions[link.source].id == source &&
            scenario.regions[link.destination].id == destination)
        {
            return link;
        }
    }
    ADD_FAILURE() << "no link " << source << ">" << destination;
    return {};
}

} // namespace

TEST(ScenarioExamples, AllAreReadAndRunAgain)
{
    for (const auto& entry : std::filesystem::directory_iterator(g_folder))
    {
        SCOPED_TRACE(entry.path());
        const Scenario scenario = ReadScenario(entry.path());
        EXPECT_EQ(scenario.name, entry.path().stem());
        EXPECT_EQ(ParseScenario(scenario.text, "again").text, scenario.text);
        EXPECT_NO_THROW(Cluster(scenario.regions, scenario.links));
    }
}

TEST(ScenarioExamples, SixRegions)
{
    const Scenario scenario = ReadScenario(g_folder + "six-regions.json");
    ASSERT_EQ(scenario.regions.size(), 6u);
    EXPECT_EQ(scenario.links.size(), 30u);
    ASSERT_EQ(scenario.jobs.size(), 8u);
    EXPECT_TRUE(scenario.network.packetLevel);
    EXPECT_TRUE(scenario.scheduling.layerBound);
    uint32_t gpus = 0;
    for (const Region& region : scenario.regions)
    {
        EXPECT_TRUE(region.gpus == 16 || region.gpus == 32 || region.gpus == 64 ||
                    region.gpus == 128);
        EXPECT_GE(region.bandwidth, DataRate(25000000000));
        EXPECT_LE(region.bandwidth, DataRate(100000000000));
        gpus += region.gpus;
    }
    EXPECT_EQ(gpus, 240u);
    const WanLink link = FindLink(scenario, "eu-west-1", "us-east-2");
    EXPECT_EQ(link.delay, NanoSeconds(38225000));
    EXPECT_EQ(link.rate, DataRate(80000000000)); // (60 + 100) / 2
    const std::vector<uint64_t> iterations{449, 17, 449, 34485, 449, 34485, 17, 17};
    const std::vector<uint32_t> floors{34, 24, 22, 14, 11, 9, 7, 5};
    for (std::size_t i = 0; i < 8; ++i)
    {
        EXPECT_EQ(scenario.jobs[i].profile.iterations, iterations[i]) << scenario.jobs[i].id;
        EXPECT_EQ(scenario.jobs[i].profile.minGpus, floors[i]) << scenario.jobs[i].id;
    }
}

TEST(ScenarioExamples, SixRegionsMeasuredDiffersInRatesAlone)
{
    const Scenario ideal = ReadScenario(g_folder + "six-regions.json");
    const Scenario measured = ReadScenario(g_folder + "six-regions-measured.json");
    ASSERT_EQ(measured.links.size(), 30u);
    for (std::size_t i = 0; i < 30; ++i)
    {
        EXPECT_EQ(measured.links[i].delay, ideal.links[i].delay);
        EXPECT_LT(measured.links[i].rate, DataRate(5000000000));
    }
    EXPECT_EQ(FindLink(measured, "ap-southeast-2", "eu-central-1").rate, DataRate(2668000000));
    EXPECT_EQ(measured.text.substr(measured.text.find("\"jobs\"")),
              ideal.text.substr(ideal.text.find("\"jobs\"")));
}

TEST(ScenarioExamples, MotivatingExample)
{
    const Scenario scenario = ReadScenario(g_folder + "motivating-example.json");
    EXPECT_FALSE(scenario.network.packetLevel);
    ASSERT_EQ(scenario.links.size(), 4u);
    EXPECT_EQ(FindLink(scenario, "C", "A").rate, DataRate(1000000000));
    EXPECT_EQ(FindLink(scenario, "B", "D").rate, DataRate(200000000));
    ASSERT_EQ(scenario.jobs.size(), 2u);
    const JobProfile& p = scenario.jobs[0].profile;
    const JobProfile& q = scenario.jobs[1].profile;
    EXPECT_EQ(p.iterations, 407u);
    EXPECT_EQ(p.boundaryBytes, 530000u);
    EXPECT_EQ(p.minGpus, 1u);
    EXPECT_NEAR(p.computeTime, 0.0945813953, 1e-10); // 6 x 14.7e9 x 83 / 77.4e12
    EXPECT_EQ(q.boundaryBytes, 7000000u);
    EXPECT_NEAR(q.computeTime, 0.4542480620, 1e-10); // 6 x 70.6e9 x 83 / 77.4e12
    // P on A4+C2: (128 + 5) / 6 micro-batches, 407 times: 853 s, 0.237 h
    EXPECT_NEAR(407 * p.computeTime * 133 / 6 / 3600, 0.2370, 1e-4);
}
