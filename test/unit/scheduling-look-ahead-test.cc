// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-scheduler.h"
#include "ns3/bace-look-ahead.h"

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
 * One region of 4 GPUs at 0.2 $/kWh, unless a test has it otherwise, and silent jobs: rigid ones of
 * M = 1 take the same time on any number of GPUs, elastic ones t_comp(1) (1 + (M - 1) / L).
 */
class SchedulingLookAhead : public testing::Test
{
  protected:
    /// Adds a job that arrives at some time.
    void Add(const std::string& id,
             double arrival,
             uint32_t least,
             uint32_t most,
             double computeTime,
             uint32_t microBatches)
    {
        jobs.push_back(MakeSilentJob(id, least, most, computeTime, microBatches));
        jobs.back().arrival = Seconds(arrival);
    }

    /// Adds a job of so many GPUs that takes so many seconds.
    void AddRigid(const std::string& id, double arrival, uint32_t gpus, double seconds)
    {
        Add(id, arrival, gpus, gpus, seconds, 1);
    }

    /// @return what comes of all jobs
    AnalyticResult Run(const std::string& policy = "bace-pipe-lookahead")
    {
        return RunAnalytically(cluster, jobs, *FindPolicy(policy), options);
    }

    /// @return the first round, all jobs submitted
    std::vector<Decision> Decide(const std::string& policy = "bace-pipe-lookahead")
    {
        JobScheduler scheduler(Ledger(cluster), *FindPolicy(policy), options);
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            scheduler.Submit(i, jobs[i]);
        }
        return scheduler.Decide(Time(0));
    }

    Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.2)}, {});
    SchedulingOptions options;
    std::vector<TrainingJob> jobs;
};

/// @return the sum of the completion times of jobs that came at 0 s, s
double
SumOfFinishes(const AnalyticResult& result)
{
    double sum = 0;
    for (const AnalyticJob& job : result.jobs)
    {
        sum += job.finish.GetSeconds();
    }
    return sum;
}

} // namespace

TEST_F(SchedulingLookAhead, WaitsForGpusRatherThanStartOnLeftovers)
{
    // At 1 one GPU is free, three from 5 on. The second job takes 20 s on one and 12 s on its K*
    // of two: 21 or 17.
    AddRigid("first", 0, 3, 5);
    Add("second", 1, 1, 2, 4, 5);
    const AnalyticResult waited = Run();
    EXPECT_EQ(waited.jobs[1].start, Seconds(5));
    EXPECT_EQ(waited.jobs[1].finish, Seconds(17));
    EXPECT_EQ(Run("bace-pipe").jobs[1].finish, Seconds(21));
    // Where the first takes 10 s, 21 is earlier than 22.
    jobs[0].profile.computeTime = 10;
    EXPECT_EQ(Run().jobs[1].start, Seconds(1));
}

TEST_F(SchedulingLookAhead, SaysThatItWaits)
{
    AddRigid("first", 0, 3, 5);
    Add("second", 1, 1, 2, 4, 5);
    AddRigid("third", 1, 4, 1);
    JobScheduler scheduler(Ledger(cluster), *FindPolicy("bace-pipe-lookahead"), options);
    scheduler.Submit(0, jobs[0]);
    EXPECT_EQ(scheduler.Decide(Time(0)).front().reason, "3 of at most 3 GPUs");
    scheduler.Submit(1, jobs[1]);
    auto decisions = scheduler.Decide(Seconds(1));
    // Of one and two GPUs, its floor and its K*, it is held to two.
    ASSERT_EQ(decisions.size(), 1u);
    ASSERT_FALSE(decisions[0].placed);
    EXPECT_EQ(decisions[0].reason, "planned to wait for 2 GPUs");
    // Who waits for no more than its floor has the ordinary reasons.
    scheduler.Complete(0, Seconds(5));
    EXPECT_EQ(scheduler.Decide(Seconds(5)).front().reason, "2 of at most 2 GPUs");
    scheduler.Submit(2, jobs[2]);
    EXPECT_EQ(scheduler.Decide(Seconds(6)).front().reason, "fewer free GPUs than its floor of 4");
}

