// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-plan-evaluator.h"

#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

namespace
{

/**
 * One region of 4 GPUs of 300 W at 0.2 $/kWh, unless a test has it otherwise. Jobs send nothing
 * and have one iteration: rigid ones of M = 1 take the same time on any number of GPUs, elastic
 * ones of t_comp(1) = 4 s and M = 5 take t(L) = 4 + 16 / L s.
 */
class SchedulingPlanEvaluator : public testing::Test
{
  protected:
    /// @return a job, planned from its floor to K*
    RankedJob Add(const TrainingJob& job)
    {
        m_jobs.push_back(job);
        m_pending.push_back({m_pending.size(),
                             &m_jobs.back(),
                             EstimateJob(m_jobs.back().profile, cluster, options)});
        RankedJob ranked;
        ranked.pending = &m_pending.back();
        ranked.leastGpus = m_pending.back().estimate.leastGpus;
        ranked.mostGpus = m_pending.back().estimate.optimalGpus;
        return ranked;
    }

    /// @return a job of so many GPUs that takes so many seconds
    RankedJob Rigid(uint32_t gpus, double seconds)
    {
        return Add(MakeSilentJob("rigid", gpus, gpus, seconds, 1));
    }

    /// @return a job of one to four GPUs: 20, 12, 9.33 or 8 s
    RankedJob Elastic()
    {
        return Add(MakeSilentJob("elastic", 1, 4, 4, 5));
    }

    /// Has a job run on some GPUs of a region, whose end is expected at a time.
    void Occupy(RegionIndex region, uint32_t gpus, double end)
    {
        RunningJob job;
        job.placement = {{region, gpus}};
        job.end = Seconds(end);
        ledger.Reserve(job.placement, job.bandwidth);
        running.emplace(running.size(), job);
    }

    /// @return what a plan comes to
    PlanScore Play(const Plan& plan, const std::string& policy = "bace-pipe")
    {
        PlanEvaluator evaluator(*FindPolicy(policy), options, running, ledger, now);
        return evaluator.Evaluate(plan).value();
    }

    Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.2)}, {});
    Ledger ledger{cluster};
    SchedulingOptions options;
    std::map<std::size_t, RunningJob> running;
    Time now;

  private:
    std::deque<TrainingJob> m_jobs; // references hold
    std::deque<PendingJob> m_pending;
};

} // namespace

TEST_F(SchedulingPlanEvaluator, AnEmptyPlanComesToNothing)
{
    const PlanScore score = Play({});
    EXPECT_EQ(score.unplaced, 0u);
    EXPECT_EQ(score.completionSum, 0);
    EXPECT_EQ(score.cost, 0);
}

TEST_F(SchedulingPlanEvaluator, TheOrderHoldsAndCompletionsFreeGpus)
{
    const RankedJob longer = Rigid(4, 10);
    const RankedJob shorter = Rigid(4, 2);
    // One after the other: ends 10 and 12, or 2 and 12.
    EXPECT_DOUBLE_EQ(Play({longer, shorter}).completionSum, 22);
    EXPECT_DOUBLE_EQ(Play({shorter, longer}).completionSum, 14);
    // 4 GPUs for 12 s at 0.2, in either order
    EXPECT_NEAR(Play({longer, shorter}).cost, 48 * 0.2 * GPU_SECOND, 1e-15);
    EXPECT_NEAR(Play({shorter, longer}).cost, 48 * 0.2 * GPU_SECOND, 1e-15);
    EXPECT_EQ(Play({shorter, longer}).excess, 0); // nothing is disallowed
}

TEST_F(SchedulingPlanEvaluator, CompletionTimesCountFromTheArrival)
{
    TrainingJob early = *Rigid(4, 10).pending->job;
    early.arrival = Seconds(3);
    now = Seconds(5);
    // 5..15 by the clock
    EXPECT_DOUBLE_EQ(Play({Add(early)}).completionSum, 12);
}

TEST_F(SchedulingPlanEvaluator, SimultaneousEndsAreOne)
{
    // Both of two GPUs end at 10. Had the round come between them, the elastic job would start on
    // two and take 12 s; on four it takes 8.
    EXPECT_DOUBLE_EQ(Play({Rigid(2, 10), Rigid(2, 10), Elastic()}).completionSum, 10 + 10 + 18);
}

