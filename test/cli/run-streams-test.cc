// SPDX-License-Identifier: GPL-2.0-only
// Streams that are closed, full or go away, and an environment that lacks everything.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

class RunStreamsTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
        Write("tiny.json", g_tinyScenario);
    }
};

TEST_F(RunStreamsTest, ReaderThatGoesAwayChangesNothing)
{
    const auto expected = ReadRepeatable(RunWell("lossy.json", "expected"));
    const auto result =
        Shell("set -o pipefail; $RUN lossy.json --output=out 2>&1 | head -n 1; echo $?");
    EXPECT_THAT(result.out, ::testing::StartsWith("lossy: policy bace-pipe"));
    EXPECT_THAT(result.out, ::testing::EndsWith("\n0\n"));
    ExpectSameFiles(expected, ReadRepeatable(GetFolder() / "out"));
    const auto nobody = Shell("set -o pipefail; $RUN lossy.json --output=out 2>&1 | true; echo $?");
    EXPECT_EQ(nobody.out, "0\n");
}

/// A closed stream's number goes to the next file: a table must not end up in a capture.
TEST_F(RunStreamsTest, ClosedStreamsStayOutOfFiles)
{
    const std::vector<std::string> options = {"--pcap=wan", "--timeline", "--flowmon"};
    const auto expected = ReadRepeatable(RunWell("lossy.json", "expected", options));
    const std::string run = "$RUN lossy.json --pcap=wan --timeline --flowmon --output=";
    EXPECT_EQ(Shell(run + "out1 >&-").status, 0);
    EXPECT_EQ(Shell(run + "out2 2>&-").status, 0);
    EXPECT_EQ(Shell(run + "out3 <&- >&- 2>&-").status, 0);
    for (const char* const output : {"out1", "out2", "out3"})
    {
        ExpectSameFiles(expected, ReadRepeatable(GetFolder() / output));
    }
}

TEST_F(RunStreamsTest, TableThatCannotBeWrittenIsAnError)
{
    const auto result = Shell("$RUN tiny.json --output=out >/dev/full");
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err, "error: cannot write the standard output\n");
    EXPECT_TRUE(std::filesystem::exists(GetFolder() / "out/summary.json"));
}

TEST_F(RunStreamsTest, BareEnvironment)
{
    const auto expected = ReadRepeatable(RunWell("tiny.json", "expected"));
    EXPECT_EQ(Shell("env -i TMPDIR=/nowhere $RUN tiny.json --output=out").status, 0);
    ExpectSameFiles(expected, ReadRepeatable(GetFolder() / "out"));
}

TEST_F(RunStreamsTest, FolderThatIsGone)
{
    const std::string scenario = GetFolder() / "tiny.json";
    const auto result = Shell("mkdir gone; cd gone; rmdir ../gone; $RUN " + scenario);
    ExpectRefused(result, "--output=");
    EXPECT_EQ(Shell("mkdir gone; cd gone; rmdir ../gone; $RUN " + scenario +
                    " --output=" + (GetFolder() / "out").string())
                  .status,
              0);
}

} // namespace ns3::bacepipe::test
