// SPDX-License-Identifier: GPL-2.0-only
// Regions whose GPUs differ in speed and power.
#include "ns3/bace-baseline-chains.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-pathfinder.h"
#include "ns3/bace-placement-search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

namespace
{

/// @return a region of GPUs of that speed
Region
MakeRegionOfSpeed(const std::string& id, uint32_t gpus, double speed, uint64_t mbps = 100000)
{
    Region region = MakeRegion(id, gpus, 0.2, mbps);
    region.speed = speed;
    return region;
}

/// @return what a policy places on an idle cluster, by MakeProfile() and up to so many GPUs
std::string
Place(const char* policy, const Cluster& cluster, uint32_t most)
{
    const JobProfile profile = MakeProfile();
    const Ledger ledger(cluster);
    return ToString(FindPlacement(*FindPolicy(policy), {}, Want(profile, most), ledger).placement,
                    cluster);
}

/// @return A of 8 of the fastest GPUs, B of 8 others
Cluster
FastAndSlow(double speed)
{
    return MakeCluster({MakeRegionOfSpeed("A", 8, 1), MakeRegionOfSpeed("B", 8, speed)},
                       {{A, B, 1000}});
}

/// @return A of 4 GPUs and 1 Gbps, B of 4 at half the speed
Cluster
WideAndNarrow(uint64_t mbpsInB)
{
    return MakeCluster(
        {MakeRegionOfSpeed("A", 4, 1, 1000), MakeRegionOfSpeed("B", 4, 0.5, mbpsInB)},
        {{A, B, 1000}});
}

/// @return A of 300 W at 0.2 $/kWh, and B of 700 W at 0.1 $/kWh, which is dearer by the GPU
Cluster
FrugalAndHungry()
{
    Region hungry = MakeRegion("B", 8, 0.1);
    hungry.gpuWatts = 700;
    return MakeCluster({hungry, MakeRegion("A", 8, 0.2)}, {{A, B, 1000}});
}

} // namespace

TEST(SchedulingSpeeds, IterationByHand)
{
    // As SchedulingCostModel.IterationOfAPlacement, with B at half the speed. L = 5, t_comp = 0.4:
    // stages 2 x 0.4 + 3 x 0.8 = 3.2; boundaries 0.1 + WAN 0.4 + 2 x 0.2 = 0.9; Delta = 0.8:
    // 3.2 + 0.9 + 2 x 0.8 = 5.7
    const Cluster cluster = WideAndNarrow(500);
    JobProfile profile = MakeProfile(2, 12500000, 3);
    const Placement both{{A, 2}, {B, 3}};
    EXPECT_DOUBLE_EQ(IterationTime(profile, both, cluster), 5.7);
    EXPECT_DOUBLE_EQ(SumSlowness(both, cluster), 8);
    // L = 2, t_comp = 1: 2 + 0.1 + 2 x 1 in A; 4 + 0.2 + 2 x 2 in B
    EXPECT_DOUBLE_EQ(IterationTime(profile, {{A, 2}}, cluster), 4.1);
    EXPECT_DOUBLE_EQ(IterationTime(profile, {{B, 2}}, cluster), 8.2);
    // The optimizer takes 0.3 s at speed 1.
    profile.optimizerTime = 0.3;
    EXPECT_DOUBLE_EQ(IterationTime(profile, {{A, 2}}, cluster), 4.4);
    EXPECT_DOUBLE_EQ(IterationTime(profile, both, cluster), 6.3);
    EXPECT_NEAR(ExecutionEnd(profile, both, cluster, Seconds(7)).GetSeconds(), 70, 1e-9);
}

TEST(SchedulingSpeeds, SlowBoundariesStillSetThePace)
{
    // 100 Mbit at 100 Mbps: 1 s inside B, more than the 0.8 s of its stages.
    // 3.2 + (0.1 + 0.4 + 2) + 2 x 1
    EXPECT_DOUBLE_EQ(
        IterationTime(MakeProfile(2, 12500000, 3), {{A, 2}, {B, 3}}, WideAndNarrow(100)),
        7.7);
}

TEST(SchedulingSpeeds, CapAndReservationAreThoseOfTheFastest)
{
    const JobEstimate mixed = EstimateJob(MakeProfile(), FastAndSlow(0.25), {});
    const JobEstimate uniform = EstimateJob(MakeProfile(), FastAndSlow(1), {});
    EXPECT_EQ(mixed.optimalGpus, uniform.optimalGpus);
    EXPECT_EQ(mixed.bandwidth, DataRate(160 * MBPS));
    EXPECT_EQ(mixed.executionTime, uniform.executionTime);
    EXPECT_EQ(mixed.shortestTime, uniform.shortestTime);
}

TEST(SchedulingSpeeds, SlowRegionIsLeftOutWhereItIsNoGain)
{
    // A alone: t_comp = 1/8; 1 + 99/8 = 13.4 s. With B at a quarter, L = 16: 40 x 1/16 + 99/4 s.
    EXPECT_EQ(Place("bace-pipe", FastAndSlow(0.25), 16), "A:8");
    // At half: 24/16 + 1/16 + 99/8 s, still more.
    EXPECT_EQ(Place("bace-pipe", FastAndSlow(0.5), 16), "A:8");
}

TEST(SchedulingSpeeds, SlowRegionIsUsedWhereItIsAGain)
{
    // At three quarters: (8 + 32/3) / 16 + 1/16 + 99 / 12 = 9.5 s.
    EXPECT_EQ(Place("bace-pipe", FastAndSlow(0.75), 16), "A:8>B:8");
}

TEST(SchedulingSpeeds, FasterOfEqualRegionsIsTaken)
{
    Region slow = MakeRegionOfSpeed("A", 8, 0.9);
    slow.price = PriceSchedule(0.1);
    const Cluster cluster = MakeCluster({slow, MakeRegionOfSpeed("B", 8, 1)}, {{A, B, 1000}});
    EXPECT_EQ(Place("bace-pipe", cluster, 8), "B:8");
    EXPECT_EQ(Place("lcf", cluster, 8), "A:8");
}

TEST(SchedulingSpeeds, NarrowFastRegionIsTakenInsteadOfAWideSlowOne)
{
    const Cluster cluster = MakeCluster({MakeRegionOfSpeed("A", 8, 1),
                                         MakeRegionOfSpeed("B", 8, 0.25),
                                         MakeRegionOfSpeed("C", 8, 1)},
                                        {{A, B, 10000}, {A, C, 200}});
    EXPECT_EQ(Place("bace-pipe", cluster, 24), "A:8>C:8");
    EXPECT_EQ(Place("cr-ldf", cluster, 24), "A:8>B:8") << "blind to speeds";
}

TEST(SchedulingSpeeds, CheapestIsByTheGpuNotByTheKilowattHour)
{
    const Cluster cluster = FrugalAndHungry();
    const Ledger ledger(cluster);
    EXPECT_EQ(Place("lcf", cluster, 8), "A:8");
    const JobProfile profile = MakeProfile();
    EXPECT_EQ(ToString(FindCheapestRegions(Want(profile, 10), ledger), cluster), "A:8>B:2");
    SchedulingOptions span;
    span.spanAll = true;
    const PlacementSearch found =
        FindPlacement(*FindPolicy("bace-pipe"), span, Want(profile, 8), ledger);
    EXPECT_EQ(ToString(found.placement, cluster), "B:1>A:7");
}
