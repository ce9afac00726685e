// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"

#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

namespace
{

/// @return one region of that many GPUs, 1 Gbps between them
Cluster
OneRegion(uint32_t gpus)
{
    return MakeCluster({MakeRegion("A", gpus, 0.2, 1000)}, {});
}

/// @return K* of a profile
uint32_t
OptimalGpus(const JobProfile& profile, const Cluster& cluster, bool layerBound)
{
    SchedulingOptions options;
    options.layerBound = layerBound;
    return EstimateJob(profile, cluster, options).optimalGpus;
}

} // namespace

TEST(SchedulingCostModel, StageComputeTimeIsSharedByTheStages)
{
    EXPECT_DOUBLE_EQ(StageComputeTime(MakeProfile(0.6, 0, 1), 4), 0.15);
}

TEST(SchedulingCostModel, RequiredBandwidthFeedsAStage)
{
    // 8 x 1,250,000 bit / (1 s / 3) = 30 Mbps
    EXPECT_EQ(RequiredBandwidth(MakeProfile(), 3), DataRate(30 * MBPS));
    // 8 bit / (3 s / 1) = 2.67 bit/s, rounded up
    EXPECT_EQ(RequiredBandwidth(MakeProfile(3, 1, 1), 1), DataRate(3));
    EXPECT_EQ(RequiredBandwidth(MakeProfile(3, 0, 1), 5), DataRate(0));
}

TEST(SchedulingCostModel, RequiredBandwidthAddsNoBitForRounding)
{
    for (uint32_t stages = 3; stages <= 999; stages += 3)
    {
        // 8 x 1,250,000 bit / (0.3 s / L) = 100 L / 3 Mbps, but 0.3 / L is no binary fraction
        ASSERT_EQ(RequiredBandwidth(MakeProfile(0.3, 1250000, 1), stages),
                  DataRate(100 * MBPS * (stages / 3)));
    }
}

TEST(SchedulingCostModel, LargestStagesInvertsRequiredBandwidth)
{
    // b(L) = 10 L Mbps
    EXPECT_EQ(LargestStages(MakeProfile(), 70 * MBPS, 100), 7u);
    EXPECT_EQ(LargestStages(MakeProfile(), 70 * MBPS - 1, 100), 6u);
    EXPECT_EQ(LargestStages(MakeProfile(), 70 * MBPS, 5), 5u);
    EXPECT_EQ(LargestStages(MakeProfile(), 9 * MBPS, 100), 0u);
    EXPECT_EQ(LargestStages(MakeProfile(), 9 * MBPS, 0), 0u);
    EXPECT_EQ(LargestStages(MakeProfile(1, 0, 1), 0, 12), 12u);
}

TEST(SchedulingCostModel, IterationIsFillUpAndSteadyState)
{
    // L = 4, t_comp = 1.2 / 4 = 0.3, sum = 0.8, Delta = 0.5: 4 x 0.3 + 0.8 + 3 x 0.5 = 3.5
    EXPECT_DOUBLE_EQ(IterationTime(MakeProfile(1.2, 0, 4), {0.1, 0.5, 0.2}), 3.5);
    // Delta = t_comp = 0.3: 1.2 + 0.6 + 3 x 0.3 = 2.7
    EXPECT_DOUBLE_EQ(IterationTime(MakeProfile(1.2, 0, 4), {0.1, 0.2, 0.3}), 2.7);
}

TEST(SchedulingCostModel, IterationWithoutCommunication)
{
    // (M + L - 1) t_comp = 7 x 0.3
    EXPECT_DOUBLE_EQ(IterationTime(MakeProfile(1.2, 0, 4), {0, 0, 0}), 2.1);
    // One stage: M t_comp(1) = 4 x 1.2
    EXPECT_DOUBLE_EQ(IterationTime(MakeProfile(1.2, 0, 4), std::vector<double>{}), 4.8);
}

TEST(SchedulingCostModel, IterationOfAPlacement)
{
    // A = 12,500,000 bytes = 100 Mbit: 0.1 s inside A (1 Gbps), 0.2 s inside B (500 Mbps).
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2, 1000), MakeRegion("B", 4, 0.1, 500)}, {{A, B, 1000}});
    const JobProfile profile = MakeProfile(2, 12500000, 3);
    // L = 5, t_comp = 0.4; boundaries 0.1 + WAN 0.4 + 2 x 0.2 = 0.9; Delta = 0.4:
    // 5 x 0.4 + 0.9 + 2 x 0.4 = 3.7
    EXPECT_DOUBLE_EQ(IterationTime(profile, {{A, 2}, {B, 3}}, cluster), 3.7);
    // L = 2, t_comp = 1; the one boundary is WAN: 2 + 1 + 2 x 1 = 5
    EXPECT_DOUBLE_EQ(IterationTime(profile, {{A, 1}, {B, 1}}, cluster), 5);
    // L = 1: 3 x 2
    EXPECT_DOUBLE_EQ(IterationTime(profile, {{B, 1}}, cluster), 6);
}

TEST(SchedulingCostModel, SlowRegionSetsThePace)
{
    // 100 Mbit at 100 Mbps: 1 s inside B. L = 5, t_comp = 0.4; 0.1 + 0.4 + 2 x 1 = 2.5; Delta = 1:
    // 2 + 2.5 + 2 x 1 = 6.5
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2, 1000), MakeRegion("B", 4, 0.1, 100)}, {{A, B, 1000}});
    EXPECT_DOUBLE_EQ(IterationTime(MakeProfile(2, 12500000, 3), {{A, 2}, {B, 3}}, cluster), 6.5);
}

