// SPDX-License-Identifier: GPL-2.0-only
// pipeline.csv: the computations of one iteration of each job.
#include <algorithm>
#include <cmath>

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

class RunPipelineTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }

    /**
     * Holds pipeline.csv to the other files of a run.
     * @param operations of each stage of a job, by job
     * @param flushes whether the stages begin each iteration together
     */
    static void Check(const std::filesystem::path& output,
                      const std::map<std::string, std::size_t>& operations,
                      bool flushes)
    {
        using Row = std::map<std::string, std::string>;
        std::map<std::string, std::map<std::string, std::vector<Row>>> stages;
        for (const auto& row : ReadCsv(output / "pipeline.csv").rows)
        {
            stages[row.at("job")][row.at("stage")].push_back(row);
        }
        const auto iterations = ReadCsv(output / "iterations.csv");
        for (const auto& job : ReadCsv(output / "jobs.csv").rows)
        {
            const std::string& name = job.at("job");
            SCOPED_TRACE(name);
            EXPECT_EQ(stages[name].size(), std::stoul(job.at("gpus")));
            double first = HUGE_VAL;
            double last = 0;
            std::string iteration;
            for (const auto& [stage, rows] : stages[name])
            {
                EXPECT_EQ(rows.size(), operations.at(name)) << stage;
                double end = 0;
                for (const auto& row : rows)
                {
                    EXPECT_GE(Csv::Number(row, "start_s"), end - 1e-9);
                    end = Csv::Number(row, "end_s");
                    EXPECT_GT(end, Csv::Number(row, "start_s"));
                    iteration = row.at("iteration");
                }
                first = std::min(first, Csv::Number(rows.front(), "start_s"));
                last = std::max(last, end);
            }
            // The last one that was simulated.
            const Row* found = nullptr;
            for (const auto& row : iterations.rows)
            {
                found = row.at("job") == name ? &row : found;
            }
            ASSERT_NE(found, nullptr);
            EXPECT_EQ(found->at("iteration"), iteration);
            const double start = Csv::Number(*found, "start_s");
            EXPECT_NEAR(last, start + Csv::Number(*found, "duration_s"), 1e-6);
            if (flushes)
            {
                EXPECT_NEAR(first, start, 1e-6);
            }
            else
            {
                EXPECT_LE(first, start + 1e-6);
            }
        }
    }
};

TEST_F(RunPipelineTest, HoldsTheLastSimulatedIteration)
{
    Check(RunWell("lossy.json", "out", {}), {{"first", 16}, {"second", 16}, {"third", 8}}, true);
    Check(RunWell("lossy.json", "full", {"--set=/run/fast_forward=false"}),
          {{"first", 16}, {"second", 16}, {"third", 8}},
          true);
}

TEST_F(RunPipelineTest, HoldsChunksAndSplitBackwards)
{
    Check(RunWell("lossy.json",
                  "out",
                  {"--set=/jobs/0/schedule=interleaved",
                   "--set=/jobs/0/chunks=2",
                   "--set=/jobs/1/schedule=zb-h1"}),
          {{"first", 32}, {"second", 24}, {"third", 8}},
          true);
}

TEST_F(RunPipelineTest, StagesMayBeAhead)
{
    Check(RunWell("lossy.json", "out", {"--set=/jobs/0/flush=per-stage"}),
          {{"first", 16}, {"second", 16}, {"third", 8}},
          false);
}

TEST_F(RunPipelineTest, AnAnalyticRunHasNone)
{
    const auto output = RunWell("lossy.json", "out", {"--network=analytic"});
    EXPECT_TRUE(ReadCsv(output / "pipeline.csv").rows.empty());
}

/// A job whose iteration is too large to be kept is left out, others are not.
TEST_F(RunPipelineTest, LargeIterationsAreLeftOut)
{
    const auto output = RunWell("lossy.json",
                                "out",
                                {"--set=/jobs/0/micro_batches=10000",
                                 "--set=/jobs/0/profile/boundary_bytes=1",
                                 "--set=/jobs/0/profile/iterations=1"});
    bool has = false;
    for (const auto& row : ReadCsv(output / "pipeline.csv").rows)
    {
        EXPECT_NE(row.at("job"), "first");
        has = true;
    }
    EXPECT_TRUE(has);
}

} // namespace ns3::bacepipe::test
