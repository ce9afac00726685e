// SPDX-License-Identifier: GPL-2.0-only
// Jobs with several chunks of the model on each GPU: v messages between neighbours, v - 1 between
// the ends of the chain.
#include "ns3/bace-chain-search.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-ledger.h"
#include "ns3/bace-pathfinder.h"
#include "ns3/bace-placement-search.h"

#include <gtest/gtest.h>
#include <map>

#include "unit/scheduling-random.h"

using namespace ns3::bacepipe;
using namespace scheduling;
using ns3::DataRate;

namespace
{

/// Of 10 L Mbps a message, b_j(L), with so many chunks.
JobProfile
MakeChunked(uint32_t chunks)
{
    JobProfile profile = MakeProfile();
    profile.chunks = chunks;
    return profile;
}

/// Three regions of four GPUs in a triangle of 1000 Mbps.
Cluster
MakeTriangle(uint64_t closing = 1000)
{
    return MakeCluster({MakeRegion("A", 4, 0.1), MakeRegion("B", 4, 0.2), MakeRegion("C", 4, 0.3)},
                       {{A, B, 1000}, {B, C, 1000}, {A, C, closing}});
}

} // namespace

TEST(SchedulingChunks, LedgerTakesVBetweenNeighboursAndOneLessBetweenTheEnds)
{
    const Cluster cluster = MakeTriangle();
    Ledger ledger(cluster);
    const Placement three{{A, 1}, {B, 1}, {C, 1}};
    ledger.Reserve(three, DataRate(50 * MBPS), 3);
    EXPECT_EQ(ledger.GetResidual(A, B), DataRate(850 * MBPS)); // 3 x 50
    EXPECT_EQ(ledger.GetResidual(C, B), DataRate(850 * MBPS));
    EXPECT_EQ(ledger.GetResidual(A, C), DataRate(900 * MBPS)); // 2 x 50
    EXPECT_EQ(ledger.GetResidual(C, A), DataRate(900 * MBPS));
    ledger.Release(three, DataRate(50 * MBPS), 3);
    EXPECT_EQ(ledger.GetCongestion(), 0);

    // Of two regions the same links carry both: 5 x 200 Mbps.
    const Placement two{{A, 2}, {B, 2}};
    EXPECT_TRUE(ledger.CanReserve(two, DataRate(200 * MBPS), 3));
    EXPECT_FALSE(ledger.CanReserve(two, DataRate(200 * MBPS + 1), 3));
    ledger.Reserve(two, DataRate(200 * MBPS), 3);
    EXPECT_EQ(ledger.GetPairResidual(A, B), DataRate(0));
    EXPECT_EQ(ledger.GetPairResidual(A, C), DataRate(1000 * MBPS));
}

TEST(SchedulingChunks, LedgerWantsTheEndsJoined)
{
    const Cluster open =
        MakeCluster({MakeRegion("A", 4, 0.1), MakeRegion("B", 4, 0.2), MakeRegion("C", 4, 0.3)},
                    {{A, B, 1000}, {B, C, 1000}});
    const Ledger ledger(open);
    const Placement three{{A, 1}, {B, 1}, {C, 1}};
    EXPECT_TRUE(ledger.CanReserve(three, DataRate(1), 1));
    EXPECT_FALSE(ledger.CanReserve(three, DataRate(0), 2));
    EXPECT_TRUE(ledger.CanReserve({{A, 1}, {B, 1}}, DataRate(1), 2));
}

TEST(SchedulingChunks, PathfinderCountsTheMessagesOfEachPair)
{
    // A and B alone carry 1000 Mbps / (2 x 2 - 1) = 333 a message: all 8 stages at 80. With C as
    // well 12 stages need 120: 2 x 120 between neighbours, 120 between the ends.
    const JobProfile profile = MakeChunked(2);
    const auto find = [&](uint64_t closing) {
        const Cluster cluster = MakeTriangle(closing);
        return FindBandwidthAwareChain(Want(profile, 12), {}, Ledger(cluster));
    };
    EXPECT_EQ(CountGpus(find(1000)), 12u);
    // C is joined with both at 1000 and A with C at 100: whichever pair closes the chain, the
    // narrow one carries either 2 x 10 L (L <= 5) or once 10 L (L <= 10).
    EXPECT_EQ(CountGpus(find(100)), 10u);
    const Placement chain = find(100);
    EXPECT_EQ(chain.size(), 3u);
    EXPECT_EQ(chain[1].region, B) << "the narrow pair closes the chain";
}

