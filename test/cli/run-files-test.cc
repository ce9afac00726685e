// SPDX-License-Identifier: GPL-2.0-only
// What a run leaves behind: every file, every column, and figures that agree with each other.
#include <cmath>

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// Columns that scripts of users depend on.
const std::map<std::string, std::string> g_headers = {
    {"jobs.csv",
     "job,model,dataset,arrival_s,start_s,finish_s,wait_s,execution_s,jct_s,cost_usd,energy_kwh,"
     "gpus,placement,iterations,iterations_simulated,iteration_analytic_s,iteration_mean_s,"
     "iteration_ci_s,compute_s,wait_activation_s,wait_gradient_s,wan_bytes,wait_not_sent_s,"
     "wait_transmission_s,wait_queued_s,gradient_not_sent_s,gradient_transmission_s,"
     "gradient_queued_s,behind,jct_ci_s,cost_ci_usd,settled"},
    {"iterations.csv", "job,iteration,start_s,duration_s"},
    {"accounted.csv", "job,start_s,end_s,iterations,duration_s,sum_ci_s,settled,remembered"},
    {"pipeline.csv", "job,iteration,stage,operation,micro_batch,chunk,start_s,end_s"},
    {"links.csv",
     "link,capacity_bps,delay_s,bytes,utilization,peak_utilization,packets,drops,max_queue_bytes,"
     "retransmitted_bytes,ecn_marks"},
    {"links_timeseries.csv", "start_s,end_s,link,utilization,max_queue_bytes,shares"},
    {"regions.csv", "region,gpu,gpus,gpu_s,gpu_utilization,energy_kwh,cost_usd"},
    {"decisions.csv", "time_s,trigger,job,priority,alpha,chain,gpus,decision,reason"},
};

/// @return GPUs by region of "region:gpus>region:gpus"
std::map<std::string, double>
ParsePlacement(const std::string& text)
{
    std::map<std::string, double> gpus;
    for (const auto& part : Split(text, '>'))
    {
        const auto fields = Split(part, ':');
        EXPECT_EQ(fields.size(), 2U) << text;
        EXPECT_TRUE(gpus.emplace(fields.at(0), std::stod(fields.at(1))).second) << text;
    }
    return gpus;
}

/// The folder of a packet run of the lossy scenario.
class RunFilesTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
        m_output = RunWell("lossy.json", "out");
    }

    std::filesystem::path m_output; //!< of the run
};

} // namespace

TEST_F(RunFilesTest, HasEveryFileWithItsColumns)
{
    for (const auto& [name, header] : g_headers)
    {
        EXPECT_EQ(ReadCsv(m_output / name).header, header) << name;
    }
    std::vector<std::string> names;
    for (const auto& [name, content] : ReadFolder(m_output))
    {
        names.push_back(name);
        EXPECT_EQ(content.back(), '\n') << name;
        for (const char* const word : {"nan", "inf"})
        {
            if (name == "report.html")
            {
                continue; // words of its scripts
            }
            EXPECT_EQ(content.find(word), std::string::npos) << word << " in " << name;
        }
    }
    EXPECT_THAT(names,
                ::testing::UnorderedElementsAre("summary.json",
                                                "run.json",
                                                "accounted.csv",
                                                "links_timeseries.csv",
                                                "pipeline.csv",
                                                "jobs.csv",
                                                "iterations.csv",
                                                "links.csv",
                                                "regions.csv",
                                                "decisions.csv",
                                                "scenario.json",
                                                "report.html"));
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "out"}));
}

TEST_F(RunFilesTest, ReplacesItsOwnFilesAloneAndListsThem)
{
    std::istringstream manifest(ReadFile(m_output / ".bace-pipe"));
    std::vector<std::string> listed;
    for (std::string line; std::getline(manifest, line);)
    {
        listed.push_back(line);
    }
    std::vector<std::string> names;
    for (const auto& [name, content] : ReadFolder(m_output))
    {
        names.push_back(name);
    }
    EXPECT_EQ(listed, names); // both in order
    const auto again = [this]() {
        return Run({"lossy.json", "--network=analytic", "--output=out", "--quiet"});
    };
    EXPECT_EQ(again().status, 0);
    Write("out/analysis.py", "mine");
    const auto before = ReadFolder(m_output);
    const auto refused = again();
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err,
                ::testing::HasSubstr("--output=out: found 'analysis.py' there, which no run has "
                                     "written, expected"));
    ExpectSameFiles(before, ReadFolder(m_output));
    std::filesystem::remove(m_output / "analysis.py");
    std::filesystem::remove(m_output / "jobs.csv"); // what a user removes is the user's affair
    EXPECT_EQ(again().status, 0);
}

