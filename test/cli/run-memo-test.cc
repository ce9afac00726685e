// SPDX-License-Identifier: GPL-2.0-only
// What runs keep for one another.
#include <thread>

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

using ::testing::HasSubstr;

class RunMemoTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        // Without losses, and long enough to settle.
        Write("steady.json", g_lossyScenario);
    }

    /// @return the summary of a run
    nlohmann::json Summarise(const std::string& output, std::vector<std::string> options)
    {
        options.insert(options.begin(),
                       {"--set=/wan/mesh/loss_rate=0",
                        "--set=/jobs/0/profile/iterations=200",
                        "--set=/jobs/1/profile/iterations=200",
                        "--set=/jobs/2/profile/iterations=200"});
        return ReadJson(RunWell("steady.json", output, options) / "summary.json");
    }
};

TEST_F(RunMemoTest, AnotherRunNeedsFewerIterations)
{
    const auto plain = Summarise("plain", {});
    const auto first = Summarise("first", {"--memo=memo"});
    EXPECT_EQ(ReadFile(GetFolder() / "first/jobs.csv"), ReadFile(GetFolder() / "plain/jobs.csv"));
    EXPECT_EQ(first.at("memo_hits_loaded"), 0);
    const auto second = Summarise("second", {"--memo=memo"});
    EXPECT_GT(second.at("memo_hits_loaded"), 0);
    EXPECT_GE(second.at("memo_hits"), second.at("memo_hits_loaded"));
    EXPECT_LT(second.at("iterations_simulated"), first.at("iterations_simulated"));
    const double jct = first.at("average_jct_s");
    EXPECT_NEAR(second.at("average_jct_s").get<double>(),
                jct,
                first.at("average_jct_ci_s").get<double>() +
                    second.at("average_jct_ci_s").get<double>() + 1e-6 * jct);
    EXPECT_THAT(ReadFile(GetFolder() / "second/accounted.csv"), HasSubstr(",yes,yes\n"));
    EXPECT_THAT(ReadFile(GetFolder() / "first/accounted.csv"), HasSubstr(",yes,no\n"));
    // What matters is part of what is remembered.
    const auto other = Summarise("other", {"--memo=memo", "--set=/network/segment_bytes=9000"});
    EXPECT_EQ(other.at("memo_hits_loaded"), 0);
    const auto attribute =
        Summarise("attribute",
                  {"--memo=memo", "--ns3::bacepipe::StripedMessageChannel::InitialWindow=3"});
    EXPECT_EQ(attribute.at("memo_hits_loaded"), 0);
    // So is what is not: a seed where nothing is random.
    EXPECT_GT(Summarise("seed", {"--memo=memo", "--seed=9"}).at("memo_hits_loaded"), 0);
}

TEST_F(RunMemoTest, ItCanBeTurnedOff)
{
    const auto off = Summarise("off", {"--set=/run/memo=false"});
    EXPECT_EQ(off.at("memo_hits"), 0);
    const auto refused = Run({"steady.json", "--memo=memo", "--set=/run/memo=false"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("--memo=memo: found a run with /run/memo=false"));
    EXPECT_EQ(Run({"steady.json", "--memo=memo", "--network=analytic"}).status, 2);
    EXPECT_EQ(Run({"steady.json", "--memo=memo", "--set=/run/fast_forward=false"}).status, 2);
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "memo"));
}

TEST_F(RunMemoTest, AFileOfAnotherKindIsLeftAlone)
{
    Write("other", "precious\n");
    const auto refused = Run({"steady.json", "--memo=other", "--output=out"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("--memo=other: found something else"));
    EXPECT_EQ(ReadFile(GetFolder() / "other"), "precious\n");
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out"));
    EXPECT_EQ(Run({"steady.json", "--memo=no/such/folder"}).status, 2);
    EXPECT_EQ(Run({"steady.json", "--memo="}).status, 2);
}

TEST_F(RunMemoTest, RunsMayShareItAtATime)
{
    std::vector<std::thread> runs;
    for (int i = 0; i < 4; ++i)
    {
        runs.emplace_back([this, i]() {
            Summarise("run" + std::to_string(i),
                      {"--memo=memo",
                       "--set=/jobs/0/profile/boundary_bytes=" + std::to_string(1000000 + i)});
        });
    }
    for (auto& run : runs)
    {
        run.join();
    }
    for (int i = 0; i < 4; ++i)
    {
        const auto again = Summarise(
            "again" + std::to_string(i),
            {"--memo=memo", "--set=/jobs/0/profile/boundary_bytes=" + std::to_string(1000000 + i)});
        EXPECT_GT(again.at("memo_hits_loaded"), 0) << i;
    }
}

TEST_F(RunMemoTest, WhatAKilledRunHasLeftIsPassedOver)
{
    Summarise("first", {"--memo=memo"});
    const std::string whole = ReadFile(GetFolder() / "memo");
    Write("memo", whole.substr(0, whole.size() - 20));
    const auto torn = Run({"steady.json", "--memo=memo", "--output=torn"});
    EXPECT_EQ(torn.status, 0);
    EXPECT_THAT(torn.err, HasSubstr("warning: --memo=memo: 1 lines cannot be read"));
}

} // namespace ns3::bacepipe::test
