// SPDX-License-Identifier: GPL-2.0-only
// Where the time of jobs goes, in waits.csv, in jobs.csv and in the table.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// @return seconds by name of "name:seconds;name:seconds"
std::map<std::string, double>
ParseBehind(const std::string& text)
{
    std::map<std::string, double> behind;
    for (const auto& part : text.empty() ? std::vector<std::string>() : Split(text, ';'))
    {
        const auto fields = Split(part, ':');
        EXPECT_EQ(fields.size(), 2U) << text;
        EXPECT_TRUE(behind.emplace(fields.at(0), std::stod(fields.at(1))).second) << text;
    }
    return behind;
}

class RunWaitsTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }
};

} // namespace

TEST_F(RunWaitsTest, IterationsAddUpToJobs)
{
    const auto output =
        RunWell("lossy.json",
                "out",
                {"--waits",
                 "--set=/run/fast_forward=false",
                 "--set=/jobs/1/flush=per-stage",
                 "--set=/jobs/1/optimizer_time_s=0.01",
                 "--set=/jobs/2/schedule=zb-h1",
                 "--set=/traffic=[{\"id\": \"other\", \"from\": \"a\", \"to\": \"b\", \"kind\": "
                 "\"flows\"}, {\"id\": \"u\", \"from\": \"b\", \"to\": \"a\", \"kind\": "
                 "\"flows\"}]"});
    const auto waits = ReadCsv(output / "waits.csv");
    EXPECT_EQ(waits.header,
              "job,iteration,stage,compute_s,wait_activation_s,wait_gradient_s,not_sent_s,"
              "transmission_s,queued_s,behind");
    std::size_t others = 0;
    for (const auto& job : ReadCsv(output / "jobs.csv").rows)
    {
        SCOPED_TRACE(job.at("job"));
        const double stages = Csv::Number(job, "gpus");
        std::map<std::string, double> sums;
        std::map<std::string, double> behind;
        double next = 0;
        for (const auto& row : waits.rows)
        {
            if (row.at("job") != job.at("job"))
            {
                continue;
            }
            EXPECT_EQ(Csv::Number(row, "iteration") * stages + Csv::Number(row, "stage"), next++);
            double parts = 0;
            for (const char* const column : {"not_sent_s", "transmission_s", "queued_s"})
            {
                EXPECT_GE(Csv::Number(row, column), 0) << column;
                sums[column] += Csv::Number(row, column);
                parts += Csv::Number(row, column);
            }
            for (const char* const column : {"compute_s", "wait_activation_s", "wait_gradient_s"})
            {
                sums[column] += Csv::Number(row, column);
            }
            EXPECT_NEAR(parts,
                        Csv::Number(row, "wait_activation_s") + Csv::Number(row, "wait_gradient_s"),
                        1e-9);
            double queued = 0;
            for (const auto& [name, seconds] : ParseBehind(row.at("behind")))
            {
                EXPECT_GT(seconds, 0);
                queued += seconds;
                behind[name] += seconds;
            }
            EXPECT_LE(queued, Csv::Number(row, "queued_s") + 1e-9);
        }
        EXPECT_EQ(next, Csv::Number(job, "iterations") * stages);
        for (const auto& [column, sum] : sums)
        {
            const bool isPart =
                column == "not_sent_s" || column == "transmission_s" || column == "queued_s";
            EXPECT_NEAR(Csv::Number(job, (isPart ? "wait_" : "") + column), sum / stages, 1e-6)
                << column;
        }
        const auto all = ParseBehind(job.at("behind"));
        others += all.size();
        EXPECT_EQ(all.size(), behind.size());
        for (const auto& [name, seconds] : all)
        {
            EXPECT_NEAR(seconds, behind[name] / stages, 1e-6) << name;
            EXPECT_NE(name, job.at("job"));
        }
    }
    EXPECT_GT(others, 2U);
}

TEST_F(RunWaitsTest, TheTableTellsOfPacketRunsAlone)
{
    const std::string title = "Where the time of a job's GPUs went";
    EXPECT_THAT(Run({"lossy.json", "--quiet"}).out, ::testing::HasSubstr(title));
    EXPECT_THAT(Run({"lossy.json", "--quiet", "--network=analytic"}).out,
                ::testing::Not(::testing::HasSubstr(title)));
}

} // namespace ns3::bacepipe::test
