// SPDX-License-Identifier: GPL-2.0-only
// The comparison of policies: its table, its files, and that each run in it is like one alone.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

const std::vector<std::string> g_policies = {"bace-pipe",
                                             "lcf",
                                             "ldf",
                                             "cr-lcf",
                                             "cr-ldf",
                                             "no-priority",
                                             "no-pathfinder",
                                             "no-cost-min",
                                             "bace-pipe-lookahead"};

class CompareTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }
};

/// @return the first word of each line
std::vector<std::string>
GetFirstWords(const std::string& text)
{
    std::vector<std::string> words;
    for (const auto& line : Split(text, '\n'))
    {
        words.push_back(line.substr(0, line.find(' ')));
    }
    return words;
}

} // namespace

TEST_F(CompareTest, EveryPolicyHasALineAndAFolder)
{
    const std::string scenario = SourceFolder() + "/examples/scenarios/six-regions.json";
    const auto result = Compare({scenario, "--network=analytic", "--output=out"});
    EXPECT_EQ(result.status, 0) << result.err;
    const auto words = GetFirstWords(result.out);
    const auto table = ReadCsv(GetFolder() / "out/compare.csv");
    EXPECT_EQ(table.header,
              "policy,jobs_completed,average_jct_s,jct_against_first_percent,total_cost_usd,"
              "cost_against_first_percent,makespan_s,gpu_utilization,average_wait_s");
    std::vector<std::string> policies;
    for (const auto& row : table.rows)
    {
        const std::string& policy = row.at("policy");
        policies.push_back(policy);
        EXPECT_EQ(std::count(words.begin(), words.end(), policy), 1) << policy;
        const auto summary = ReadJson(GetFolder() / "out" / policy / "summary.json");
        EXPECT_EQ(summary.at("policy"), policy);
        EXPECT_EQ(row.at("jobs_completed"), "8");
        for (const char* const key :
             {"average_jct_s", "total_cost_usd", "makespan_s", "gpu_utilization"})
        {
            const double expected = summary.at(key);
            EXPECT_NEAR(Csv::Number(row, key), expected, 1e-9 * expected) << key;
        }
        const double percent = 100 * (Csv::Number(row, "average_jct_s") /
                                          Csv::Number(table.rows.front(), "average_jct_s") -
                                      1);
        EXPECT_NEAR(Csv::Number(row, "jct_against_first_percent"), percent, 0.0501);
    }
    EXPECT_EQ(policies, g_policies);
    EXPECT_THAT(result.out, ::testing::HasSubstr("% is against bace-pipe"));
    EXPECT_THAT(result.err, ::testing::HasSubstr("9 of 9"));
}

TEST_F(CompareTest, FirstOfThePoliciesIsTheReference)
{
    const auto result = Compare({"lossy.json",
                                 "--network=analytic",
                                 "--policies=no-priority,bace-pipe,no-priority",
                                 "--output=out",
                                 "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, ::testing::HasSubstr("% is against no-priority"));
    const auto table = ReadCsv(GetFolder() / "out/compare.csv");
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].at("policy"), "no-priority");
    EXPECT_EQ(table.rows[0].at("jct_against_first_percent"), "+0.0");
    EXPECT_EQ(table.rows[1].at("policy"), "bace-pipe");
}

TEST_F(CompareTest, RunsSideBySideAreLikeRunsAlone)
{
    const std::vector<std::string> policies = {"bace-pipe", "no-priority", "no-cost-min"};
    ASSERT_EQ(Compare({"lossy.json",
                       "--policies=bace-pipe,no-priority,no-cost-min",
                       "--seed=3",
                       "--output=out",
                       "--pcap=wan"})
                  .status,
              0);
    for (const auto& policy : policies)
    {
        SCOPED_TRACE(policy);
        const auto alone =
            RunWell("lossy.json", policy, {"--seed=3", "--policy=" + policy, "--pcap=wan"});
        ExpectSameFiles(ReadRepeatable(alone), ReadRepeatable(GetFolder() / "out" / policy));
    }
}