TEST_F(SchedulingLookAhead, AShortJobGoesFirst)
{
    // Ends 2 and 12, or 10 and 12.
    AddRigid("long", 0, 4, 10);
    AddRigid("short", 0, 4, 2);
    EXPECT_DOUBLE_EQ(Run().averageJct, 7);
    EXPECT_DOUBLE_EQ(Run("no-priority").averageJct, 11);
    options.longestFirst = true; // an order to begin with, no more
    EXPECT_DOUBLE_EQ(Run("bace-pipe").averageJct, 11);
    EXPECT_DOUBLE_EQ(Run().averageJct, 7);
}

TEST_F(SchedulingLookAhead, ALongNarrowJobGoesBeforeAShortWideOne)
{
    // The narrow job leaves three GPUs and the wide one needs four, so in the order of BACE-Pipe,
    // the shortest first: wide 0..6, narrow 6..13, others 6..13, sum 6 + 4 x 13 = 58. The narrow
    // ones first: 0..7, then 7..13, sum 4 x 7 + 13 = 41.
    AddRigid("wide", 0, 4, 6);
    for (const char* id : {"a", "b", "c", "d"})
    {
        AddRigid(id, 0, 1, 7);
    }
    EXPECT_DOUBLE_EQ(SumOfFinishes(Run("bace-pipe")), 58);
    EXPECT_DOUBLE_EQ(SumOfFinishes(Run()), 41);
}

TEST_F(SchedulingLookAhead, ACapBelowTheOptimumHasTwoJobsSideBySide)
{
    // t(L) = 4 + 4 / L: 8, 6, 5.33, 5. One after the other on four: 5 + 10. Side by side on two:
    // 6 + 6. On three and one: 5.33 + 8.
    Add("a", 0, 1, 4, 4, 2);
    Add("b", 0, 1, 4, 4, 2);
    EXPECT_DOUBLE_EQ(SumOfFinishes(Run("bace-pipe")), 15);
    EXPECT_DOUBLE_EQ(SumOfFinishes(Run()), 12);
    for (const Decision& decision : Decide())
    {
        EXPECT_THAT(decision.placement, ElementsAre(PlacementSegment{A, 2}));
        EXPECT_TRUE(testing::Matches(testing::StartsWith("2 of at most "))(decision.reason));
    }
}

TEST_F(SchedulingLookAhead, ABlockKeepsGpusForTheNext)
{
    // At 1 one GPU is free, four from 4 on. The narrow job at once: 1..5, the wide one 5..6, after
    // 4 + 5 s. The wide one first: 4..5, the narrow one 5..9, after 4 + 8 s.
    AddRigid("first", 0, 3, 4);
    AddRigid("wide", 1, 4, 1);
    AddRigid("narrow", 1, 1, 4);
    EXPECT_EQ(Run().jobs[1].start, Seconds(5));
    // Of 20 s: 1..21 and 21..22, after 20 + 21 s, or 4..5 and 5..25, after 4 + 24 s.
    jobs[2].profile.computeTime = 20;
    const AnalyticResult result = Run();
    EXPECT_EQ(result.jobs[1].start, Seconds(4));
    EXPECT_EQ(result.jobs[2].start, Seconds(5));
    EXPECT_EQ(Run("bace-pipe").jobs[2].start, Seconds(1));
}

namespace
{

/// A of 4 GPUs, dear; B of 3, cheap; no link.
class SchedulingLookAheadCost : public SchedulingLookAhead
{
  protected:
    SchedulingLookAheadCost()
    {
        cluster = MakeCluster({MakeRegion("A", 4, 0.4), MakeRegion("B", 3, 0.1)}, {});
        // t(L) = 4 + 16 / L. A4: 8 s for 12.8 GPU seconds x $/kWh; B3: 28/3 s for 2.8, B2: 12 s
        // for 2.4, B1: 20 s for 2.0.
        Add("job", 0, 1, 4, 4, 5);
    }

