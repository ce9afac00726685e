// SPDX-License-Identifier: GPL-2.0-only
// Points of studies: which there are, what they are called, and which scenario each has.
#include <set>

#include "study-testing.h"

using namespace ns3::bacepipe;

namespace
{

/**
 * @param keys of a study of the small scenario
 * @param index of a point
 * @return the point's scenario
 */
Json
MakePoint(const std::string& keys, std::size_t index)
{
    const Study study = ParseStudyOf(keys);
    return Json::parse(study.MakeScenario(study.GetPoint(index)));
}

} // namespace

TEST(StudyPoints, AreAllCombinationsTheLastAxisFirst)
{
    const Study study = ParseStudyOf(
        "\"axes\": [{\"name\": \"rate\", \"pointer\": \"/wan/links/*/rate\", \"values\": "
        "[\"1Gbps\", \"2Gbps\"]}], \"policies\": [\"ldf\"], \"networks\": [\"packet\", "
        "\"analytic\"], \"seeds\": 2");
    ASSERT_EQ(study.CountPoints(), 8U);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 8; ++i)
    {
        names.push_back(study.GetPoint(i).name);
    }
    EXPECT_EQ(names[0], "rate-1Gbps_policy-ldf_network-packet_seed-1");
    EXPECT_EQ(names[1], "rate-1Gbps_policy-ldf_network-packet_seed-2");
    EXPECT_EQ(names[2], "rate-1Gbps_policy-ldf_network-analytic_seed-1");
    EXPECT_EQ(names[7], "rate-2Gbps_policy-ldf_network-analytic_seed-2");
    const Json scenario = Json::parse(study.MakeScenario(study.GetPoint(7)));
    EXPECT_EQ(scenario["wan"]["links"][0]["rate"], "2Gbps");
    EXPECT_EQ(scenario["wan"]["links"][1]["rate"], "2Gbps");
    EXPECT_EQ(scenario["policy"], "ldf");
    EXPECT_EQ(scenario["network"]["level"], "analytic");
    EXPECT_EQ(scenario["seed"], 2);
}

TEST(StudyPoints, WithoutAxesThereIsOne)
{
    const Study study = ParseStudyOf("\"set\": {\"/seed\": 7}");
    ASSERT_EQ(study.CountPoints(), 1U);
    EXPECT_EQ(study.GetPoint(0).name, "point");
    EXPECT_EQ(study.MakeScenario(study.GetPoint(0)), ParseSmall({"/seed=7"}).text)
        << "what a run with the same override writes";
}

TEST(StudyPoints, ScaleNumbersAndQuantities)
{
    const auto scale = [](const std::string& pointer, const std::string& factor) {
        return "\"axes\": [{\"name\": \"f\", \"pointer\": \"" + pointer + "\", \"scale\": [" +
               factor + "]}]";
    };
    // The small scenario: 10Gbps and 5Gbps; 10ms and 12ms; 16 and 8 GPUs; $0.2 and $0.3.
    const Json rates = MakePoint(scale("/wan/links/*/rate", "0.3"), 0)["wan"]["links"];
    EXPECT_EQ(rates[0]["rate"], "3Gbps");
    EXPECT_EQ(rates[1]["rate"], "1.5Gbps");
    const Json delays = MakePoint(scale("/wan/links/*/delay", "1e-3"), 0)["wan"]["links"];
    EXPECT_EQ(delays[0]["delay"], "0.01ms");
    EXPECT_EQ(delays[1]["delay"], "0.012ms");
    EXPECT_EQ(MakePoint(scale("/wan/links/0/delay", "0"), 0)["wan"]["links"][0]["delay"], "0ms");
    const Json gpus = MakePoint(scale("/regions/*/gpus", "1.5"), 0)["regions"];
    EXPECT_TRUE(gpus[0]["gpus"].is_number_integer());
    EXPECT_EQ(gpus[0]["gpus"], 24);
    EXPECT_EQ(gpus[1]["gpus"], 12);
    const Json price = MakePoint(scale("/regions/1/price_usd_per_kwh", "3"), 0)["regions"];
    EXPECT_EQ(price[0]["price_usd_per_kwh"], 0.2);
    EXPECT_EQ(price[1]["price_usd_per_kwh"].dump(), "0.9") << "not 0.8999999999999999";
}

