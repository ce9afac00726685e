// SPDX-License-Identifier: GPL-2.0-only
// Scenarios that are run with fast-forward and in full: what it is worth, and what it saves.
#ifndef BACE_TEST_FAST_FORWARD_CASES_H
#define BACE_TEST_FAST_FORWARD_CASES_H

#include "ns3/bace-fast-forward.h"
#include "ns3/bace-random-links.h"
#include "ns3/simulator.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "support/direct-run.h"
#include "support/scenarios.h"

namespace ns3::bacepipe::test
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
    std::string name;        ///< one word
    Scenario scenario;       ///< regions and links; its jobs too where there are no starts
    std::vector<Start> jobs; ///< none: a scheduler places the scenario's
};

inline std::ostream&
operator<<(std::ostream& stream, const Case& test)
{
    return stream << test.name;
}

/// Two stages, eight micro-batches of so many bytes.
inline TrainingJob
MakeSmall(const std::string& id, double stageTime, uint64_t bytes, uint64_t iterations)
{
    auto job = MakeJob(id, 2, stageTime, 8);
    job.profile.boundaryBytes = bytes;
    job.profile.iterations = iterations;
    return job;
}

/// Four regions in a row, neighbours joined both ways.
inline Scenario
MakeRow(const std::string& rate,
        Time delay = MilliSeconds(20),
        double lossRate = 0,
        uint64_t queueBytes = 4000000)
{
    auto scenario = MakeTwoRegions(MakeSmall("j", 0.1, 1, 1), DataRate(rate), delay, queueBytes);
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
            link.delay = delay;
            link.queueBytes = queueBytes;
            link.lossRate = lossRate;
            scenario.links.push_back(link);
        }
    }
    return scenario;
}

/**
 * One job whose windows fall for hundreds of iterations, by a loss in six iterations or so: it does
 * not settle.
 */
inline Case
MakeRareLossesCase()
{
    return {"RareLosses",
            MakeRow("2Gbps", MilliSeconds(20), 0.0003),
            {{MakeSmall("p", 0.1, 2000000, 300), {{0, 1}, {1, 1}}, 0}}};
}

/// One job that crosses a link with bursts of other traffic.
inline Case
MakeTrafficCase()
{
    auto scenario = MakeTwoRegions(MakeSmall("p", 0.1, 2000000, 300),
                                   DataRate("1Gbps"),
                                   MilliSeconds(20),
                                   10000000);
    TrafficSource traffic;
    traffic.id = "t";
    traffic.destination = 1;
    traffic.kind = TrafficKind::ON_OFF;
    traffic.rate = DataRate("600Mbps");
    traffic.on = MilliSeconds(100);
    traffic.off = MilliSeconds(150);
    scenario.traffic = {traffic};
    return {"Traffic", scenario, {}};
}

