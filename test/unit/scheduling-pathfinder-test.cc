// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-growing-chain.h"
#include "ns3/bace-pathfinder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;
using testing::ElementsAre;

// The profile of all: b(L) = 10 L Mbps, so a boundary of x Mbps feeds x / 10 stages.

namespace
{

/// @return the chain found on an idle cluster
Placement
Find(const Cluster& cluster,
     uint32_t maxGpus,
     const SchedulingOptions& options = {},
     const JobProfile& profile = MakeProfile())
{
    ChainRequest request = Want(profile, maxGpus);
    request.timeTolerance = options.timeTolerance;
    return FindBandwidthAwareChain(request, options, Ledger(cluster));
}

/// @return the chain grown from one seed on an idle cluster
Placement
GrowFrom(RegionIndex seed,
         const Cluster& cluster,
         uint32_t maxGpus,
         const JobProfile& profile = MakeProfile())
{
    const Ledger ledger(cluster);
    const ChainRequest request = Want(profile, maxGpus);
    GrowingChain chain(request, ledger, seed);
    while (chain.Grow())
    {
    }
    return chain.GetPlacement();
}

/// @return A-B-C of 4, 2 and 4 GPUs; A-B carries 6 stages, B-C 100
Cluster
NarrowThenWide(double priceOfA, double priceOfC)
{
    return MakeCluster(
        {MakeRegion("A", 4, priceOfA), MakeRegion("B", 2, 0.2), MakeRegion("C", 4, priceOfC)},
        {{A, B, 60}, {B, C, 1000}});
}

} // namespace

TEST(SchedulingPathfinder, NothingFreeNoChain)
{
    const Cluster cluster = MakeCluster({MakeRegion("A", 4, 0.2)}, {});
    Ledger ledger(cluster);
    ledger.Reserve({{A, 4}}, DataRate(0));
    const JobProfile profile = MakeProfile();
    EXPECT_THAT(FindBandwidthAwareChain(Want(profile, 4), {}, ledger), ElementsAre());
}

TEST(SchedulingPathfinder, StopsAtTheCap)
{
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 4, 0.3)}, {{A, B, 1000}});
    EXPECT_THAT(Find(cluster, 3), ElementsAre(PlacementSegment{A, 3}));
    EXPECT_THAT(GrowFrom(A, cluster, 6),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 2}));
}

TEST(SchedulingPathfinder, ExtensionMayNotBreakAnEarlierBoundary)
{
    // From A: B makes 6, which A-B just carries; C would make at least 7.
    const Cluster cheapA = NarrowThenWide(0.1, 0.3);
    EXPECT_THAT(GrowFrom(A, cheapA, 10),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 2}));
    // From B: C first, being wider, makes 6; A would make 7 and its boundary carries 6.
    EXPECT_THAT(GrowFrom(B, cheapA, 10),
                ElementsAre(PlacementSegment{B, 2}, PlacementSegment{C, 4}));
    // Equally fast: the price decides.
    EXPECT_THAT(Find(cheapA, 10), ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 2}));
    EXPECT_THAT(Find(NarrowThenWide(0.3, 0.1), 10),
                ElementsAre(PlacementSegment{B, 2}, PlacementSegment{C, 4}));
}

TEST(SchedulingPathfinder, TakesOfARegionTheMostThatBreaksNothing)
{
    // A-B carries 7: A takes 3 of B's 5, B takes 2 of A's 4; the latter is cheaper at 0.1 for B.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 5, 0.1)}, {{A, B, 70}});
    EXPECT_THAT(GrowFrom(A, cluster, 9),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 3}));
    EXPECT_THAT(GrowFrom(B, cluster, 9),
                ElementsAre(PlacementSegment{A, 2}, PlacementSegment{B, 5}));
    EXPECT_THAT(Find(cluster, 9), ElementsAre(PlacementSegment{A, 2}, PlacementSegment{B, 5}));
}

