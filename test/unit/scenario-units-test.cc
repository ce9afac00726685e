// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-units.h"

#include <gtest/gtest.h>

using namespace ns3::bacepipe;

TEST(ScenarioUnits, Rates)
{
    EXPECT_EQ(ParseRate("1bps"), 1);
    EXPECT_EQ(ParseRate("64kbps"), 64e3);
    EXPECT_EQ(ParseRate("1000Mbps"), 1e9);
    EXPECT_DOUBLE_EQ(*ParseRate("4.180Gbps"), 4.18e9);
    EXPECT_EQ(ParseRate("2.5 Tbps"), 2.5e12);
    EXPECT_EQ(ParseRate("1Pbps"), 1e15);
    EXPECT_EQ(ParseRate("0bps"), 0);
}

TEST(ScenarioUnits, Durations)
{
    EXPECT_EQ(ParseDuration("0s"), 0);
    EXPECT_EQ(ParseDuration("50us"), 50e-6);
    EXPECT_EQ(ParseDuration("38.225ms"), 0.038225);
    EXPECT_EQ(ParseDuration("7 ns"), 7e-9);
    EXPECT_EQ(ParseDuration("1.5s"), 1.5);
}

TEST(ScenarioUnits, Sizes)
{
    EXPECT_EQ(ParseSize("1B"), 1);
    EXPECT_EQ(ParseSize("2kB"), 2000);
    EXPECT_EQ(ParseSize("20MB"), 20e6);
    EXPECT_EQ(ParseSize("1.5GB"), 1.5e9);
    EXPECT_EQ(ParseSize("2KiB"), 2048);
    EXPECT_EQ(ParseSize("1MiB"), 1048576);
    EXPECT_EQ(ParseSize("1GiB"), 1073741824);
}

TEST(ScenarioUnits, WhatIsNone)
{
    for (const char* text : {"",
                             "Gbps",
                             "10",
                             "-1Gbps",
                             "+1Gbps",
                             "1e3bps",
                             "1.Gbps",
                             ".5Gbps",
                             "1Gb/s",
                             "1gbps",
                             "1  Gbps",
                             " 1Gbps",
                             "1Gbps ",
                             "0x1bps",
                             "1,5Gbps",
                             "nanbps",
                             "infbps",
                             "1GBps"})
    {
        EXPECT_FALSE(ParseRate(text)) << text;
    }
    EXPECT_FALSE(ParseRate(std::string(1000, '9') + "bps"));
    for (const char* text : {"", "0", "1m", "1h", "1S", "1Ms", "1ms2"})
    {
        EXPECT_FALSE(ParseDuration(text)) << text;
    }
    for (const char* text : {"", "0", "1KB", "1mB", "1b", "1Mbit", "1TB"})
    {
        EXPECT_FALSE(ParseSize(text)) << text;
    }
}
