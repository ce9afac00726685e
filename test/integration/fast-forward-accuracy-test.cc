// SPDX-License-Identifier: GPL-2.0-only
// What fast-forward says of whole runs, against the same runs with every iteration simulated.
#include "ns3/bace-fast-forward.h"
#include "ns3/simulator.h"

#include <cmath>
#include <gtest/gtest.h>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// A job on a placement, from a time on.
struct Start
{
    TrainingJob job;
    Placement placement;
    double at;
};

/// A scenario that can be simulated in full.
struct Case
{
    std::string name;
    Scenario scenario;
    std::vector<Start> jobs;
    std::set<std::string> random; // links where something is
};

std::ostream&
operator<<(std::ostream& stream, const Case& test)
{
    return stream << test.name;
}

/// Two stages, eight micro-batches of so many bytes.
TrainingJob
MakeSmall(const std::string& id, double stageTime, uint64_t bytes, uint64_t iterations)
{
    auto job = MakeJob(id, 2, stageTime, 8);
    job.profile.boundaryBytes = bytes;
    job.profile.iterations = iterations;
    return job;
}

/// Four regions in a row, neighbours joined both ways.
Scenario
MakeRow(const std::string& rate, double lossRate = 0, uint64_t queueBytes = 4000000)
{
    auto scenario =
        MakeTwoRegions(MakeSmall("j", 0.1, 1, 1), DataRate(rate), MilliSeconds(20), queueBytes);
    scenario.links.clear();
    scenario.regions.clear();
    for (const char* id : {"a", "b", "c", "d"})
    {
        scenario.regions.push_back(MakeRegion(id, 8));
    }
    for (RegionIndex u = 0; u + 1 < 4; ++u)
    {
        for (const auto& [from, to] : {std::pair{u, u + 1}, std::pair{u + 1, u}})
        {
            WanLink link;
            link.source = from;
            link.destination = to;
            link.rate = DataRate(rate);
            link.delay = MilliSeconds(20);
            link.queueBytes = queueBytes;
            link.lossRate = lossRate;
            scenario.links.push_back(link);
        }
    }
    return scenario;
}

const Placement g_ab = {{0, 1}, {1, 1}};

std::vector<Case>
MakeCases()
{
    std::vector<Case> cases;
    const auto equal = MakeSmall("p", 0.1, 2000000, 300);
    auto other = MakeSmall("q", 0.137, 1300000, 250);
    auto twin = equal;
    twin.id = "q";
    cases.push_back({"Single", MakeRow("600Mbps"), {{equal, g_ab, 0}}, {}});
    cases.push_back(
        {"EqualPeriods", MakeRow("600Mbps"), {{equal, g_ab, 0}, {twin, g_ab, 0.3}}, {}});
    cases.push_back({"Narrow", MakeRow("240Mbps"), {{equal, g_ab, 0}, {twin, g_ab, 0.3}}, {}});
    cases.push_back(
        {"Incommensurate", MakeRow("600Mbps"), {{equal, g_ab, 0}, {other, g_ab, 0.3}}, {}});
    auto across = MakeJob("q", 3, 0.12, 8);
    across.profile.boundaryBytes = 1500000;
    across.profile.iterations = 250;
    auto last = MakeSmall("r", 0.09, 2500000, 300);
    cases.push_back(
        {"Chain",
         MakeRow("500Mbps"),
         {{equal, g_ab, 0}, {across, {{0, 1}, {1, 1}, {2, 1}}, 0}, {last, {{1, 1}, {2, 1}}, 0}},
         {}});
    auto late = MakeSmall("r", 0.08, 1000000, 150);
    other.profile.iterations = 100;
    cases.push_back({"Staggered",
                     MakeRow("500Mbps"),
                     {{equal, g_ab, 0}, {other, g_ab, 61}, {late, g_ab, 97}},
                     {}});
    cases.push_back(
        {"Lossy", MakeRow("2Gbps", 0.0003), {{equal, g_ab, 0}}, {"link 0>1", "link 1>0"}});
    auto jittered = equal;
    jittered.pipeline.computeJitter = 0.05;
    cases.push_back({"Jitter", MakeRow("600Mbps"), {{jittered, g_ab, 0}, {twin, g_ab, 0.3}}, {}});
    auto codel = MakeRow("400Mbps");
    for (auto& link : codel.links)
    {
        link.discipline = QueueDiscipline::FQ_CODEL;
    }
    cases.push_back({"FqCoDel", codel, {{equal, g_ab, 0}, {twin, g_ab, 0.3}}, {}});
    auto parallel = MakeRow("400Mbps", 0, 4000000);
    parallel.network.connections = 4;
    cases.push_back({"Parallel", parallel, {{equal, g_ab, 0}, {twin, g_ab, 0.3}}, {}});
    cases.push_back(
        {"ShortQueue", MakeRow("400Mbps", 0, 700000), {{equal, g_ab, 0}, {twin, g_ab, 0.3}}, {}});
    return cases;
}