    /// @return the placement of the only job, under a limit
    Placement PlaceUnder(double limit)
    {
        options.lookAhead.costLimit = limit;
        return Run().jobs[0].placement;
    }
};

} // namespace

TEST_F(SchedulingLookAheadCost, TheLimitFlipsTheChoice)
{
    EXPECT_THAT(Run("bace-pipe").jobs[0].placement, ElementsAre(PlacementSegment{A, 4}));
    EXPECT_THAT(Run().jobs[0].placement, ElementsAre(PlacementSegment{A, 4}));
    EXPECT_THAT(PlaceUnder(1), ElementsAre(PlacementSegment{A, 4}));
    // 12.8 is too much: on B
    EXPECT_THAT(PlaceUnder(0.99), ElementsAre(PlacementSegment{B, 3}));
    EXPECT_THAT(PlaceUnder(2.81 / 12.8), ElementsAre(PlacementSegment{B, 3}));
    EXPECT_THAT(PlaceUnder(2.79 / 12.8), ElementsAre(PlacementSegment{B, 2}));
    EXPECT_THAT(PlaceUnder(2.39 / 12.8), ElementsAre(PlacementSegment{B, 1}));
}

TEST_F(SchedulingLookAheadCost, UnderALimitThatNothingMeetsTheCheapestIsTaken)
{
    EXPECT_THAT(PlaceUnder(0), ElementsAre(PlacementSegment{B, 1}));
    EXPECT_THAT(PlaceUnder(1.99 / 12.8), ElementsAre(PlacementSegment{B, 1}));
}

TEST_F(SchedulingLookAheadCost, TwoJobsShareTheCheapGpus)
{
    // BACE-Pipe has one job on A for 12.8 and one on B for 2.8, together 15.6. Half of it is too
    // little for any GPU of A: B2 and B1 for 4.4, 12 and 20 s. One after the other on B3 would be
    // 28/3 and 56/3 s, but a plan has jobs wait for a number of GPUs, not for a region, and A is
    // free.
    Add("other", 0, 1, 4, 4, 5);
    EXPECT_NEAR(Run("bace-pipe").totalCost, 15.6 * GPU_SECOND, 1e-12);
    options.lookAhead.costLimit = 0.5;
    const AnalyticResult result = Run();
    EXPECT_NEAR(result.totalCost, 4.4 * GPU_SECOND, 1e-12);
    EXPECT_NEAR(SumOfFinishes(result), 32, 1e-7);
}

TEST_F(SchedulingLookAheadCost, WhatIsSpentAndWhatRunsCounts)
{
    // A second job like the first comes at 9: BACE-Pipe has both on A for 25.6, one after the
    // other.
    Add("other", 9, 1, 4, 4, 5);
    options.lookAhead.costLimit = 1;
    EXPECT_NEAR(Run().totalCost, 25.6 * GPU_SECOND, 1e-12);
    // The first may cost 0.7 x 12.8 = 8.96: B3 for 2.8, to 28/3. Of 0.7 x 25.6 = 17.92 then 15.12
    // are left, while it runs: A4.
    options.lookAhead.costLimit = 0.7;
    AnalyticResult result = Run();
    EXPECT_THAT(result.jobs[0].placement, ElementsAre(PlacementSegment{B, 3}));
    EXPECT_THAT(result.jobs[1].placement, ElementsAre(PlacementSegment{A, 4}));
    // It comes at 1: BACE-Pipe has the first on A and the second on B for 15.6. Of 0.7 of
    // it, 10.92, 8.12 are left: A1 for 8.0, not A2 for 9.6.
    jobs[1].arrival = Seconds(1);
    result = Run();
    EXPECT_THAT(result.jobs[1].placement, ElementsAre(PlacementSegment{A, 1}));
    // It comes at 10, when the first is done and has cost 2.8: as at 9.
    jobs[1].arrival = Seconds(10);
    EXPECT_THAT(Run().jobs[1].placement, ElementsAre(PlacementSegment{A, 4}));
    // Of 0.6 x 25.6 = 15.36 12.56 are left: B3.
    options.lookAhead.costLimit = 0.6;
    EXPECT_THAT(Run().jobs[1].placement, ElementsAre(PlacementSegment{B, 3}));
}

