// SPDX-License-Identifier: GPL-2.0-only
// The same scenario and seed give the same bytes; another seed does not, where chance plays a part.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

class RunRepeatTest : public CommandLineTest, public ::testing::WithParamInterface<const char*>
{
};

TEST_P(RunRepeatTest, SameSeedGivesTheSameBytes)
{
    Write("lossy.json", g_lossyScenario);
    const std::vector<std::string> options = {std::string("--set=/network/transport=") + GetParam(),
                                              "--seed=7",
                                              "--pcap=wan",
                                              "--flowmon",
                                              "--timeline"};
    const auto first = ReadRepeatable(RunWell("lossy.json", "first", options));
    const auto second = ReadRepeatable(RunWell("lossy.json", "second", options));
    EXPECT_EQ(first.count("pcap/a+b-sent.pcap"), 1U);
    EXPECT_EQ(first.count("flowmon.xml"), 1U);
    EXPECT_EQ(first.count("timeline.json"), 1U);
    ExpectSameFiles(first, second);
}

TEST_P(RunRepeatTest, AnotherSeedLosesOtherPackets)
{
    Write("lossy.json", g_lossyScenario);
    const std::string transport = std::string("--set=/network/transport=") + GetParam();
    const auto first = RunWell("lossy.json", "first", {transport, "--seed=7"});
    const auto second = RunWell("lossy.json", "second", {transport, "--seed=8"});
    EXPECT_EQ(ReadJson(second / "summary.json").at("seed"), 8);
    EXPECT_NE(ReadFile(first / "links.csv"), ReadFile(second / "links.csv"));
    EXPECT_NE(ReadFile(first / "iterations.csv"), ReadFile(second / "iterations.csv"));
}

TEST_P(RunRepeatTest, RecordingChangesNothing)
{
    Write("lossy.json", g_lossyScenario);
    const std::string transport = std::string("--set=/network/transport=") + GetParam();
    const auto plain = ReadRepeatable(RunWell("lossy.json", "plain", {transport}));
    auto recorded = ReadRepeatable(
        RunWell("lossy.json", "recorded", {transport, "--pcap=all", "--flowmon", "--timeline"}));
    for (auto it = recorded.begin(); it != recorded.end();)
    {
        it = plain.count(it->first) == 0 ? recorded.erase(it) : std::next(it);
    }
    ExpectSameFiles(plain, recorded);
}

INSTANTIATE_TEST_SUITE_P(Transports,
                         RunRepeatTest,
                         ::testing::Values("bulk", "tcp"),
                         [](const auto& info) { return std::string(info.param); });

/// The environment of the user has no say in numbers.
TEST_F(RunRepeatTest, LocaleAndEnvironmentChangeNothing)
{
    Write("lossy.json", g_lossyScenario);
    const auto first = ReadRepeatable(RunWell("lossy.json", "first"));
    const auto result = Shell("env -i LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo NS_GLOBAL_VALUE=RngRun=5 "
                              "$RUN lossy.json --output=second");
    EXPECT_EQ(result.status, 0) << result.err;
    ExpectSameFiles(first, ReadRepeatable(GetFolder() / "second"));
}

} // namespace ns3::bacepipe::test
