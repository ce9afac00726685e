// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-port-allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3::bacepipe;

TEST(PortAllocator, RangesFollowEachOther)
{
    PortAllocator ports;
    EXPECT_EQ(ports.Take(1), 10000);
    EXPECT_EQ(ports.Take(3), 10001);
    EXPECT_EQ(ports.Take(1), 10004);
}

TEST(PortAllocator, ReturnedPortsAreUsedLast)
{
    PortAllocator ports;
    EXPECT_EQ(ports.Take(100), 10000);
    ports.Return(10000, 100);
    EXPECT_EQ(ports.Take(100), 10100);
}

TEST(PortAllocator, GoesRoundTheTakenOnes)
{
    PortAllocator ports;
    EXPECT_EQ(ports.Take(10), 10000); // stays
    EXPECT_EQ(ports.Take(30000), 10010);
    EXPECT_EQ(ports.Take(20000), 40010); // up to 60009
    ports.Return(10010, 30000);
    // 5526 ports are left at the end: too few, so the search begins anew behind the first ten.
    EXPECT_EQ(ports.Take(6000), 10010);
    EXPECT_EQ(ports.Take(24000), 16010); // just up to 40009
}

TEST(PortAllocator, TheLastPortIsThatOfTheProtocols)
{
    PortAllocator ports;
    EXPECT_EQ(ports.Take(55535), 10000);
    EXPECT_EQ(ports.Take(1), 65535);
    ports.Return(65535, 1);
    EXPECT_EQ(ports.Take(1), 65535);
}

TEST(PortAllocatorDeathTest, NoRangeLeft)
{
    PortAllocator ports;
    ports.Take(55530);
    EXPECT_THAT(
        [&] { ports.Take(7); },
        testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("no 7 consecutive ports")));
}

TEST(PortAllocator, KnowsWhoTookAPortLast)
{
    PortAllocator ports;
    EXPECT_EQ(ports.GetOwner(10000), 0U);
    ports.Take(1);
    EXPECT_EQ(ports.AddOwner("a"), 1U);
    EXPECT_EQ(ports.AddOwner("a"), 2U); // a job and traffic may have one name
    EXPECT_EQ(ports.AddOwner("b"), 3U);
    EXPECT_EQ(ports.GetOwnerCount(), 3U);
    EXPECT_EQ(ports.GetOwnerName(3), "b");
    EXPECT_EQ(ports.Take(2, 2), 10001);
    EXPECT_EQ(ports.Take(1, 3), 10003);
    EXPECT_EQ(ports.GetOwner(10000), 0U);
    EXPECT_EQ(ports.GetOwner(10001), 2U);
    EXPECT_EQ(ports.GetOwner(10002), 2U);
    EXPECT_EQ(ports.GetOwner(10003), 3U);
    ports.Return(10001, 2);
    EXPECT_EQ(ports.GetOwner(10002), 2U); // its last packets may still be under way
    EXPECT_EQ(ports.Take(55532), 10004);
    EXPECT_EQ(ports.Take(2, 1), 10001);
    EXPECT_EQ(ports.GetOwner(10002), 1U);
    EXPECT_EQ(ports.GetOwner(80), 0U);
}

TEST(PortAllocator, NumbersWhatItGives)
{
    PortAllocator ports;
    EXPECT_EQ(ports.GetTake(10000), 0U);
    EXPECT_EQ(ports.GetFirstPort(10000), 10000U);
    ports.Take(2);
    ports.Take(3);
    EXPECT_EQ(ports.GetTake(10001), 1U);
    EXPECT_EQ(ports.GetTake(10002), 2U);
    EXPECT_EQ(ports.GetFirstPort(10001), 10000U);
    EXPECT_EQ(ports.GetFirstPort(10004), 10002U);
    ports.Return(10002, 3);
    EXPECT_EQ(ports.GetTake(10004), 2U); // as long as nobody else has it
    EXPECT_EQ(ports.Take(55531), 10005U);
    EXPECT_EQ(ports.GetFirstPort(65535), 10005U);
    EXPECT_EQ(ports.Take(2), 10002U);
    EXPECT_EQ(ports.GetTake(10003), 4U);
    EXPECT_EQ(ports.GetTake(10004), 2U);
}