TEST(SchedulingPathfinder, EarlierBoundaryLimitsWhatIsTakenLater)
{
    // A-B carries 8, B-C 1000: after A4>B2, two of C's four.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 2, 0.2), MakeRegion("C", 4, 0.2)},
                    {{A, B, 80}, {B, C, 10000}});
    EXPECT_THAT(
        GrowFrom(A, cluster, 10),
        ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 2}, PlacementSegment{C, 2}));
}

TEST(SchedulingPathfinder, GrowsAtBothEnds)
{
    // A is in the middle: no link joins B and C. Written from the lower index: B before C.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 2, 0.2), MakeRegion("B", 3, 0.2), MakeRegion("C", 4, 0.2)},
                    {{A, B, 1000}, {A, C, 500}});
    EXPECT_THAT(
        Find(cluster, 9),
        ElementsAre(PlacementSegment{B, 3}, PlacementSegment{A, 2}, PlacementSegment{C, 4}));
    EXPECT_THAT(
        GrowFrom(A, cluster, 9),
        ElementsAre(PlacementSegment{B, 3}, PlacementSegment{A, 2}, PlacementSegment{C, 4}));
}

TEST(SchedulingPathfinder, WidestFirst)
{
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 2, 0.2), MakeRegion("B", 2, 0.2), MakeRegion("C", 2, 0.2)},
                    {{A, B, 300}, {A, C, 301}, {B, C, 1}});
    EXPECT_THAT(GrowFrom(A, cluster, 4),
                ElementsAre(PlacementSegment{A, 2}, PlacementSegment{C, 2}));
}

TEST(SchedulingPathfinder, WidthIsWhatIsFreeNow)
{
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 2, 0.2), MakeRegion("B", 3, 0.2), MakeRegion("C", 3, 0.2)},
                    {{A, B, 300}, {A, C, 301}, {B, C, 1000}});
    Ledger ledger(cluster);
    ledger.Reserve({{A, 1}, {C, 1}}, DataRate(2 * MBPS));
    const JobProfile profile = MakeProfile();
    const ChainRequest request = Want(profile, 2);
    GrowingChain chain(request, ledger, A);
    EXPECT_TRUE(chain.Grow());
    EXPECT_THAT(chain.GetPlacement(), ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 1}));
    EXPECT_FALSE(chain.Grow());
}

TEST(SchedulingPathfinder, WidthOfAPairIsItsNarrowerDirection)
{
    // A>B is wide, but B>A carries 5 stages; C carries 6 both ways.
    const std::vector<Region> regions{MakeRegion("A", 4, 0.2),
                                      MakeRegion("B", 2, 0.2),
                                      MakeRegion("C", 2, 0.2)};
    EXPECT_THAT(GrowFrom(A, MakeCluster(regions, {{A, B, 1000, 50}, {A, C, 60}}), 6),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{C, 2}));
    for (const Pair& pair : {Pair{A, B, 1000, 50}, Pair{A, B, 50, 1000}})
    {
        EXPECT_THAT(GrowFrom(A, MakeCluster(regions, {pair}), 6),
                    ElementsAre(PlacementSegment{A, 4}, PlacementSegment{B, 1}));
    }
}

TEST(SchedulingPathfinder, OneDirectionIsNoBoundary)
{
    WanLink link;
    link.source = A;
    link.destination = B;
    link.rate = DataRate(1000 * MBPS);
    JobProfile silent = MakeProfile();
    silent.boundaryBytes = 0;
    const Cluster cluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 2, 0.2)}, {link});
    EXPECT_THAT(Find(cluster, 6), ElementsAre(PlacementSegment{A, 4}));
    EXPECT_THAT(Find(cluster, 6, {}, silent), ElementsAre(PlacementSegment{A, 4}));
}