TEST(StudyPoints, MatricesMayHaveHoles)
{
    const Json scenario = MakePoint(
        "\"set\": {\"/wan\": {\"mesh\": {\"rtt_ms\": [[null, 10], [12.5, null]]}}}, \"axes\": "
        "[{\"name\": \"far\", \"pointer\": \"/wan/mesh/rtt_ms/*/*\", \"scale\": [2]}]",
        0);
    EXPECT_EQ(scenario["wan"]["mesh"]["rtt_ms"].dump(), "[[null,20],[25.0,null]]");
}

TEST(StudyPoints, ValuesAreSetBeforeAnyIsScaled)
{
    const std::string keys =
        "\"axes\": [{\"name\": \"far\", \"pointer\": \"/wan/links/0/rate\", \"scale\": [2]},"
        "{\"name\": \"kind\", \"alternatives\": [{\"name\": \"as it is\"}, {\"name\": \"other\", "
        "\"set\": {\"/wan/links/0/rate\": \"7Gbps\", \"/network/connections\": 2}, \"scale\": "
        "{\"/wan/links/0/rate\": 0.5, \"/wan/links/1/rate\": 3}}]}]";
    const Json plain = MakePoint(keys, 0);
    EXPECT_EQ(plain["wan"]["links"][0]["rate"], "20Gbps");
    EXPECT_FALSE(plain.contains("network"));
    const Json other = MakePoint(keys, 1);
    EXPECT_EQ(other["wan"]["links"][0]["rate"], "7Gbps") << "times 2 and times 0.5";
    EXPECT_EQ(other["wan"]["links"][1]["rate"], "15Gbps");
    EXPECT_EQ(other["network"]["connections"], 2);
}

TEST(StudyPoints, SeveralPointersHaveOneValue)
{
    const Json scenario =
        MakePoint("\"axes\": [{\"name\": \"n\", \"pointer\": [\"/regions/0/gpus\", "
                  "\"/regions/1/gpus\"], \"values\": [12]}]",
                  0);
    EXPECT_EQ(scenario["regions"][0]["gpus"], 12);
    EXPECT_EQ(scenario["regions"][1]["gpus"], 12);
}

TEST(StudyPoints, NamesAreFitForFilesAndDiffer)
{
    const std::string longName(450, 'x');
    const Study study = ParseStudyOf(
        "\"axes\": [{\"name\": \"kind\", \"alternatives\": [{\"name\": \"a b\"}, {\"name\": "
        "\"a/b\"}, {\"name\": \"a-b\"}, {\"name\": \"..\"}, {\"name\": \"" +
        longName + "\"}, {\"name\": \"" + longName + "y\"}, {\"name\": \"\xc3\xa4\"}]}]");
    std::set<std::string> names;
    for (std::size_t i = 0; i < study.CountPoints(); ++i)
    {
        const std::string name = study.GetPoint(i).name;
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_LT(name.size(), 200U);
        EXPECT_EQ(name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789-_."),
                  std::string::npos)
            << name;
    }
    EXPECT_EQ(study.GetPoint(2).name, "kind-a-b") << "as it is where it can be";
}

TEST(StudyPoints, TheStudyAsKeptNeedsNoOtherFile)
{
    const Study study = ParseStudyOf("\"seeds\": [3, 9]");
    const Study kept = ParseStudy(study.document.dump(), "elsewhere.json");
    EXPECT_EQ(kept.name, "study") << "by its name, not by its file's";
    EXPECT_EQ(kept.MakeScenario(kept.GetPoint(1)), study.MakeScenario(study.GetPoint(1)));
}