TEST_F(RunFilesTest, LeavesFoldersOfLikeNamesAlone)
{
    Write("out.partial-999999-mine/notes.txt", "mine");
    Write("out.replaced-x/notes.txt", "mine");
    EXPECT_EQ(Run({"lossy.json", "--network=analytic", "--output=out", "--quiet"}).status, 0);
    EXPECT_EQ(ReadFile(GetFolder() / "out.partial-999999-mine/notes.txt"), "mine");
    EXPECT_EQ(ReadFile(GetFolder() / "out.replaced-x/notes.txt"), "mine");
}

TEST_F(RunFilesTest, AnalyticRunHasTheSameFiles)
{
    const auto output = RunWell("lossy.json", "analytic", {"--network=analytic"});
    for (const auto& [name, header] : g_headers)
    {
        EXPECT_EQ(ReadCsv(output / name).header, header) << name;
    }
    const auto summary = ReadJson(output / "summary.json");
    EXPECT_EQ(summary.at("network"), "analytic");
    EXPECT_EQ(summary.at("transport"), "none");
    EXPECT_EQ(summary.at("iterations_simulated"), 0);
    EXPECT_EQ(summary.at("iterations_total"), 52);
    const auto jobs = ReadCsv(output / "jobs.csv");
    for (const auto& row : jobs.rows)
    {
        EXPECT_NEAR(Csv::Number(row, "iteration_mean_s"),
                    Csv::Number(row, "iteration_analytic_s"),
                    1e-6);
    }
}

TEST_F(RunFilesTest, SummaryAgreesWithJobs)
{
    const auto summary = ReadJson(m_output / "summary.json");
    const auto jobs = ReadCsv(m_output / "jobs.csv");
    ASSERT_EQ(jobs.rows.size(), 3U);
    EXPECT_EQ(summary.at("scenario"), "lossy");
    EXPECT_EQ(summary.at("policy"), "bace-pipe");
    EXPECT_EQ(summary.at("network"), "packet");
    EXPECT_THAT(summary.at("transport").get<std::string>(), ::testing::StartsWith("bulk"));
    EXPECT_EQ(summary.at("seed"), 1);
    EXPECT_THAT(summary.at("ns3_version").get<std::string>(), ::testing::StartsWith("3."));
    EXPECT_EQ(summary.at("jobs_total"), 3);
    EXPECT_EQ(summary.at("jobs_completed"), 3);
    const auto expectNear = [&](const char* key, double value) {
        EXPECT_NEAR(summary.at(key).get<double>(), value, 1e-9 * value + 1e-12) << key;
    };
    double last = 0;
    double held = 0;
    for (const auto& row : jobs.rows)
    {
        last = std::max(last, Csv::Number(row, "finish_s"));
        held += Csv::Number(row, "gpus") * Csv::Number(row, "execution_s");
    }
    expectNear("average_jct_s", jobs.Sum("jct_s") / 3);
    expectNear("total_cost_usd", jobs.Sum("cost_usd"));
    expectNear("average_jct_ci_s", jobs.Sum("jct_ci_s") / 3);
    expectNear("total_cost_ci_usd", jobs.Sum("cost_ci_usd"));
    expectNear("total_energy_kwh", jobs.Sum("energy_kwh"));
    expectNear("makespan_s", last);
    expectNear("gpu_utilization", held / (12 * last));
    for (const auto& [key, column] : {std::pair("compute_share", "compute_s"),
                                      {"wait_not_sent_share", "wait_not_sent_s"},
                                      {"wait_transmission_share", "wait_transmission_s"},
                                      {"wait_queued_share", "wait_queued_s"}})
    {
        double part = 0;
        for (const auto& row : jobs.rows)
        {
            part += Csv::Number(row, "gpus") * Csv::Number(row, column);
        }
        expectNear(key, part / held);
    }
    EXPECT_EQ(summary.at("iterations_total"), 12 + 10 + 30);
    expectNear("iterations_simulated", jobs.Sum("iterations_simulated"));
    expectNear("iterations_simulated", ReadCsv(m_output / "iterations.csv").rows.size());
}

