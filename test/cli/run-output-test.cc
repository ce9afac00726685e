// SPDX-License-Identifier: GPL-2.0-only
// The result folder: whole or not at all, whatever happens, and nothing of a user's is lost.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// More iterations than can be simulated while a test waits.
const std::vector<std::string> g_endless = {"--set=/run/fast_forward=false",
                                            "--set=/jobs/0/profile/iterations=1000000",
                                            "--quiet"};

class RunOutputTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
        Write("tiny.json", g_tinyScenario);
    }

    /// Starts a run that does not end by itself, and waits until it is under way.
    std::unique_ptr<Process> StartEndless(const std::string& output) const
    {
        std::vector<std::string> command = {GetProgram("run"), "lossy.json", "--output=" + output};
        command.insert(command.end(), g_endless.begin(), g_endless.end());
        auto process = std::make_unique<Process>(command, GetFolder());
        const auto partial = GetPartial(output, *process);
        for (int i = 0; i < 5000 && !std::filesystem::exists(partial); ++i)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        EXPECT_TRUE(std::filesystem::exists(partial));
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // into the simulation
        return process;
    }

    std::filesystem::path GetPartial(const std::string& output, const Process& process) const
    {
        return GetFolder() / (output + ".partial-" + std::to_string(process.GetPid()));
    }
};

} // namespace

TEST_F(RunOutputTest, KilledRunLeavesAnEarlierResultWhole)
{
    const auto before = ReadFolder(RunWell("tiny.json", "out"));
    for (const int signal : {SIGKILL, SIGTERM, SIGINT})
    {
        const auto process = StartEndless("out");
        process->Signal(signal);
        EXPECT_EQ(process->Wait().status, 128 + signal);
        ExpectSameFiles(before, ReadFolder(GetFolder() / "out"));
    }
}

TEST_F(RunOutputTest, KilledRunLeavesNoResultWhereNoneWas)
{
    const auto process = StartEndless("out");
    process->Signal(SIGKILL);
    process->Wait();
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out"));
}

TEST_F(RunOutputTest, NextRunRemovesLeftovers)
{
    const auto killed = StartEndless("out");
    const auto alive = StartEndless("out");
    const auto other = StartEndless("other");
    for (const auto* process : {killed.get(), other.get()})
    {
        process->Signal(SIGKILL);
    }
    killed->Wait();
    other->Wait();
    Write("out.partial-user/notes.txt", "mine");
    RunWell("tiny.json", "out");
    // What is left of a run to another place is not this run's affair.
    EXPECT_THAT(List(),
                ::testing::UnorderedElementsAre("lossy.json",
                                                "tiny.json",
                                                "out",
                                                "out.partial-user",
                                                GetPartial("out", *alive).filename().string(),
                                                ::testing::StartsWith("other.partial-")));
}

TEST_F(RunOutputTest, KilledBetweenTwoStepsOfAReplacementLosesNothing)
{
    const auto first = ReadFolder(RunWell("tiny.json", "out"));
    // What a file system that cannot exchange two folders would leave: no process has this id.
    std::filesystem::rename(GetFolder() / "out", GetFolder() / "out.replaced-2147483646");
    const auto process = StartEndless("out");
    process->Signal(SIGKILL);
    process->Wait();
    ExpectSameFiles(first, ReadFolder(GetFolder() / "out"));
}

TEST_F(RunOutputTest, RunsToOnePlaceAtOnceLeaveOneWholeResult)
{
    const auto expected = ReadRepeatable(RunWell("tiny.json", "expected"));
    for (int round = 0; round < 3; ++round)
    {
        std::vector<std::unique_ptr<Process>> processes;
        for (int i = 0; i < 6; ++i)
        {
            processes.push_back(std::make_unique<Process>(
                std::vector<std::string>{GetProgram("run"), "tiny.json", "--output=out"},
                GetFolder()));
        }
        for (const auto& process : processes)
        {
            const auto result = process->Wait();
            EXPECT_EQ(result.status, 0) << result.err;
        }
        ExpectSameFiles(expected, ReadRepeatable(GetFolder() / "out"));
        EXPECT_EQ(List(), (std::vector<std::string>{"expected", "lossy.json", "out", "tiny.json"}));
    }
}

