// SPDX-License-Identifier: GPL-2.0-only
// Jobs of cluster traces: what is read of each trace's format, and what stands for a job.
// Iterations are computed by hand: an iteration of N parameters on the K GPUs that hold 16 bytes of
// each takes (128 + K - 1) x 6 N x 2048 / (0.5 x 154.8e12) s of RTX A6000.
#include "support/importer.h"

namespace ns3::bacepipe::test
{

namespace
{

/// What is said of a job.
struct Job
{
    std::string id;    //!< id
    std::string model; //!< model
    int iterations;    //!< iterations
    double arrival;    //!< s
};

/// Expects the jobs of a scenario.
void
ExpectJobs(const nlohmann::json& found, const std::vector<Job>& expected)
{
    ASSERT_EQ(found.size(), expected.size()) << found;
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        SCOPED_TRACE(expected[i].id);
        EXPECT_EQ(found[i]["id"], expected[i].id);
        EXPECT_EQ(found[i]["model"], expected[i].model);
        EXPECT_EQ(found[i]["iterations"], expected[i].iterations);
        EXPECT_EQ(found[i]["arrival_s"], expected[i].arrival);
        EXPECT_EQ(found[i]["micro_batches"], 128);
        EXPECT_EQ(found[i].size(), 5U);
    }
}

/// Three jobs of 8, 1 and 2 GPU hours, not in the order of their times.
const char* const g_trace = "id,t,n,d,state\n"
                            "late,7200,8,3600,ok\n"
                            "early,100,0.5,7200,ok\n"
                            "middle,3600,4,1800,bad\n";

/// Options that fit it.
const std::vector<std::string> g_options{"jobs",
                                         "trace.csv",
                                         "--submit=t",
                                         "--gpus=n",
                                         "--duration=d",
                                         "--models=OPT-13B"};

} // namespace

class ImportJobsTest : public ImportTest
{
  protected:
    /// Imports a trace with further options. @param report what is told
    nlohmann::json ImportTrace(const std::vector<std::string>& further,
                               const std::string& report,
                               const std::string& trace = g_trace) const
    {
        Write("trace.csv", trace);
        return ImportWell(Join(g_options, further), report);
    }

    /// Expects a trace to be refused, for what is at a place.
    void ExpectTraceRefused(const std::string& trace,
                            const std::string& place,
                            const std::vector<std::string>& further = {}) const
    {
        Write("trace.csv", trace);
        ExpectRefused(Import(Join(g_options, further)), place);
    }
};

// By GPU seconds 240, 28,800, 38,400, 144,000 and 2,304,000: five of the catalogue's 14 models,
// those at 0, 14/5, 28/5, 42/5 and 56/5. An iteration takes 272.43, 308.06, 652.50, 759.13,
// 1643.16.
TEST_F(ImportJobsTest, AcmeSeren)
{
    const auto jobs = ImportWell({"jobs",
                                  Example("acme-seren.csv"),
                                  "--submit=submit_time",
                                  "--gpus=gpu_num",
                                  "--duration=duration"},
                                 "5 jobs of 6 rows, 698.73 GPU hours as 698.71\n"
                                 "left out: 1 without GPU time\n");
    ExpectJobs(jobs,
               {{"job-1", "Qwen2.5-14B", 93, 0},
                {"job-2", "Llama-2-70B", 1402, 600},
                {"job-3", "OPT-13B", 1, 900},
                {"job-4", "Yi-34B", 190, 3000}, // submitted at 17:00 UTC, which is 01:00 there
                {"job-5", "OPT-30B", 59, 7200.5}});
}

// 64 GPUs for 2 h without the 10 min in the queue, 8 GPUs for half an hour; the third never began.
TEST_F(ImportJobsTest, AcmeKalos)
{
    const std::vector<std::string> options{"jobs",
                                           Example("acme-kalos.csv"),
                                           "--submit=submit_time",
                                           "--gpus=gpu_num",
                                           "--start=start_time",
                                           "--end=end_time",
                                           "--id=job_id",
                                           "--models=OPT-13B"};
    ExpectRefused(Import(options), "line 5, column start_time: found '', expected a time");
    ExpectJobs(ImportWell(Join(options, {"--skip-bad"}),
                          "2 jobs of 3 rows, 132.00 GPU hours as 131.98\n"
                          "left out: 1 malformed\n"),
               {{"dlca", "OPT-13B", 1691, 0}, {"dlcb", "OPT-13B", 53, 1800}});
}

