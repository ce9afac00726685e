// SPDX-License-Identifier: GPL-2.0-only
// Jobs that cannot finish: exit 3, which they are and what each waits for, and the files all the
// same.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/**
 * CR-LCF takes the region with the lowest price and then the next, link or not: a job of eight GPUs
 * would fit into a and c, which are linked, but b is cheaper than c.
 */
const std::vector<std::string> g_neverStarts = {
    "--policy=cr-lcf",
    R"(--set=/wan={"links": [{"from": "a", "to": "c", "rate": "1Gbps", "delay": "5ms", "both_ways": true}]})",
    "--set=/jobs/0/profile/min_gpus=8",
    "--set=/jobs/1/profile/min_gpus=8",
    "--set=/jobs/2/profile/min_gpus=1",
    "--set=/jobs/2/profile/layers=4",
    "--set=/jobs/2/arrival_s=0",
    "--set=/jobs/0/arrival_s=100",
    "--set=/jobs/1/arrival_s=100"};

class RunUnfinishedTest : public CommandLineTest
{
  protected:
    ProcessResult RunNeverStarting(const std::vector<std::string>& more)
    {
        Write("lossy.json", g_lossyScenario);
        std::vector<std::string> arguments = g_neverStarts;
        arguments.insert(arguments.begin(), "lossy.json");
        arguments.insert(arguments.end(), more.begin(), more.end());
        return Run(arguments);
    }
};

} // namespace

TEST_F(RunUnfinishedTest, NamesJobsAndWhatTheyWaitFor)
{
    for (const char* const network : {"packet", "analytic"})
    {
        const auto result = RunNeverStarting({std::string("--network=") + network, "--output=out"});
        EXPECT_EQ(result.status, 3);
        EXPECT_THAT(result.err,
                    ::testing::StartsWith("error: the run stopped with jobs unfinished\n"));
        EXPECT_THAT(result.err, ::testing::HasSubstr("\n  first can never start: "));
        EXPECT_THAT(result.err, ::testing::HasSubstr("\n  second can never start: "));
        EXPECT_THAT(result.err, ::testing::Not(::testing::HasSubstr("third")));
        EXPECT_THAT(result.out, ::testing::HasSubstr("1 of 3 jobs completed"));
        EXPECT_THAT(result.out, ::testing::HasSubstr("not finished"));
    }
}

TEST_F(RunUnfinishedTest, FilesAreWritten)
{
    EXPECT_EQ(RunNeverStarting({"--output=out", "--pcap=wan", "--flowmon", "--timeline"}).status,
              3);
    const auto output = GetFolder() / "out";
    const auto summary = ReadJson(output / "summary.json");
    EXPECT_EQ(summary.at("jobs_total"), 3);
    EXPECT_EQ(summary.at("jobs_completed"), 1);
    const auto jobs = ReadCsv(output / "jobs.csv"); // throws where fields are missing
    ASSERT_EQ(jobs.rows.size(), 3U);
    EXPECT_EQ(jobs.rows[0].at("job"), "first");
    EXPECT_EQ(jobs.rows[0].at("arrival_s"), "100");
    EXPECT_EQ(jobs.rows[0].at("start_s"), "");
    EXPECT_EQ(jobs.rows[0].at("wan_bytes"), "");
    EXPECT_NEAR(summary.at("average_jct_s").get<double>(),
                Csv::Number(jobs.rows[2], "jct_s"),
                1e-9);
    EXPECT_TRUE(std::filesystem::exists(output / "timeline.json"));
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "out"}));
}

TEST_F(RunUnfinishedTest, NothingFinishedIsNoNumberTrouble)
{
    EXPECT_EQ(RunNeverStarting({"--output=out", "--set=/jobs/2/arrival_s=200"}).status, 3);
    const auto summary = ReadJson(GetFolder() / "out/summary.json");
    EXPECT_EQ(summary.at("jobs_completed"), 0);
    for (const auto& [key, value] : summary.items())
    {
        // Of no job there is no mean, and nothing else is missing.
        EXPECT_EQ(value.is_null(), key == "average_jct_s" || key == "average_wait_s") << key;
    }
}

TEST_F(RunUnfinishedTest, ABrokenConnectionIsNamedWithItsJob)
{
    Write("lossy.json", g_lossyScenario);
    for (const char* const way : {"--set=/network/path=express",
                                  "--set=/network/path=stack",
                                  "--set=/network/transport=tcp"})
    {
        const auto result =
            Run({"lossy.json", "--output=out", "--set=/wan/mesh/loss_rate=0.99", way});
        EXPECT_EQ(result.status, 3) << way;
        EXPECT_THAT(result.err,
                    ::testing::StartsWith("error: the run stopped with jobs unfinished\n"));
        EXPECT_THAT(result.err, ::testing::HasSubstr("second runs: iteration 0 of 10"));
        EXPECT_THAT(result.err, ::testing::HasSubstr("a connection failed"));
        EXPECT_EQ(ReadJson(GetFolder() / "out/summary.json").at("jobs_completed"), 0);
    }
}

TEST_F(RunUnfinishedTest, StallNamesStageAndOperation)
{
    Write("lossy.json", g_lossyScenario);
    // Nothing happens for a microsecond as soon as all stages wait for the WAN.
    const auto result = Run(
        {"lossy.json", "--output=out", "--ns3::bacepipe::SchedulerApplication::StallTimeout=1us"});
    EXPECT_EQ(result.status, 3);
    EXPECT_THAT(result.err, ::testing::HasSubstr("second runs: "));
    EXPECT_THAT(result.err, ::testing::HasSubstr("stage 0 waits to compute backward "));
    EXPECT_THAT(result.err, ::testing::HasSubstr("for its gradient since "));
    EXPECT_EQ(ReadJson(GetFolder() / "out/summary.json").at("jobs_completed"), 0);
}

} // namespace ns3::bacepipe::test
