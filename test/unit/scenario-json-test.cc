// SPDX-License-Identifier: GPL-2.0-only
// What is no JSON, or JSON of a kind that no scenario is made of.
#include "ns3/bace-json.h"

#include "scenario-testing.h"

using namespace ns3::bacepipe;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ScenarioJson, CommentsAreAllowed)
{
    EXPECT_EQ(ParseJson("// one\n{\"a\": /* two */ 1}", "f"), Json({{"a", 1}}));
}

TEST(ScenarioJson, ByteOrderMarkIsSkipped)
{
    EXPECT_EQ(ParseJson("\xef\xbb\xbf{\"a\": 1}", "f"), Json({{"a", 1}}));
    EXPECT_EQ(GetError("\xef\xbb\xbf" + g_smallScenario), "");
}

TEST(ScenarioJson, OtherEncodingsAreRefused)
{
    EXPECT_THAT(GetError(std::string("\xff\xfe{\0", 4)),
                StartsWith("small.json: line 1, column 4"));
    EXPECT_THAT(GetError("\xff\xfe{"), StartsWith("small.json: line 1, column"));
}

TEST(ScenarioJson, SyntaxErrorsGiveLineAndColumn)
{
    EXPECT_EQ(GetError("{\n  \"a\": ]\n}"),
              "small.json: line 2, column 8: found ']', expected JSON (unexpected ']'; expected "
              "'[', '{', or a literal)");
    EXPECT_EQ(GetError("{\"a\": 1"),
              "small.json: line 1, column 8: found the end of the text, expected JSON (unexpected "
              "end of input; expected '}')");
    EXPECT_THAT(GetError("{\"a\": 1} x"), StartsWith("small.json: line 1, column 10: found 'x'"));
    EXPECT_THAT(GetError("{\"a\": 1,}"), StartsWith("small.json: line 1, column 9: found '}'"));
    EXPECT_THAT(GetError("{\"a\": NaN}"), StartsWith("small.json: line 1, column"));
    EXPECT_THAT(GetError("{/*"), StartsWith("small.json: line 1, column"));
}

TEST(ScenarioJson, EmptyTextsAreRefused)
{
    for (const char* text : {"", " ", "\n\t\r\n", "// only a comment\n", "\xef\xbb\xbf"})
    {
        EXPECT_THAT(GetError(text), StartsWith("small.json: ")) << text;
    }
    EXPECT_EQ(GetError(""), "small.json: found nothing but blanks, expected a scenario");
}

TEST(ScenarioJson, OtherValuesThanAnObjectAreRefused)
{
    EXPECT_EQ(GetError("[1, 2]"), "small.json: found an array of 2, expected an object");
    EXPECT_EQ(GetError("null"), "small.json: found null, expected an object");
    EXPECT_EQ(GetError("\"x\""), "small.json: found \"x\", expected an object");
}

TEST(ScenarioJson, NumbersBeyondDoubleAreRefused)
{
    EXPECT_THAT(
        GetError("{\"seed\": 1e400}"),
        StartsWith("small.json: line 1, column 14: found '0}', expected JSON (number overflow)"));
    EXPECT_THAT(GetError("{\"seed\": -" + std::string(100000, '9') + "}"),
                StartsWith("small.json: line 1, column"));
}

TEST(ScenarioJson, InvalidUtf8IsRefused)
{
    EXPECT_THAT(GetError("{\"name\": \"\xc3\x28\"}"), HasSubstr("ill-formed UTF-8"));
    EXPECT_THAT(GetError("{\"\xed\xa0\x80\": 1}"), HasSubstr("ill-formed UTF-8"));
}

TEST(ScenarioJson, NulBytesAreRefused)
{
    EXPECT_EQ(GetError(g_smallScenario + std::string("\0 garbage", 9)).substr(0, 60),
              "small.json: line 16, column 2: found a NUL byte, expected JS");
}

TEST(ScenarioJson, DuplicateKeysAreRefusedAtAnyDepth)
{
    EXPECT_EQ(GetError("{\"seed\": 1, \"seed\": 1}"),
              "small.json: /seed: found the same key again, expected each key once");
    EXPECT_EQ(GetError("{\"jobs\": [{}, {\"id\": 1, \"a/b\": 2, \"a/b\": 3}]}"),
              "small.json: /jobs/1/a~1b: found the same key again, expected each key once");
}

TEST(ScenarioJson, DeepNestingIsRefused)
{
    for (const char* open : {"[", "{\"a\":"})
    {
        std::string text;
        for (int i = 0; i < 100000; ++i)
        {
            text += open;
        }
        EXPECT_THAT(GetError(text), HasSubstr("found deeper nesting, expected at most 64 levels"));
    }
    EXPECT_NO_THROW(ParseJson(std::string(64, '[') + std::string(64, ']'), "f"));
    EXPECT_THROW(ParseJson(std::string(65, '[') + std::string(65, ']'), "f"), ScenarioError);
}

TEST(ScenarioJson, ManyKeysAreRefused)
{
    std::string text = "{\"k\": 0";
    for (int i = 0; i < 100000; ++i)
    {
        text += ", \"k" + std::to_string(i) + "\": 0";
    }
    EXPECT_THAT(GetError(text + "}"), HasSubstr("expected at most 1000 keys in an object"));
}

TEST(ScenarioJson, TenMegabytesOfGarbageGiveAShortMessage)
{
    const std::size_t size = 10000000;
    std::string noise(size, '\0');
    uint32_t state = 1;
    for (char& c : noise)
    {
        state = state * 1664525 + 1013904223;
        c = static_cast<char>(state >> 24);
    }
    // GetError checks the length.
    EXPECT_NE(GetError(noise), "");
    EXPECT_NE(GetError(std::string(size, 'x')), "");
    EXPECT_NE(GetError(std::string(size, '1')), "");
    EXPECT_NE(GetError(std::string(size, '[')), "");
    EXPECT_NE(GetError('"' + std::string(size, 'x')), "");
    EXPECT_NE(GetError('"' + std::string(size, 'x') + '"'), "");
    EXPECT_NE(GetError("{\"" + std::string(size, 'x') + "\": 1}"), "");
    EXPECT_NE(GetError("{\"seed\": \"" + std::string(size, 'x') + "\"}"), "");
    EXPECT_NE(GetError("/*" + std::string(size, 'x')), "");
}

TEST(ScenarioJson, MessagesAreUtf8)
{
    EXPECT_TRUE(IsUtf8(GetError("{\"name\": \"\xc3\x28\"}")));
    EXPECT_TRUE(IsUtf8(GetError("\xff\xff\xff")));
}

TEST(ScenarioJson, AbbreviationKeepsCharactersWhole)
{
    EXPECT_EQ(Abbreviate("short"), "short");
    EXPECT_EQ(Abbreviate("two\nlines\x7f"), "two lines ");
    EXPECT_EQ(Abbreviate(std::string(60, 'x')), std::string(60, 'x'));
    EXPECT_EQ(Abbreviate(std::string(61, 'x')), std::string(60, 'x') + "...");
    EXPECT_EQ(Abbreviate("\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 2), "\xe2\x82\xac\xe2\x82\xac...");
}

TEST(ScenarioJson, PrettyPrintKeepsOrderAndNumbers)
{
    const std::string text = "{\n    \"z\": [1, 2.5, null],\n    \"a\": [\n        {\n"
                             "            \"x\": 0.1\n        }\n    ],\n    \"e\": {}\n}\n";
    EXPECT_EQ(PrettyPrint(ParseJson(text, "f")), text);
}