// 36,000 and 230,400 GPU seconds.
TEST_F(ImportJobsTest, Helios)
{
    ExpectJobs(ImportWell({"jobs",
                           Example("helios.csv"),
                           "--submit=submit_time",
                           "--gpus=gpu_num",
                           "--duration=duration",
                           "--where=state=COMPLETED",
                           "--id=job_id",
                           "--models=OPT-13B,OPT-30B"},
                          "2 jobs of 4 rows, 74.00 GPU hours as 73.97\n"
                          "left out: 1 by --where, 1 without GPU time\n"),
               {{"501", "OPT-13B", 132, 0}, {"504", "OPT-30B", 353, 3600}});
}

// 8 GPUs for 10 and 110 min: 57,600 GPU seconds. One of the others has no attempt, one no end.
TEST_F(ImportJobsTest, Philly)
{
    const std::vector<std::string> options{"jobs",
                                           Example("philly.json"),
                                           "--format=philly",
                                           "--submit=submitted_time",
                                           "--gpus=gpus",
                                           "--duration=duration",
                                           "--models=OPT-13B"};
    ExpectRefused(Import(options), "philly.json: job 3, column duration: found ''");
    ExpectJobs(ImportWell(Join(options, {"--skip-bad"}),
                          "2 jobs of 4 rows, 17.00 GPU hours as 16.95\n"
                          "left out: 1 malformed, 1 without GPU time\n"),
               {{"job-1", "OPT-13B", 211, 0}, {"job-2", "OPT-13B", 13, 2400}});
    ExpectJobs(ImportWell(Join(options, {"--where=status=Pass", "--where=vc=v1"}),
                          "1 jobs of 4 rows, 16.00 GPU hours as 15.97\n"
                          "left out: 3 by --where\n"),
               {{"job-1", "OPT-13B", 211, 0}});
    Write("cut.json", "[{\"status\": \"Pass\"}, {\"sta");
    ExpectRefused(Import({"jobs",
                          "cut.json",
                          "--format=philly",
                          "--submit=submitted_time",
                          "--gpus=gpus",
                          "--duration=duration"}),
                  "cut.json: after job 1: found ");
}

// Half a GPU for an hour, 16 for two, 2 x 2 for 400 s: 1800, 115,200 and 1600 GPU seconds.
TEST_F(ImportJobsTest, AlibabaPai)
{
    ExpectJobs(
        ImportWell({"jobs",
                    Example("alibaba-pai.csv"),
                    "--columns=job_name,task_name,inst_num,status,start_time,end_time,"
                    "plan_cpu,plan_mem,plan_gpu,gpu_type",
                    "--submit=start_time",
                    "--end=end_time",
                    "--gpus=plan_gpu",
                    "--instances=inst_num",
                    "--gpu-unit=0.01",
                    "--where=status=Terminated",
                    "--models=OPT-13B"},
                   "3 jobs of 5 rows, 32.94 GPU hours as 32.99\n"
                   "left out: 1 by --where, 1 without GPU time\n"),
        {{"job-1", "OPT-13B", 7, 0}, {"job-2", "OPT-13B", 6, 400}, {"job-3", "OPT-13B", 423, 838}});
}

// 8 GPUs for 7200 s, 0.22 for 3600 s.
TEST_F(ImportJobsTest, Alibaba2023)
{
    ExpectJobs(ImportWell({"jobs",
                           Example("alibaba-2023.csv"),
                           "--submit=creation_time",
                           "--start=scheduled_time",
                           "--end=deletion_time",
                           "--gpus=num_gpu",
                           "--instances=gpu_milli",
                           "--gpu-unit=0.001",
                           "--models=OPT-13B"},
                          "2 jobs of 3 rows, 16.22 GPU hours as 16.19\n"
                          "left out: 1 without GPU time\n"),
               {{"job-1", "OPT-13B", 211, 0}, {"job-2", "OPT-13B", 3, 500}});
}

