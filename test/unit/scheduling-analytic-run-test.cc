// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-cost-model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;
using testing::ElementsAre;

namespace
{

/**
 * One region of 4 GPUs of 300 W at 0.2 $/kWh. Silent jobs of t_comp(1) = 4 s, M = 1, one iteration:
 * each takes 4 s on any number of GPUs.
 */
class SchedulingAnalyticRun : public testing::Test
{
  protected:
    /// Adds a job of that kind that holds so many GPUs.
    void Add(const std::string& id, uint32_t gpus, double arrival)
    {
        TrainingJob job = MakeJob(id);
        job.arrival = Seconds(arrival);
        job.profile.computeTime = 4;
        job.profile.boundaryBytes = 0;
        job.profile.microBatches = 1;
        job.profile.iterations = 1;
        job.profile.minGpus = gpus;
        job.profile.layers = gpus;
        jobs.push_back(job);
    }

    /// Runs and keeps what was found.
    void Run(const std::string& policy)
    {
        result = RunAnalytically(cluster, jobs, *FindPolicy(policy), options);
    }

    Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.2)}, {});
    std::vector<TrainingJob> jobs;
    SchedulingOptions options;
    AnalyticResult result;
};

} // namespace

TEST_F(SchedulingAnalyticRun, JobsWaitForOneAnother)
{
    Add("a", 3, 1);
    Add("b", 2, 2);
    Add("c", 1, 3);
    Run("ldf");
    // a 1..5; b waits for it, and c, by strict order, for b: both 5..9.
    ASSERT_EQ(result.completed, 3u);
    EXPECT_EQ(result.jobs[0].start, Seconds(1));
    EXPECT_EQ(result.jobs[1].start, Seconds(5));
    EXPECT_EQ(result.jobs[2].start, Seconds(5));
    EXPECT_EQ(result.jobs[2].finish, Seconds(9));
    EXPECT_DOUBLE_EQ(result.averageJct, (4 + 7 + 6) / 3.0);
    EXPECT_DOUBLE_EQ(result.averageWait, (0 + 3 + 2) / 3.0);
    EXPECT_DOUBLE_EQ(result.makespan, 8);
    // 6 GPUs for 4 s each of 4 GPUs for 8 s
    EXPECT_DOUBLE_EQ(result.gpuUtilization, 24.0 / 32);
    // 24 GPU seconds x 0.3 kW x 0.2 $/kWh
    EXPECT_NEAR(result.totalCost, 24 * 0.3 * 0.2 / 3600, 1e-15);
    EXPECT_THAT(result.jobs[1].placement, ElementsAre(PlacementSegment{A, 2}));
    options.queueing = Queueing::BACKFILL;
    Run("ldf");
    EXPECT_EQ(result.jobs[2].start, Seconds(3));
}

TEST_F(SchedulingAnalyticRun, OrderGivenIsNotOrderOfArrival)
{
    Add("late", 4, 10);
    Add("early", 4, 0);
    Run("lcf");
    EXPECT_EQ(result.jobs[0].start, Seconds(10));
    EXPECT_EQ(result.jobs[1].start, Seconds(0));
    EXPECT_DOUBLE_EQ(result.makespan, 14);
}

TEST_F(SchedulingAnalyticRun, ACompletionComesBeforeAnArrivalOfTheSameInstant)
{
    Add("a", 4, 0);
    Add("b", 4, 4);
    Run("lcf");
    EXPECT_EQ(result.jobs[1].start, Seconds(4));
}

TEST_F(SchedulingAnalyticRun, WhatCanNeverStartIsLeftUnfinished)
{
    Add("a", 4, 0);
    Add("big", 5, 0);
    Run("bace-pipe");
    EXPECT_EQ(result.completed, 1u);
    EXPECT_FALSE(result.jobs[1].finished);
    EXPECT_DOUBLE_EQ(result.averageJct, 4);
    // Behind a job that waits for ever nobody starts.
    jobs[1].id = "A, the first";
    Run("lcf");
    EXPECT_EQ(result.completed, 0u);
    EXPECT_EQ(result.averageJct, 0);
    EXPECT_EQ(result.gpuUtilization, 0);
}

TEST_F(SchedulingAnalyticRun, NoJobsNothingFound)
{
    Run("bace-pipe");
    EXPECT_EQ(result.completed, 0u);
    EXPECT_EQ(result.makespan, 0);
}

TEST_F(SchedulingAnalyticRun, AJobThatWaitsIsTriedWhenAPriceChanges)
{
    // B is the cheapest until 100 s and too small; then A is.
    Region falling = MakeRegion("A", 4, 0);
    falling.price = PriceSchedule({{Time(0), 0.3}, {Seconds(100), 0.1}});
    cluster = MakeCluster({falling, MakeRegion("B", 2, 0.2)}, {});
    Add("a", 4, 0);
    options.cheapestWithRoom = false;
    Run("lcf");
    ASSERT_EQ(result.completed, 1u);
    EXPECT_EQ(result.jobs[0].start, Seconds(100));
    EXPECT_NEAR(result.totalCost, 16 * 0.3 * 0.1 / 3600, 1e-15);
}

TEST_F(SchedulingAnalyticRun, BeyondTheClockEndsAtItsEnd)
{
    Add("a", 4, 0);
    jobs[0].profile.iterations = 1000000000000;
    Run("lcf");
    EXPECT_EQ(result.jobs[0].finish, Time::Max());
}