TEST_F(SchedulingPlanEvaluator, OthersPassUnlessBlocked)
{
    const RankedJob first = Rigid(3, 10);
    RankedJob second = Rigid(4, 2);
    const RankedJob third = Rigid(1, 10);
    // The third fills the gap: both end at 10, then the second, 12.
    EXPECT_DOUBLE_EQ(Play({first, second, third}).completionSum, 10 + 10 + 12);
    // It waits for the second, which ends at 12: then 12..22.
    second.blocks = true;
    EXPECT_DOUBLE_EQ(Play({first, second, third}).completionSum, 10 + 12 + 22);
    // Who starts does not block: the second 0..2, then the others together.
    EXPECT_DOUBLE_EQ(Play({second, first, third}).completionSum, 2 + 12 + 12);
}

TEST_F(SchedulingPlanEvaluator, LeastGpusMakeAJobWait)
{
    const RankedJob first = Rigid(3, 10);
    RankedJob elastic = Elastic();
    // on the one left: 0..20
    EXPECT_DOUBLE_EQ(Play({first, elastic}).completionSum, 10 + 20);
    // waits though one is free: 10..18
    elastic.leastGpus = 2;
    EXPECT_DOUBLE_EQ(Play({first, elastic}).completionSum, 10 + 18);
    elastic.leastGpus = 4;
    EXPECT_DOUBLE_EQ(Play({first, elastic}).completionSum, 10 + 18);
    // It does not keep others from starting: 1 GPU for 5 s, long free again at 10.
    EXPECT_DOUBLE_EQ(Play({first, elastic, Rigid(1, 5)}).completionSum, 10 + 18 + 5);
}

TEST_F(SchedulingPlanEvaluator, MostGpusCap)
{
    RankedJob capped = Elastic();
    const RankedJob other = Elastic();
    // 8 s each on four, one after the other
    EXPECT_DOUBLE_EQ(Play({capped, other}).completionSum, 8 + 16);
    // 20 s on one, 4 + 16/3 s on three beside it; 20 and 28 GPU seconds in 0.2 steps of a second
    capped.mostGpus = 1;
    const PlanScore score = Play({capped, other});
    EXPECT_NEAR(score.completionSum, 20 + 28 / 3.0, 1e-8);
    EXPECT_NEAR(score.cost, (20 + 3 * 28 / 3.0) * 0.2 * GPU_SECOND, 1e-12);
}

TEST_F(SchedulingPlanEvaluator, ACapBelowTheLeastNeverStarts)
{
    RankedJob job = Elastic();
    job.leastGpus = 3;
    job.mostGpus = 2;
    EXPECT_EQ(Play({job}).unplaced, 1u);
}

TEST_F(SchedulingPlanEvaluator, TimeToleranceTakesTheCheaper)
{
    cluster = MakeCluster({MakeRegion("A", 4, 0.4), MakeRegion("B", 3, 0.1)}, {});
    ledger = Ledger(cluster);
    RankedJob job = Elastic();
    // A: 8 s on four. B: 28/3 s on three, 16.7 % more.
    EXPECT_DOUBLE_EQ(Play({job}).completionSum, 8);
    EXPECT_NEAR(Play({job}).cost, 4 * 8 * 0.4 * GPU_SECOND, 1e-15);
    job.timeTolerance = 0.16;
    EXPECT_DOUBLE_EQ(Play({job}).completionSum, 8);
    job.timeTolerance = 0.17;
    EXPECT_NEAR(Play({job}).completionSum, 28 / 3.0, 1e-8);
    EXPECT_NEAR(Play({job}).cost, 28 * 0.1 * GPU_SECOND, 1e-12);
    // The tolerance is the job's own: that of the options is not asked.
    options.timeTolerance = 0.17;
    job.timeTolerance = 0;
    EXPECT_DOUBLE_EQ(Play({job}).completionSum, 8);
}

TEST_F(SchedulingPlanEvaluator, RunningJobsEndWhenExpected)
{
    Occupy(A, 3, 7);
    now = Seconds(2);
    // 7..9; what runs already counts neither in the sum nor in the cost.
    const PlanScore score = Play({Rigid(4, 2)});
    EXPECT_DOUBLE_EQ(score.completionSum, 9);
    EXPECT_NEAR(score.cost, 8 * 0.2 * GPU_SECOND, 1e-15);
}

TEST_F(SchedulingPlanEvaluator, ALateJobMayEndAtAnyMomentButHasNotYet)
{
    Occupy(A, 3, 1);
    now = Seconds(2);
    // 2..4, not 1..3
    EXPECT_DOUBLE_EQ(Play({Rigid(4, 2)}).completionSum, 4);
    // The late job still holds its GPUs when this instant is decided about: the second job takes
    // the one that is free, 2..5, and the first waits for it, 5..7.
    EXPECT_DOUBLE_EQ(Play({Rigid(4, 2), Rigid(1, 3)}).completionSum, 7 + 5);
}

