// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ordering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;
using testing::ElementsAre;

namespace
{

/// Ranks jobs and keeps what was found.
class SchedulingOrdering : public testing::Test
{
  protected:
    /// @return the ids in the order found
    std::vector<std::string> Rank(Ordering ordering, double alpha)
    {
        pending.clear();
        for (const TrainingJob& job : jobs)
        {
            pending.push_back({0, &job, EstimateJob(job.profile, cluster, options)});
        }
        ranked = ordering == Ordering::FCFS ? RankByArrival(pending)
                                            : RankByPriority(pending, alpha, options.longestFirst);
        std::vector<std::string> ids;
        for (const RankedJob& job : ranked)
        {
            ids.push_back(job.pending->job->id);
        }
        return ids;
    }

    /// Adds a job of K* = 4.
    void Add(const std::string& id, Time arrival, uint64_t iterations, uint64_t boundaryBytes)
    {
        TrainingJob job = MakeJob(id);
        job.arrival = arrival;
        job.profile.layers = 4;
        job.profile.iterations = iterations;
        job.profile.boundaryBytes = boundaryBytes;
        jobs.push_back(job);
    }

    Cluster cluster = MakeCluster({MakeRegion("A", 16, 0.2)}, {});
    SchedulingOptions options;
    std::vector<TrainingJob> jobs;
    std::vector<PendingJob> pending;
    std::vector<RankedJob> ranked;
};

} // namespace

TEST_F(SchedulingOrdering, FcfsGoesByArrivalThenId)
{
    Add("c", Seconds(2), 1, 0);
    Add("z", Seconds(1), 9, 0);
    Add("b", Seconds(2), 5, 0);
    EXPECT_THAT(Rank(Ordering::FCFS, 0.5), ElementsAre("z", "b", "c"));
    EXPECT_EQ(ranked[0].priority, 0);
    EXPECT_EQ(ranked[0].mostGpus, 4u);
}

TEST_F(SchedulingOrdering, NobodyWaits)
{
    EXPECT_THAT(Rank(Ordering::PRIORITY, 0.5), ElementsAre());
}

TEST_F(SchedulingOrdering, PriorityWeighsIntensityAndSensitivityByCongestion)
{
    // t_iter(4) = 4 x 0.25 + 3 c + 99 x 0.25 = 25.75 + 3 c, c = 0.0001 s for "long", twice for
    // "wide". Execution: long 20 x 25.7503 = 515.006 s, wide 10 x 25.7506 = 257.506 s.
    // I: 1 and 0.500006; b(4): 40 and 80 Mbps, D: 0.5 and 1.
    Add("long", Time(0), 20, 1250000);
    Add("wide", Time(0), 10, 2500000);
    const double wide = 1 - 257.506 / 515.006;
    EXPECT_THAT(Rank(Ordering::PRIORITY, 0), ElementsAre("wide", "long"));
    EXPECT_NEAR(ranked[0].priority, wide, 1e-12);
    EXPECT_NEAR(ranked[1].priority, 0, 1e-12);
    // 0.75 (1 - I) + 0.25 (1 - D): wide 0.75 x 0.499994, long 0.25 x 0.5
    EXPECT_THAT(Rank(Ordering::PRIORITY, 0.25), ElementsAre("wide", "long"));
    EXPECT_NEAR(ranked[0].priority, 0.75 * wide, 1e-12);
    EXPECT_NEAR(ranked[1].priority, 0.125, 1e-12);
    EXPECT_THAT(Rank(Ordering::PRIORITY, 1), ElementsAre("long", "wide"));
    EXPECT_NEAR(ranked[0].priority, 0.5, 1e-12);
    EXPECT_NEAR(ranked[1].priority, 0, 1e-12);
}

TEST_F(SchedulingOrdering, LongestFirstReversesIntensityAlone)
{
    Add("long", Time(0), 20, 1250000);
    Add("wide", Time(0), 10, 2500000);
    options.longestFirst = true;
    EXPECT_THAT(Rank(Ordering::PRIORITY, 0), ElementsAre("long", "wide"));
    EXPECT_NEAR(ranked[0].priority, 1, 1e-12);
    EXPECT_NEAR(ranked[1].priority, 257.506 / 515.006, 1e-12);
    EXPECT_THAT(Rank(Ordering::PRIORITY, 1), ElementsAre("long", "wide"));
    EXPECT_NEAR(ranked[0].priority, 0.5, 1e-12);
}

TEST_F(SchedulingOrdering, EqualPrioritiesGoByArrivalThenId)
{
    Add("b", Seconds(2), 10, 1250000);
    Add("a", Seconds(2), 10, 1250000);
    Add("c", Seconds(1), 10, 1250000);
    EXPECT_THAT(Rank(Ordering::PRIORITY, 0.3), ElementsAre("c", "a", "b"));
}

TEST_F(SchedulingOrdering, SilentJobsAreNotSensitive)
{
    Add("a", Time(0), 20, 0);
    Add("b", Time(0), 10, 0);
    EXPECT_THAT(Rank(Ordering::PRIORITY, 1), ElementsAre("a", "b"));
    EXPECT_EQ(ranked[0].priority, 1);
    EXPECT_EQ(ranked[1].priority, 1);
}

TEST_F(SchedulingOrdering, LayerBoundIsAnOption)
{
    Add("a", Time(0), 20, 0);
    options.layerBound = false;
    Rank(Ordering::FCFS, 0);
    EXPECT_EQ(ranked[0].mostGpus, 16u);
}
