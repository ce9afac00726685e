// SPDX-License-Identifier: GPL-2.0-only
// Links that change while jobs run, packet by packet, against the same links without a change.
#include "ns3/bace-json.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

const Placement g_across = {{0, 1}, {1, 1}};

/// Bytes on the wire for each of payload: headers of 54 bytes on packets of 60000 of payload.
const double g_overhead = 60054.0 / 60000;

/// How packets are carried.
struct Way
{
    std::string transport;
    std::string path;
};

std::ostream&
operator<<(std::ostream& stream, const Way& way)
{
    return stream << way.transport << " over " << way.path;
}

/// Four messages each way, one direction after the other, and next to no computing.
TrainingJob
MakeHeavyJob(uint64_t bytes, uint64_t iterations)
{
    auto job = MakeJob("j", 2, 0.001, 4);
    job.schedule = "gpipe";
    job.profile.boundaryBytes = bytes;
    job.profile.iterations = iterations;
    return job;
}

/// Both links of a scenario get a change.
void
AddChange(Scenario& scenario, double at, const char* rate, Time delay)
{
    for (auto& link : scenario.links)
    {
        link.changes.push_back({Seconds(at), DataRate(rate), delay});
    }
}

/// What a run showed.
struct Outcome
{
    std::vector<DirectRun::Iteration> iterations;
    std::vector<StageTimes> stages;
    std::vector<LinkResult> links;
    double finish{0};
};

/// Runs one job from the start on.
Outcome
RunJob(Scenario scenario, const TrainingJob& job, const Way& way)
{
    scenario.network.transport = way.transport;
    scenario.network.path = way.path;
    DirectRun run(scenario);
    const auto& started = run.Start(job, g_across, 0);
    Simulator::Run();
    return {started.iterations,
            started.stages,
            run.GetNetwork().GetObserver().Report(0, started.finish),
            started.finish};
}

} // namespace

class LinkChanges : public testing::TestWithParam<Way>
{
};

INSTANTIATE_TEST_SUITE_P(Ways,
                         LinkChanges,
                         testing::Values(Way{"bulk", "express"},
                                         Way{"bulk", "stack"},
                                         Way{"tcp", "stack"}));

TEST_P(LinkChanges, AHalvedRateIsThatOfASlowLink)
{
    const auto job = MakeHeavyJob(12500000, 12); // 0.8 s an iteration, then 1.6 s
    const auto fast = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(5), 5000000);
    const auto slow = MakeTwoRegions(job, DataRate("500Mbps"), MilliSeconds(5), 5000000);
    auto changing = fast;
    AddChange(changing, 5, "500Mbps", MilliSeconds(5));
    const auto before = RunJob(fast, job, GetParam());
    const auto after = RunJob(slow, job, GetParam());
    const auto both = RunJob(changing, job, GetParam());
    ASSERT_EQ(both.iterations.size(), 12u);
    std::size_t halved = 0;
    for (std::size_t i = 0; i < 12; ++i)
    {
        const auto& iteration = both.iterations[i];
        if (iteration.start + iteration.duration < 5)
        {
            EXPECT_EQ(iteration.duration, before.iterations[i].duration) << i;
        }
        else if (iteration.start < 5)
        {
            // 2 x 50 MB of payload: what the fast link has not sent by then, the slow one does.
            const double bits = 8 * 1e8 * g_overhead;
            const double sent = 1e9 * (5 - iteration.start);
            EXPECT_NEAR(iteration.duration, 5 - iteration.start + (bits - sent) / 5e8, 0.06);
        }
        else
        {
            ++halved;
            EXPECT_NEAR(iteration.duration / after.iterations[11].duration, 1, 0.02) << i;
        }
    }
    EXPECT_GE(halved, 4u);
}