TEST_F(SchedulingLookAheadCost, WhatComesLaterMayBreakTheLimit)
{
    // Three GPUs for 100 s, from 1 on. BACE-Pipe, which has the first job on A, has B free for
    // them: 12.8 + 30. Under 0.99 the first job is on B, and nothing makes the second wait for B
    // while A is free: 2.8 + 120.
    AddRigid("later", 1, 3, 100);
    EXPECT_NEAR(Run("bace-pipe").totalCost, 42.8 * GPU_SECOND, 1e-12);
    options.lookAhead.costLimit = 0.99;
    EXPECT_NEAR(Run().totalCost, 122.8 * GPU_SECOND, 1e-12);
    // At once known of, both are within it: the first on A1 for 8.0, or after B is free.
    jobs[1].arrival = Time(0);
    EXPECT_LE(Run().totalCost, 0.99 * 42.8 * GPU_SECOND);
}

TEST_F(SchedulingLookAhead, TheSameStateTheSameDecisions)
{
    cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 6, 0.3), MakeRegion("C", 5, 0.1)},
                    {{A, B, 200}, {B, C, 100}, {A, C, 60}});
    for (uint32_t i = 0; i < 8; ++i)
    {
        jobs.push_back(MakeJob("job" + std::to_string(i)));
        jobs.back().profile.layers = 3 + i;
        jobs.back().profile.iterations = 1 + i * 5 % 8;
    }
    const auto first = Decide();
    const auto second = Decide();
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i)
    {
        EXPECT_EQ(first[i].job, second[i].job);
        EXPECT_EQ(first[i].placement, second[i].placement);
        EXPECT_EQ(first[i].reason, second[i].reason);
    }
    EXPECT_EQ(Run().averageJct, Run().averageJct);
}

TEST_F(SchedulingLookAhead, WhatWasDecidedBeforeOfOtherJobsDoesNotCount)
{
    for (uint32_t i = 0; i < 8; ++i)
    {
        Add("job" + std::to_string(i), 0, 1, 4, 1 + i * 5 % 8, 2 + i * 3 % 8);
    }
    const Policy& policy = *FindPolicy("bace-pipe-lookahead");
    std::vector<PendingJob> all;
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        all.push_back({i, &jobs[i], EstimateJob(jobs[i].profile, cluster, options)});
    }
    const std::vector<PendingJob> before(all.begin(), all.begin() + 2);
    const std::vector<PendingJob> now(all.begin() + 2, all.end());
    const std::map<std::size_t, RunningJob> running;
    const Ledger ledger(cluster);
    LookAhead fresh(policy, options);
    LookAhead used(policy, options);
    used.Rank({before, running, ledger, 0, ledger.GetCongestion(), Time(0)});
    const Plan expected = fresh.Rank({now, running, ledger, 0, ledger.GetCongestion(), Time(0)});
    const Plan plan = used.Rank({now, running, ledger, 0, ledger.GetCongestion(), Time(0)});
    ASSERT_EQ(plan.size(), expected.size());
    for (std::size_t i = 0; i < plan.size(); ++i)
    {
        EXPECT_EQ(plan[i].pending, expected[i].pending);
        EXPECT_EQ(plan[i].leastGpus, expected[i].leastGpus);
        EXPECT_EQ(plan[i].mostGpus, expected[i].mostGpus);
        EXPECT_EQ(plan[i].timeTolerance, expected[i].timeTolerance);
        EXPECT_EQ(plan[i].blocks, expected[i].blocks);
    }
}