// 3600, 7200 and 28,800 GPU seconds are 13.21, 26.43 and 105.72 iterations.
TEST_F(ImportJobsTest, WhatIsSelected)
{
    const Job early{"job-1", "OPT-13B", 13, 0};
    ExpectJobs(ImportTrace({}, "3 jobs of 3 rows, 11.00 GPU hours as 10.97\n"),
               {early, {"job-2", "OPT-13B", 26, 3500}, {"job-3", "OPT-13B", 106, 7100}});
    ExpectJobs(ImportTrace({"--limit=2"},
                           "2 jobs of 3 rows, 3.00 GPU hours as 2.95\n"
                           "left out: 1 beyond --limit\n"),
               {early, {"job-2", "OPT-13B", 26, 3500}});
    ExpectJobs(ImportTrace({"--from=3000", "--until=1970-01-01T02:00:00Z"},
                           "1 jobs of 3 rows, 2.00 GPU hours as 1.97\n"
                           "left out: 2 outside the time window\n"),
               {{"job-1", "OPT-13B", 26, 600}});
    ExpectJobs(ImportTrace({"--min-gpus=0.5", "--max-gpus=4", "--where=state=ok"},
                           "1 jobs of 3 rows, 1.00 GPU hours as 0.98\n"
                           "left out: 1 by --where, 1 by their GPUs\n"),
               {early});
    ExpectJobs(ImportTrace({"--time-scale=0.1",
                            "--work-scale=10",
                            "--where=state=ok",
                            "--where=state=bad",
                            "--id=id"},
                           "3 jobs of 3 rows, 110.00 GPU hours as 109.96\n"),
               {{"early", "OPT-13B", 132, 0},
                {"middle", "OPT-13B", 264, 350},
                {"late", "OPT-13B", 1057, 710}}); // 1057.2
    // The same in minutes; GPUs twice as large hold it on 3, and compute it at 494.5 TFLOPS.
    ExpectJobs(ImportTrace({"--time-unit=min", "--limit=1", "--gpu=H100 SXM 80GB"},
                           "1 jobs of 3 rows, 60.00 GPU hours as 60.00\n"
                           "left out: 2 beyond --limit\n"),
               {{"job-1", "OPT-13B", 5143, 0}});
}

TEST_F(ImportJobsTest, TheSameInputGivesTheSameBytesFromAFileOrAPipe)
{
    Write("trace.csv", std::string("\xEF\xBB\xBF# made up\n\n") + g_trace);
    const auto file = Import(Join(g_options, {"--output=jobs.json"}));
    EXPECT_EQ(file.status, 0) << file.err;
    EXPECT_EQ(file.out, "");
    std::string command = "python3 -B " + SourceFolder() + "/contrib/bace-pipe/import";
    const auto pipe = Shell("cat trace.csv | " + command +
                            " jobs - --submit=t --gpus=n --duration=d --models=OPT-13B");
    EXPECT_EQ(pipe.out, ReadFile(GetFolder() / "jobs.json"));
    EXPECT_EQ(List(), (std::vector<std::string>{"jobs.json", "trace.csv"}));
}