TEST(SchedulingCostModel, SilentJobCrossesTheWanInNoTime)
{
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 4, 0.1)}, {{A, B, 1000}});
    // (M + L - 1) t_comp = (3 + 4 - 1) x 0.5
    EXPECT_DOUBLE_EQ(IterationTime(MakeProfile(2, 0, 3), {{A, 2}, {B, 2}}, cluster), 3);
}

TEST(SchedulingCostModel, OptimalGpusBalancesBubblesAndCommunication)
{
    // A = 3,125,000 bytes at 1 Gbps: 0.025 s. t_iter(k) = 1 + 0.025 (k - 1) + 10 / k:
    // 1.97632 at 19, 1.97500 at 20, 1.97619 at 21
    JobProfile profile = MakeProfile(1, 3125000, 11);
    EXPECT_EQ(OptimalGpus(profile, OneRegion(30), true), 20u);
    EXPECT_EQ(OptimalGpus(profile, OneRegion(8), true), 8u);
    profile.layers = 12;
    EXPECT_EQ(OptimalGpus(profile, OneRegion(30), true), 12u);
    EXPECT_EQ(OptimalGpus(profile, OneRegion(30), false), 20u);
}

TEST(SchedulingCostModel, OptimalGpusTakesTheLargestBandwidthAndAllRegions)
{
    // As above; at region A's own 100 Mbps the boundary would take 0.25 s and K* be 6 at most.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 12, 0.2, 100), MakeRegion("B", 12, 0.2, 1000)}, {});
    EXPECT_EQ(OptimalGpus(MakeProfile(1, 3125000, 11), cluster, true), 20u);
}

TEST(SchedulingCostModel, OptimalGpusIsSoughtFromTheFloor)
{
    // 1 + 0.1 (k - 1) + 2 / k with M = 3 is least at 4 and 5 (1.8); from 6 on it grows.
    JobProfile profile = MakeProfile(1, 12500000, 3);
    profile.minGpus = 5;
    EXPECT_EQ(OptimalGpus(profile, OneRegion(30), true), 5u);
    profile.minGpus = 7;
    EXPECT_EQ(OptimalGpus(profile, OneRegion(30), true), 7u);
    profile.minGpus = 31; // more than there are: the caller finds the floor above K*
    EXPECT_EQ(OptimalGpus(profile, OneRegion(30), true), 30u);
}

TEST(SchedulingCostModel, OptimalGpusIsTheSmallestAmongEquals)
{
    // 0.1 s a boundary, M = 3: t_iter(4) = 1 + 0.3 + 2/4 = 1.8 = 1 + 0.4 + 2/5 = t_iter(5)
    EXPECT_EQ(OptimalGpus(MakeProfile(1, 12500000, 3), OneRegion(30), true), 4u);
    // One silent micro-batch takes t_comp(1) on any number of stages.
    EXPECT_EQ(OptimalGpus(MakeProfile(0.7, 0, 1), OneRegion(30), true), 1u);
    EXPECT_EQ(OptimalGpus(MakeProfile(0.7, 0, 2), OneRegion(30), true), 30u);
}

TEST(SchedulingCostModel, EstimatedExecutionIsAllIterationsAtTheLargestBandwidth)
{
    // 10 iterations of t_iter(4) = 1 + 3 x 0.1 + 2/4 = 1.8 s
    const JobEstimate estimate = EstimateJob(MakeProfile(1, 12500000, 3), OneRegion(30), {});
    EXPECT_EQ(estimate.optimalGpus, 4u);
    EXPECT_DOUBLE_EQ(estimate.executionTime, 18);
}

TEST(SchedulingCostModel, PriceCostAndEnergy)
{
    Region strong = MakeRegion("B", 4, 0.1);
    strong.gpuWatts = 500;
    const Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.2), strong}, {{A, B, 1}});
    const Placement placement{{A, 2}, {B, 3}};
    // 2 x 0.3 kW x 0.2 + 3 x 0.5 kW x 0.1 = 0.12 + 0.15
    EXPECT_DOUBLE_EQ(HourlyPrice(placement, cluster, Time(0)), 0.27);
    EXPECT_DOUBLE_EQ(ElectricityCost(placement, cluster, Hours(1), Hours(3)), 0.54);
    // (0.6 + 1.5) kW x 2 h
    EXPECT_DOUBLE_EQ(Energy(placement, cluster, Hours(2)), 4.2);
    EXPECT_DOUBLE_EQ(ElectricityCost(placement, cluster, Hours(1), Hours(1)), 0);
}

TEST(SchedulingCostModel, CostIsTheIntegralOfAVaryingPrice)
{
    Region region = MakeRegion("A", 4, 0);
    region.price = PriceSchedule({{Time(0), 0.2}, {Hours(1), 0.5}});
    const Cluster cluster = MakeCluster({region}, {});
    // 2 x 0.3 kW x (0.5 h x 0.2 + 1 h x 0.5) = 0.6 x 0.6
    EXPECT_NEAR(ElectricityCost({{A, 2}}, cluster, Minutes(30), Hours(2)), 0.36, 1e-12);
    EXPECT_DOUBLE_EQ(HourlyPrice({{A, 2}}, cluster, Minutes(30)), 0.12);
    EXPECT_DOUBLE_EQ(HourlyPrice({{A, 2}}, cluster, Hours(2)), 0.3);
}

TEST(SchedulingCostModelDeathTest, NoStagesNoPipeline)
{
    EXPECT_DEATH(StageComputeTime(MakeProfile(), 0), "at least one stage");
    EXPECT_DEATH(IterationTime(MakeProfile(), {}, OneRegion(1)), "at least one region");
    EXPECT_DEATH(IterationTime(MakeProfile(), {{A, 0}, {A, 1}}, OneRegion(1)), "a GPU in each");
}