TEST_F(SchedulingLookAhead, JobsThatCanNeverStartDisturbNobody)
{
    AddRigid("long", 0, 4, 10);
    AddRigid("short", 0, 4, 2);
    Add("elastic", 0, 1, 4, 4, 2);
    const std::vector<TrainingJob> startable = jobs;
    AddRigid("too big", 0, 5, 1);
    Add("cap below floor", 0, 3, 2, 1, 1);
    const std::vector<TrainingJob> all = jobs;
    for (const double limit : {std::numeric_limits<double>::infinity(), 1.0, 0.0})
    {
        options.lookAhead.costLimit = limit;
        jobs = startable;
        const AnalyticResult without = Run();
        jobs = all;
        const AnalyticResult with = Run();
        EXPECT_EQ(without.completed, 3u);
        EXPECT_EQ(with.completed, 3u);
        EXPECT_DOUBLE_EQ(with.averageJct, without.averageJct);
        EXPECT_DOUBLE_EQ(with.totalCost, without.totalCost);
        EXPECT_FALSE(with.jobs[3].finished);
        EXPECT_FALSE(with.jobs[4].finished);
    }
}

namespace
{

/// 40 jobs of different lengths, more than a plan is made for; 1 GPU each.
class SchedulingLookAheadWindow : public SchedulingLookAhead
{
  protected:
    SchedulingLookAheadWindow()
    {
        for (uint32_t i = 0; i < 40; ++i)
        {
            AddRigid("job" + std::to_string(i), 0, 1, 1 + i * 17 % 40);
        }
    }
};

} // namespace

TEST_F(SchedulingLookAheadWindow, BeyondItTheOrderIsThatOfBacePipe)
{
    static_assert(LookAhead::WINDOW == 32);
    cluster = MakeCluster({MakeRegion("A", 64, 0.2)}, {});
    const auto decisions = Decide();
    const auto reference = Decide("bace-pipe");
    ASSERT_EQ(decisions.size(), 40u);
    std::vector<std::size_t> planned;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < 40; ++i)
    {
        EXPECT_TRUE(decisions[i].placed);
        EXPECT_EQ(decisions[i].priority, 40 - i);
        if (i < LookAhead::WINDOW)
        {
            planned.push_back(decisions[i].job);
            first.push_back(reference[i].job);
        }
        else
        {
            EXPECT_EQ(decisions[i].job, reference[i].job);
        }
    }
    EXPECT_THAT(planned, testing::UnorderedElementsAreArray(first));
}

TEST_F(SchedulingLookAheadWindow, AllComeToTheirTurn)
{
    // One GPU each of four: the shortest first is best of all, in lots of four: jobs of 1 to 40 s.
    const AnalyticResult result = Run();
    EXPECT_EQ(result.completed, 40u);
    EXPECT_DOUBLE_EQ(result.averageJct, Run("bace-pipe").averageJct);
}

TEST_F(SchedulingLookAheadWindow, TheWeightOfBandwidthIsThatOfTheOptions)
{
    // With alpha 1 bandwidth alone counts, and all send nothing: by arrival, then id. The plan is
    // made for the first 32 of these, and the others follow.
    cluster = MakeCluster({MakeRegion("A", 64, 0.2)}, {});
    options.alpha = 1;
    const auto decisions = Decide();
    const auto reference = Decide("bace-pipe");
    ASSERT_EQ(decisions.size(), 40u);
    for (std::size_t i = LookAhead::WINDOW; i < 40; ++i)
    {
        EXPECT_EQ(decisions[i].job, reference[i].job);
    }
}