TEST(SchedulingPathfinder, TailComesBeforeHeadAndLowIndexBeforeHigh)
{
    // From A: B, then D(2) as wide at the tail (from B) as at the head (from A): the tail.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 1, 0.2), MakeRegion("B", 1, 0.2), MakeRegion("D", 1, 0.2)},
                    {{A, B, 1000}, {A, 2, 500}, {B, 2, 500}});
    EXPECT_THAT(
        GrowFrom(A, cluster, 3),
        ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 1}, PlacementSegment{2, 1}));
    // From D: A and B are as wide, A is lower; then B at the tail. Mirrored to start with B.
    EXPECT_THAT(
        GrowFrom(2, cluster, 3),
        ElementsAre(PlacementSegment{B, 1}, PlacementSegment{A, 1}, PlacementSegment{2, 1}));
    // All alike but the indices: A>B>D is the lowest.
    EXPECT_THAT(
        Find(cluster, 3),
        ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 1}, PlacementSegment{2, 1}));
}

TEST(SchedulingPathfinder, TailComesBeforeALowerIndexAtTheHead)
{
    // From B: C at the tail, then D by C's end or A by B's, as wide.
    const Cluster cluster = MakeCluster({MakeRegion("A", 1, 0.2),
                                         MakeRegion("B", 1, 0.2),
                                         MakeRegion("C", 1, 0.2),
                                         MakeRegion("D", 1, 0.2)},
                                        {{A, B, 500}, {B, C, 1000}, {C, D, 500}});
    EXPECT_THAT(
        GrowFrom(B, cluster, 3),
        ElementsAre(PlacementSegment{B, 1}, PlacementSegment{C, 1}, PlacementSegment{D, 1}));
}

TEST(SchedulingPathfinder, ExtensionWithoutGainIsSkippedForTheNextWidest)
{
    // M = 2, L = 4: t_iter = 1 + 3 x 0.0001 + 1/4 = 1.2503. B makes L = 5 with one WAN boundary:
    // 1 + 0.0003 + 1/5 + 1/5 = 1.4003, no gain. C makes L = 24: 1 + 22 x 0.0001 + 2/24 = 1.0855.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 1, 0.2), MakeRegion("C", 20, 0.2)},
                    {{A, B, 1000}, {A, C, 900}});
    JobProfile profile = MakeProfile();
    profile.microBatches = 2;
    EXPECT_THAT(GrowFrom(A, cluster, 25, profile),
                ElementsAre(PlacementSegment{A, 4}, PlacementSegment{C, 20}));
}

TEST(SchedulingPathfinder, EqualTimeIsNoGain)
{
    // M = 2 and silence but across the WAN: t_iter(1) = 2, t_iter(2) = 1 + 1/2 + 1/2.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 1, 0.2), MakeRegion("B", 1, 0.2)}, {{A, B, 1000}});
    JobProfile profile = MakeProfile();
    profile.microBatches = 2;
    EXPECT_THAT(GrowFrom(A, cluster, 2, profile), ElementsAre(PlacementSegment{A, 1}));
    // Below its floor the job cannot run, so there is no time to gain on.
    profile.minGpus = 2;
    EXPECT_THAT(GrowFrom(A, cluster, 2, profile),
                ElementsAre(PlacementSegment{A, 1}, PlacementSegment{B, 1}));
}

TEST(SchedulingPathfinder, FastestSeedWinsWithinTheTolerance)
{
    // t_iter: A 1 + 9 x 0.0001 + 99/10 = 10.9009, B 1 + 8 x 0.0001 + 99/9 = 12.0008: ratio 1.1009.
    const Cluster cluster = MakeCluster({MakeRegion("A", 10, 0.3), MakeRegion("B", 9, 0.1)}, {});
    SchedulingOptions options;
    EXPECT_THAT(Find(cluster, 10, options), ElementsAre(PlacementSegment{A, 10}));
    options.timeTolerance = 0.10;
    EXPECT_THAT(Find(cluster, 10, options), ElementsAre(PlacementSegment{A, 10}));
    options.timeTolerance = 0.11;
    EXPECT_THAT(Find(cluster, 10, options), ElementsAre(PlacementSegment{B, 9}));
}

