// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;
using testing::ElementsAre;

namespace
{

/// A 4 GPUs at 0.3, B 3 at 0.1, C 5 at 0.2, on a chain A-B-C.
class SchedulingAllocator : public testing::Test
{
  protected:
    /// @return the placement found now
    Placement Spread(Allocation allocation, const Placement& chain, uint32_t gpus)
    {
        return Allocate(allocation, chain, gpus, ledger, Time(0));
    }

    Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.3), MakeRegion("B", 3, 0.1), MakeRegion("C", 5, 0.2)},
                    {{A, B, 1000}, {B, C, 1000}});
    Ledger ledger{cluster};
    Placement chain{{A, 4}, {B, 3}, {C, 2}};
};

using SchedulingAllocatorDeathTest = SchedulingAllocator;

} // namespace

TEST_F(SchedulingAllocator, CostMinKeepsOneInEachAndFillsByPrice)
{
    // One each; 6 left: B up to 3 (2 more), C up to its free 5 (4 more).
    EXPECT_THAT(
        Spread(Allocation::COST_MIN, chain, 9),
        ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 3}, PlacementSegment{C, 5}));
    EXPECT_THAT(
        Spread(Allocation::COST_MIN, chain, 4),
        ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 2}, PlacementSegment{C, 1}));
    EXPECT_THAT(
        Spread(Allocation::COST_MIN, chain, 3),
        ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 1}, PlacementSegment{C, 1}));
}

TEST_F(SchedulingAllocator, CostMinTakesOnlyWhatIsFree)
{
    ledger.Reserve({{C, 3}}, DataRate(0));
    // 6 left: B 2 more, C 1 more, A 3 more.
    EXPECT_THAT(
        Spread(Allocation::COST_MIN, chain, 9),
        ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 3}, PlacementSegment{C, 2}));
}

TEST_F(SchedulingAllocator, CostMinFillsEqualPricesInTheChainsOrder)
{
    const Cluster level =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 4, 0.2)}, {{A, B, 1000}});
    EXPECT_THAT(Allocate(Allocation::COST_MIN, {{B, 4}, {A, 2}}, 6, Ledger(level), Time(0)),
                ElementsAre(PlacementSegment{B, 4}, PlacementSegment{A, 2}));
}

TEST_F(SchedulingAllocator, CostMinFollowsThePriceOfNow)
{
    Region falling = MakeRegion("A", 4, 0);
    falling.price = PriceSchedule({{Time(0), 0.3}, {Hours(1), 0.1}});
    const Cluster varying = MakeCluster({falling, MakeRegion("B", 4, 0.2)}, {{A, B, 1000}});
    const Ledger idle(varying);
    EXPECT_THAT(Allocate(Allocation::COST_MIN, {{A, 4}, {B, 1}}, 5, idle, Time(0)),
                ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 4}));
    EXPECT_THAT(Allocate(Allocation::COST_MIN, {{A, 4}, {B, 1}}, 5, idle, Hours(1)),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 1}));
}

TEST_F(SchedulingAllocator, GreedyTakesTheChainAsGrown)
{
    EXPECT_THAT(
        Spread(Allocation::GREEDY, chain, 9),
        ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 3}, PlacementSegment{C, 2}));
    EXPECT_THAT(Spread(Allocation::GREEDY, chain, 5),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 1}));
}

TEST_F(SchedulingAllocator, EvenGoesRoundAndLeavesOutFullRegions)
{
    // Rounds: 1 1 1, 2 2 2, 3 3 3, then A and C, for B is full, then C.
    EXPECT_THAT(
        Spread(Allocation::EVEN, chain, 7),
        ElementsAre(PlacementSegment{A, 3}, PlacementSegment{B, 2}, PlacementSegment{C, 2}));
    const Placement all{{A, 4}, {B, 3}, {C, 5}};
    EXPECT_THAT(
        Spread(Allocation::EVEN, all, 11),
        ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 3}, PlacementSegment{C, 4}));
    EXPECT_THAT(
        Spread(Allocation::EVEN, all, 12),
        ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 3}, PlacementSegment{C, 5}));
}

TEST_F(SchedulingAllocatorDeathTest, RefusesWhatCannotBeSpread)
{
    EXPECT_DEATH(Spread(Allocation::COST_MIN, chain, 2), "fewer GPUs than regions");
    EXPECT_DEATH(Spread(Allocation::EVEN, chain, 10), "more GPUs to spread");
    EXPECT_DEATH(Spread(Allocation::GREEDY, {{A, 5}}, 5), "GPUs not free");
}
