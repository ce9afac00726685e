// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ledger.h"

#include <gtest/gtest.h>

#include "unit/scheduling-builders.h"

using namespace ns3::bacepipe;
using namespace scheduling;
using ns3::DataRate;

namespace
{

/// A 4, B 3, C 2; A-B 1000 Mbps one way and 400 back, B-C 200 both ways.
class SchedulingLedger : public testing::Test
{
  protected:
    Cluster cluster =
        MakeCluster({MakeRegion("A", 4, 0.2), MakeRegion("B", 3, 0.1), MakeRegion("C", 2, 0.3)},
                    {{A, B, 1000, 400}, {B, C, 200}});
    Ledger ledger{cluster};
};

using SchedulingLedgerDeathTest = SchedulingLedger;

/// @return a rate in Mbps
DataRate
Mbps(uint64_t rate)
{
    return DataRate(rate * MBPS);
}

} // namespace

TEST_F(SchedulingLedger, StartsWithAllFree)
{
    EXPECT_EQ(ledger.GetTotalFreeGpus(), 9u);
    EXPECT_EQ(ledger.GetResidual(A, B), Mbps(1000));
    EXPECT_EQ(ledger.GetResidual(B, A), Mbps(400));
    EXPECT_EQ(ledger.GetPairResidual(A, B), Mbps(400));
    EXPECT_EQ(ledger.GetPairResidual(B, A), Mbps(400));
    EXPECT_EQ(ledger.GetResidual(A, C), DataRate(0));
    EXPECT_EQ(ledger.GetCongestion(), 0);
}

TEST_F(SchedulingLedger, TakesGpusAndBothDirectionsOfEachBoundary)
{
    ledger.Reserve({{A, 3}, {B, 1}, {C, 2}}, Mbps(150));
    EXPECT_EQ(ledger.GetFreeGpus(A), 1u);
    EXPECT_EQ(ledger.GetFreeGpus(B), 2u);
    EXPECT_EQ(ledger.GetFreeGpus(C), 0u);
    EXPECT_EQ(ledger.GetResidual(A, B), Mbps(850));
    EXPECT_EQ(ledger.GetResidual(B, A), Mbps(250));
    EXPECT_EQ(ledger.GetResidual(B, C), Mbps(50));
    EXPECT_EQ(ledger.GetResidual(C, B), Mbps(50));
    // Mean of 150/1000, 150/400, 150/200 and 150/200: (0.15 + 0.375 + 0.75 + 0.75) / 4
    EXPECT_NEAR(ledger.GetCongestion(), 0.50625, 1e-15);
}

TEST_F(SchedulingLedger, GivesBackWhatOneJobHeldAndNoMore)
{
    ledger.Reserve({{A, 2}, {B, 1}}, Mbps(150));
    ledger.Reserve({{B, 1}, {A, 1}}, Mbps(250));
    EXPECT_EQ(ledger.GetPairResidual(A, B), DataRate(0));
    ledger.Release({{A, 2}, {B, 1}}, Mbps(150));
    EXPECT_EQ(ledger.GetFreeGpus(A), 3u);
    EXPECT_EQ(ledger.GetFreeGpus(B), 2u);
    EXPECT_EQ(ledger.GetResidual(A, B), Mbps(750));
    EXPECT_EQ(ledger.GetResidual(B, A), Mbps(150));
    EXPECT_EQ(ledger.GetTotalFreeGpus(), 7u);
    EXPECT_EQ(ledger.GetPairResidual(B, A), Mbps(150));
    ledger.Release({{B, 1}, {A, 1}}, Mbps(250));
    EXPECT_EQ(ledger.GetTotalFreeGpus(), 9u);
    EXPECT_EQ(ledger.GetResidual(A, B), Mbps(1000));
    EXPECT_EQ(ledger.GetCongestion(), 0);
}

TEST_F(SchedulingLedger, FitsExactly)
{
    EXPECT_TRUE(ledger.CanReserve({{A, 4}, {B, 3}}, Mbps(400)));
    EXPECT_FALSE(ledger.CanReserve({{A, 4}, {B, 3}}, DataRate(400 * MBPS + 1)));
    EXPECT_FALSE(ledger.CanReserve({{A, 5}}, Mbps(1)));
    EXPECT_TRUE(ledger.CanReserve({{A, 4}}, Mbps(5000))) << "no boundary, no bandwidth";
}

TEST_F(SchedulingLedger, RefusesWhatIsNoPlacement)
{
    EXPECT_FALSE(ledger.CanReserve({}, DataRate(0)));
    EXPECT_FALSE(ledger.CanReserve({{A, 0}}, DataRate(0)));
    EXPECT_FALSE(ledger.CanReserve({{A, 1}, {B, 1}, {A, 1}}, DataRate(0))) << "A twice";
    EXPECT_FALSE(ledger.CanReserve({{7, 1}}, DataRate(0)));
    EXPECT_FALSE(ledger.CanReserve({{A, 1}, {C, 1}}, DataRate(0))) << "not linked";
}

TEST_F(SchedulingLedger, WithoutLinksIsNeverCongested)
{
    const Cluster lone = MakeCluster({MakeRegion("A", 4, 0.2)}, {});
    EXPECT_EQ(Ledger(lone).GetCongestion(), 0);
}

TEST_F(SchedulingLedgerDeathTest, OverdraftEndsTheProgram)
{
    ledger.Reserve({{A, 3}}, DataRate(0));
    EXPECT_DEATH(ledger.Reserve({{A, 2}}, DataRate(0)), "overdraft");
    EXPECT_DEATH(ledger.Reserve({{A, 1}, {B, 1}}, Mbps(401)), "overdraft");
}

TEST_F(SchedulingLedgerDeathTest, GivingBackMoreThanWasTakenEndsTheProgram)
{
    ledger.Reserve({{A, 2}, {B, 1}}, Mbps(100));
    EXPECT_DEATH(ledger.Release({{A, 3}}, DataRate(0)), "more GPUs given back");
    EXPECT_DEATH(ledger.Release({{A, 2}, {B, 1}}, Mbps(101)), "more bandwidth given back");
    ledger.Release({{A, 2}, {B, 1}}, Mbps(100));
    EXPECT_DEATH(ledger.Release({{A, 2}, {B, 1}}, Mbps(100)), "more GPUs given back");
}

TEST_F(SchedulingLedger, ACopyIsAnAccountOfItsOwn)
{
    ledger.Reserve({{A, 2}, {B, 1}}, Mbps(150));
    Ledger copy = ledger;
    copy.Reserve({{B, 1}, {C, 1}}, Mbps(50));
    EXPECT_EQ(copy.GetTotalFreeGpus(), 4u);
    EXPECT_EQ(ledger.GetTotalFreeGpus(), 6u);
    EXPECT_EQ(ledger.GetResidual(B, C), Mbps(200));
}
