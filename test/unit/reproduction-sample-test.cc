// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scenario-reader.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "paper-reproduction/motivating-example.h"
#include "paper-reproduction/statements.h"
#include "support/tree.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::reproduction;

namespace
{

Scenario
ReadExample(const std::string& name)
{
    return ReadScenario(test::SourceFolder() + "/examples/scenarios/" + name + ".json");
}

} // namespace

TEST(ReproductionSample, IsAsThePaperDrawsIt)
{
    std::set<uint32_t> gpus;
    std::set<std::string> datasets;
    std::set<std::string> first; // models submitted first
    double least = 1e12;
    double most = 0;
    for (uint64_t number = 0; number < 200; ++number)
    {
        const Sample sample = DrawSample(1, number);
        gpus.insert(sample.gpus.begin(), sample.gpus.end());
        least =
            std::min(least, *std::min_element(sample.bandwidth.begin(), sample.bandwidth.end()));
        most = std::max(most, *std::max_element(sample.bandwidth.begin(), sample.bandwidth.end()));
        ASSERT_EQ(sample.jobs.size(), MAX_JOBS);
        for (std::size_t round = 0; round < MAX_JOBS; round += MODELS)
        {
            std::set<std::string> models;
            for (std::size_t i = round; i < round + MODELS; ++i)
            {
                models.insert(sample.jobs[i].model);
                datasets.insert(sample.jobs[i].dataset);
            }
            EXPECT_EQ(models.size(), MODELS);
        }
        first.insert(sample.jobs.front().model);
    }
    EXPECT_EQ(gpus, (std::set<uint32_t>{16, 32, 64, 128}));
    EXPECT_EQ(datasets, (std::set<std::string>{"Alpaca-52k", "OpenWebText", "WikiText-103"}));
    EXPECT_EQ(first.size(), MODELS);
    EXPECT_GE(least, 25e9);
    EXPECT_LT(least, 26e9);
    EXPECT_LE(most, 100e9);
    EXPECT_GT(most, 99e9);
}

TEST(ReproductionSample, SettingsScaleAndDrawNothing)
{
    const Sample sample = DrawSample(4, 2);
    Setting varied;
    varied.bandwidth = 0.3;
    varied.gpus = 0.01;
    varied.jobs = 24;
    const Cluster base = MakeCluster(sample, {});
    const Cluster scaled = MakeCluster(sample, varied);
    ASSERT_EQ(base.GetLinks().size(), 30U);
    for (std::size_t i = 0; i < base.GetLinks().size(); ++i)
    {
        const WanLink& link = base.GetLinks()[i];
        const double mean =
            (sample.bandwidth[link.source] + sample.bandwidth[link.destination]) / 2;
        EXPECT_NEAR(link.rate.GetBitRate(), mean, 1);
        EXPECT_NEAR(scaled.GetLinks()[i].rate.GetBitRate(), 0.3 * mean, 1);
    }
    for (RegionIndex r = 0; r < REGIONS; ++r)
    {
        EXPECT_EQ(base.GetRegion(r).gpus, sample.gpus[r]);
        EXPECT_EQ(scaled.GetRegion(r).gpus, 1U);
        EXPECT_EQ(base.GetRegion(r).bandwidth, scaled.GetRegion(r).bandwidth);
        EXPECT_DOUBLE_EQ(base.GetRegion(r).gpuWatts, 300);
    }
    const auto few = MakeJobs(sample, {});
    const auto many = MakeJobs(sample, varied);
    ASSERT_EQ(few.size(), 8U);
    ASSERT_EQ(many.size(), 24U);
    for (std::size_t i = 0; i < many.size(); ++i)
    {
        EXPECT_TRUE(i == 0 || many[i - 1].id < many[i].id); // FCFS goes by id
        if (i < few.size())
        {
            EXPECT_EQ(few[i].id, many[i].id);
            EXPECT_EQ(few[i].profile.iterations, many[i].profile.iterations);
        }
    }
}

TEST(ReproductionSample, ProfilesAreThoseOfScenarios)
{
    const Scenario scenario = ReadExample("six-regions");
    std::size_t compared = 0;
    for (uint64_t number = 0; number < 20; ++number)
    {
        for (const TrainingJob& job : MakeJobs(DrawSample(1, number), {}))
        {
            for (const TrainingJob& other : scenario.jobs)
            {
                if (other.model == job.model && other.dataset == job.dataset)
                {
                    EXPECT_DOUBLE_EQ(job.profile.computeTime, other.profile.computeTime);
                    EXPECT_EQ(job.profile.boundaryBytes, other.profile.boundaryBytes);
                    EXPECT_EQ(job.profile.layers, other.profile.layers);
                    EXPECT_EQ(job.profile.minGpus, other.profile.minGpus);
                    EXPECT_EQ(job.profile.microBatches, other.profile.microBatches);
                    EXPECT_EQ(job.profile.iterations, other.profile.iterations);
                    ++compared;
                }
            }
        }
    }
    EXPECT_GT(compared, 20U);
}

TEST(ReproductionExample, IsTheScenarios)
{
    const Scenario scenario = ReadExample("motivating-example");
    const Cluster cluster(scenario.regions, scenario.links);
    const auto rows = RunMotivatingExample();
    ASSERT_GE(rows.size(), 4U);
    const char* const policies[] = {"lcf", "ldf", "no-priority", "bace-pipe"};
    for (std::size_t i = 0; i < 4; ++i)
    {
        SchedulingOptions options = scenario.scheduling;
        options.longestFirst = i == 3;
        const auto result =
            RunAnalytically(cluster, scenario.jobs, *FindPolicy(policies[i]), options);
        EXPECT_DOUBLE_EQ(rows[i].jct, result.averageJct / 3600) << policies[i];
        EXPECT_DOUBLE_EQ(rows[i].cost, result.totalCost) << policies[i];
    }
}

TEST(ReproductionStatement, IsJudgedSampleBySample)
{
    const Outcomes outcomes(2, 4, 1, true);
    const Statement& statement = GetStatements().front();
    ASSERT_EQ(statement.claim, "JCT of LCF over BACE-Pipe");
    const Series& lcf = *outcomes.Find("bounded", BASE, "lcf");
    const Series& bacePipe = *outcomes.Find("bounded", BASE, "bace-pipe");
    std::vector<double> values;
    for (std::size_t i = 0; i < lcf.size(); ++i)
    {
        if (lcf[i].complete && bacePipe[i].complete)
        {
            values.push_back(100 * lcf[i].jct / bacePipe[i].jct - 100);
        }
    }
    const StatementRow row = Judge(statement, "bounded", outcomes);
    EXPECT_EQ(row.summary.samples, values.size());
    EXPECT_NEAR(row.summary.median, Summarize(values).median, 1e-9);
    EXPECT_EQ(static_cast<long>(row.share.holds),
              std::count_if(values.begin(), values.end(), [](double v) { return v > 1e-9; }));
}
