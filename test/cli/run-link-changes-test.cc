// SPDX-License-Identifier: GPL-2.0-only
// What a run leaves behind whose links change.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

class RunLinkChangesTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }

    /// Changes of all links, both of rate and of delay, while jobs run.
    static constexpr const char* CHANGES =
        "--set=/wan/mesh/changes=[{\"at_s\": 0.8, \"rate\": \"300Mbps\"}, "
        "{\"at_s\": 1.6, \"rate\": \"2Gbps\", \"delay\": \"1ms\"}, "
        "{\"at_s\": 2.5, \"delay\": \"9ms\"}]";
};

TEST_F(RunLinkChangesTest, RepeatsByteByByteOnEitherPath)
{
    const auto steady = ReadRepeatable(RunWell("lossy.json", "steady"));
    for (const std::string path : {"express", "stack"})
    {
        const std::vector<std::string> options{CHANGES,
                                               "--set=/network/path=" + path,
                                               "--pcap=wan",
                                               "--timeline",
                                               "--waits"};
        const auto first = ReadRepeatable(RunWell("lossy.json", path, options));
        ExpectSameFiles(first, ReadRepeatable(RunWell("lossy.json", path + "-again", options)));
        EXPECT_NE(first.at("jobs.csv"), steady.at("jobs.csv"));
    }
    // Packets leave and arrive at the same times, those that wait at a change too.
    ExpectSameFiles(ReadFolder(GetFolder() / "express/pcap"),
                    ReadFolder(GetFolder() / "stack/pcap"));
    EXPECT_EQ(ReadFile(GetFolder() / "express/links.csv"),
              ReadFile(GetFolder() / "stack/links.csv"));
}

TEST_F(RunLinkChangesTest, AnAnalyticRunKnowsNoneOfThem)
{
    auto steady = ReadRepeatable(RunWell("lossy.json", "steady", {"--network=analytic"}));
    auto changed =
        ReadRepeatable(RunWell("lossy.json", "changed", {"--network=analytic", CHANGES}));
    EXPECT_NE(steady.at("scenario.json"), changed.at("scenario.json"));
    steady.erase("scenario.json");
    changed.erase("scenario.json");
    ExpectSameFiles(steady, changed);
}

TEST_F(RunLinkChangesTest, BadChangesAreRefused)
{
    const auto result =
        Run({"lossy.json",
             "--set=/wan/mesh/changes=[{\"at_s\": 3, \"rate\": \"1Gbps\"}, {\"at_s\": 3}]"});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err,
                ::testing::HasSubstr("lossy.json: /wan/mesh/changes/1/at_s: found 3, expected a "
                                     "time after the change before it, at 3 s"));
}

} // namespace ns3::bacepipe::test