TEST(SchedulingPathfinder, PriceIsTheOneOfNow)
{
    Region risen = MakeRegion("A", 2, 0);
    risen.price = PriceSchedule({{Time(0), 0.1}, {Hours(1), 0.3}});
    const Cluster cluster = MakeCluster({risen, MakeRegion("B", 2, 0.2)}, {});
    const Ledger ledger(cluster);
    const JobProfile profile = MakeProfile();
    EXPECT_THAT(FindBandwidthAwareChain(Want(profile, 2), {}, ledger),
                ElementsAre(PlacementSegment{A, 2}));
    EXPECT_THAT(FindBandwidthAwareChain(Want(profile, 2, Hours(1)), {}, ledger),
                ElementsAre(PlacementSegment{B, 2}));
}

TEST(SchedulingPathfinder, FewerRegionsThenLowerIndices)
{
    // Silent job: A2>B2 takes as long as C4 or D4, at the same price.
    JobProfile silent = MakeProfile();
    silent.boundaryBytes = 0;
    const Cluster cluster = MakeCluster({MakeRegion("A", 2, 0.2),
                                         MakeRegion("B", 2, 0.2),
                                         MakeRegion("C", 4, 0.2),
                                         MakeRegion("D", 4, 0.2)},
                                        {{A, B, 1000}});
    EXPECT_THAT(Find(cluster, 4, {}, silent), ElementsAre(PlacementSegment{C, 4}));
}

TEST(SchedulingPathfinder, ChainThatReachesTheFloorComesFirst)
{
    // 10 Mbit at 10 Mbps: a boundary inside B takes 1 s, so A's two GPUs are faster than B's three.
    const Cluster cluster = MakeCluster({MakeRegion("A", 2, 0.2), MakeRegion("B", 3, 0.2, 10)}, {});
    JobProfile profile = MakeProfile();
    EXPECT_THAT(Find(cluster, 3, {}, profile), ElementsAre(PlacementSegment{A, 2}));
    profile.minGpus = 3;
    EXPECT_THAT(Find(cluster, 3, {}, profile), ElementsAre(PlacementSegment{B, 3}));
}

TEST(SchedulingPathfinder, SpanGoesOnPastTheCapWithAllThatIsFree)
{
    SchedulingOptions span;
    span.spanAll = true;
    const std::vector<Region> regions{MakeRegion("A", 5, 0.3),
                                      MakeRegion("B", 4, 0.1),
                                      MakeRegion("C", 3, 0.2)};
    // K* = 4: B alone is cheapest; A carries b(4) = 40, C 39 only.
    const Cluster cluster = MakeCluster(regions, {{A, B, 40}, {B, C, 39}});
    EXPECT_THAT(Find(cluster, 4), ElementsAre(PlacementSegment{B, 4}));
    EXPECT_THAT(Find(cluster, 4, span),
                ElementsAre(PlacementSegment{A, 5}, PlacementSegment{B, 4}));
    // Each region of the chain gets one of the K* GPUs: one GPU, one region.
    const Cluster wide = MakeCluster(regions, {{A, B, 400}, {B, C, 400}});
    EXPECT_THAT(Find(wide, 1, span), ElementsAre(PlacementSegment{B, 4}));
    EXPECT_THAT(
        Find(wide, 3, span),
        ElementsAre(PlacementSegment{A, 5}, PlacementSegment{B, 4}, PlacementSegment{C, 3}));
}

TEST(SchedulingPathfinder, SpanLeavesAChainShortOfTheCap)
{
    SchedulingOptions span;
    span.spanAll = true;
    // A-B carries 7 of 9: nothing to choose from.
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 5, 0.1)}, {{A, B, 70}});
    EXPECT_THAT(Find(cluster, 9, span),
                ElementsAre(PlacementSegment{A, 2}, PlacementSegment{B, 5}));
}
