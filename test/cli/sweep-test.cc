// SPDX-License-Identifier: GPL-2.0-only
// ./bace sweep from outside: every point is run once, whatever ends it, and the tables are whole.
#include <thread>

#include "support/sweep.h"

namespace ns3::bacepipe::test
{

namespace
{

/// Kills every process that was started with an argument that holds a text.
void
KillWith(const std::string& text)
{
    for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid > 0 && pid != getpid() &&
            ReadFile(entry.path() / "cmdline").find(text) != std::string::npos)
        {
            kill(pid, SIGKILL);
        }
    }
}

class BaceSweepTest : public SweepTest
{
};

} // namespace

TEST_F(BaceSweepTest, RunsEveryPoint)
{
    Write("study.json", g_lossyStudy);
    const auto result = Sweep({"study.json"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out, ::testing::HasSubstr("study: 12 points, 12 with results\n"));
    EXPECT_THAT(result.err, ::testing::HasSubstr("study: 12 points, 0 done, 12 to run\n"));
    const auto folder = GetFolder() / "results/study";
    const auto results = ReadCsv(folder / "results.csv");
    EXPECT_THAT(results.header,
                ::testing::StartsWith("point,rate,kind,policy,network,seed,scenario,transport,"));
    ASSERT_EQ(results.rows.size(), 12U);
    std::size_t number = 0;
    for (const char* const rate : {"1", "2"})
    {
        for (const char* const kind : {"plain", "two"})
        {
            for (const char* const seed : {"1", "2", "3"})
            {
                // As a run by hand, whose values are set and scaled by hand.
                const auto& row = results.rows.at(number++);
                SCOPED_TRACE(row.at("point"));
                EXPECT_EQ(row.at("rate"), rate);
                EXPECT_EQ(row.at("kind"), kind);
                EXPECT_EQ(row.at("seed"), seed);
                EXPECT_EQ(row.at("network"), "packet");
                std::vector<std::string> options = {"--quiet",
                                                    std::string("--seed=") + seed,
                                                    std::string("--set=/wan/mesh/rate=") +
                                                        (*rate == '1' ? "1Gbps" : "2Gbps")};
                if (*kind == 't')
                {
                    options.emplace_back("--set=/network/connections=2");
                }
                const auto own = RunWell("lossy.json", "own", options);
                const auto summary = ReadJson(own / "summary.json");
                for (const auto& [key, value] : summary.items())
                {
                    EXPECT_EQ(row.at(key),
                              value.is_string() ? value.get<std::string>() : value.dump())
                        << key;
                }
                EXPECT_EQ(ReadFile(folder / "points" / row.at("point") / "jobs.csv"),
                          ReadFile(own / "jobs.csv"));
            }
        }
    }
    const auto jobs = ReadCsv(folder / "jobs.csv");
    ASSERT_EQ(jobs.rows.size(), 12U);
    EXPECT_THAT(jobs.header,
                ::testing::StartsWith("point,rate,kind,policy,network,seed,job,model,"));
    EXPECT_EQ(jobs.rows[11].at("jct_s"), ReadCsv(GetFolder() / "own/jobs.csv").rows[0].at("jct_s"));
    EXPECT_EQ(ReadFile(folder / "failures.csv"), "point,rate,kind,seed,outcome,message\n");
    EXPECT_TRUE(std::filesystem::exists(folder / "plots/jct.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder / "report.html"));
}

TEST_F(BaceSweepTest, KilledAtAnyMomentItLosesNothing)
{
    Write("study.json", g_lossyStudy);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(Sweep({"study.json", "--output=whole"}).status, 0);
    const auto whole = std::chrono::steady_clock::now() - begin;
    const auto results = ReadFile(GetFolder() / "whole/results.csv");
    const auto jobs = ReadFile(GetFolder() / "whole/jobs.csv");
    std::size_t kept = 0;
    for (int i = 0; i < 10; ++i)
    {
        const std::string output = "killed-" + std::to_string(i);
        {
            Process process({GetScript(), "sweep", "study.json", "--output=" + output},
                            GetFolder());
            std::this_thread::sleep_for(whole * (i + 1) / 11);
            process.Signal(SIGKILL);
            // GNU parallel starts each run in a group of its own: half of the times it lives on.
            if (i % 2 == 0)
            {
                KillWith((GetFolder() / output).string() + "/points/");
            }
        }
        const auto points = GetFolder() / output / "points";
        if (std::filesystem::exists(points))
        {
            kept += std::distance(std::filesystem::directory_iterator(points), {});
        }
        const auto resumed = Sweep({"study.json", "--output=" + output});
        ASSERT_EQ(resumed.status, 0) << resumed.err;
        EXPECT_TRUE(ReadFile(GetFolder() / output / "results.csv") == results) << i;
        EXPECT_TRUE(ReadFile(GetFolder() / output / "jobs.csv") == jobs) << i;
    }
    EXPECT_GT(kept, 0U) << "all were killed before the first run";
}

TEST_F(BaceSweepTest, ListedCommandsGiveTheSame)
{
    Write("study.json", g_lossyStudy);
    ASSERT_EQ(Sweep({"study.json", "--output=whole"}).status, 0);
    // A folder that every shell trips over, and a batch system that runs a line at a time.
    const std::string output = "it's {} \"one\" $HOME";
    const auto list = Sweep({"study.json", "--output=" + output, "--list"});
    ASSERT_EQ(list.status, 0) << list.err;
    EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 12);
    Write("commands", list.out);
    ASSERT_EQ(Shell("for i in $(seq 11); do SLURM_ARRAY_TASK_ID=$i " + SourceFolder() +
                    "/examples/studies/slurm-array.sh commands || exit 1; done")
                  .status,
              0);
    const auto partial = Sweep({"study.json", "--output=" + output, "--collect"});
    EXPECT_EQ(partial.status, 3);
    EXPECT_THAT(partial.err,
                ::testing::HasSubstr("rate-2_kind-two_seed-3 missing: it has not been run\n"));
    const auto rest = Sweep({"study.json", "--output=" + output});
    EXPECT_EQ(rest.status, 0) << rest.err;
    EXPECT_THAT(rest.err, ::testing::HasSubstr("study: 12 points, 11 done, 1 to run\n"));
    EXPECT_TRUE(ReadFile(GetFolder() / output / "results.csv") ==
                ReadFile(GetFolder() / "whole/results.csv"));
    EXPECT_EQ(Shell("SLURM_ARRAY_TASK_ID=13 " + SourceFolder() +
                    "/examples/studies/slurm-array.sh commands")
                  .status,
              2);
}

TEST_F(BaceSweepTest, RunsAnewWhatHasChangedAlone)
{
    Write("study.json", g_tinyStudy);
    ASSERT_EQ(Sweep({"study.json"}).status, 0);
    // A value more, another order; and a scenario of which the first job has other sizes.
    std::string study = g_tinyStudy;
    study.replace(study.find("[0.5, 1]"), 8, "[2, 1, 0.5]");
    Write("study.json", study);
    const auto extended = Sweep({"study.json"});
    EXPECT_EQ(extended.status, 0) << extended.err;
    EXPECT_THAT(extended.err, ::testing::HasSubstr("study: 3 points, 2 done, 1 to run\n"));
    const auto results = ReadCsv(GetFolder() / "results/study/results.csv");
    ASSERT_EQ(results.rows.size(), 3U);
    EXPECT_EQ(results.rows[0].at("price"), "2");
    EXPECT_NEAR(Csv::Number(results.rows[0], "total_cost_usd"),
                4 * Csv::Number(results.rows[2], "total_cost_usd"),
                1e-12);
    study.replace(study.find("\"min_gpus\": 2"), 13, "\"min_gpus\": 3");
    Write("study.json", study);
    EXPECT_THAT(Sweep({"study.json"}).err,
                ::testing::HasSubstr("study: 3 points, 0 done, 3 to run\n"));
    // Results of another version are not mixed in.
    const auto summary = GetFolder() / "results/study/points/price-1_network-analytic/summary.json";
    auto other = ReadJson(summary);
    other["version"] = "0.0.1";
    Write(summary.lexically_relative(GetFolder()), other.dump());
    EXPECT_THAT(Sweep({"study.json"}).err,
                ::testing::HasSubstr("study: 3 points, 2 done, 1 to run\n"));
    EXPECT_NE(ReadJson(summary)["version"], "0.0.1");
}

TEST_F(BaceSweepTest, PointsThatFailDoNotStopTheOthers)
{
    // Under lcf a job for six GPUs can never start in regions of four.
    Write(
        "study.json",
        R"({"scenario": "lossy.json", "policies": ["bace-pipe", "lcf"], "networks": ["analytic"]})");
    // Where a file stands in the way of a point's folder its run fails.
    Write("results/study/study.json", "{}");
    Write("results/study/scenarios/.bace-pipe", "");
    Write("results/study/points/policy-bace-pipe_network-analytic", "in the way");
    const auto result = Sweep({"study.json"});
    EXPECT_EQ(result.status, 3);
    EXPECT_THAT(result.err,
                ::testing::HasSubstr("error: 2 of 2 points failed or have jobs unfinished\n"));
    const auto folder = GetFolder() / "results/study";
    const std::string failures = ReadFile(folder / "failures.csv");
    EXPECT_THAT(failures, ::testing::StartsWith("point,policy,network,outcome,message\n"));
    EXPECT_THAT(
        failures,
        ::testing::HasSubstr("\npolicy-bace-pipe_network-analytic,bace-pipe,analytic,failed,"));
    EXPECT_THAT(failures, ::testing::HasSubstr("found a file, expected a new folder"));
    EXPECT_THAT(failures,
                ::testing::HasSubstr("\npolicy-lcf_network-analytic,lcf,analytic,unfinished,"));
    EXPECT_THAT(failures, ::testing::HasSubstr("first can never start"));
    const auto results = ReadCsv(folder / "results.csv");
    ASSERT_EQ(results.rows.size(), 1U) << "of the run that has results";
    EXPECT_EQ(results.rows[0].at("jobs_completed"), "0");
    EXPECT_EQ(results.rows[0].at("average_jct_s"), "");
    // The one in the way is gone: its point is run, the other is as done as it will be.
    std::filesystem::remove(folder / "points/policy-bace-pipe_network-analytic");
    const auto mended = Sweep({"study.json"});
    EXPECT_EQ(mended.status, 3);
    EXPECT_THAT(mended.err, ::testing::HasSubstr("study: 2 points, 1 done, 1 to run\n"));
    EXPECT_EQ(ReadCsv(folder / "results.csv").rows.size(), 2U);
}

TEST_F(BaceSweepTest, BadInputWritesNothing)
{
    Write("study.json", g_tinyStudy);
    Write("wrong.json", R"({"scenario": "nowhere.json"})");
    std::string last = g_tinyStudy;
    last.replace(last.find("[0.5, 1]"), 8, "[1, 1e9]"); // no such price
    Write("last.json", last);
    ExpectRefused(Sweep({}), "command line: found no study");
    ExpectRefused(Sweep({"missing.json"}), "missing.json: ");
    ExpectRefused(Sweep({"wrong.json"}), "wrong.json: /scenario: nowhere.json: ");
    ExpectRefused(Sweep({"last.json"}), "last.json: /axes/0/scale/1: in point price-");
    ExpectRefused(Sweep({"study.json", "--banana"}), "--banana");
    ExpectRefused(Sweep({"study.json", "--parallel=0"}), "--parallel: found '0'");
    ExpectRefused(Sweep({"study.json", "--sshloginfile=nobody"}),
                  "--sshloginfile: found no file nobody");
    ExpectRefused(Sweep({"study.json", "--output=study.json"}),
                  "--output=study.json: found a file");
    EXPECT_EQ(List(),
              (std::vector<std::string>{"last.json", "lossy.json", "study.json", "wrong.json"}));
    Write("mine/notes.txt", "mine");
    ExpectRefused(Sweep({"study.json", "--output=mine"}), "--output=mine: found 'notes.txt' there");
    EXPECT_EQ(ReadFile(GetFolder() / "mine/notes.txt"), "mine");
    // Its own file is no folder of results.
    Write("own/study.json", std::string(g_tinyStudy) + "// mine\n");
    ExpectRefused(Sweep({"own/study.json", "--output=own"}),
                  "--output=own: found a study.json there, and no scenarios");
    EXPECT_EQ(ReadFile(GetFolder() / "own/study.json"), std::string(g_tinyStudy) + "// mine\n");
    EXPECT_EQ(Sweep({"--help"}).status, 0);
}

TEST_F(BaceSweepTest, WhatCannotBeWrittenLeavesNoParts)
{
    Write("study.json", g_tinyStudy);
    const auto folder = GetFolder() / "results/study";
    ASSERT_EQ(Sweep({"study.json"}).status, 0);
    for (const char* const name : {"report.html", "results.csv"})
    {
        std::filesystem::remove(folder / name);
        Write(std::string("results/study/") + name + "/mine", "in the way");
        const auto result = Sweep({"study.json"});
        EXPECT_EQ(result.status, 1);
        EXPECT_THAT(result.err,
                    ::testing::HasSubstr("error: cannot write " + (folder / name).string() + ": "));
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        EXPECT_EQ(entry.path().filename().string().find("partial"), std::string::npos)
            << entry.path();
    }
}

TEST_F(BaceSweepTest, PassesItsLogAndMachinesOn)
{
    Write("study.json", g_tinyStudy);
    Write("machines", ":\n");
    const auto result = Sweep({"study.json", "--joblog=log", "--sshloginfile=machines"});
    EXPECT_EQ(result.status, 0) << result.err;
    const auto log = Split(ReadFile(GetFolder() / "log"), '\n');
    ASSERT_EQ(log.size(), 4U) << "a heading, two runs, and the end";
    EXPECT_THAT(log[1], ::testing::HasSubstr("bace-pipe-run"));
    const auto unwritable = Sweep({"study.json", "--output=new", "--joblog=no/such/folder/log"});
    EXPECT_EQ(unwritable.status, 1) << unwritable.err;
    EXPECT_THAT(unwritable.err, ::testing::HasSubstr("GNU parallel cannot run"));
}

TEST_F(BaceSweepTest, EndedByASignalItSaysSo)
{
    Write("study.json", g_lossyStudy);
    Process process({GetScript(), "sweep", "study.json", "--parallel=1"}, GetFolder());
    const auto points = GetFolder() / "results/study/points";
    for (int i = 0;
         i < 5000 && (!std::filesystem::exists(points) || std::filesystem::is_empty(points));
         ++i)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    process.Signal(SIGTERM);
    const auto ended = process.Wait();
    EXPECT_EQ(ended.status, 130) << ended.err;
    EXPECT_THAT(ended.err, ::testing::HasSubstr("the same command goes on"));
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "results/study/results.csv"));
    EXPECT_EQ(Sweep({"study.json"}).status, 0);
}

} // namespace ns3::bacepipe::test
