// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pacer.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

TEST(Pacer, HoldsNothingWithoutALimit)
{
    Pacer pacer(0, 52);
    EXPECT_FALSE(pacer.IsHeld(Time()));
    pacer.NoteSent(Seconds(1), 1448, 0);
    EXPECT_FALSE(pacer.IsHeld(Seconds(1)));
}

TEST(Pacer, RateCountsPayloadAndTheCapWholePackets)
{
    // 1448 bytes at 11.584 Mbit/s: 1 ms. 1500 bytes at 10 Mbit/s: 1.2 ms.
    Pacer paced(0, 52);
    paced.NoteSent(Seconds(1), 1448, 11584000);
    EXPECT_EQ(paced.GetNext(), Seconds(1) + MilliSeconds(1));
    EXPECT_TRUE(paced.IsHeld(Seconds(1) + NanoSeconds(999999)));
    EXPECT_FALSE(paced.IsHeld(Seconds(1) + MilliSeconds(1)));

    Pacer capped(10000000, 52);
    capped.NoteSent(Seconds(1), 1448, 0);
    EXPECT_EQ(capped.GetNext(), Seconds(1) + MicroSeconds(1200));
    capped.NoteSent(Seconds(2), 1448, 11584000); // the slower of the two
    EXPECT_EQ(capped.GetNext(), Seconds(2) + MicroSeconds(1200));
    capped.NoteSent(Seconds(3), 1448, 5792000);
    EXPECT_EQ(capped.GetNext(), Seconds(3) + MilliSeconds(2));
}

TEST(Pacer, ATimerIsHeldByTheCapAlone)
{
    Pacer pacer(10000000, 52);
    pacer.NoteSent(Seconds(1), 1448, 5792000);
    pacer.Release();
    EXPECT_EQ(pacer.GetNext(), Seconds(1) + MicroSeconds(1200));
    Pacer uncapped(0, 52);
    uncapped.NoteSent(Seconds(1), 1448, 5792000);
    uncapped.Release();
    EXPECT_FALSE(uncapped.IsHeld(Seconds(1)));
}

TEST(Pacer, RoundsUp)
{
    // 12000 bits at 7 Gbit/s: 1714.28 ns.
    Pacer pacer(7000000000, 52);
    pacer.NoteSent(Time(), 1448, 0);
    EXPECT_EQ(pacer.GetNext(), NanoSeconds(1715));
}

TEST(Pacer, DoesNotOverflow)
{
    // 65535 bytes at 1 bit/s: 524280 s.
    Pacer pacer(1, 52);
    pacer.NoteSent(Time(), 65483, 0);
    EXPECT_EQ(pacer.GetNext(), Seconds(524280));
}
