// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-pointer.h"

#include <gtest/gtest.h>

using namespace ns3::bacepipe;

namespace
{

/**
 * @param pattern a JSON pointer, perhaps with "*"
 * @return the places in a small document that it means, joined with blanks
 */
std::string
ExpandIn(const std::string& pattern)
{
    const Json document = Json::parse(R"({"a": [{"b": 1}, {"c": {"x": 2, "y/z": 3}}], "e": []})");
    std::string places;
    for (const JsonTokens& tokens : ExpandPointer(document, SplitPointer(pattern).value()))
    {
        places += (places.empty() ? "" : " ") + JoinPointer(tokens);
    }
    return places;
}

} // namespace

TEST(JsonPointer, SplitsAndJoins)
{
    EXPECT_EQ(SplitPointer("").value(), JsonTokens{});
    EXPECT_EQ(SplitPointer("/a~1b/~0/").value(), (JsonTokens{"a/b", "~", ""}));
    EXPECT_EQ(JoinPointer({"a/b", "~", ""}), "/a~1b/~0/");
    EXPECT_FALSE(SplitPointer("/~").has_value());
    EXPECT_FALSE(SplitPointer("/~2").has_value());
}

TEST(JsonPointer, StarsStandForElementsAndMembers)
{
    EXPECT_EQ(ExpandIn("/a/*"), "/a/0 /a/1");
    EXPECT_EQ(ExpandIn("/a/1/c/*"), "/a/1/c/x /a/1/c/y~1z");
    EXPECT_EQ(ExpandIn("/*/*"), "/a/0 /a/1");
    EXPECT_EQ(ExpandIn("/e/*"), "") << "no elements";
    EXPECT_EQ(ExpandIn("/nothing/*"), "");
    EXPECT_EQ(ExpandIn("/a/0/b/*"), "") << "a number has no parts";
}

TEST(JsonPointer, WhatFollowsTheLastStarNeedNotExist)
{
    EXPECT_EQ(ExpandIn("/a/*/b"), "/a/0/b /a/1/b");
    EXPECT_EQ(ExpandIn("/new/key"), "/new/key");
    EXPECT_EQ(ExpandIn("/a/7"), "/a/7");
}

TEST(JsonPointer, FindsValues)
{
    const Json document = Json::parse(R"({"a": [{"b": 1}]})");
    ASSERT_NE(FindValue(document, {"a", "0", "b"}), nullptr);
    EXPECT_EQ(*FindValue(document, {"a", "0", "b"}), 1);
    EXPECT_EQ(FindValue(document, {"a", "1"}), nullptr);
    EXPECT_EQ(FindValue(document, {"a", "00"}), nullptr);
    EXPECT_EQ(FindValue(document, {"a", "0", "b", "c"}), nullptr);
}
