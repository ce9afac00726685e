// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-baseline-chains.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;
using testing::ElementsAre;

namespace
{

/// A 4 GPUs at 0.3, B 6 at 0.2, C 6 at 0.1, D 2 at 0.1; links A-B 100, B-C 300/50, B-D 80, C-D 10.
class SchedulingBaselineChains : public testing::Test
{
  protected:
    /// @return what is looked for, K* = gpus
    ChainRequest Want(uint32_t gpus) const
    {
        return scheduling::Want(profile, gpus);
    }

    JobProfile profile = MakeProfile();
    Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.3),
                                   MakeRegion("B", 6, 0.2),
                                   MakeRegion("C", 6, 0.1),
                                   MakeRegion("D", 2, 0.1)},
                                  {{A, B, 100}, {B, C, 300, 50}, {B, D, 80}, {C, D, 10}});
    Ledger ledger{cluster};
    SchedulingOptions options;
};

} // namespace

TEST_F(SchedulingBaselineChains, CheapestRegionIsTheFirstAmongEquals)
{
    EXPECT_THAT(FindCheapestRegion(Want(8), options, ledger), ElementsAre(PlacementSegment{C, 6}));
    EXPECT_THAT(FindCheapestRegion(Want(3), options, ledger), ElementsAre(PlacementSegment{C, 3}));
    ledger.Reserve({{C, 6}}, DataRate(0));
    EXPECT_THAT(FindCheapestRegion(Want(8), options, ledger), ElementsAre(PlacementSegment{D, 2}));
}

TEST_F(SchedulingBaselineChains, CheapestRegionHasRoomForTheFloor)
{
    ledger.Reserve({{C, 4}}, DataRate(0));
    profile.minGpus = 3;
    EXPECT_THAT(FindCheapestRegion(Want(8), options, ledger), ElementsAre(PlacementSegment{B, 6}));
    profile.minGpus = 7;
    EXPECT_THAT(FindCheapestRegion(Want(8), options, ledger), ElementsAre());
}

TEST_F(SchedulingBaselineChains, CheapestRegionFollowsThePrice)
{
    Region risen = MakeRegion("A", 2, 0);
    risen.price = PriceSchedule({{Time(0), 0.1}, {Hours(1), 0.3}});
    const Cluster varying = MakeCluster({risen, MakeRegion("B", 2, 0.2)}, {});
    const Ledger idle(varying);
    EXPECT_THAT(FindCheapestRegion(scheduling::Want(profile, 2), options, idle),
                ElementsAre(PlacementSegment{A, 2}));
    EXPECT_THAT(FindCheapestRegion(scheduling::Want(profile, 2, Hours(1)), options, idle),
                ElementsAre(PlacementSegment{B, 2}));
}

TEST_F(SchedulingBaselineChains, LargestRegionIsTheOneWithMostFree)
{
    EXPECT_THAT(FindLargestRegion(Want(8), ledger), ElementsAre(PlacementSegment{B, 6}));
    ledger.Reserve({{B, 1}}, DataRate(0));
    EXPECT_THAT(FindLargestRegion(Want(8), ledger), ElementsAre(PlacementSegment{C, 6}));
    EXPECT_THAT(FindLargestRegion(Want(2), ledger), ElementsAre(PlacementSegment{C, 2}));
}

TEST_F(SchedulingBaselineChains, CheapestRegionsInOrderOfPriceLinkedOrNot)
{
    EXPECT_THAT(FindCheapestRegions(Want(16), ledger),
                ElementsAre(PlacementSegment{C, 6},
                            PlacementSegment{D, 2},
                            PlacementSegment{B, 6},
                            PlacementSegment{A, 2}));
    EXPECT_THAT(FindCheapestRegions(Want(8), ledger),
                ElementsAre(PlacementSegment{C, 6}, PlacementSegment{D, 2}));
    ledger.Reserve({{D, 2}}, DataRate(0));
    EXPECT_THAT(FindCheapestRegions(Want(7), ledger),
                ElementsAre(PlacementSegment{C, 6}, PlacementSegment{B, 1}));
}

TEST_F(SchedulingBaselineChains, WidestNeighboursFollowTheCapacityFromTheChainsEnd)
{
    // From B: A 100, C 50 in its narrower direction, D 80. From A no unused neighbour is left.
    EXPECT_THAT(FindWidestNeighbours(Want(18), options, ledger),
                ElementsAre(PlacementSegment{B, 6}, PlacementSegment{A, 4}));
    // The end is the end: after D, C by 10, though B-C is wider.
    ledger.Reserve({{A, 4}}, DataRate(0));
    EXPECT_THAT(
        FindWidestNeighbours(Want(18), options, ledger),
        ElementsAre(PlacementSegment{B, 6}, PlacementSegment{D, 2}, PlacementSegment{C, 6}));
    EXPECT_THAT(FindWidestNeighbours(Want(7), options, ledger),
                ElementsAre(PlacementSegment{B, 6}, PlacementSegment{D, 1}));
}

TEST_F(SchedulingBaselineChains, WidestNeighboursAreBlindToWhatIsFree)
{
    ledger.Reserve({{A, 1}, {B, 1}}, DataRate(99 * MBPS));
    // C has most free now; its widest neighbour is B by 50, then A by 100 of which 1 is free.
    EXPECT_THAT(
        FindWidestNeighbours(Want(18), options, ledger),
        ElementsAre(PlacementSegment{C, 6}, PlacementSegment{B, 5}, PlacementSegment{A, 3}));
}

TEST_F(SchedulingBaselineChains, NothingFreeNoChain)
{
    ledger.Reserve({{A, 4}, {B, 6}, {C, 6}, {D, 2}}, DataRate(0));
    EXPECT_THAT(FindCheapestRegion(Want(8), options, ledger), ElementsAre());
    EXPECT_THAT(FindLargestRegion(Want(8), ledger), ElementsAre());
    EXPECT_THAT(FindCheapestRegions(Want(8), ledger), ElementsAre());
    EXPECT_THAT(FindWidestNeighbours(Want(8), options, ledger), ElementsAre());
}
