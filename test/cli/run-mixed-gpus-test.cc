// SPDX-License-Identifier: GPL-2.0-only
// Regions of different GPUs, from the command line.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

class RunMixedGpusTest : public CommandLineTest
{
  protected:
    /// The jobs of the shipped scenario, by id.
    std::map<std::string, std::map<std::string, std::string>> RunShipped(
        const std::string& name,
        const std::vector<std::string>& options) const
    {
        const auto folder =
            RunWell(SourceFolder() + "/examples/scenarios/mixed-gpus.json", name, options);
        std::map<std::string, std::map<std::string, std::string>> jobs;
        for (const auto& row : ReadCsv(folder / "jobs.csv").rows)
        {
            jobs[row.at("job")] = row;
        }
        return jobs;
    }
};

TEST_F(RunMixedGpusTest, TheShippedScenarioLeavesTheSlowRegionOut)
{
    const auto jobs = RunShipped("packets", {});
    EXPECT_EQ(jobs.at("large").at("placement"), "workstations:8>fast:8");
    EXPECT_EQ(jobs.at("small").at("placement"), "frugal:6");
    // t_comp(16) = 6 x 14.7e9 x 2048 / (0.5 x 312e12) / 16 s on an A100, 312 / 154.8 times that on
    // an A6000; A = 20,971,520 bytes; M = 24.
    const double analytic = Csv::Number(jobs.at("large"), "iteration_analytic_s");
    EXPECT_NEAR(analytic, 5.2082, 1e-3);
    EXPECT_NEAR(Csv::Number(jobs.at("large"), "iteration_mean_s") / analytic, 1, 0.1);
}

TEST_F(RunMixedGpusTest, TheShippedScenarioTakesItInForManyMicroBatches)
{
    const auto jobs = RunShipped("many", {"--network=analytic", "--set=/jobs/0/micro_batches=128"});
    const auto& large = jobs.at("large");
    EXPECT_EQ(large.at("gpus"), "22");
    EXPECT_THAT(large.at("placement"), ::testing::HasSubstr("frugal:6"));
}

} // namespace ns3::bacepipe::test
