// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-policy.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "paper-reproduction/lower-bound.h"
#include "paper-reproduction/outcomes.h"
#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::reproduction;
using namespace scheduling;

namespace
{

/// @return a job of so many iterations of one second on one GPU, without communication
TrainingJob
MakeBoundJob(const std::string& id, uint64_t iterations, uint32_t floor, uint32_t layers)
{
    TrainingJob job;
    job.id = id;
    job.profile.computeTime = 0.25;
    job.profile.microBatches = 4;
    job.profile.boundaryBytes = 0;
    job.profile.iterations = iterations;
    job.profile.minGpus = floor;
    job.profile.layers = layers;
    return job;
}

} // namespace

TEST(ReproductionBound, OneGpuIsShortestFirst)
{
    // One after the other on the only GPU: 10 s, then 10 + 20 s; no schedule has less than 20 s.
    const Cluster cluster = MakeCluster({MakeRegion("A", 1, 0.2)}, {});
    const std::vector<TrainingJob> jobs{MakeBoundJob("long", 20, 1, 4),
                                        MakeBoundJob("short", 10, 1, 4)};
    EXPECT_DOUBLE_EQ(AverageJctBound(cluster, jobs, {}), 20);
}

TEST(ReproductionBound, FloorBindsWhereTheTextHasOne)
{
    // On L of 4 GPUs, E = 10 x 0.25 (L + 3) / L s. L = 4: 4.375 s, all alone.
    const Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.2)}, {});
    SchedulingOptions options;
    EXPECT_DOUBLE_EQ(AverageJctBound(cluster, {MakeBoundJob("a", 10, 1, 4)}, options), 4.375);
    // Two jobs, one behind: w/G (3/2 + 1/2) + E, each at L = 4 (8.75 + 4.375 = 13.125), L = 1
    // (w = E = 10: 5 + 10), or one of them. L = 2: E = 6.25, w = 12.5: 6.25 + 6.25 = 12.5.
    // L = 3: E = 5, w = 15: 7.5 + 5 = 12.5. First at L = 3 and second at 4: 3/2 x 15/4 + 2.5 +
    // 17.5/8 + 2.1875 = 12.5; first at 2: 3/2 x 12.5/4 + 3.125 = 7.8125, less than 8.125.
    const std::vector<TrainingJob> free{MakeBoundJob("a", 10, 1, 4), MakeBoundJob("b", 10, 1, 4)};
    EXPECT_DOUBLE_EQ(AverageJctBound(cluster, free, options), (7.8125 + 4.375) / 2);
    const std::vector<TrainingJob> bound{MakeBoundJob("a", 10, 4, 4), MakeBoundJob("b", 10, 4, 4)};
    EXPECT_DOUBLE_EQ(AverageJctBound(cluster, bound, options), 13.125 / 2);
    options.memoryFloor = false;
    EXPECT_DOUBLE_EQ(AverageJctBound(cluster, bound, options), (7.8125 + 4.375) / 2);
}

TEST(ReproductionBound, IsTheLeastOverAllOrders)
{
    const Sample sample = DrawSample(5, 3);
    Setting setting;
    setting.jobs = 4;
    const Cluster cluster = MakeCluster(sample, setting);
    const auto jobs = MakeJobs(sample, setting);
    const SchedulingOptions options;
    std::vector<std::size_t> order{0, 1, 2, 3};
    double least = 1e300;
    double alone = 0;
    do
    {
        double sum = 0;
        alone = 0;
        for (std::size_t place = 0; place < order.size(); ++place)
        {
            const JobProfile& profile = jobs[order[place]].profile;
            double best = 1e300;
            double shortest = 1e300;
            for (uint32_t stages = profile.minGpus;
                 stages <= EstimateJob(profile, cluster, options).optimalGpus;
                 ++stages)
            {
                const double boundary =
                    8.0 * profile.boundaryBytes /
                    GetIdealBandwidth(cluster, IdealBandwidth::LARGEST).GetBitRate();
                const double time =
                    profile.iterations *
                    IterationTime(profile, std::vector<double>(stages - 1, boundary));
                const double work = stages * time / cluster.GetTotalGpus();
                best = std::min(best, (order.size() - place - 0.5) * work + time / 2);
                shortest = std::min(shortest, time);
            }
            sum += best;
            alone += shortest;
        }
        least = std::min(least, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    const double expected = std::max(least, alone) / 4;
    EXPECT_NEAR(AverageJctBound(cluster, jobs, options), expected, 1e-9 * expected);
}

TEST(ReproductionBound, NoPolicyBeatsIt)
{
    const Outcomes outcomes(11, 6, 2, true);
    for (const std::string& text : TEXTS)
    {
        for (const Policy& policy : GetPolicies())
        {
            const Series* const series = outcomes.Find(text, BASE, policy.name);
            for (std::size_t i = 0; series && i < series->size(); ++i)
            {
                if ((*series)[i].complete)
                {
                    EXPECT_GE((*series)[i].jct, outcomes.GetBounds(text)[i] * (1 - 1e-9))
                        << text << ' ' << policy.name << ' ' << i;
                }
            }
        }
    }
}