/// What came of a job.
struct Outcome
{
    double time;
    double halfWidth;
    uint64_t simulated;
};

std::vector<Outcome>
RunCase(const Case& test, uint32_t seed, bool fast)
{
    auto scenario = test.scenario;
    scenario.seed = seed;
    DirectRun run(scenario);
    auto fastForward = fast ? CreateObject<FastForward>() : nullptr;
    if (fast)
    {
        fastForward->SetRandom(test.random);
    }
    std::vector<const DirectRun::Job*> jobs;
    for (const Start& start : test.jobs)
    {
        jobs.push_back(&run.Start(start.job, start.placement, start.at, fastForward));
    }
    Simulator::Run();
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        outcomes.push_back({jobs[i]->finish - test.jobs[i].at,
                            jobs[i]->execution->GetHalfWidth(),
                            jobs[i]->iterations.size()});
    }
    return outcomes;
}

class FastForwardAccuracy : public testing::TestWithParam<Case>
{
};

/// @return outcomes of one job that crosses a link with bursts of other traffic
std::vector<Outcome>
RunBesideTraffic(uint32_t seed, bool fast)
{
    auto job = MakeSmall("p", 0.1, 2000000, 300);
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(20), 10000000);
    TrafficSource traffic;
    traffic.id = "t";
    traffic.destination = 1;
    traffic.kind = TrafficKind::ON_OFF;
    traffic.rate = DataRate("600Mbps");
    traffic.on = MilliSeconds(100);
    traffic.off = MilliSeconds(150);
    scenario.traffic = {traffic};
    scenario.run.fastForward = fast;
    scenario.seed = seed;
    const auto result = RunScenario(scenario);
    const auto& row = result.jobs.at(0);
    return {{row.GetExecution(), row.executionHalfWidth, row.iterationsSimulated}};
}

} // namespace

/// Holds what fast-forward says to the full run, with slack for a transient in the interval.
void
Compare(const std::vector<Outcome>& fast, const std::vector<Outcome>& full)
{
    ASSERT_EQ(fast.size(), full.size());
    for (std::size_t i = 0; i < full.size(); ++i)
    {
        SCOPED_TRACE(i);
        EXPECT_NEAR(fast[i].time, full[i].time, 0.01 * full[i].time);
        EXPECT_LE(std::abs(fast[i].time - full[i].time), fast[i].halfWidth + 1e-6 * full[i].time);
        EXPECT_LT(fast[i].halfWidth, 0.02 * full[i].time);
        EXPECT_LT(fast[i].simulated, full[i].simulated);
    }
}

TEST_P(FastForwardAccuracy, AgreesWithTheFullRun)
{
    Compare(RunCase(GetParam(), 1, true), RunCase(GetParam(), 1, false));
}

INSTANTIATE_TEST_SUITE_P(Cases,
                         FastForwardAccuracy,
                         testing::ValuesIn(MakeCases()),
                         [](const auto& info) { return info.param.name; });

TEST(FastForwardTraffic, AgreesWithTheFullRun)
{
    Compare(RunBesideTraffic(1, true), RunBesideTraffic(1, false));
}

/// Over many seeds the interval covers what it should, and is not wide beyond use.
TEST(LongFastForward, IntervalsCoverNineInTen)
{
    uint32_t jobs = 0;
    uint32_t covered = 0;
    uint32_t near = 0;
    const auto count = [&](const std::vector<Outcome>& fast, const std::vector<Outcome>& full) {
        for (std::size_t i = 0; i < full.size(); ++i)
        {
            const double error = std::abs(fast[i].time - full[i].time);
            ++jobs;
            covered += error <= fast[i].halfWidth + 1e-6 * full[i].time;
            near += error <= 0.01 * full[i].time;
        }
    };
    for (uint32_t seed = 1; seed <= 10; ++seed)
    {
        for (const Case& test : MakeCases())
        {
            if (test.name == "Lossy" || test.name == "Jitter")
            {
                count(RunCase(test, seed, true), RunCase(test, seed, false));
            }
        }
        count(RunBesideTraffic(seed, true), RunBesideTraffic(seed, false));
    }
    RecordProperty("covered", std::to_string(covered) + " of " + std::to_string(jobs));
    RecordProperty("within1percent", std::to_string(near) + " of " + std::to_string(jobs));
    EXPECT_GE(covered, 0.9 * jobs) << "of " << jobs;
    EXPECT_GE(near, 0.85 * jobs) << "of " << jobs;
}