TEST_F(RunFilesTest, JobsAddUp)
{
    // RTX A6000: 300 W.
    const std::map<std::string, double> prices = {{"a", 0.2}, {"b", 0.1}, {"c", 0.3}};
    for (const auto& row : ReadCsv(m_output / "jobs.csv").rows)
    {
        SCOPED_TRACE(row.at("job"));
        const auto number = [&row = row](const char* column) { return Csv::Number(row, column); };
        EXPECT_NEAR(number("wait_s") + number("execution_s"), number("jct_s"), 1e-8);
        EXPECT_NEAR(number("start_s") - number("arrival_s"), number("wait_s"), 1e-8);
        EXPECT_NEAR(number("finish_s") - number("arrival_s"), number("jct_s"), 1e-8);
        EXPECT_GE(number("wait_s"), 0);
        EXPECT_NEAR(number("iteration_mean_s") * number("iterations"), number("execution_s"), 1e-8);
        EXPECT_GE(number("iterations"), number("iterations_simulated"));
        EXPECT_GE(number("iterations_simulated"), 1);
        EXPECT_GE(number("jct_ci_s") + 1e-12, number("iteration_ci_s") * number("iterations"));
        // A mean over stages cannot be longer than all of the execution.
        EXPECT_GT(number("compute_s"), 0);
        EXPECT_LE(number("compute_s") + number("wait_activation_s") + number("wait_gradient_s"),
                  number("execution_s") * 1.000001);
        EXPECT_NEAR(number("wait_not_sent_s") + number("wait_transmission_s") +
                        number("wait_queued_s"),
                    number("wait_activation_s") + number("wait_gradient_s"),
                    1e-9);
        EXPECT_NEAR(number("gradient_not_sent_s") + number("gradient_transmission_s") +
                        number("gradient_queued_s"),
                    number("wait_gradient_s"),
                    1e-9);
        EXPECT_GT(number("wait_queued_s"), number("gradient_queued_s"));
        double gpus = 0;
        double watts = 0;
        double dollars = 0;
        for (const auto& [region, count] : ParsePlacement(row.at("placement")))
        {
            gpus += count;
            watts += 300 * count;
            dollars += 0.3 * count * prices.at(region);
            EXPECT_LE(count, 4) << region;
        }
        EXPECT_EQ(number("gpus"), gpus);
        EXPECT_NEAR(number("energy_kwh"), watts / 1000 * number("execution_s") / 3600, 1e-10);
        EXPECT_NEAR(number("cost_usd"), dollars * number("execution_s") / 3600, 1e-10);
    }
}

TEST_F(RunFilesTest, RegionsAddUpToJobs)
{
    const auto regions = ReadCsv(m_output / "regions.csv");
    const auto jobs = ReadCsv(m_output / "jobs.csv");
    const auto summary = ReadJson(m_output / "summary.json");
    std::map<std::string, double> held;
    for (const auto& row : jobs.rows)
    {
        for (const auto& [region, gpus] : ParsePlacement(row.at("placement")))
        {
            held[region] += gpus * Csv::Number(row, "execution_s");
        }
    }
    const std::map<std::string, double> prices = {{"a", 0.2}, {"b", 0.1}, {"c", 0.3}};
    ASSERT_EQ(regions.rows.size(), 3U);
    for (const auto& row : regions.rows)
    {
        const std::string& region = row.at("region");
        EXPECT_EQ(row.at("gpu"), "RTX A6000");
        EXPECT_EQ(row.at("gpus"), "4");
        EXPECT_NEAR(Csv::Number(row, "gpu_s"), held.at(region), 1e-8);
        EXPECT_NEAR(Csv::Number(row, "gpu_utilization"),
                    held.at(region) / (4 * summary.at("makespan_s").get<double>()),
                    1e-9);
        // RTX A6000: 300 W.
        const double energy = 0.3 * held.at(region) / 3600;
        EXPECT_NEAR(Csv::Number(row, "energy_kwh"), energy, 1e-10);
        EXPECT_NEAR(Csv::Number(row, "cost_usd"), energy * prices.at(region), 1e-10);
    }
    EXPECT_NEAR(regions.Sum("cost_usd"), summary.at("total_cost_usd").get<double>(), 1e-9);
}

