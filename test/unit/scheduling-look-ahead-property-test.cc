// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-look-ahead.h"
#include "ns3/bace-plan-evaluator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <numeric>

#include "unit/scheduling-random.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

namespace
{

/// @return what a policy comes to
AnalyticResult
Run(const std::string& policy,
    const Cluster& cluster,
    const std::vector<TrainingJob>& jobs,
    const SchedulingOptions& options = {})
{
    return RunAnalytically(cluster, jobs, *FindPolicy(policy), options);
}

/// What is wrong by more than rounding to nanoseconds.
constexpr double SLACK = 1e-9;

/// The best of all orders of jobs that are there at 0 s, each with default choices.
struct BestOrder
{
    std::size_t placed{0};   //!< jobs that start in every order
    double completionSum{0}; //!< the least, s
};

/// @return it, by trying all orders
BestOrder
TryAllOrders(const Cluster& cluster, const std::vector<TrainingJob>& jobs)
{
    const SchedulingOptions options;
    std::vector<PendingJob> pending;
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        pending.push_back({i, &jobs[i], EstimateJob(jobs[i].profile, cluster, options)});
    }
    const std::map<std::size_t, RunningJob> running;
    PlanEvaluator evaluator(*FindPolicy("bace-pipe"), options, running, Ledger(cluster), Time(0));
    BestOrder best;
    best.completionSum = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> order(jobs.size());
    std::iota(order.begin(), order.end(), 0);
    do
    {
        Plan plan;
        for (const std::size_t i : order)
        {
            RankedJob ranked;
            ranked.pending = &pending[i];
            ranked.leastGpus = pending[i].estimate.leastGpus;
            ranked.mostGpus = pending[i].estimate.optimalGpus;
            plan.push_back(ranked);
        }
        const PlanScore score = evaluator.Evaluate(plan).value();
        best.placed = jobs.size() - score.unplaced;
        best.completionSum = std::min(best.completionSum, score.completionSum);
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

/// How often looking ahead is at or below others, in completion times.
struct Share
{
    uint32_t instances{0};                       //!< in all
    uint32_t atOrBelowAll{0};                    //!< every other policy
    std::map<std::string, uint32_t> atOrBelow{}; //!< one other policy
    uint32_t belowAllOrders{0};                  //!< clearly, the best of all orders

    /// @return of all instances
    double OfAll(uint32_t count) const
    {
        return 100.0 * count / instances;
    }
};

/// Holds looking ahead to all orders and all policies on 100 instances.
Share
CompareWithAll(uint32_t seed)
{
    Random random(seed);
    Share share;
    while (share.instances < 100)
    {
        const Cluster cluster = DrawCluster(random, 2, 4);
        std::vector<TrainingJob> jobs;
        const uint32_t count = Draw(random, 2, 3);
        for (uint32_t i = 0; i < count; ++i)
        {
            jobs.push_back(DrawJob(random, i));
            jobs.back().arrival = Time(0);
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + " instance " +
                     std::to_string(share.instances));
        const AnalyticResult ahead = Run("bace-pipe-lookahead", cluster, jobs);
        const BestOrder best = TryAllOrders(cluster, jobs);
        ++share.instances;
        EXPECT_EQ(ahead.completed, best.placed);
        const double sum = ahead.averageJct * ahead.completed;
        EXPECT_LE(sum, best.completionSum * (1 + SLACK));
        share.belowAllOrders += sum < best.completionSum * (1 - SLACK);
        bool all = true;
        for (const Policy& policy : GetPolicies())
        {
            if (policy.ordering == Ordering::LOOK_AHEAD)
            {
                continue;
            }
            // A job that the other policy never starts has no completion time to compare.
            const AnalyticResult other = Run(policy.name, cluster, jobs);
            EXPECT_LE(other.completed, ahead.completed) << policy.name;
            const bool atOrBelow = other.completed < ahead.completed ||
                                   ahead.averageJct <= other.averageJct * (1 + SLACK);
            share.atOrBelow[policy.name] += atOrBelow;
            all = all && atOrBelow;
        }
        share.atOrBelowAll += all;
    }
    std::cout << "seed " << seed << ": below the best order in "
              << share.OfAll(share.belowAllOrders) << " %, at or below all others in "
              << share.OfAll(share.atOrBelowAll) << " %";
    for (const auto& [name, times] : share.atOrBelow)
    {
        std::cout << ", " << name << " " << share.OfAll(times) << " %";
    }
    std::cout << "\n";
    return share;
}

} // namespace

TEST(SchedulingLookAheadProperty, IsNoWorseThanAnyOrder)
{
    for (const uint32_t seed : {1, 2, 3})
    {
        const Share share = CompareWithAll(seed);
        // Of three jobs at most, all there at the start, both play some order.
        EXPECT_EQ(share.atOrBelow.at("bace-pipe"), share.instances);
        EXPECT_EQ(share.atOrBelow.at("no-priority"), share.instances);
        // Measured: 97, 99 and 97 % of the instances, and 96.5 to 97.5 % of twice as many. The
        // others go to no-cost-min, and some to the policies with CR-LDF's chain.
        EXPECT_GE(share.OfAll(share.atOrBelowAll), 94);
        EXPECT_GT(share.OfAll(share.belowAllOrders), 25); // measured: 30 to 35 %
    }
}

TEST(SchedulingLookAheadProperty, PlanningAnewIsNoWorseThanTheFirstPlan)
{
    Random random(4);
    const Policy& policy = *FindPolicy("bace-pipe-lookahead");
    SchedulingOptions options;
    options.lookAhead.placements = 500;
    uint32_t better = 0;
    for (uint32_t sample = 0; sample < 60; ++sample)
    {
        SCOPED_TRACE("sample " + std::to_string(sample));
        const Cluster cluster = DrawCluster(random, 2, 4);
        std::vector<TrainingJob> jobs;
        std::vector<PendingJob> pending;
        for (uint32_t i = 0; i < 8; ++i)
        {
            jobs.push_back(DrawJob(random, i));
            jobs.back().arrival = Time(0);
        }
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            pending.push_back({i, &jobs[i], EstimateJob(jobs[i].profile, cluster, options)});
        }
        const std::map<std::size_t, RunningJob> running;
        const Ledger ledger(cluster);
        const Plan plan = LookAhead(policy, options)
                              .Rank({pending, running, ledger, 0, ledger.GetCongestion(), Time(0)});
        PlanEvaluator evaluator(policy, options, running, ledger, Time(0));
        const PlanScore planned = evaluator.Evaluate(plan).value();
        const AnalyticResult result = RunAnalytically(cluster, jobs, policy, options);
        EXPECT_EQ(result.completed + planned.unplaced, jobs.size());
        const double sum = result.averageJct * result.completed;
        EXPECT_LE(sum, planned.completionSum * (1 + SLACK));
        better += sum < planned.completionSum * (1 - SLACK);
    }
    EXPECT_GT(better, 10u);
}

