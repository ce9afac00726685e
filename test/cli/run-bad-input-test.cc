// SPDX-License-Identifier: GPL-2.0-only
// Bad input: exit 2, one line that names the place, nothing written.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// A command line that is wrong, and a part of its message.
struct BadOption
{
    const char* option; //!< beside a good scenario
    const char* place;  //!< that the message names
};

/// An input file that is wrong, and a part of its message.
struct BadScenario
{
    const char* from;  //!< a part of the tiny scenario
    const char* to;    //!< what is there instead
    const char* place; //!< that the message names
};

const BadOption g_badOptions[] = {
    {"--set=banana", "override 'banana'"},
    {"--set=/jobs/0/mfu", "override '/jobs/0/mfu'"},
    {"--set=/jobs/9/mfu=1", "/jobs/9"},
    {"--set=/jobs/0/banana=1", "/jobs/0/banana"},
    {"--set=/regions/0/gpus=-1", "/regions/0/gpus"},
    {"--set=/seed=0", "/seed"},
    {"--set", "--set"},
    {"--policy=banana", "/policy"},
    {"--policy=", "--policy"},
    {"--policies=lcf", "--policies"},
    {"--network=banana", "/network/level"},
    {"--seed=1.5", "/seed"},
    {"--seed=-1", "/seed"},
    {"--seed=99999999999999999999", "/seed"},
    {"--seed", "--seed"},
    {"--pcap=banana", "--pcap"},
    {"--pcap", "--pcap"},
    {"--flowmon=banana", "--flowmon"},
    {"--timeline=1", "--timeline"},
    {"--quiet=maybe", "--quiet"},
    {"--output=", "--output"},
    {"--banana", "--banana"},
    {"--", "--"},
    {"-", "second scenario"},
    {"other.json", "second scenario 'other.json'"},
    {"--scenario=other.json", "second scenario 'other.json'"},
    {"--ns3::TcpSocket::SegmentSize=banana", "--ns3::TcpSocket::SegmentSize"},
    {"--ns3::TcpSocket::SegmentSize=-1", "--ns3::TcpSocket::SegmentSize"},
    {"--ns3::TcpSocket::Banana=1", "--ns3::TcpSocket::Banana"},
    {"--ns3::Banana::Banana=1", "--ns3::Banana::Banana"},
    {"--ns3::PointToPointNetDevice::DataRate=ban\nana", "--ns3::PointToPointNetDevice::DataRate"},
    {"--ns3::bacepipe::SchedulerApplication::StallTimeout=banana", "StallTimeout"},
    {"--ns3::bacepipe::SchedulerApplication::Queueing=Strict", "--set=/scheduler/queueing="},
    {"--ns3::bacepipe::SchedulerApplication::StallTimeout=-1s", "StallTimeout"},
    {"--ChecksumEnabled=banana", "--ChecksumEnabled"},
    {"--SchedulerType=ns3::Banana", "--SchedulerType"},
    {"--SchedulerType=ns3::HeapScheduler", "--SchedulerType"}, // of ns-3, and wrong
    {"--SimulatorImplementationType=ns3::Banana", "--SimulatorImplementationType"},
    {"--RngRun=2", "--RngRun"},
    {"--RngSeed=2", "--RngSeed"},
    {"--PrintAttributes=ns3::Banana", "--PrintAttributes"},
};

const BadScenario g_badScenarios[] = {
    {"\"gpus\": 4, ", "", "/regions/0"},
    {"\"gpus\": 4", "\"gpus\": \"4\"", "/regions/0/gpus"},
    {"\"gpus\": 4", "\"gpus\": 4, \"gpuss\": 4", "/regions/0/gpuss"},
    {"\"gpus\": 4", "\"gpus\": 4, \"gpus\": 4", "/regions/0/gpus"},
    {"50Gbps", "-50Gbps", "/regions/0/bandwidth"},
    {"\"id\": \"b\"", "\"id\": \"a\"", "/regions/1/id"},
    {"\"id\": \"only\"", "\"id\": \"=cmd()\"", "/jobs/0/id"},
    {"\"min_gpus\": 2", "\"min_gpus\": 9", "/jobs/0"},
    {"\"min_gpus\": 2", "\"min_gpus\": 5", "unreachable regions"},
    {"\"jobs\"", "\"jobbs\"", "/jobbs"},
    {"RTX A6000", "Abacus", "/regions/0/gpu"},
    {"0.4", "1e999", "line"},
    {"]", "", "line"},
};

class RunBadInputTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("tiny.json", g_tinyScenario);
    }

    /// Expects that the command line is refused and leaves the folder as it was.
    void ExpectRunRefused(const std::vector<std::string>& arguments, const std::string& place)
    {
        SCOPED_TRACE(arguments.back().substr(0, 200));
        const auto before = List();
        ExpectRefused(Run(arguments), place);
        EXPECT_EQ(List(), before);
    }
};

} // namespace

TEST_F(RunBadInputTest, Options)
{
    for (const auto& [option, place] : g_badOptions)
    {
        ExpectRunRefused({"tiny.json", option}, place);
    }
}

TEST_F(RunBadInputTest, NoScenario)
{
    ExpectRunRefused({"--quiet"}, "command line: found no scenario");
    ExpectRunRefused({""}, "command line: found no scenario");
}

TEST_F(RunBadInputTest, ScenariosNameFileAndPointer)
{
    const std::string good = g_tinyScenario;
    for (const auto& [from, to, place] : g_badScenarios)
    {
        std::string bad = good;
        ASSERT_NE(bad.find(from), std::string::npos) << from;
        Write("bad.json", bad.replace(bad.find(from), std::string(from).size(), to));
        ExpectRunRefused({"bad.json"}, "error: bad.json: ");
        ExpectRunRefused({"bad.json", "--quiet"}, place);
    }
}

TEST_F(RunBadInputTest, FilesThatAreNoScenario)
{
    Write("empty.json", "");
    Write("blank.json", " \n\t\n");
    Write("null.json", "null");
    Write("array.json", "[]");
    Write("zero.json", std::string(1, '\0'));
    Write("text.json", "once upon a time");
    Write("deep.json", std::string(1000000, '['));
    Write("latin1.json", "{\"name\": \"\xe9\"}");
    std::string garbage(10000000, '\0');
    uint32_t state = 1;
    for (char& c : garbage)
    {
        state = state * 1664525 + 1013904223;
        c = static_cast<char>(state >> 24);
    }
    Write("garbage.json", garbage);
    std::filesystem::create_directory(GetFolder() / "folder.json");
    for (const char* const name : {"empty",
                                   "blank",
                                   "null",
                                   "array",
                                   "zero",
                                   "text",
                                   "deep",
                                   "latin1",
                                   "garbage",
                                   "folder",
                                   "missing"})
    {
        ExpectRunRefused({std::string(name) + ".json"}, std::string(name) + ".json: ");
    }
    ExpectRunRefused({"/dev/zero"}, "/dev/zero: ");
    ExpectRunRefused({"/dev/null"}, "/dev/null: ");
    ExpectRunRefused({std::string(5000, 'x')}, "File name too long");
    ExpectRunRefused({"new\nline.json"}, "new line.json: ");
}

/// What would be ignored in silence is refused.
TEST_F(RunBadInputTest, NothingToRecordInAnAnalyticRun)
{
    for (const char* const option : {"--pcap=wan", "--flowmon", "--timeline", "--waits"})
    {
        const std::string name = Split(option, '=').front();
        ExpectRunRefused({"tiny.json", "--network=analytic", option}, name + ": ");
    }
    RunWell("tiny.json", "out", {"--network=analytic", "--pcap=none", "--flowmon=false"});
}

TEST_F(RunBadInputTest, MoreThanTheClockHolds)
{
    ExpectRunRefused({"tiny.json",
                      "--set=/jobs/0/arrival_s=1000000000",
                      "--set=/jobs/0/profile/iterations=2000000000",
                      "--set=/jobs/0/profile/compute_time_s=4",
                      "--network=analytic"},
                     "/jobs/0");
}

} // namespace ns3::bacepipe::test
