// SPDX-License-Identifier: GPL-2.0-only
// Pipeline schedules and stages that differ, from the command line.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

class RunSchedulesTest : public CommandLineTest
{
  protected:
    /// The row of the only job of the shipped comparison, under a schedule.
    std::map<std::string, std::string> RunUnder(const std::string& schedule) const
    {
        const auto folder =
            RunWell(SourceFolder() + "/examples/scenarios/schedules.json",
                    schedule,
                    {"--set=/jobs/0/schedule=" + schedule, "--set=/jobs/0/iterations=4"});
        return ReadCsv(folder / "jobs.csv").rows.at(0);
    }
};

TEST_F(RunSchedulesTest, TheShippedScenarioTellsSchedulesApart)
{
    std::map<std::string, double> iteration;
    std::map<std::string, double> bytes;
    for (const std::string name : {"gpipe", "1f1b", "eager-1f1b", "interleaved", "zb-h1"})
    {
        const auto row = RunUnder(name);
        EXPECT_EQ(row.at("gpus"), "12") << name;
        EXPECT_EQ(row.at("placement"), "a:4>b:4>c:4") << name;
        iteration[name] = Csv::Number(row, "iteration_mean_s");
        bytes[name] = Csv::Number(row, "wan_bytes");
    }
    // Two boundaries of one message each way; with two chunks 2 + 2 + 1 messages.
    EXPECT_EQ(bytes["1f1b"], 2.0 * 2 * 24 * 4 * 20971520);
    EXPECT_EQ(bytes["interleaved"], 2.5 * bytes["1f1b"]);
    EXPECT_EQ(bytes["zb-h1"], bytes["1f1b"]);
    // Less bubble, and less of the round trips: by how much is what the scenario is there to show.
    EXPECT_LT(iteration["interleaved"], iteration["1f1b"]);
    EXPECT_LT(iteration["zb-h1"], iteration["1f1b"]);
    EXPECT_LT(iteration["eager-1f1b"], iteration["1f1b"]);
}

TEST_F(RunSchedulesTest, UnevenStagesAreRepeatedByteByByte)
{
    Write("lossy.json", g_lossyScenario);
    const std::vector<std::string> options = {"--set=/jobs/0/schedule=interleaved",
                                              "--set=/jobs/0/stage_layers=whole",
                                              "--set=/jobs/0/compute_jitter=0.1",
                                              "--set=/jobs/1/schedule=zb-h1",
                                              "--set=/jobs/1/flush=per-stage",
                                              "--set=/jobs/1/head_time_s=0.01",
                                              "--set=/jobs/2/optimizer_time_s=0.05",
                                              "--timeline"};
    const auto first = ReadRepeatable(RunWell("lossy.json", "first", options));
    ExpectSameFiles(first, ReadRepeatable(RunWell("lossy.json", "second", options)));
    EXPECT_THAT(first.at("timeline.json"), ::testing::HasSubstr("of chunk 1"));
    EXPECT_THAT(first.at("timeline.json"), ::testing::HasSubstr("weight part"));
}

TEST_F(RunSchedulesTest, ContradictionsAreRefused)
{
    Write("tiny.json", g_tinyScenario);
    ExpectRefused(Run({"tiny.json", "--set=/jobs/0/chunks=2"}), "/jobs/0/chunks");
    ExpectRefused(Run({"tiny.json", "--set=/jobs/0/stage_layers=[1, 1]"}), "/jobs/0/stage_layers");
    ExpectRefused(Run({"tiny.json", "--set=/jobs/0/activation_bytes=1"}),
                  "/jobs/0/activation_bytes");
    ExpectRefused(Run({"tiny.json",
                       "--set=/jobs/0/profile/memory_bytes=1e9",
                       "--set=/jobs/0/activation_bytes=1000000000000"}),
                  "GB of a RTX A6000");
}

} // namespace ns3::bacepipe::test