TEST_F(CompareTest, DefaultOutput)
{
    ASSERT_EQ(Compare({"lossy.json", "--network=analytic", "--policies=bace-pipe"}).status, 0);
    EXPECT_TRUE(
        std::filesystem::exists(GetFolder() / "results/lossy-compare-analytic/compare.csv"));
}

TEST_F(CompareTest, UnfinishedJobsAreNamed)
{
    const auto result = Compare({"lossy.json",
                                 "--network=analytic",
                                 "--policies=lcf,bace-pipe",
                                 "--output=out",
                                 "--quiet"});
    EXPECT_EQ(result.status, 3);
    EXPECT_THAT(result.err, ::testing::HasSubstr("lcf: first can never start: "));
    EXPECT_THAT(result.out, ::testing::HasSubstr("0/3"));
    EXPECT_THAT(result.out, ::testing::HasSubstr("3/3"));
    const auto table = ReadCsv(GetFolder() / "out/compare.csv");
    EXPECT_EQ(table.rows.at(1).at("jct_against_first_percent"), "");
    // lcf has finished none: it has no figures.
    for (const char* const figure :
         {"average_jct_s", "total_cost_usd", "makespan_s", "gpu_utilization", "average_wait_s"})
    {
        EXPECT_EQ(table.rows.at(0).at(figure), "") << figure;
        EXPECT_NE(table.rows.at(1).at(figure), "") << figure;
    }
    EXPECT_THAT(result.out, ::testing::ContainsRegex("lcf +- +-"));
}

TEST_F(CompareTest, BadInput)
{
    const std::pair<const char*, const char*> cases[] = {
        {"--policies=banana", "--policies=banana: found 'banana'"},
        {"--policies=lcf,,ldf", "--policies=lcf,,ldf: found ''"},
        {"--policies=", "--policies"},
        {"--policy=lcf", "--policy"},
        {"--set=/jobs/0/banana=1", "lossy.json: /jobs/0/banana"},
        {"--network=banana", "/network/level"},
        {"--timeline", "--timeline: found an analytic run"},
        {"--output=lossy.json", "--output=lossy.json: "},
    };
    for (const auto& [option, place] : cases)
    {
        SCOPED_TRACE(option);
        ExpectRefused(Compare({"lossy.json", "--set=/network/level=analytic", option}), place);
        EXPECT_EQ(List(), std::vector<std::string>{"lossy.json"});
    }
}

/// Else they would go on for hours, and write to a folder that the next comparison removes.
TEST_F(CompareTest, KilledComparisonTakesItsRunsAlong)
{
    Process process({GetProgram("compare"),
                     "lossy.json",
                     "--output=out",
                     "--set=/run/fast_forward=false",
                     "--set=/jobs/0/profile/iterations=1000000"},
                    GetFolder());
    const std::string children = "/proc/" + std::to_string(process.GetPid()) + "/task/" +
                                 std::to_string(process.GetPid()) + "/children";
    const auto countChildren = [&]() { return Split(ReadFile(children), ' ').size() - 1; };
    for (int i = 0; i < 5000 && countChildren() == 0; ++i)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_GT(countChildren(), 0U);
    std::vector<std::string> pids = Split(ReadFile(children), ' ');
    pids.pop_back();
    kill(process.GetPid(), SIGKILL); // it alone, not its group
    process.Wait();
    for (const auto& pid : pids)
    {
        const auto isAlive = [&]() {
            const std::string status = ReadFile("/proc/" + pid + "/status");
            return status.find("bace-pipe-comp") != std::string::npos &&
                   status.find("State:\tZ") == std::string::npos;
        };
        for (int i = 0; i < 2000 && isAlive(); ++i)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        EXPECT_FALSE(isAlive()) << pid;
    }
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out"));
}

} // namespace ns3::bacepipe::test
