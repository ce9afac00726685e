// SPDX-License-Identifier: GPL-2.0-only
// Two jobs over one link: the program's table, its options, and the page that shows it.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

class ContentionTest : public CommandLineTest
{
  protected:
    ProcessResult Contend(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), GetProgram("contention"));
        return Execute(arguments, std::chrono::seconds(1800));
    }
};

class ContentionPageTest : public ContentionTest, public ::testing::WithParamInterface<const char*>
{
};

} // namespace

TEST_F(ContentionTest, TheSameTwice)
{
    const std::vector<std::string> small = {"--iterations=4", "--shifts=2", "--bytes=500000"};
    const auto first = Contend(small);
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_EQ(first.err, "");
    EXPECT_EQ(first.out, Contend(small).out);
    EXPECT_THAT(first.out, ::testing::HasSubstr("each job reserves 1125 Mbit/s, both 90 % of it"));
}

TEST_F(ContentionTest, BadInput)
{
    const std::pair<const char*, const char*> cases[] = {
        {"--load=0", "--load: found 0, expected above 0, up to 1"},
        {"--load=1.5", "--load: found 1.5"},
        {"--rate=0bps", "--rate: found 0, expected above 0bps"},
        {"--stages=3", "--stages: found 3, expected even, 2 to 1024"},
        {"--bytes=0", "--bytes: found 0"},
        {"--microBatches=0", "--microBatches: found 0"},
        {"--iterations=3", "--iterations: found 3, expected at least 4"},
        {"--shifts=1", "--shifts: found 1"},
        {"--connections=0", "--connections: found 0"},
        {"--schedule=interleaved", "--schedule: found interleaved, expected one of gpipe, 1f1b"},
        {"--transport=udp", "--transport: found udp, expected one of bulk, tcp"},
        {"--congestionControl=vegas", "--congestionControl: found vegas"},
    };
    for (const auto& [option, message] : cases)
    {
        SCOPED_TRACE(option);
        ExpectRefused(Contend({option}), message);
    }
}

/// The page of the documentation shows what the program prints.
TEST_P(ContentionPageTest, IsCurrent)
{
    const auto result = Contend({});
    ASSERT_EQ(result.status, 0) << result.err;
    const std::string page = ReadFile(SourceFolder() + "/doc/" + GetParam());
    EXPECT_THAT(page, ::testing::HasSubstr("```\n" + result.out + "```\n"));
}

INSTANTIATE_TEST_SUITE_P(LongDefault, ContentionPageTest, ::testing::Values("contention.md"));

} // namespace ns3::bacepipe::test
