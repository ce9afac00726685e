// SPDX-License-Identifier: GPL-2.0-only
// What each option of a run does.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

class RunOptionsTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
        Write("tiny.json", g_tinyScenario);
    }
};

TEST_F(RunOptionsTest, ShortFormsAreOverrides)
{
    const auto output = RunWell("lossy.json",
                                "out",
                                {"--policy=no-priority",
                                 "--network=analytic",
                                 "--seed=5",
                                 "--set=/jobs/0/profile/iterations=1000000",
                                 "--set=/regions/1/bandwidth=40Gbps"});
    const auto summary = ReadJson(output / "summary.json");
    EXPECT_EQ(summary.at("policy"), "no-priority");
    EXPECT_EQ(summary.at("network"), "analytic");
    EXPECT_EQ(summary.at("seed"), 5);
    EXPECT_EQ(summary.at("iterations_total"), 1000040);
    const auto scenario = ReadJson(output / "scenario.json");
    EXPECT_EQ(scenario.at("policy"), "no-priority");
    EXPECT_EQ(scenario.at("network").at("level"), "analytic");
    EXPECT_EQ(scenario.at("seed"), 5);
    EXPECT_EQ(scenario.at("jobs").at(0).at("profile").at("iterations"), 1000000);
    EXPECT_EQ(scenario.at("regions").at(1).at("bandwidth"), "40Gbps");
    EXPECT_EQ(scenario.at("name"), "lossy");
}

TEST_F(RunOptionsTest, LastOfTwoWins)
{
    const auto output = RunWell("tiny.json", "out", {"--seed=2", "--set=/seed=3", "--seed=4"});
    EXPECT_EQ(ReadJson(output / "summary.json").at("seed"), 4);
}

TEST_F(RunOptionsTest, DefaultOutputIsNamedAfterTheRun)
{
    EXPECT_EQ(Run({"tiny.json"}).status, 0);
    EXPECT_EQ(Run({"--scenario=tiny.json", "--policy=ldf", "--network=analytic"}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(GetFolder() / "results/tiny-bace-pipe-packet/jobs.csv"));
    EXPECT_TRUE(std::filesystem::exists(GetFolder() / "results/tiny-ldf-analytic/jobs.csv"));
}

TEST_F(RunOptionsTest, OptionsMayComeBeforeTheScenario)
{
    EXPECT_EQ(Run({"--quiet", "-output=out", "tiny.json"}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(GetFolder() / "out/jobs.csv"));
}

TEST_F(RunOptionsTest, AttributeDefaultsReachTheRun)
{
    const auto simulated =
        [this](const std::string& output, const char* option, const char* other = "--quiet") {
            const auto folder = RunWell("lossy.json", output, {option, other});
            return ReadJson(folder / "summary.json").at("iterations_simulated").get<int>();
        };
    const int plain = simulated("plain", "--ns3::bacepipe::FastForward::MinIterations=20");
    EXPECT_LT(simulated("shorter",
                        "--ns3::bacepipe::FastForward::MinIterations=2",
                        "--ns3::bacepipe::FastForward::MinLossyIterations=0"),
              plain);
    EXPECT_EQ(simulated("default", "--quiet"), plain);
    simulated("slow-start", "--ns3::bacepipe::StripedMessageChannel::InitialWindow=1");
    EXPECT_NE(ReadFile(GetFolder() / "slow-start/iterations.csv"),
              ReadFile(GetFolder() / "default/iterations.csv"));
}

TEST_F(RunOptionsTest, AttributesThatWouldHaveNoEffectAreRefused)
{
    const auto owned = Run({"tiny.json", "--ns3::bacepipe::BulkMessageChannel::SegmentSize=9000"});
    EXPECT_EQ(owned.status, 2);
    EXPECT_THAT(owned.err, ::testing::HasSubstr("expected --set=/network/segment_bytes=N"));
    const auto inherited =
        Run({"tiny.json", "--ns3::bacepipe::BulkMessageChannel::InitialWindow=1"});
    EXPECT_EQ(inherited.status, 2);
    EXPECT_THAT(
        inherited.err,
        ::testing::HasSubstr("expected --ns3::bacepipe::StripedMessageChannel::InitialWindow"));
}

TEST_F(RunOptionsTest, QuietAndShortRunsSayNothingOnTheWay)
{
    EXPECT_EQ(Run({"lossy.json", "--output=out", "--quiet"}).err, "");
    EXPECT_EQ(Run({"lossy.json", "--output=out"}).err, "");
}

TEST_F(RunOptionsTest, HelpAndListsOfNs3)
{
    const auto help = Run({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.err, "");
    for (const char* const option : {"--scenario",
                                     "--policy",
                                     "--network",
                                     "--seed",
                                     "--set",
                                     "--output",
                                     "--pcap",
                                     "--flowmon",
                                     "--timeline",
                                     "--quiet",
                                     "--PrintAttributes"})
    {
        EXPECT_THAT(help.out, ::testing::HasSubstr(option));
    }
    EXPECT_THAT(help.out, ::testing::Not(::testing::HasSubstr("--policies")));
    EXPECT_EQ(Run({"--PrintHelp"}).out, help.out);
    EXPECT_EQ(Run({"tiny.json", "--help"}).out, help.out);
    const auto attributes = Run({"--PrintAttributes=ns3::bacepipe::SchedulerApplication"});
    EXPECT_EQ(attributes.status, 0);
    EXPECT_THAT(attributes.out,
                ::testing::HasSubstr("--ns3::bacepipe::SchedulerApplication::StallTimeout=["));
    EXPECT_THAT(Run({"--PrintTypeIds"}).out, ::testing::HasSubstr("ns3::bacepipe::"));
    EXPECT_EQ(Run({"--PrintGlobals"}).status, 0);
    EXPECT_EQ(Run({"--PrintGroups"}).status, 0);
    EXPECT_THAT(Run({"--version"}).out,
                ::testing::MatchesRegex("bace-pipe [0-9.]+, ns-3 3[.].*\n"));
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "tiny.json"}));
}

TEST_F(RunOptionsTest, GlobalValuesOfNs3)
{
    const auto plain = RunWell("lossy.json", "plain");
    for (const char* const kind : {"Calendar", "PriorityQueue"})
    {
        const std::string type = std::string("--SchedulerType=ns3::") + kind + "Scheduler";
        const auto other = RunWell("lossy.json", kind, {type});
        ExpectSameFiles(ReadRepeatable(plain), ReadRepeatable(other));
    }
}

TEST_F(RunOptionsTest, LongIdsStayWhole)
{
    const std::string id(64, 'x');
    const auto output =
        RunWell("tiny.json", "out", {"--set=/jobs/0/id=" + id, "--set=/regions/1/id=" + id});
    EXPECT_EQ(ReadCsv(output / "jobs.csv").rows.at(0).at("job"), id);
}

} // namespace ns3::bacepipe::test