TEST(SchedulingChunks, TwoRegionsCarryBothOnOneLink)
{
    const Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.1), MakeRegion("B", 4, 0.2)}, {{A, B, 180}});
    const Ledger ledger(cluster);
    // 180 Mbps: of one chunk all 8 stages at 80; of two 60 a message: 6 stages.
    EXPECT_EQ(CountGpus(FindBandwidthAwareChain(Want(MakeChunked(1), 8), {}, ledger)), 8u);
    EXPECT_EQ(CountGpus(FindBandwidthAwareChain(Want(MakeChunked(2), 8), {}, ledger)), 6u);
}

TEST(SchedulingChunks, AShortenedChainIsCutByWhatAMessageHasLeft)
{
    const Cluster cluster = MakeTriangle(100);
    const Ledger ledger(cluster);
    const Placement chain{{A, 4}, {B, 4}, {C, 4}};
    // Two chunks: A and B carry 333 a message, so 8 stages; with C the closing pair carries 100.
    EXPECT_EQ(CountGpus(ShortenChain(chain, MakeChunked(2), ledger)), 10u);
    // Four: A and B 1000 / 7 = 142, C would leave 100 / 3 = 33 a message.
    EXPECT_EQ(CountGpus(ShortenChain(chain, MakeChunked(4), ledger)), 8u);
}

TEST(SchedulingChunks, LayersCapTheChunksOfAllStages)
{
    const Cluster cluster = MakeCluster({MakeRegion("A", 100, 0.1)}, {});
    JobProfile profile = MakeChunked(4);
    profile.layers = 30;
    EXPECT_EQ(EstimateJob(profile, cluster, {}).optimalGpus, 7u); // 30 / 4
    SchedulingOptions unbound;
    unbound.layerBound = false;
    EXPECT_EQ(EstimateJob(profile, cluster, unbound).optimalGpus, 100u);
    profile.layers = 3; // too few for two stages: one
    EXPECT_EQ(EstimateJob(profile, cluster, {}).optimalGpus, 1u);
}

TEST(SchedulingChunks, RandomChainsFitWhatIsFree)
{
    Random random(7);
    std::map<std::size_t, uint32_t> regions;
    for (uint32_t sample = 0; sample < 2000; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 2, 5);
        Ledger ledger(cluster);
        Occupy(random, ledger);
        for (uint32_t number = 0; number < 3 && ledger.GetTotalFreeGpus() > 0; ++number)
        {
            TrainingJob job = DrawJob(random, number);
            job.profile.chunks = Draw(random, 2, 4);
            job.profile.layers *= job.profile.chunks;
            job.profile.microBatches = 512;
            const auto estimate = EstimateJob(job.profile, cluster, {});
            const Placement chain =
                FindBandwidthAwareChain(Want(job.profile, estimate.optimalGpus), {}, ledger);
            // Counted here pair by pair, in Mbps: b_j for each message.
            const uint64_t each = MbpsPerStage(job.profile) * CountGpus(chain);
            std::map<std::pair<RegionIndex, RegionIndex>, uint64_t> needed;
            for (std::size_t i = 0; chain.size() > 1 && i < chain.size(); ++i)
            {
                const bool closing = i + 1 == chain.size();
                const RegionIndex a = chain[i].region;
                const RegionIndex b = chain[closing ? 0 : i + 1].region;
                needed[std::minmax(a, b)] += each * (job.profile.chunks - closing);
            }
            for (const auto& [pair, mbps] : needed)
            {
                EXPECT_LE(mbps * MBPS, ledger.GetResidual(pair.first, pair.second).GetBitRate());
                EXPECT_LE(mbps * MBPS, ledger.GetResidual(pair.second, pair.first).GetBitRate());
            }
            ++regions[chain.size()];
            const DataRate bandwidth(each * MBPS);
            ASSERT_TRUE(ledger.CanReserve(chain, bandwidth, job.profile.chunks));
            ledger.Reserve(chain, bandwidth, job.profile.chunks);
        }
    }
    EXPECT_GT(regions[2], 100u);
    EXPECT_GT(regions[3], 30u);
}