TEST_F(RunOutputTest, ReplacesARunAsAWhole)
{
    RunWell("lossy.json", "out", {"--timeline"});
    RunWell("tiny.json", "out");
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/timeline.json"));
    EXPECT_EQ(ReadJson(GetFolder() / "out/summary.json").at("scenario"), "tiny");
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "out", "tiny.json"}));
}

TEST_F(RunOutputTest, NothingOfAUsersIsOverwritten)
{
    Write("file", "mine");
    Write("notes/thesis.txt", "mine");
    Write("project/summary.json", "{}");
    std::filesystem::create_symlink("nowhere", GetFolder() / "dangling");
    const auto before = ReadFolder(GetFolder() / "notes");
    const auto names = List();
    for (const char* const output :
         {"file", "file/below", "notes", "notes/", "notes/../notes", "project", "dangling", "."})
    {
        SCOPED_TRACE(output);
        ExpectRefused(Run({"tiny.json", std::string("--output=") + output}),
                      std::string("--output=") + output + ": ");
        EXPECT_EQ(List(), names);
    }
    ExpectSameFiles(before, ReadFolder(GetFolder() / "notes"));
    EXPECT_EQ(ReadFile(GetFolder() / "project/summary.json"), "{}");
    EXPECT_EQ(ReadFile(GetFolder() / "file"), "mine");
}

TEST_F(RunOutputTest, PlacesThatCannotBeWritten)
{
    for (const char* const output : {"/proc/nowhere/out", "/dev/null/out", "/sys/out"})
    {
        ExpectRefused(Run({"tiny.json", std::string("--output=") + output}),
                      std::string("--output=") + output + ": ");
    }
    const std::string name(300, 'x');
    ExpectRefused(Run({"tiny.json", "--output=made/" + name}), "File name too long");
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "tiny.json"}));
}

/// As another user: root may write anywhere.
TEST_F(RunOutputTest, FoldersOfOthers)
{
    const std::string other = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : "";
    std::filesystem::permissions(GetFolder(), std::filesystem::perms(0755));
    if (Shell(other + "$RUN --version").status != 0)
    {
        GTEST_SKIP() << "another user cannot run the program";
    }
    std::filesystem::permissions(GetFolder(), std::filesystem::perms(0555));
    const auto result = Shell(other + "$RUN tiny.json");
    std::filesystem::permissions(GetFolder(), std::filesystem::perms(0755));
    ExpectRefused(result, "Permission denied");
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "tiny.json"}));
}

TEST_F(RunOutputTest, PathsAreTakenAsTheyAre)
{
    const auto expected = ReadRepeatable(RunWell("tiny.json", "plain"));
    std::filesystem::create_directory(GetFolder() / "target");
    std::filesystem::create_symlink("target", GetFolder() / "link");
    std::filesystem::create_directory(GetFolder() / "empty");
    for (const char* const output : {"with space/and $HOME/",
                                     "deep/er/and/deeper",
                                     "./dots/../dots/.",
                                     "trailing///",
                                     "empty",
                                     "link",
                                     "link/below",
                                     "\xc3\xbc"})
    {
        SCOPED_TRACE(output);
        ExpectSameFiles(expected, ReadRepeatable(RunWell("tiny.json", output)));
        ExpectSameFiles(expected, ReadRepeatable(RunWell("tiny.json", output)));
    }
    EXPECT_TRUE(std::filesystem::is_symlink(GetFolder() / "link"));
    const std::string absolute = GetFolder() / "absolute";
    ExpectSameFiles(expected, ReadRepeatable(RunWell("tiny.json", absolute)));
}

TEST_F(RunOutputTest, FullDiskLeavesNothing)
{
    // A limit on files stands for the end of a disk: 1 kB is less than iterations, or a capture.
    for (const char* const options : {"",
                                      " --flowmon",
                                      " --timeline",
                                      " --waits",
                                      " --pcap=wan",
                                      " --set=/run/fast_forward=false"})
    {
        const auto result = Shell("trap '' XFSZ; ulimit -f 1; exec $RUN lossy.json --output=out" +
                                  std::string(options));
        EXPECT_EQ(result.status, 1) << options;
        EXPECT_THAT(result.err, ::testing::StartsWith("error: cannot write ")) << options;
        EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "tiny.json"})) << options;
    }
}

} // namespace ns3::bacepipe::test