TEST_F(RunFilesTest, CapacityIsNeverOverdrawn)
{
    const auto jobs = ReadCsv(m_output / "jobs.csv");
    for (const auto& at : jobs.rows)
    {
        const double now = Csv::Number(at, "start_s");
        std::map<std::string, double> held;
        for (const auto& row : jobs.rows)
        {
            if (Csv::Number(row, "start_s") <= now && now < Csv::Number(row, "finish_s"))
            {
                for (const auto& [region, gpus] : ParsePlacement(row.at("placement")))
                {
                    held[region] += gpus;
                }
            }
        }
        for (const auto& [region, gpus] : held)
        {
            EXPECT_LE(gpus, 4) << region << " at " << now;
        }
    }
}

TEST_F(RunFilesTest, DecisionsAgreeWithJobs)
{
    std::map<std::string, std::map<std::string, std::string>> placed;
    double last = 0;
    std::size_t deferred = 0;
    for (const auto& row : ReadCsv(m_output / "decisions.csv").rows)
    {
        EXPECT_GE(Csv::Number(row, "time_s"), last);
        last = Csv::Number(row, "time_s");
        EXPECT_FALSE(row.at("trigger").empty());
        EXPECT_FALSE(row.at("reason").empty());
        if (row.at("decision") == "placed")
        {
            EXPECT_TRUE(placed.emplace(row.at("job"), row).second) << row.at("job");
        }
        else
        {
            EXPECT_EQ(row.at("decision"), "deferred");
            EXPECT_EQ(placed.count(row.at("job")), 0U) << "deferred once it was placed";
            ++deferred;
        }
    }
    EXPECT_GT(deferred, 0U);
    const auto jobs = ReadCsv(m_output / "jobs.csv");
    EXPECT_EQ(placed.size(), jobs.rows.size());
    for (const auto& row : jobs.rows)
    {
        const auto& decision = placed.at(row.at("job"));
        EXPECT_EQ(decision.at("chain"), row.at("placement"));
        EXPECT_EQ(decision.at("gpus"), row.at("gpus"));
        EXPECT_EQ(decision.at("time_s"), row.at("start_s"));
    }
}

TEST_F(RunFilesTest, IterationsFollowEachOther)
{
    std::map<std::string, double> next;
    std::map<std::string, double> end;
    for (const auto& row : ReadCsv(m_output / "iterations.csv").rows)
    {
        const std::string& job = row.at("job");
        EXPECT_EQ(Csv::Number(row, "iteration"), next[job]++) << job;
        EXPECT_GT(Csv::Number(row, "duration_s"), 0);
        EXPECT_GE(Csv::Number(row, "start_s"), end[job] - 1e-8) << job;
        end[job] = Csv::Number(row, "start_s") + Csv::Number(row, "duration_s");
    }
    // What was not simulated is accounted, between iterations.
    std::map<std::string, double> accounted;
    for (const auto& row : ReadCsv(m_output / "accounted.csv").rows)
    {
        accounted[row.at("job")] += Csv::Number(row, "iterations");
        EXPECT_NEAR(Csv::Number(row, "iterations") * Csv::Number(row, "duration_s"),
                    Csv::Number(row, "end_s") - Csv::Number(row, "start_s"),
                    1e-6);
    }
    for (const auto& row : ReadCsv(m_output / "jobs.csv").rows)
    {
        EXPECT_EQ(accounted[row.at("job")] + Csv::Number(row, "iterations_simulated"),
                  Csv::Number(row, "iterations"));
        EXPECT_EQ(next[row.at("job")], Csv::Number(row, "iterations_simulated")) << row.at("job");
        EXPECT_LE(end[row.at("job")], Csv::Number(row, "finish_s") + 1e-8) << row.at("job");
    }
}

