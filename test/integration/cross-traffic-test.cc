// SPDX-License-Identifier: GPL-2.0-only
// Traffic beside that of the jobs, in whole runs.
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/bace-flow-traffic.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Traffic from the first region to the second.
TrafficSource
MakeTraffic(TrafficKind kind)
{
    TrafficSource traffic;
    traffic.id = "t";
    traffic.destination = 1;
    traffic.kind = kind;
    traffic.rate = DataRate("100Mbps");
    traffic.packetBytes = 8948;
    return traffic;
}

/// Two regions with links of 1 Gbps and 5 ms, and a job of 10 s whose messages have 1 MB.
Scenario
MakeScenario(const TrafficSource& traffic, const std::string& path = "express")
{
    auto job = MakeJob("j", 2, 5, 1);
    job.profile.boundaryBytes = 1000000;
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(5), 2000000);
    scenario.network.path = path;
    scenario.network.segmentBytes = 8948;
    scenario.traffic = {traffic};
    return scenario;
}

} // namespace

class CrossTrafficPath : public testing::TestWithParam<std::string>
{
};

INSTANTIATE_TEST_SUITE_P(Paths, CrossTrafficPath, testing::Values("express", "stack"));

TEST_P(CrossTrafficPath, ConstantIsSentFromStartToStop)
{
    auto traffic = MakeTraffic(TrafficKind::CONSTANT);
    traffic.start = Seconds(1);
    traffic.stop = Seconds(5);
    const auto result = RunScenario(MakeScenario(traffic, GetParam()));
    ASSERT_EQ(result.CountCompleted(), 1u);
    ASSERT_EQ(result.traffic.size(), 1u);
    const auto& row = result.traffic[0];
    EXPECT_EQ(row.active, 4);
    // A packet of 9000 bytes each 720 us, the first at once.
    const uint64_t packets = 4000000 / 720 + 1;
    EXPECT_EQ(row.sentBytes, packets * 8948);
    EXPECT_EQ(row.deliveredBytes, row.sentBytes);
    EXPECT_EQ(row.lostPackets, 0u);
    EXPECT_NEAR(row.GetGoodput(), 100e6 * 8948 / 9000, 1e5);
    EXPECT_GT(result.links[0].packets, packets);
    EXPECT_LT(result.links[1].packets, 500u);
}

TEST_P(CrossTrafficPath, OnOffIsOnForItsShare)
{
    auto traffic = MakeTraffic(TrafficKind::ON_OFF);
    traffic.exponential = false;
    traffic.on = MilliSeconds(30);
    traffic.off = MilliSeconds(70);
    auto result = RunScenario(MakeScenario(traffic, GetParam()));
    const double seconds = result.traffic[0].active;
    EXPECT_NEAR(seconds, result.GetMakespan(), 1e-9);
    const double on = 0.03 * std::floor(seconds / 0.1) + std::min(std::fmod(seconds, 0.1), 0.03);
    EXPECT_NEAR(result.traffic[0].sentBytes, on * 100e6 / 8 * 8948 / 9000, 2 * 8948);
    // Mean lengths: about 100 periods, whose sum has a standard deviation of a tenth.
    traffic.exponential = true;
    result = RunScenario(MakeScenario(traffic, GetParam()));
    EXPECT_NEAR(result.traffic[0].sentBytes / (0.3 * seconds * 100e6 / 8), 1, 0.4);
    EXPECT_EQ(RunScenario(MakeScenario(traffic, GetParam())).traffic[0].sentBytes,
              result.traffic[0].sentBytes);
}

TEST_P(CrossTrafficPath, FlowsFillTheLink)
{
    auto traffic = MakeTraffic(TrafficKind::FLOWS);
    traffic.connections = 2;
    traffic.start = Seconds(7); // of ten
    const auto result = RunScenario(MakeScenario(traffic, GetParam()));
    ASSERT_EQ(result.CountCompleted(), 1u);
    const auto& row = result.traffic[0];
    EXPECT_GT(row.GetGoodput(), 0.8e9);
    EXPECT_LE(row.deliveredBytes, row.sentBytes);
    EXPECT_LT(row.sentBytes - row.deliveredBytes, 20000000u);
    EXPECT_GT(row.lostPackets, 0u);
}

TEST(CrossTraffic, BothPathsGiveTheSame)
{
    auto traffic = MakeTraffic(TrafficKind::CONSTANT);
    traffic.rate = DataRate("1500Mbps");
    traffic.stop = Seconds(2); // the first activation is sent before that
    const auto express = RunScenario(MakeScenario(traffic, "express"));
    const auto stack = RunScenario(MakeScenario(traffic, "stack"));
    EXPECT_GT(express.traffic[0].lostPackets, 5000u);
    EXPECT_EQ(express.traffic[0].lostPackets, stack.traffic[0].lostPackets);
    EXPECT_EQ(express.traffic[0].deliveredBytes, stack.traffic[0].deliveredBytes);
    EXPECT_EQ(express.jobs[0].finish, stack.jobs[0].finish);
}

TEST(CrossTraffic, TcpCarriesFlows)
{
    auto scenario = MakeScenario(MakeTraffic(TrafficKind::FLOWS), "stack");
    scenario.network.transport = "tcp";
    scenario.network.connectionRate = DataRate("50Mbps");
    scenario.traffic[0].connections = 3;
    const auto result = RunScenario(scenario);
    ASSERT_EQ(result.CountCompleted(), 1u);
    EXPECT_NEAR(result.traffic[0].GetGoodput() / (150e6 * 8948 / 9000), 1, 0.05);
}