/// All that settle.
inline std::vector<Case>
MakeCases()
{
    std::vector<Case> cases;
    const Placement ab = {{0, 1}, {1, 1}};
    auto equal = MakeSmall("p", 0.1, 2000000, 300);
    auto other = MakeSmall("q", 0.137, 1300000, 250);
    auto twin = equal;
    twin.id = "q";
    cases.push_back({"Single", MakeRow("600Mbps"), {{equal, ab, 0}}});
    cases.push_back({"EqualPeriods", MakeRow("600Mbps"), {{equal, ab, 0}, {twin, ab, 0.3}}});
    cases.push_back({"Narrow", MakeRow("240Mbps"), {{equal, ab, 0}, {twin, ab, 0.3}}});
    cases.push_back({"Incommensurate", MakeRow("600Mbps"), {{equal, ab, 0}, {other, ab, 0.3}}});
    auto across = MakeJob("q", 3, 0.12, 8);
    across.profile.boundaryBytes = 1500000;
    across.profile.iterations = 250;
    auto last = MakeSmall("r", 0.09, 2500000, 300);
    cases.push_back(
        {"Chain",
         MakeRow("500Mbps"),
         {{equal, ab, 0}, {across, {{0, 1}, {1, 1}, {2, 1}}, 0}, {last, {{1, 1}, {2, 1}}, 0}}});
    auto late = MakeSmall("r", 0.08, 1000000, 150);
    other.profile.iterations = 100;
    cases.push_back(
        {"Staggered", MakeRow("500Mbps"), {{equal, ab, 0}, {other, ab, 61}, {late, ab, 97}}});
    auto slower = MakeSmall("p", 0.2, 2000000, 300);
    cases.push_back({"Lossy", MakeRow("1Gbps", MilliSeconds(1), 0.01), {{slower, ab, 0}}});
    auto jittered = equal;
    jittered.pipeline.computeJitter = 0.05;
    cases.push_back({"Jitter", MakeRow("600Mbps"), {{jittered, ab, 0}, {twin, ab, 0.3}}});
    auto codel = MakeRow("400Mbps");
    for (auto& link : codel.links)
    {
        link.discipline = QueueDiscipline::FQ_CODEL;
    }
    cases.push_back({"FqCoDel", codel, {{equal, ab, 0}, {twin, ab, 0.3}}});
    auto parallel = MakeRow("400Mbps");
    parallel.network.connections = 4;
    cases.push_back({"Parallel", parallel, {{equal, ab, 0}, {twin, ab, 0.3}}});
    cases.push_back({"ShortQueue",
                     MakeRow("400Mbps", MilliSeconds(20), 0, 700000),
                     {{equal, ab, 0}, {twin, ab, 0.3}}});
    cases.push_back(MakeTrafficCase());
    auto bbr = MakeRow("400Mbps");
    bbr.network.congestionControl = "bbr";
    cases.push_back({"Bbr", bbr, {{equal, ab, 0}, {twin, ab, 0.3}}});
    auto tcp = MakeRow("400Mbps");
    tcp.network.transport = "tcp";
    equal.profile.iterations = twin.profile.iterations = 100; // ns-3's own sockets take longer
    cases.push_back({"Tcp", tcp, {{equal, ab, 0}, {twin, ab, 0.3}}});
    return cases;
}

/// What came of a job.
struct Outcome
{
    double time;         ///< execution, s
    double halfWidth;    ///< of the 95 % interval of it, s
    uint64_t iterations; ///< of the job
    uint64_t simulated;  ///< of them
};

/**
 * @param test what to run
 * @param seed of its random streams
 * @param fast with fast-forward, or every iteration simulated
 * @return outcomes by job
 */
inline std::vector<Outcome>
RunCase(const Case& test, uint32_t seed, bool fast)
{
    auto scenario = test.scenario;
    scenario.seed = seed;
    std::vector<Outcome> outcomes;
    if (test.jobs.empty())
    {
        scenario.run.fastForward = fast;
        const auto result = RunScenario(scenario);
        for (const auto& row : result.jobs)
        {
            outcomes.push_back({row.GetExecution(),
                                row.executionHalfWidth,
                                row.iterations,
                                row.iterationsSimulated});
        }
        return outcomes;
    }
    DirectRun run(scenario);
    auto fastForward = fast ? CreateObject<FastForward>() : nullptr;
    if (fast)
    {
        fastForward->SetLossy(FindLossyLinks(scenario));
    }
    std::vector<const DirectRun::Job*> jobs;
    for (const Start& start : test.jobs)
    {
        jobs.push_back(&run.Start(start.job, start.placement, start.at, fastForward));
    }
    Simulator::Run();
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        outcomes.push_back({jobs[i]->finish - test.jobs[i].at,
                            jobs[i]->execution->GetHalfWidth(),
                            test.jobs[i].job.profile.iterations,
                            jobs[i]->iterations.size()});
    }
    return outcomes;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_FAST_FORWARD_CASES_H