// On exactly the five GPUs that OPT-13B needs, by the equations alone: 211 iterations of 132/5
// of 2.063876 s, which is the trace's 57,600 GPU seconds but for less than half an iteration.
TEST_F(ImportJobsTest, ARunTakesTheGpuHoursOfTheTrace)
{
    Write("base.json", R"({
        // comments go, the rest stays
        "name": "base", "description": "without jobs", "policy": "lcf",
        "regions": [{"id": "a", "gpus": 5, "gpu": "RTX A6000", "price_usd_per_kwh": 0.25,
                     "bandwidth": "100Pbps", "latency": "0s"}] /* "jobs" */
    })");
    Write("trace.csv", "t,n,d\n2020-01-01 00:00:00,8,7200\n2020-01-01 12:00:00,8,7200\n");
    const auto result = Import({"jobs",
                                "trace.csv",
                                "--submit=t",
                                "--gpus=n",
                                "--duration=d",
                                "--models=OPT-13B",
                                "--scenario=base.json",
                                "--output=mine.json"});
    EXPECT_EQ(result.status, 0) << result.err;
    const auto scenario = ReadJson(GetFolder() / "mine.json");
    EXPECT_EQ(scenario["regions"][0]["price_usd_per_kwh"], 0.25);
    EXPECT_EQ(scenario["policy"], "lcf");
    EXPECT_FALSE(scenario.contains("name") || scenario.contains("description"));
    const auto table = ReadCsv(RunWell("mine.json", "out", {"--network=analytic"}) / "jobs.csv");
    ASSERT_EQ(table.rows.size(), 2U);
    for (const auto& row : table.rows)
    {
        EXPECT_EQ(row.at("gpus"), "5");
        EXPECT_EQ(row.at("iterations"), "211");
        EXPECT_NEAR(Csv::Number(row, "execution_s"), 211 * 132 * 2.0638760 / 5, 0.1);
        EXPECT_NEAR(Csv::Number(row, "execution_s") * 5, 57600, 272.43 / 2);
    }
    EXPECT_EQ(Csv::Number(table.rows[1], "arrival_s"), 43200);
}

// 24 GPUs of 16 GB and 10 of 80: no model of more than 34 x 16 GB, that is 34 x 10^9 parameters.
TEST_F(ImportJobsTest, OnlyModelsThatFitIntoTheScenario)
{
    Write("trace.csv", g_trace);
    Write("base.json",
          R"({"regions": [{"id": "a", "gpus": 24, "gpu": "T4"},
                          {"id": "b", "gpus": 10, "gpu": "A100 SXM4 80GB"}]})");
    const std::vector<std::string> options{"jobs",
                                           "trace.csv",
                                           "--submit=t",
                                           "--gpus=n",
                                           "--duration=d",
                                           "--scenario=base.json"};
    const auto result = Import(options);
    EXPECT_EQ(result.status, 0) << result.err;
    const auto jobs = nlohmann::json::parse(result.out)["jobs"];
    EXPECT_EQ(jobs[0]["model"], "OPT-13B");     // of eight
    EXPECT_EQ(jobs[1]["model"], "Qwen2.5-14B"); // 8/3
    EXPECT_EQ(jobs[2]["model"], "OPT-30B");     // 16/3
    ExpectRefused(Import(Join(options, {"--models=FLM-101B"})),
                  "found 'FLM-101B', which needs 101 GPUs, expected at most the 34");
    ExpectRefused(Import(Join(options, {"--gpu=T4"})), "--gpu beside --scenario");
    Write("base.json", R"({"regions": [{"id": "a", "gpus": 1, "gpu": "T4"}]})");
    ExpectRefused(Import(options), "found 1 GPUs, expected enough");
    Write("base.json", R"({"regions": [{"id": "a", "gpus": 1, "gpu": "T5"}]})");
    ExpectRefused(Import(options), "base.json: /regions/0/gpu: found 'T5'");
    Write("base.json", "{\n  \"regions\": [,]}");
    ExpectRefused(Import(options), "base.json: line 2, column 15: found no JSON");
    Write("base.json", R"({"seed": 1, "seed": 2})");
    ExpectRefused(Import(options), "base.json: found a key twice among seed, seed");
    Write("base.json", R"({"seed": NaN})");
    ExpectRefused(Import(options), "base.json: found the number NaN");
    ExpectRefused(Import(Join(g_options, {"--scenario=missing.json"})), "missing.json: found No");
}