TEST_F(SchedulingPlanEvaluator, BandwidthIsHeldAndGivenBack)
{
    cluster = MakeCluster({MakeRegion("A", 3, 0.2), MakeRegion("B", 3, 0.2)}, {{A, B, 40}});
    ledger = Ledger(cluster);
    JobProfile profile = MakeProfile();
    profile.minGpus = profile.layers = 4;
    const RankedJob first = Add(MakeJob("first", profile));
    profile.minGpus = profile.layers = 2;
    const RankedJob second = Add(MakeJob("second", profile));
    // Evenly, the first takes A2+B2 and all 40 Mbps: 1 + 0.25 (WAN) + 2 x 0.0001 + 99 x 0.25 =
    // 26.0002 s x 10. The second cannot use A1+B1 and waits for a region's two: 1 + 0.0001 + 99 x
    // 0.5 = 50.5001 s x 10.
    EXPECT_NEAR(Play({first, second}, "no-cost-min").completionSum,
                260.002 + (260.002 + 505.001),
                1e-8);
    // By price, the first takes A3+B1 and the second B2 beside it.
    const double together = 260.002 + 505.001;
    EXPECT_NEAR(Play({first, second}).completionSum, together, 1e-8);
    // A plan leaves no trace on the next.
    PlanEvaluator evaluator(*FindPolicy("bace-pipe"), options, running, ledger, now);
    EXPECT_NEAR(evaluator.Evaluate({first, second})->completionSum, together, 1e-8);
    EXPECT_NEAR(evaluator.Evaluate({first, second})->completionSum, together, 1e-8);
}

TEST_F(SchedulingPlanEvaluator, CostFollowsThePriceWhileAJobRuns)
{
    Region falling = MakeRegion("A", 4, 0);
    falling.price = PriceSchedule({{Time(0), 0.4}, {Seconds(10), 0.1}});
    cluster = MakeCluster({falling}, {});
    ledger = Ledger(cluster);
    // 0..8 at 0.4; 8..10 at 0.4 and 10..16 at 0.1
    const PlanScore score = Play({Rigid(4, 8), Rigid(4, 8)});
    EXPECT_NEAR(score.cost, 4 * (8 * 0.4 + 2 * 0.4 + 6 * 0.1) * GPU_SECOND, 1e-12);
}

TEST_F(SchedulingPlanEvaluator, CostAboveTheAllowanceIsExcess)
{
    PlanEvaluator evaluator(*FindPolicy("bace-pipe"), options, running, ledger, now);
    const Plan plan{Rigid(4, 10), Rigid(4, 2)};
    const double cost = 48 * 0.2 * GPU_SECOND;
    EXPECT_EQ(evaluator.Evaluate(plan)->excess, 0);
    evaluator.SetAllowance(0.75 * cost);
    EXPECT_NEAR(evaluator.Evaluate(plan)->excess, 0.25 * cost, 1e-15);
    EXPECT_NEAR(evaluator.Evaluate(plan)->cost, cost, 1e-15);
    evaluator.SetAllowance(1.25 * cost);
    EXPECT_EQ(evaluator.Evaluate(plan)->excess, 0);
    // More has been spent already than all may cost.
    evaluator.SetAllowance(-cost);
    EXPECT_NEAR(evaluator.Evaluate(plan)->excess, 2 * cost, 1e-15);
}

TEST_F(SchedulingPlanEvaluator, JobsThatNeverStartAreCounted)
{
    RankedJob tooBig = Rigid(5, 1);
    const RankedJob first = Rigid(3, 10);
    const RankedJob second = Rigid(2, 4);
    // The others as if it were not there: 10, then 10..14.
    const PlanScore score = Play({tooBig, first, second});
    EXPECT_EQ(score.unplaced, 1u);
    EXPECT_DOUBLE_EQ(score.completionSum, 10 + 14);
    EXPECT_NEAR(score.cost, (30 + 8) * 0.2 * GPU_SECOND, 1e-15);
    // Behind it nobody starts.
    tooBig.blocks = true;
    EXPECT_EQ(Play({first, tooBig, second}).unplaced, 2u);
    EXPECT_DOUBLE_EQ(Play({first, tooBig, second}).completionSum, 10);
    EXPECT_EQ(Play({tooBig, first, second}).unplaced, 3u);
}

