// SPDX-License-Identifier: GPL-2.0-only
// What counts as stalled and what does not; and events of one instant.
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

void
SetStallTimeout(Time timeout)
{
    Config::SetDefault("ns3::bacepipe::SchedulerApplication::StallTimeout", TimeValue(timeout));
}

} // namespace

TEST(Stall, AnOperationMayTakeLongerThanTheTimeout)
{
    SetStallTimeout(Seconds(10));
    const auto result = RunScenario(MakeSingleRegion(MakeJob("j", 2, 100, 3)));
    EXPECT_EQ(result.CountCompleted(), 1u);
    EXPECT_NEAR(result.jobs[0].GetJct(), 400, 1e-6); // (3 + 2 - 1) x 100 s
}

TEST(Stall, AJobThatHasJustStartedIsNotStalled)
{
    // The looks are at 10, 20, 30 s ...; the second job starts just before one of them.
    SetStallTimeout(Seconds(10));
    auto scenario = MakeSingleRegion(MakeJob("first", 1, 1, 100));
    scenario.regions[0].gpus = 2;
    auto second = MakeJob("second", 1, 1, 20);
    second.arrival = Seconds(29.9999);
    scenario.jobs.push_back(second);
    const auto result = RunScenario(scenario);
    EXPECT_EQ(result.CountCompleted(), 2u);
}

TEST(Stall, AJobWhoseMessagesGoNowhereStopsTheRunAndIsDescribed)
{
    SetStallTimeout(Seconds(5));
    auto job = MakeJob("j", 2, 0.1, 4);
    job.profile.boundaryBytes = 1000000;
    Simulation simulation(MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(5), 1000000),
                          SimulationOptions());
    auto loss = CreateObject<RateErrorModel>();
    loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    loss->SetRate(1);
    loss->AssignStreams(1000);
    const auto device = simulation.GetTopology().wanLinks[0].destination;
    Simulator::Schedule(Seconds(0.2), [device, loss]() {
        device->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    });
    const auto result = simulation.Run();
    EXPECT_EQ(result.CountCompleted(), 0u);
    ASSERT_EQ(result.unfinished.size(), 1u);
    EXPECT_THAT(result.unfinished[0], testing::HasSubstr("j runs: iteration 0 of 1: stage 0"));
    EXPECT_THAT(result.unfinished[0], testing::HasSubstr("for its gradient since"));
    EXPECT_THAT(result.unfinished[0], testing::HasSubstr("not acknowledged"));
}

TEST(OneInstant, CompletionsComeBeforeTheRound)
{
    // The first job ends at 10 s, when the second arrives: its GPUs are free for it, at both
    // levels.
    for (const bool packetLevel : {false, true})
    {
        auto scenario = MakeSingleRegion(MakeJob("first", 2, 0.5, 19));
        auto second = MakeJob("second", 2, 0.5, 19);
        second.arrival = Seconds(10);
        scenario.jobs.push_back(second);
        scenario.network.packetLevel = packetLevel;
        const auto result = RunScenario(scenario);
        ASSERT_EQ(result.CountCompleted(), 2u);
        EXPECT_EQ(result.jobs[1].GetWait(), 0) << packetLevel;
        ASSERT_EQ(result.decisions.size(), 2u);
        EXPECT_TRUE(result.decisions[1].placed);
    }
}

TEST(Decisions, RepeatedDeferralsAreKeptOnce)
{
    // Ten jobs for a region that holds one at a time, all there from the start: 10 + 9 + ... tries.
    auto scenario = MakeSingleRegion(MakeJob("job-0", 2, 0.5, 19));
    for (int i = 1; i < 10; ++i)
    {
        scenario.jobs.push_back(MakeJob("job-" + std::to_string(i), 2, 0.5, 19));
    }
    scenario.network.packetLevel = false;
    const auto result = RunScenario(scenario);
    EXPECT_EQ(result.CountCompleted(), 10u);
    EXPECT_EQ(result.decisions.size(), 19u); // each placed once, nine deferred once before
}

TEST(LongRun, TimesOfManyStagesDoNotOverflow)
{
    // 64 stages x 100 years of computing are more than the clock holds; the mean is not.
    auto job = MakeJob("j", 64, 100, 1);
    job.profile.iterations = 500000; // x 6400 s = 101 years
    auto scenario = MakeSingleRegion(job);
    scenario.run.fastForward = true;
    const auto result = RunScenario(scenario);
    EXPECT_NEAR(result.jobs[0].GetJct() / 3.2e9, 1, 1e-9);
    EXPECT_NEAR(result.jobs[0].compute / 5e7, 1, 1e-9);
}

TEST(LongRun, BeyondTheClockIsSaid)
{
    // Each job fits, all one after the other do not.
    auto job = MakeJob("a", 1, 10, 99);
    job.profile.iterations = 5000000; // x 990 s = 157 years
    auto scenario = MakeSingleRegion(job);
    job.id = "b";
    scenario.jobs.push_back(job);
    scenario.run.fastForward = true;
    for (const bool packetLevel : {false, true})
    {
        scenario.network.packetLevel = packetLevel;
        EXPECT_THROW(RunScenario(scenario), std::overflow_error);
    }
}