TEST_F(ImportJobsTest, BadTracesAreRefusedWithTheirPlace)
{
    const std::string head = "id,t,n,d,state\n";
    ExpectTraceRefused("", "trace.csv: found nothing, expected a line with the names");
    ExpectTraceRefused(head, "trace.csv: found no job in 0 rows");
    ExpectTraceRefused("# one\nid,t,d\n", "trace.csv: line 2, column n: found only id, t, d");
    ExpectTraceRefused("t,n,t,d\n", "line 1, column t: found it more than once");
    ExpectTraceRefused(head + "a,1,2,3\n", "line 2: found another number of fields, expected 5");
    ExpectTraceRefused(head + "a,1,2,3,x\n\na,noon,2,3,x\n",
                       "line 4, column t: found 'noon', expected a time: ISO 8601, or a number");
    ExpectTraceRefused(head + "a,1,-2,3,x\n", "line 2, column n: found '-2', expected a number of");
    ExpectTraceRefused(head + "a,1,nan,3,x\n", "line 2, column n: found 'nan'");
    ExpectTraceRefused(head + "a,1,2,1e999,x\n", "line 2, column d: found '1e999'");
    ExpectTraceRefused(head + "a,1,2,-3,x\n", "line 2, column d: found '-3'");
    ExpectTraceRefused(head + "a,1,2,,x\n", "line 2, column d: found ''");
    ExpectTraceRefused(head + "a,1,2,\"3,x\n", "line 2: found unexpected end of data");
    ExpectTraceRefused(head + "a,1,\"2\n2\",3,x\n", "line 3, column n: found '2?2'");
    ExpectTraceRefused(head + "\xFF,1,2,3,x\n", "found bytes that are not UTF-8");
    ExpectTraceRefused(head + "a,1,2,3,x\nb,2e9,2,3,x\n",
                       "job 'job-2': found an arrival after 2e+09");
    ExpectTraceRefused(head + "a,1,2,3,x\na,2,2,3,x\n",
                       "--id: found 'a' more than once",
                       {"--id=id"});
    ExpectTraceRefused(head + "-,1,2,3,x\n", "--id: found '-', expected an id", {"--id=id"});
    ExpectTraceRefused(head + "a,1,2,3,x\n", "1 by --where", {"--where=state=y"});
    ExpectTraceRefused(head, "column colour: found only", {"--where=colour=y"});
    ExpectRefused(Import({"jobs", "none.csv", "--submit=t", "--gpus=n", "--duration=d"}),
                  "none.csv: found No such file");
    EXPECT_EQ(List(), std::vector<std::string>{"trace.csv"});
}

TEST_F(ImportJobsTest, BadOptionsAreRefused)
{
    Write("trace.csv", g_trace);
    const auto refuse = [&](const std::vector<std::string>& further, const std::string& place) {
        ExpectRefused(Import(Join(g_options, further)), place);
    };
    refuse({"--end=d"}, "found both --duration and --end");
    refuse({"--start=t"}, "found --start without --end");
    refuse({"--limit=0"}, "--limit: found '0', expected an integer of at least 1");
    refuse({"--time-scale=-1"}, "--time-scale: found '-1', expected a number above 0");
    refuse({"--micro-batches=1.5"}, "found '1.5', expected an integer from 1 to 100000");
    refuse({"--where=state"}, "--where: found 'state', expected COLUMN=VALUE");
    refuse({"--from=noon"}, "--from: found 'noon', expected a time");
    refuse({"--models=GPT"}, "--models: found 'GPT', expected one of CodeLlama-34B");
    refuse({"--gpu=T5"}, "--gpu: found 'T5', expected one of A100");
    refuse({"--format=philly", "--columns=a"}, "found --columns, expected it with --format=csv");
    refuse({"--banana"}, "--banana");
    refuse({"--output=missing/jobs.json", "--limit=x"}, "--limit");
    ExpectRefused(Import({"jobs", "trace.csv", "--submit=t", "--gpus=n"}),
                  "found neither --duration nor --end");
    ExpectRefused(Import({}), "command line: found nothing, expected jobs or wan");
    ExpectRefused(Import({"cats"}), "command line: found 'cats', expected jobs or wan");
    EXPECT_EQ(Import(Join(g_options, {"--output=missing/jobs.json"})).status, 1);
    for (const std::vector<std::string>& help :
         {std::vector<std::string>{"--help"}, {"jobs", "--help"}, {"wan", "--help"}})
    {
        EXPECT_EQ(Import(help).status, 0);
    }
}

} // namespace ns3::bacepipe::test