TEST_F(SchedulingPlanEvaluator, NothingIsReturnedExactlyWhereTheLimitIsExceeded)
{
    PlanEvaluator evaluator(*FindPolicy("bace-pipe"), options, running, ledger, now);
    const Plan inTurn{Rigid(4, 10), Rigid(4, 2), Rigid(4, 3)}; // ends 10, 12, 15
    ASSERT_TRUE(evaluator.Evaluate(inTurn, 37));
    EXPECT_DOUBLE_EQ(evaluator.Evaluate(inTurn, 37)->completionSum, 37);
    EXPECT_FALSE(evaluator.Evaluate(inTurn, 36.999));
    EXPECT_FALSE(evaluator.Evaluate(inTurn, 1));
    // Also where all start at once, and nobody waits for anything.
    const Plan atOnce{Rigid(2, 10), Rigid(2, 2)};
    EXPECT_TRUE(evaluator.Evaluate(atOnce, 12));
    EXPECT_FALSE(evaluator.Evaluate(atOnce, 11.999));
}

TEST_F(SchedulingPlanEvaluator, ALimitSparesSearches)
{
    const Plan plan{Rigid(4, 10), Rigid(4, 2), Rigid(4, 3)};
    PlanEvaluator whole(*FindPolicy("bace-pipe"), options, running, ledger, now);
    ASSERT_TRUE(whole.Evaluate(plan));
    PlanEvaluator cut(*FindPolicy("bace-pipe"), options, running, ledger, now);
    // At the first completion, at 10, the sum is 10 and can only become 10 + 12 + 13 or more.
    ASSERT_FALSE(cut.Evaluate(plan, 34));
    EXPECT_LT(cut.CountSearches(), whole.CountSearches());
}

TEST_F(SchedulingPlanEvaluator, SearchesAreCounted)
{
    PlanEvaluator evaluator(*FindPolicy("bace-pipe"), options, running, ledger, now);
    EXPECT_EQ(evaluator.CountSearches(), 0u);
    // The second is not looked for while no GPU is free.
    const Plan plan{Rigid(4, 10), Rigid(4, 2)};
    evaluator.Evaluate(plan);
    EXPECT_EQ(evaluator.CountSearches(), 2u);
    evaluator.Evaluate(plan);
    EXPECT_EQ(evaluator.CountSearches(), 4u);
    // Nor behind one that blocks: the first, then at 10 the two others.
    RankedJob blocking = Rigid(4, 2);
    blocking.blocks = true;
    evaluator.Evaluate({Rigid(3, 10), blocking, Rigid(1, 1)});
    EXPECT_EQ(evaluator.CountSearches(), 4u + 3);
}

namespace
{

/// @return a score of these figures
PlanScore
MakeScore(std::size_t unplaced, double excess, double completionSum, double cost)
{
    PlanScore score;
    score.unplaced = unplaced;
    score.excess = excess;
    score.completionSum = completionSum;
    score.cost = cost;
    return score;
}

/// Expects one score to be better than another, and not the other way round.
void
ExpectBetter(const PlanScore& a, const PlanScore& b)
{
    EXPECT_TRUE(a.IsBetterThan(b));
    EXPECT_FALSE(b.IsBetterThan(a));
}

} // namespace

TEST(SchedulingPlanScore, IsBetterByTheFirstFigureThatDiffers)
{
    ExpectBetter(MakeScore(0, 9, 9, 9), MakeScore(1, 0, 1, 1));
    ExpectBetter(MakeScore(1, 0, 9, 9), MakeScore(1, 1, 1, 1));
    ExpectBetter(MakeScore(1, 1, 1, 9), MakeScore(1, 1, 2, 1));
    ExpectBetter(MakeScore(1, 1, 2, 1), MakeScore(1, 1, 2, 2));
    const PlanScore same = MakeScore(1, 1, 2, 2);
    EXPECT_FALSE(same.IsBetterThan(same));
}

TEST(SchedulingPlanScore, RoundingIsNoDifference)
{
    // By one part in 10^13 less: the next figure decides.
    const double less = 1 - 1e-13;
    ExpectBetter(MakeScore(0, 1, 1, 1), MakeScore(0, less, 2, 1));
    ExpectBetter(MakeScore(0, 1, 1, 1), MakeScore(0, 1, less, 2));
    EXPECT_FALSE(MakeScore(0, 1, 1, less).IsBetterThan(MakeScore(0, 1, 1, 1)));
    // By one in 10^11: it does.
    const double clearly = 1 - 1e-11;
    ExpectBetter(MakeScore(0, clearly, 2, 1), MakeScore(0, 1, 1, 1));
    ExpectBetter(MakeScore(0, 1, clearly, 2), MakeScore(0, 1, 1, 1));
    ExpectBetter(MakeScore(0, 1, 1, clearly), MakeScore(0, 1, 1, 1));
}