TEST(CrossTraffic, ItSlowsAJobDown)
{
    auto traffic = MakeTraffic(TrafficKind::CONSTANT);
    auto scenario = MakeScenario(traffic);
    scenario.jobs[0].profile.boundaryBytes = 100000000;
    scenario.traffic.clear();
    const auto alone = RunScenario(scenario);
    traffic.rate = DataRate("500Mbps");
    scenario.traffic = {traffic};
    const auto beside = RunScenario(scenario);
    // Activations have half the link: 100 MB take 0.8 s longer; gradients have all of the other.
    EXPECT_NEAR(beside.jobs[0].GetExecution() - alone.jobs[0].GetExecution(), 0.8, 0.25);
}

TEST(CrossTraffic, ItPausesWhileJobsAreSuspended)
{
    auto traffic = MakeTraffic(TrafficKind::CONSTANT);
    traffic.rate = DataRate("10Mbps");
    auto scenario = MakeScenario(traffic);
    scenario.run.fastForward = true;
    scenario.jobs[0].profile.computeTime = 2; // an iteration of about 2 s
    scenario.jobs[0].profile.iterations = 10000;
    const auto result = RunScenario(scenario);
    ASSERT_EQ(result.CountCompleted(), 1u);
    EXPECT_GT(result.GetMakespan(), 20000);
    EXPECT_LT(result.jobs[0].iterationsSimulated, 50u);
    double simulated = 0;
    for (const auto& iteration : result.iterations)
    {
        simulated += iteration.duration;
    }
    EXPECT_NEAR(result.traffic[0].active, simulated, 1e-6);
    EXPECT_NEAR(result.traffic[0].GetGoodput(), 10e6 * 8948 / 9000, 1e5);
}

TEST(CrossTraffic, ItFlowsAgainForTheNextJob)
{
    for (const auto kind : {TrafficKind::CONSTANT, TrafficKind::FLOWS})
    {
        auto traffic = MakeTraffic(kind);
        traffic.rate = DataRate("10Mbps");
        auto scenario = MakeScenario(traffic);
        scenario.run.fastForward = true;
        scenario.network.connectionRate = DataRate("100Mbps"); // jobs and flows do not meet
        scenario.jobs[0].profile.computeTime = 2;
        scenario.jobs[0].profile.iterations = 5000;
        auto second = scenario.jobs[0];
        second.id = "second"; // starts when the first has finished
        second.arrival = Seconds(2000);
        scenario.jobs.push_back(second);
        const auto result = RunScenario(scenario);
        EXPECT_EQ(result.CountCompleted(), 2u);
        double simulated = 0;
        for (const auto& iteration : result.iterations)
        {
            simulated += iteration.duration;
        }
        EXPECT_LT(simulated, 250);
        EXPECT_NEAR(result.traffic[0].active, simulated, 1e-6);
        const double rate = kind == TrafficKind::FLOWS ? 100e6 : 10e6;
        EXPECT_NEAR(result.traffic[0].GetGoodput() / (rate * 8948 / 9000), 1, 0.05);
    }
}

TEST(CrossTraffic, AnyRateIsKeptOnAClockOfNanoseconds)
{
    // 116 bytes at 130 Gbps: 7.14 ns, which is none of the clock's steps.
    auto traffic = MakeTraffic(TrafficKind::CONSTANT);
    traffic.rate = DataRate("130Gbps");
    traffic.packetBytes = 64;
    traffic.stop = MilliSeconds(1);
    auto scenario = MakeScenario(traffic);
    scenario.jobs[0].profile.computeTime = 0.1;
    const auto result = RunScenario(scenario);
    EXPECT_NEAR(result.traffic.at(0).sentBytes / 64. * 8 * 116 / 130e9, 1e-3, 1e-6);
}

TEST(CrossTraffic, FlowsAreBulkChannelsByDefault)
{
    // Of a class that is registered later than this one, in whatever order that happens.
    ObjectFactoryValue channel;
    CreateObject<FlowTraffic>()->GetAttribute("Channel", channel);
    EXPECT_EQ(channel.Get().GetTypeId(), BulkMessageChannel::GetTypeId());
}

TEST(CrossTraffic, ItIsNoProgress)
{
    Config::SetDefault("ns3::bacepipe::SchedulerApplication::StallTimeout", TimeValue(Seconds(5)));
    auto scenario = MakeScenario(MakeTraffic(TrafficKind::CONSTANT));
    scenario.jobs[0].profile.computeTime = 0.2;
    Simulation simulation(scenario, SimulationOptions());
    // The way back is dead: the job waits for ever, the datagrams flow.
    auto loss = CreateObject<RateErrorModel>();
    loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    loss->SetRate(1);
    loss->AssignStreams(1000);
    simulation.GetTopology().wanLinks[1].destination->SetAttribute("ReceiveErrorModel",
                                                                   PointerValue(loss));
    const auto result = simulation.Run();
    EXPECT_EQ(result.CountCompleted(), 0u);
    EXPECT_EQ(result.unfinished.size(), 1u);
    EXPECT_LT(result.traffic[0].active, 20);
    Config::Reset();
}
