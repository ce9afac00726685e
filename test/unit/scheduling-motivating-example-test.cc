// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cost-model.h"
#include "ns3/bace-scheduler.h"

#include <gtest/gtest.h>
#include <map>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

// The example that motivates the paper (its Fig. 1): two jobs on four regions.

namespace
{

/// @return a job over Alpaca, one padded sample a sequence: 83 tokens, 407 iterations of M = 128
TrainingJob
AlpacaJob(const std::string& id, double parameters, uint64_t boundaryBytes, uint32_t layers)
{
    TrainingJob job;
    job.id = id;
    job.profile.computeTime = 6 * parameters * 83 / (0.5 * 154.8e12);
    job.profile.boundaryBytes = boundaryBytes;
    job.profile.layers = layers;
    job.profile.microBatches = 128;
    job.profile.iterations = 407;
    return job;
}

/// Runs both jobs from time 0; no job of the example waits.
class SchedulingMotivatingExample : public testing::Test
{
  protected:
    /// Places both jobs and sums up.
    void Run(const std::string& policy)
    {
        const std::vector<const TrainingJob*> jobs{&p, &q};
        Scheduler scheduler(Ledger(cluster), *FindPolicy(policy), options);
        scheduler.Submit(0, p);
        scheduler.Submit(1, q);
        averageJct = 0;
        cost = 0;
        for (const Decision& decision : scheduler.Decide(Time(0)))
        {
            ASSERT_TRUE(decision.placed) << decision.reason;
            const JobProfile& profile = jobs[decision.job]->profile;
            const Time execution =
                Seconds(profile.iterations * IterationTime(profile, decision.placement, cluster));
            averageJct += execution.GetHours() / 2;
            cost += ElectricityCost(decision.placement, cluster, Time(0), execution);
            placements[jobs[decision.job]->id] = ToString(decision.placement, cluster);
        }
    }

    /// Expects the placements, our figures, and the paper's within 6 %.
    void Expect(const std::string& ofP,
                const std::string& ofQ,
                double jct,
                double paperJct,
                double usd,
                double paperUsd)
    {
        EXPECT_EQ(placements["P"], ofP);
        EXPECT_EQ(placements["Q"], ofQ);
        EXPECT_NEAR(averageJct, jct, 0.0005);
        EXPECT_NEAR(cost, usd, 0.0005);
        EXPECT_NEAR(averageJct / paperJct, 1, 0.06);
        EXPECT_NEAR(cost / paperUsd, 1, 0.06);
    }

    Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.230),
                                   MakeRegion("B", 3, 0.222),
                                   MakeRegion("C", 2, 0.191),
                                   MakeRegion("D", 2, 0.291)},
                                  {{A, C, 1000}, {B, D, 200}});
    TrainingJob p = AlpacaJob("P", 14.7e9, 530000, 48);
    TrainingJob q = AlpacaJob("Q", 70.6e9, 7000000, 80);
    SchedulingOptions options;
    std::map<std::string, std::string> placements;
    double averageJct{0};
    double cost{0};
};

} // namespace

TEST_F(SchedulingMotivatingExample, LowestCostFirst)
{
    // P: t_comp(1) = 6 x 14.7e9 x 83 / 77.4e12 = 0.0945814 s, E = 407 x 0.0945814 x 129/2 = 2482.9
    // s Q: 0.454248 s, E = 407 x 0.454248 x 130/3 = 8011.4 s; intra-region boundaries add 0.6 s
    Run("lcf");
    Expect("C:2", "B:3", 1.458, 1.50, 0.524, 0.53);
}

TEST_F(SchedulingMotivatingExample, LowestDelayFirst)
{
    // P: 407 x 0.0945814 x 131/4 = 1260.7 s
    Run("ldf");
    Expect("A:4", "B:3", 1.288, 1.32, 0.541, 0.56);
}

TEST_F(SchedulingMotivatingExample, BandwidthAwareInOrderOfArrival)
{
    // P: 407 x 0.0945814 x (128 + 6 - 1 + 1 WAN)/6 = 859.7 s; Q needs 493 of B-D's 200 Mbps
    Run("no-priority");
    Expect("A:4>C:2", "B:3", 1.232, 1.27, 0.538, 0.55);
}

TEST_F(SchedulingMotivatingExample, BandwidthAwareWithQFirst)
{
    // Q: 407 x 0.454248 x 134/6 = 4129.0 s; P: 407 x 0.0945814 x 132/4 = 1270.3 s; b_P(4) = 179 of
    // 200 Mbps, b_P(5) = 224
    p.arrival = Seconds(1);
    Run("no-priority");
    Expect("B:3>D:1", "A:4>C:2", 0.750, 0.75, 0.549, 0.52);
}

TEST_F(SchedulingMotivatingExample, PriorityAsSummarisedKeepsPFirst)
{
    // P is shorter and needs less bandwidth: it comes first at every alpha.
    Run("bace-pipe");
    Expect("A:4>C:2", "B:3", 1.232, 1.27, 0.538, 0.55);
}

TEST_F(SchedulingMotivatingExample, LongestFirstTurnsTheOrder)
{
    options.longestFirst = true;
    Run("bace-pipe");
    Expect("B:3>D:1", "A:4>C:2", 0.750, 0.75, 0.549, 0.52);
}

TEST_F(SchedulingMotivatingExample, LookingAheadTurnsTheOrder)
{
    Run("bace-pipe-lookahead");
    Expect("B:3>D:1", "A:4>C:2", 0.750, 0.75, 0.549, 0.52);
}

TEST_F(SchedulingMotivatingExample, RequiredBandwidthsAreTheExamples)
{
    // P crosses B-D (200 Mbps) with 4 stages and not with 5; Q crosses A-C (1000) with 6, and B-D
    // not even with 2.
    EXPECT_EQ(LargestStages(p.profile, DataRate(200 * MBPS), 11), 4u);
    EXPECT_EQ(LargestStages(q.profile, DataRate(1000 * MBPS), 6), 6u);
    EXPECT_EQ(LargestStages(q.profile, DataRate(200 * MBPS), 11), 1u);
}