TEST_P(LinkChanges, ADelayIsPaidFromThenOn)
{
    // An activation there and a gradient back: 24 ms of computing and both delays.
    auto job = MakeJob("j", 2, 0.012, 1);
    job.profile.boundaryBytes = 1000;
    job.profile.iterations = 30;
    auto scenario = MakeTwoRegions(job, DataRate("10Gbps"), MilliSeconds(50), 5000000);
    scenario.links[0].changes = {{Seconds(1), DataRate("10Gbps"), MilliSeconds(20)},
                                 {Seconds(2), DataRate("10Gbps"), MilliSeconds(70)}};
    scenario.links[1].changes = {{Seconds(2), DataRate("10Gbps"), MilliSeconds(60)}};
    const auto outcome = RunJob(scenario, job, GetParam());
    ASSERT_EQ(outcome.iterations.size(), 30u);
    const std::array<double, 3> durations{0.124, 0.094, 0.154};
    std::array<int, 3> seen{};
    for (std::size_t i = 1; i < 30; ++i)
    {
        const auto& [index, start, duration] = outcome.iterations[i];
        const double end = start + duration;
        const int phase = end < 1 ? 0 : start >= 1 && end < 2 ? 1 : start >= 2 ? 2 : -1;
        if (phase >= 0)
        {
            ++seen[phase];
            EXPECT_NEAR(duration, durations[phase], 2e-4) << i;
        }
    }
    EXPECT_GE(*std::min_element(seen.begin(), seen.end()), 6);
}

TEST_P(LinkChanges, AShrinkingDelayLetsNoPacketOvertake)
{
    // 12.5 MB are under way when the way becomes 90 ms shorter.
    const auto job = MakeHeavyJob(50000000, 1);
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(100), 60000000);
    scenario.network.maxWindow = 30000000;
    AddChange(scenario, 1.5, "1Gbps", MilliSeconds(10));
    const auto outcome = RunJob(scenario, job, GetParam());
    ASSERT_EQ(outcome.iterations.size(), 1u);
    EXPECT_GT(outcome.links[0].bytes, 200000000u);
    for (const auto& link : outcome.links)
    {
        EXPECT_EQ(link.drops, 0u);
        EXPECT_EQ(link.retransmittedBytes, 0u); // four that overtake one would have it sent again
    }
}

TEST_P(LinkChanges, AGrownLinkIsAsOneThatWasAlwaysSo)
{
    // It grows before the first message is sent. Windows for 100 Mbps, 100 ms and the queue would
    // hold 6.5 MB, half of what 1 Gbps needs.
    auto job = MakeHeavyJob(25000000, 2);
    job.profile.computeTime = 2;
    const auto fast = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(50), 2000000);
    auto growing = MakeTwoRegions(job, DataRate("100Mbps"), MilliSeconds(50), 2000000);
    AddChange(growing, 0.2, "1Gbps", MilliSeconds(50));
    const auto outcome = RunJob(growing, job, GetParam());
    const auto expected = RunJob(fast, job, GetParam());
    ASSERT_EQ(outcome.iterations.size(), 2u);
    EXPECT_NEAR(outcome.iterations[0].duration, expected.iterations[0].duration, 1e-3);
    auto narrow = fast;
    narrow.network.maxWindow = 6500000;
    EXPECT_GT(RunJob(narrow, job, GetParam()).iterations[0].duration,
              1.05 * expected.iterations[0].duration);
}

TEST_P(LinkChanges, UtilizationIsOfWhatTheLinkCouldCarry)
{
    // 125 MB a message: seconds that are filled to the brim, at 250 Mbps, and from 12.5 s at 1
    // Gbps.
    const auto job = MakeHeavyJob(125000000, 1);
    auto scenario = MakeTwoRegions(job, DataRate("250Mbps"), MilliSeconds(1), 5000000);
    AddChange(scenario, 12.5, "1Gbps", MilliSeconds(1));
    const auto outcome = RunJob(scenario, job, GetParam());
    const double could = 250e6 * 12.5 + 1e9 * (outcome.finish - 12.5);
    for (const auto& link : outcome.links)
    {
        EXPECT_EQ(link.capacity, 250000000u);
        EXPECT_GT(link.bytes, 500000000u);
        EXPECT_NEAR(link.utilization, 8 * link.bytes / could, 1e-9);
        EXPECT_GT(link.peakUtilization, 0.99);
        EXPECT_LT(link.peakUtilization, 1.002);
    }
}

class LinkChangesPath : public testing::TestWithParam<std::string>
{
};

