// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-version.h"

#include <fstream>
#include <gtest/gtest.h>

#include "support/tree.h"

using namespace ns3::bacepipe;

TEST(Version, IsThatOfTheVersionFile)
{
    std::ifstream file(test::SourceFolder() + "/VERSION");
    std::string expected;
    std::getline(file, expected);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(GetVersion(), expected);
}

TEST(Version, OfNs3IsARelease)
{
    EXPECT_EQ(GetNs3Version().rfind("3.", 0), 0u) << GetNs3Version();
}
