// SPDX-License-Identifier: GPL-2.0-only
// The same scenario and seed give the same bytes; another seed does not, where chance plays a part.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

/// Options that choose a transport and a path, and whether FlowMonitor sees that one.
struct Way
{
    std::string name;       //!< in the test's name
    std::string option;     //!< of the command line
    bool flowMonitor{true}; //!< whether it can be asked for
};

/// Prints its name.
std::ostream&
operator<<(std::ostream& stream, const Way& way)
{
    return stream << way.name;
}

class RunRepeatTest : public CommandLineTest, public ::testing::WithParamInterface<Way>
{
  protected:
    /// @return the options of the way, and every recording that it allows
    static std::vector<std::string> Record(const std::string& captures)
    {
        std::vector<std::string> options{GetParam().option,
                                         "--pcap=" + captures,
                                         "--timeline",
                                         "--waits"};
        if (GetParam().flowMonitor)
        {
            options.emplace_back("--flowmon");
        }
        return options;
    }
};

TEST_P(RunRepeatTest, SameSeedGivesTheSameBytes)
{
    Write("lossy.json", g_lossyScenario);
    auto options = Record("wan");
    options.emplace_back("--seed=7");
    const auto first = ReadRepeatable(RunWell("lossy.json", "first", options));
    const auto second = ReadRepeatable(RunWell("lossy.json", "second", options));
    EXPECT_EQ(first.count("pcap/a+b-sent.pcap"), 1U);
    EXPECT_EQ(first.count("flowmon.xml"), GetParam().flowMonitor ? 1U : 0U);
    EXPECT_EQ(first.count("flows.csv"), GetParam().flowMonitor ? 1U : 0U);
    EXPECT_EQ(first.count("timeline.json"), 1U);
    EXPECT_EQ(first.count("waits.csv"), 1U);
    ExpectSameFiles(first, second);
}

TEST_P(RunRepeatTest, AnotherSeedLosesOtherPackets)
{
    Write("lossy.json", g_lossyScenario);
    const std::string way = GetParam().option;
    const auto first = RunWell("lossy.json", "first", {way, "--seed=7"});
    const auto second = RunWell("lossy.json", "second", {way, "--seed=8"});
    EXPECT_EQ(ReadJson(second / "summary.json").at("seed"), 8);
    EXPECT_NE(ReadFile(first / "links.csv"), ReadFile(second / "links.csv"));
    EXPECT_NE(ReadFile(first / "iterations.csv"), ReadFile(second / "iterations.csv"));
}

TEST_P(RunRepeatTest, RecordingChangesNothing)
{
    Write("lossy.json", g_lossyScenario);
    const auto plain = ReadRepeatable(RunWell("lossy.json", "plain", {GetParam().option}));
    auto recorded = ReadRepeatable(RunWell("lossy.json", "recorded", Record("all")));
    for (auto it = recorded.begin(); it != recorded.end();)
    {
        it = plain.count(it->first) == 0 ? recorded.erase(it) : std::next(it);
    }
    ExpectSameFiles(plain, recorded);
}

INSTANTIATE_TEST_SUITE_P(Transports,
                         RunRepeatTest,
                         ::testing::Values(Way{"express", "--set=/network/path=express", false},
                                           Way{"stack", "--set=/network/path=stack"},
                                           Way{"tcp", "--set=/network/transport=tcp"}),
                         [](const auto& info) { return info.param.name; });

/// FlowMonitor sees ns-3's stack alone, and the run goes there for it.
TEST_F(RunRepeatTest, BothPathsGiveTheSameRun)
{
    Write("lossy.json", g_lossyScenario);
    const auto express = RunWell("lossy.json", "express", {"--waits"});
    const auto stack = RunWell("lossy.json", "stack", {"--flowmon", "--waits"});
    const std::string expressName = ReadJson(express / "summary.json").at("transport");
    const std::string stackName = ReadJson(stack / "summary.json").at("transport");
    EXPECT_THAT(expressName, ::testing::EndsWith("over express"));
    EXPECT_THAT(stackName, ::testing::EndsWith("over stack"));
    for (const char* const file :
         {"jobs.csv", "links.csv", "iterations.csv", "decisions.csv", "waits.csv"})
    {
        EXPECT_EQ(ReadFile(express / file), ReadFile(stack / file)) << file;
    }
}

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
