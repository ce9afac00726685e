// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-override.h"

#include "scenario-testing.h"

using namespace ns3::bacepipe;

namespace
{

/**
 * @param text a JSON text
 * @param override what to change in it
 * @return the changed value
 */
Json
Change(const std::string& text, const std::string& override)
{
    Json document = ParseJson(text, "f");
    ApplyOverride(document, override);
    return document;
}

/**
 * @param override a bad override of a small document
 * @return the message
 */
std::string
GetMessage(const std::string& override)
{
    try
    {
        Change("{\"a\": [1, {\"b\": 2}], \"e\": []}", override);
    }
    catch (const ScenarioError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(ScenarioOverride, ReplacesValuesOfAnyType)
{
    EXPECT_EQ(Change("{\"a\": 1}", "/a=2"), Json::parse("{\"a\": 2}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a=-2.5e3"), Json::parse("{\"a\": -2500.0}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a=true"), Json::parse("{\"a\": true}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a=null"), Json::parse("{\"a\": null}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a=\"2\""), Json::parse("{\"a\": \"2\"}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a={\"b\": [1]}"), Json::parse("{\"a\": {\"b\": [1]}}"));
}

TEST(ScenarioOverride, WhatIsNoJsonIsAString)
{
    EXPECT_EQ(Change("{\"a\": 1}", "/a=10Gbps"), Json::parse("{\"a\": \"10Gbps\"}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a="), Json::parse("{\"a\": \"\"}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a=x=y"), Json::parse("{\"a\": \"x=y\"}"));
    EXPECT_EQ(Change("{\"a\": 1}", "/a={\"b\""), Json::parse("{\"a\": \"{\\\"b\\\"\"}"));
}

TEST(ScenarioOverride, MakesMissingKeysOnTheWay)
{
    EXPECT_EQ(Change("{}", "/a/b/c=1"), Json::parse("{\"a\": {\"b\": {\"c\": 1}}}"));
    EXPECT_EQ(Change("{\"a\": {}}", "/a/0=1"), Json::parse("{\"a\": {\"0\": 1}}"));
}

TEST(ScenarioOverride, EscapesAndIndices)
{
    EXPECT_EQ(Change("{}", "/a~1b~0c=1"), Json::parse("{\"a/b~c\": 1}"));
    EXPECT_EQ(Change("[1, [2, 3]]", "/1/0=9"), Json::parse("[1, [9, 3]]"));
}

TEST(ScenarioOverride, BadOnesAreNamed)
{
    EXPECT_EQ(GetMessage("/a"), "override '/a': found no '=', expected /json/pointer=value");
    EXPECT_EQ(GetMessage(""), "override '': found no '=', expected /json/pointer=value");
    EXPECT_EQ(GetMessage("=1"),
              "override '=1': found no '/' at the start, expected /json/pointer=value");
    EXPECT_EQ(GetMessage("a=1"),
              "override 'a=1': found no '/' at the start, expected /json/pointer=value");
    EXPECT_EQ(GetMessage("/~2=1"),
              "override '/~2=1': found a lone '~', expected ~0 for '~' or ~1 "
              "for '/'");
    EXPECT_EQ(GetMessage("/~=1"),
              "override '/~=1': found a lone '~', expected ~0 for '~' or ~1 "
              "for '/'");
    for (const char* index : {"2", "-", "-1", "01", "x", "", "99999999999999999999999"})
    {
        const std::string override = std::string("/a/") + index + "=1";
        EXPECT_EQ(GetMessage(override),
                  "override '" + override + "': /a/" + index +
                      ": found no such element, expected an index from 0 to 1");
    }
    EXPECT_EQ(GetMessage("/e/0=1"),
              "override '/e/0=1': /e/0: found no such element, expected an "
              "array that has elements");
    EXPECT_EQ(GetMessage("/a/0/x=1"),
              "override '/a/0/x=1': /a/0: found a value without parts, "
              "expected an object or an array");
    EXPECT_EQ(GetMessage("/x={\"k\":1,\"k\":2}"),
              "override '/x={\"k\":1,\"k\":2}': /k: found the same key again, expected each key "
              "once");
    EXPECT_EQ(GetMessage("/x=\xc3\x28").substr(0, 10), "override '");
    EXPECT_NE(GetMessage("/x=" + std::string(100000, '[')), "");
    EXPECT_LT(GetMessage("/" + std::string(1000000, 'x')).size(), 200u);
}

TEST(ScenarioOverride, ErrorsInTheValueNameItsPlace)
{
    EXPECT_EQ(GetSmallError("/jobs/0/mfu=2"),
              "small.json: /jobs/0/mfu: found 2, expected a number above 0 up to 1");
    EXPECT_EQ(GetSmallError("/run/fast_forwards=false"),
              "small.json: /run/fast_forwards: found an unknown key, expected one of the keys "
              "\"fast_forward\", \"steady_tolerance\", \"max_iterations\", \"memo\" or "
              "\"link_interval_s\"");
}

TEST(ScenarioOverride, TheLastOneWins)
{
    EXPECT_EQ(ParseSmall({"/seed=2", "/seed=3"}).seed, 3u);
}