INSTANTIATE_TEST_SUITE_P(Paths, LinkChangesPath, testing::Values("express", "stack"));

TEST_P(LinkChangesPath, AWaitIsExplainedByTheLinkOfThen)
{
    // As WaitCausesPath.OfOneMessageOverALink: sent at 1 s, when the link has 100 Mbps and 30 ms.
    auto job = MakeJob("j", 2, 3, 1);
    job.profile.boundaryBytes = 1000;
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(10), 5000000);
    scenario.links[0].changes = {{Seconds(0.5), DataRate("100Mbps"), MilliSeconds(30)}};
    const auto outcome = RunJob(scenario, job, {"bulk", GetParam()});
    ASSERT_EQ(outcome.stages.size(), 2u);
    EXPECT_EQ(outcome.stages[1].waitActivation.transmission, MicroSeconds(30080));
    EXPECT_LT(outcome.stages[1].waitActivation.GetQueued(), MicroSeconds(10));
    EXPECT_EQ(outcome.stages[0].waitGradient.transmission, MicroSeconds(10008));
}

TEST_P(LinkChangesPath, WhatWaitsLeavesAtTheNewRate)
{
    // As WaitCausesPath.BehindAnotherJobByHand: ten packets at 1 s, one of another job at 1.001 s.
    // At 1.002 s the rate is halved; the fifth packet is on its way by then, the others take twice
    // as long. The last one has 59000 bytes and what frames a message.
    auto a = MakeJob("a", 2, 3, 1);
    a.profile.boundaryBytes = 599000;
    auto b = MakeJob("b", 2, 3, 1);
    b.profile.boundaryBytes = 1000;
    auto scenario = MakeTwoRegions(a, DataRate("1Gbps"), MilliSeconds(10), 5000000);
    scenario.network.path = GetParam();
    for (auto& region : scenario.regions)
    {
        region.gpus = 2;
        region.gpusPerHost = 1;
    }
    scenario.links[0].changes = {{Seconds(1.002), DataRate("500Mbps"), MilliSeconds(10)}};
    DirectRun run(scenario);
    run.Start(a, g_across, 0);
    const auto& second = run.Start(b, g_across, 0.001);
    Simulator::Run();
    const double packet = 8 * 60054 / 1e9;
    const double last = 8 * 59054 / 1e9;
    const WaitTime& wait = second.stages.at(1).waitActivation;
    EXPECT_EQ(wait.transmission, MicroSeconds(10016));
    EXPECT_NEAR(wait.GetQueued().GetSeconds(), 5 * packet + 8 * packet + 2 * last - 0.001, 1e-5);
    ASSERT_EQ(wait.behind.size(), 1u);
    EXPECT_NEAR(wait.behind.begin()->second.GetSeconds(), 2 * packet + 8 * packet + 2 * last, 3e-6);
}

TEST(LinkChangesPaths, TakeTheSameTimes)
{
    const auto job = MakeHeavyJob(5000000, 12);
    auto scenario = MakeTwoRegions(job, DataRate("300Mbps"), MilliSeconds(10), 1500000);
    AddChange(scenario, 0.71, "150Mbps", MilliSeconds(30));
    AddChange(scenario, 3.3, "500Mbps", MilliSeconds(5));
    AddChange(scenario, 3.31, "100Mbps", MilliSeconds(50));
    AddChange(scenario, 3.4, "300Mbps", MilliSeconds(1));
    const auto express = RunJob(scenario, job, {"bulk", "express"});
    const auto stack = RunJob(scenario, job, {"bulk", "stack"});
    ASSERT_EQ(express.iterations.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i)
    {
        EXPECT_NEAR(express.iterations[i].duration, stack.iterations[i].duration, 1e-6) << i;
    }
    for (std::size_t i = 0; i < 2; ++i)
    {
        EXPECT_EQ(express.links[i].bytes, stack.links[i].bytes);
        EXPECT_EQ(express.links[i].drops, stack.links[i].drops);
        EXPECT_EQ(express.links[i].maxQueueBytes, stack.links[i].maxQueueBytes);
        EXPECT_NEAR(express.links[i].peakUtilization, stack.links[i].peakUtilization, 1e-9);
    }
}