namespace
{

/// How a limit of cost is kept.
struct Adherence
{
    uint32_t samples{0}; //!< in all
    uint32_t broken{0};  //!< where the cost came to more
    double worst{0};     //!< the largest cost relative to the limit
    double cost{0};      //!< sum of the costs relative to BACE-Pipe's
    double jct{0};       //!< sum of the completion times relative to BACE-Pipe's
};

/// Measures it on so many samples of jobs that arrive over some time.
Adherence
KeepLimit(uint32_t seed, uint32_t samples, uint32_t seconds, double limit)
{
    Random random(seed);
    Adherence adherence;
    SchedulingOptions options;
    options.lookAhead.costLimit = limit;
    options.lookAhead.placements = 1000;
    for (uint32_t sample = 0; sample < samples; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 2, 5);
        std::vector<TrainingJob> jobs;
        for (uint32_t i = 0; i < 6; ++i)
        {
            jobs.push_back(DrawJob(random, i));
            jobs.back().arrival = Seconds(Draw(random, 0, seconds));
        }
        const AnalyticResult reference = Run("bace-pipe", cluster, jobs);
        const AnalyticResult ahead = Run("bace-pipe-lookahead", cluster, jobs, options);
        if (reference.completed == 0)
        {
            continue;
        }
        EXPECT_EQ(ahead.completed, reference.completed);
        const double relative = ahead.totalCost / (limit * reference.totalCost);
        ++adherence.samples;
        adherence.broken += relative > 1 + SLACK;
        adherence.worst = std::max(adherence.worst, relative);
        adherence.cost += ahead.totalCost / reference.totalCost;
        adherence.jct += ahead.averageJct / reference.averageJct;
    }
    std::cout << "limit " << limit << ", arrivals over " << seconds << " s, seed " << seed << ": "
              << adherence.broken << " of " << adherence.samples << " above, at worst by "
              << 100 * (adherence.worst - 1) << " %; cost " << adherence.cost / adherence.samples
              << ", completion time " << adherence.jct / adherence.samples << " of BACE-Pipe's\n";
    return adherence;
}

} // namespace

TEST(SchedulingLookAheadProperty, KeepsTheLimitOfCostOfJobsThatAreThere)
{
    // BACE-Pipe's own placements are among the plans.
    EXPECT_EQ(KeepLimit(5, 50, 0, 1).broken, 0u);
    EXPECT_EQ(KeepLimit(5, 50, 0, 1.1).broken, 0u);
}

TEST(SchedulingLookAheadProperty, NearlyKeepsTheLimitOfCostOfJobsThatArrive)
{
    // What has started within the limit may hold the cheap GPUs when the next job comes; BACE-Pipe,
    // elsewhere, has them free for it, and a plan cannot wait for a region while another is free.
    // Measured on 150 samples: 2 broken, by 3.5 % at most, over 200 s and 1, by 0.3 %, over 2000 s.
    for (const uint32_t seconds : {200, 2000})
    {
        const Adherence strict = KeepLimit(5, 50, seconds, 1);
        EXPECT_LE(strict.broken, 3u);
        EXPECT_LE(strict.worst, 1.05);
        EXPECT_EQ(KeepLimit(5, 50, seconds, 1.1).broken, 0u);
    }
}

TEST(SchedulingLookAheadProperty, ALowerLimitCostsLessAndTakesLonger)
{
    // Below BACE-Pipe's cost there is often no plan that is cheap enough.
    const Adherence low = KeepLimit(5, 50, 200, 0.9);
    const Adherence high = KeepLimit(5, 50, 200, 1.1);
    EXPECT_LT(low.cost, 0.95 * high.cost);
    EXPECT_GT(low.jct, 1.1 * high.jct);
}
