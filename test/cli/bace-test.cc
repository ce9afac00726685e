// SPDX-License-Identifier: GPL-2.0-only
// The script bace, with what is built already: these tests install and build nothing.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

class BaceTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        // Where CMake was called by hand and otherwise, bace would build anew.
        if (!std::filesystem::exists(BuildFolder() + "/build.ninja"))
        {
            GTEST_SKIP() << "not built with Ninja";
        }
        setenv("BACE_PIPE_BUILD", BuildFolder().c_str(), 1);
        Write("lossy.json", g_lossyScenario);
    }

    ProcessResult Bace(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), SourceFolder() + "/bace");
        ProcessResult result = Execute(arguments);
        // On a busy machine even finding that nothing is to be built takes long enough to say so.
        const std::string notice = "bace: building\n";
        if (result.err.rfind(notice, 0) == 0)
        {
            result.err.erase(0, notice.size());
        }
        return result;
    }
};

} // namespace

TEST_F(BaceTest, HelpAndWrongCommands)
{
    const auto help = Bace({"help"});
    EXPECT_EQ(help.status, 0);
    for (const char* const command :
         {"run", "compare", "plot", "import", "reproduce", "test", "doctor"})
    {
        EXPECT_THAT(help.out, ::testing::HasSubstr(std::string("\n  ") + command));
    }
    EXPECT_EQ(Bace({"--help"}).out, help.out);
    EXPECT_EQ(Bace({}).status, 2);
    const auto wrong = Bace({"banana"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.out, "");
    EXPECT_THAT(wrong.err, ::testing::StartsWith("bace: no command is called banana\n"));
}

TEST_F(BaceTest, DoctorSaysWhichNs3)
{
    const auto result = Bace({"doctor"});
    EXPECT_THAT(result.out, ::testing::ContainsRegex("ns-3 +3[.]"));
    EXPECT_THAT(result.out, ::testing::HasSubstr(BuildFolder()));
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(result.status, 0);
}

TEST_F(BaceTest, RunTakesTheUsersRelativePaths)
{
    const auto result = Bace({"run", "lossy.json", "--network=analytic"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_TRUE(
        std::filesystem::exists(GetFolder() / "results/lossy-bace-pipe-analytic/summary.json"));
}

TEST_F(BaceTest, RunAndCompareHaveADefaultScenario)
{
    const auto run = Bace({"run", "--network=analytic", "--output=run"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, ::testing::HasSubstr("8 of 8 jobs completed"));
    const auto compare = Bace({"compare", "--network=analytic", "--policies=bace-pipe,ldf"});
    EXPECT_EQ(compare.status, 0) << compare.err;
    EXPECT_THAT(compare.out, ::testing::HasSubstr("\nldf "));
    EXPECT_TRUE(
        std::filesystem::exists(GetFolder() / "results/six-regions-compare-analytic/compare.csv"));
}

TEST_F(BaceTest, ReproducePassesOptionsAndStatuses)
{
    const auto result = Bace({"reproduce", "--samples=1", "--quiet", "--output=out"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(GetFolder() / "out/reproduction/fig4.svg"));
    ExpectRefused(Bace({"reproduce", "--samples=x"}), "--samples");
}

TEST_F(BaceTest, PlotDrawsARun)
{
    ASSERT_EQ(Bace({"run", "lossy.json", "--network=analytic", "--output=out"}).status, 0);
    const auto result = Bace({"plot", "out"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(GetFolder() / "out/plots/queue.svg"));
    ExpectRefused(Bace({"plot", "missing"}), "missing: found no folder");
}

TEST_F(BaceTest, ImportPrintsJobs)
{
    Write("t.csv", "t,n,d\n0,8,3600\n");
    const auto result = Bace({"import", "jobs", "t.csv", "--submit=t", "--gpus=n", "--duration=d"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out).size(), 1U);
    ExpectRefused(Bace({"import", "cats"}), "found 'cats', expected jobs or wan");
}

TEST_F(BaceTest, StatusesPassThrough)
{
    ExpectRefused(Bace({"run", "missing.json"}), "missing.json: ");
    ExpectRefused(Bace({"run", "lossy.json", "--banana"}), "--banana");
    ExpectRefused(Bace({"run", "--seed=x"}), "/seed");
    EXPECT_EQ(Bace({"run", "--help"}).status, 0);
    EXPECT_EQ(Bace({"run", "lossy.json", "--policy=lcf", "--network=analytic"}).status, 3);
}

TEST_F(BaceTest, BareEnvironment)
{
    const auto result = Shell("env -i PATH=\"$PATH\" BACE_PIPE_BUILD=\"$BACE_PIPE_BUILD\" "
                              "TMPDIR=/nowhere " +
                              SourceFolder() + "/bace run lossy.json --network=analytic");
    EXPECT_EQ(result.status, 0) << result.err;
}

TEST_F(BaceTest, WorksThroughALink)
{
    std::filesystem::create_symlink(SourceFolder() + "/bace", GetFolder() / "bace");
    EXPECT_EQ(Execute({"./bace", "run", "--network=analytic"}).status, 0);
}

} // namespace ns3::bacepipe::test