TEST_F(RunFilesTest, LinksCarryWhatJobsSent)
{
    const auto links = ReadCsv(m_output / "links.csv");
    EXPECT_EQ(links.rows.size(), 6U);
    std::map<std::string, double> bytes;
    for (const auto& row : links.rows)
    {
        SCOPED_TRACE(row.at("link"));
        bytes[row.at("link")] = Csv::Number(row, "bytes");
        EXPECT_EQ(row.at("capacity_bps"), "1000000000");
        EXPECT_EQ(row.at("delay_s"), "0.005");
        for (const char* const column : {"utilization", "peak_utilization"})
        {
            EXPECT_GE(Csv::Number(row, column), 0) << column;
            EXPECT_LE(Csv::Number(row, column), 1) << column;
        }
        EXPECT_LE(Csv::Number(row, "max_queue_bytes"), 1e9 / 8 * 0.05 + 1);
        EXPECT_EQ(Csv::Number(row, "packets") > 0, Csv::Number(row, "bytes") > 0);
    }
    EXPECT_GT(links.Sum("drops"), 0);
    EXPECT_GT(links.Sum("retransmitted_bytes"), 0);
    double expected = 0;
    for (const auto& row : ReadCsv(m_output / "jobs.csv").rows)
    {
        expected += Csv::Number(row, "wan_bytes");
        const auto stages = Split(row.at("placement"), '>');
        for (std::size_t i = 0; i + 1 < stages.size(); ++i)
        {
            const std::string u = Split(stages[i], ':').front();
            const std::string v = Split(stages[i + 1], ':').front();
            EXPECT_GT(bytes.at(u + ">" + v), 0);
            EXPECT_GT(bytes.at(v + ">" + u), 0);
        }
    }
    EXPECT_GT(expected, 0);
    EXPECT_GE(links.Sum("bytes"), expected);
}

TEST_F(RunFilesTest, WanBytesAreWhatTheJobsWouldSend)
{
    // Boundaries between regions, both ways: micro-batches x boundary bytes each iteration.
    const std::map<std::string, double> perIteration = {{"first", 8e6},
                                                        {"second", 12e6},
                                                        {"third", 2e6}};
    for (const auto& row : ReadCsv(m_output / "jobs.csv").rows)
    {
        const double boundaries = ParsePlacement(row.at("placement")).size() - 1;
        EXPECT_EQ(Csv::Number(row, "wan_bytes"),
                  2 * boundaries * Csv::Number(row, "iterations") * perIteration.at(row.at("job")));
    }
}

TEST_F(RunFilesTest, RunJsonSaysWhatDiffers)
{
    const auto run = ReadJson(m_output / "run.json");
    EXPECT_GT(run.at("wall_s").get<double>(), 0);
    EXPECT_LT(run.at("wall_s").get<double>(), 120);
    EXPECT_GT(run.at("peak_memory_bytes").get<uint64_t>(), 1000000U);
    EXPECT_GT(run.at("events").get<uint64_t>(), 1000U);
    EXPECT_FALSE(run.at("host").get<std::string>().empty());
    EXPECT_THAT(run.at("date").get<std::string>(),
                ::testing::MatchesRegex("20[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z"));
    EXPECT_EQ(run.at("command_line"), GetProgram("run") + " lossy.json --output=out");
}

TEST_F(RunFilesTest, ScenarioRunAgainGivesTheSame)
{
    const auto again = RunWell("out/scenario.json", "again");
    ExpectSameFiles(ReadRepeatable(m_output), ReadRepeatable(again));
}

TEST_F(RunFilesTest, TableShowsTheJobs)
{
    const auto result = Run({"lossy.json", "--output=out"});
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, ::testing::StartsWith("lossy: policy bace-pipe, network packet"));
    EXPECT_THAT(result.out, ::testing::HasSubstr("3 of 3 jobs completed"));
    EXPECT_THAT(result.out, ::testing::HasSubstr("results in " + m_output.string() + "\n"));
    for (const auto& row : ReadCsv(m_output / "jobs.csv").rows)
    {
        EXPECT_THAT(result.out, ::testing::HasSubstr("\n" + row.at("job") + " "));
        EXPECT_THAT(result.out, ::testing::HasSubstr("  " + row.at("placement") + "\n"));
    }
}

} // namespace ns3::bacepipe::test