namespace
{

/// A job of a second or so an iteration over 2 Gbps, which the scheduler places across.
Scenario
MakeAccountable()
{
    auto job = MakeJob("j", 2, 0.1, 8);
    job.profile.boundaryBytes = 2000000;
    job.profile.iterations = 200;
    return MakeTwoRegions(job, DataRate("2Gbps"), MilliSeconds(20), 10000000);
}

} // namespace

TEST(LinkChangesFastForward, SpansEndAtTheChangesAndTheRunAsInFull)
{
    auto scenario = MakeAccountable();
    // Of one direction alone, each time.
    scenario.links[1].changes = {{Seconds(60), DataRate("100Mbps"), MilliSeconds(20)}};
    scenario.links[0].changes = {{Seconds(130), DataRate("2Gbps"), MilliSeconds(60)}};
    const auto full = RunScenario(scenario);
    scenario.run.fastForward = true;
    const auto fast = RunScenario(scenario);
    ASSERT_EQ(fast.jobs.size(), 1u);
    EXPECT_EQ(full.jobs[0].iterationsSimulated, 200u);
    EXPECT_LT(fast.jobs[0].iterationsSimulated, 100u);
    EXPECT_NEAR(fast.jobs[0].GetExecution() / full.jobs[0].GetExecution(), 1, 0.01);
    EXPECT_EQ(fast.jobs[0].iterationAnalytic, full.jobs[0].iterationAnalytic);
    ASSERT_EQ(fast.accounted.size(), 3u);
    for (std::size_t i = 0; i < 2; ++i)
    {
        const auto& span = fast.accounted[i];
        const double change = i == 0 ? 60 : 130;
        EXPECT_LT(span.start, change - 20);
        EXPECT_GE(span.end, change);
        EXPECT_LT(span.end, change + span.duration); // its iteration under way is the last
        EXPECT_GT(fast.accounted[i + 1].duration, 1.02 * span.duration);
    }
    EXPECT_NEAR(fast.accounted[2].end, fast.jobs[0].finish, 1e-6);
}

TEST(LinkChangesFastForward, OtherLinksDoNotMatter)
{
    auto scenario = MakeAccountable();
    scenario.regions.push_back(MakeRegion("c", 1));
    auto far = scenario.links[0];
    far.destination = 2;
    far.changes = {{Seconds(60), DataRate("1Mbps"), MilliSeconds(20)}};
    scenario.links.push_back(far);
    std::swap(far.source, far.destination);
    scenario.links.push_back(far);
    DirectRun run(scenario);
    auto fastForward = CreateObject<FastForward>();
    run.TellChanges(fastForward);
    const auto& job = run.Start(scenario.jobs[0], g_across, 0, fastForward);
    Simulator::Run();
    EXPECT_EQ(job.accounted.size(), 1u);
}

TEST(LinkChangesScheduler, IsNotTold)
{
    auto scenario = MakeAccountable();
    scenario.network.packetLevel = false;
    const auto plain = RunScenario(scenario);
    AddChange(scenario, 1, "1Mbps", Seconds(1));
    const auto changed = RunScenario(scenario);
    EXPECT_EQ(changed.jobs.at(0).GetExecution(), plain.jobs.at(0).GetExecution());
    EXPECT_EQ(changed.jobs[0].placement, plain.jobs[0].placement);
}

TEST(LinkChangesCheck, AQueueEmptiesBeforeTheClockEnds)
{
    auto scenario = MakeAccountable();
    AddChange(scenario, 1, "1bps", Seconds(0));
    Simulation::Check(scenario, SimulationOptions()); // 10 MB: 8 x 10^7 s
    scenario.links[1].queueBytes = 130000000;
    try
    {
        Simulation::Check(scenario, SimulationOptions());
        FAIL() << "accepted";
    }
    catch (const ScenarioError& error)
    {
        EXPECT_EQ(std::string(error.what()),
                  "two-regions: link b>a: found a change to 1bps with a queue of 130000000 bytes, "
                  "expected a rate at which it empties within 10^9 s");
    }
}
