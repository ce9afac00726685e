// SPDX-License-Identifier: GPL-2.0-only
// Queue discs at WAN links in whole runs.
#include "ns3/queue-disc.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Two regions with links of 100 Mbps and 10 ms, a queue of 100 ms, and a job of some seconds that
/// sends next to nothing.
Scenario
MakeLink(QueueDiscipline discipline, bool ecn, double seconds)
{
    auto job = MakeJob("j", 2, seconds / 2, 1);
    auto scenario = MakeTwoRegions(job, DataRate("100Mbps"), MilliSeconds(10), 1250000);
    scenario.network.segmentBytes = 1448;
    for (WanLink& link : scenario.links)
    {
        link.discipline = discipline;
        link.ecn = ecn;
    }
    return scenario;
}

/// Traffic from the first region to the second.
TrafficSource
MakeTraffic(TrafficKind kind, const std::string& id)
{
    TrafficSource traffic;
    traffic.id = id;
    traffic.source = 0;
    traffic.destination = 1;
    traffic.kind = kind;
    traffic.packetBytes = 1448;
    return traffic;
}

/// What a run with a look at the queue found.
struct Observation
{
    RunResult result;
    double meanQueue{0}; ///< bytes
    double rate{0};      ///< of what arrives, bit/s
};

/// Runs a scenario and looks at the first link's queue every 5 ms from 2 s on.
Observation
Observe(const Scenario& scenario, double seconds)
{
    Observation observation;
    Simulation simulation(scenario, SimulationOptions());
    const auto device = simulation.GetTopology().wanLinks[0].source;
    const auto disc =
        device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device);
    double sum = 0;
    uint64_t arrived = 0;
    uint32_t looks = 0;
    for (double at = 2; at < seconds; at += 0.005)
    {
        Simulator::Schedule(Seconds(at), [&sum, &looks, device, disc] {
            sum += disc ? disc->GetNBytes() : device->GetQueue()->GetNBytes();
            ++looks;
        });
    }
    simulation.GetTopology().wanLinks[0].destination->TraceConnectWithoutContext(
        "PhyRxEnd",
        Callback<void, Ptr<const Packet>>([&arrived, seconds](Ptr<const Packet> packet) {
            const Time now = Simulator::Now();
            arrived += now > Seconds(2) && now < Seconds(seconds) ? packet->GetSize() : 0;
        }));
    observation.result = simulation.Run();
    observation.meanQueue = sum / looks;
    observation.rate = 8.0 * arrived / (seconds - 2);
    return observation;
}

} // namespace

class QueueDisciplines : public testing::TestWithParam<QueueDiscipline>
{
};

INSTANTIATE_TEST_SUITE_P(All,
                         QueueDisciplines,
                         testing::Values(QueueDiscipline::FQ_CODEL,
                                         QueueDiscipline::RED,
                                         QueueDiscipline::PIE));

TEST_P(QueueDisciplines, DropsWithoutEcnAndMarksWithIt)
{
    auto dropping = MakeLink(GetParam(), false, 5);
    dropping.traffic = {MakeTraffic(TrafficKind::FLOWS, "flows")};
    dropping.traffic[0].connections = 4;
    const auto drops = RunScenario(dropping);
    ASSERT_EQ(drops.CountCompleted(), 1u);
    EXPECT_THAT(drops.transport, testing::EndsWith("over stack"));
    EXPECT_GT(drops.links[0].drops, 0u);
    EXPECT_EQ(drops.links[0].ecnMarks, 0u);
    EXPECT_GT(drops.links[0].maxQueueBytes, 20000u);
    EXPECT_LE(drops.links[0].maxQueueBytes, 1250000u + 1502);
    EXPECT_GT(drops.traffic[0].GetGoodput(), 0.5 * 100e6);
    auto marking = MakeLink(GetParam(), true, 5);
    marking.traffic = dropping.traffic;
    const auto marks = RunScenario(marking);
    ASSERT_EQ(marks.CountCompleted(), 1u);
    EXPECT_GT(marks.links[0].ecnMarks, 0u);
    EXPECT_EQ(marks.links[1].ecnMarks, 0u); // acknowledgements alone
    EXPECT_GT(marks.traffic[0].GetGoodput(), 0.5 * 100e6);
}

TEST_P(QueueDisciplines, RandomLossIsThatOfDropTail)
{
    // 20 Mbps on a link of 100: nothing waits, and what is lost is lost on the way.
    auto scenario = MakeLink(QueueDiscipline::DROP_TAIL, false, 6);
    scenario.traffic = {MakeTraffic(TrafficKind::CONSTANT, "constant")};
    scenario.traffic[0].rate = DataRate("20Mbps");
    for (WanLink& link : scenario.links)
    {
        link.lossRate = 0.02;
    }
    scenario.network.path = "express";
    const auto express = RunScenario(scenario);
    scenario.network.path = "stack";
    const auto stack = RunScenario(scenario);
    for (WanLink& link : scenario.links)
    {
        link.discipline = GetParam();
    }
    const auto disc = RunScenario(scenario);
    const double packets = 6 * 20e6 / 8 / 1500; // 10000; 200 are lost, give or take 14
    EXPECT_NEAR(express.traffic[0].sentBytes / 1448.0, packets, 100);
    EXPECT_NEAR(express.traffic[0].lostPackets, 0.02 * packets, 60);
    EXPECT_EQ(stack.traffic[0].lostPackets, express.traffic[0].lostPackets);
    EXPECT_EQ(disc.traffic[0].lostPackets, express.traffic[0].lostPackets);
    EXPECT_EQ(disc.links[0].drops, express.links[0].drops);
}

TEST(QueueDiscipline, FqCoDelSharesBetweenFlows)
{
    // Datagrams at one and a half times the link's rate, and a connection that heeds congestion.
    for (const bool fair : {false, true})
    {
        auto scenario =
            MakeLink(fair ? QueueDiscipline::FQ_CODEL : QueueDiscipline::DROP_TAIL, false, 8);
        scenario.traffic = {MakeTraffic(TrafficKind::CONSTANT, "greedy"),
                            MakeTraffic(TrafficKind::FLOWS, "polite")};
        scenario.traffic[0].rate = DataRate("150Mbps");
        const auto result = RunScenario(scenario);
        ASSERT_EQ(result.CountCompleted(), 1u);
        const double polite = result.traffic[1].GetGoodput();
        if (fair)
        {
            EXPECT_NEAR(polite / (50e6 * 1448 / 1500), 1, 0.15);
            EXPECT_NEAR(result.traffic[0].GetGoodput() / (50e6 * 1448 / 1500), 1, 0.15);
        }
        else
        {
            EXPECT_LT(polite, 10e6);
        }
        EXPECT_GT(result.traffic[0].lostPackets, 10000u);
    }
}

TEST(QueueDiscipline, DctcpKeepsTheQueueShortAtTheSameRate)
{
    double queue[2];
    double rate[2];
    for (const bool dctcp : {false, true})
    {
        auto scenario =
            MakeLink(dctcp ? QueueDiscipline::RED : QueueDiscipline::DROP_TAIL, dctcp, 10);
        scenario.network.congestionControl = dctcp ? "dctcp" : "cubic";
        scenario.network.path = "stack";
        scenario.traffic = {MakeTraffic(TrafficKind::FLOWS, "flows")};
        scenario.traffic[0].connections = 2;
        scenario.traffic[0].congestionControl = scenario.network.congestionControl;
        const auto observation = Observe(scenario, 10);
        ASSERT_EQ(observation.result.CountCompleted(), 1u);
        EXPECT_EQ(observation.result.links[0].ecnMarks > 0, dctcp);
        queue[dctcp] = observation.meanQueue;
        rate[dctcp] = observation.rate;
        RecordProperty(dctcp ? "dctcp" : "cubic", std::to_string(queue[dctcp]));
    }
    EXPECT_NEAR(rate[true] / rate[false], 1, 0.03);
    // K is 100 Mbps x 20 ms / 7: 36 kB.
    EXPECT_LT(queue[true], 36000);
    EXPECT_GT(queue[true], 36000 / 4);
    EXPECT_LT(queue[true], queue[false] / 5) << queue[false];
}

TEST(QueueDiscipline, PieRestsWhileJobsAreSuspended)
{
    // 10^5 iterations of 2 s are more than ten million looks at each queue.
    auto scenario = MakeLink(QueueDiscipline::PIE, false, 2);
    scenario.run.fastForward = true;
    scenario.run.maxIterations = 5; // the drops are never alike
    scenario.jobs[0].profile.boundaryBytes = 5000000;
    scenario.jobs[0].profile.iterations = 100000;
    auto second = scenario.jobs[0];
    second.id = "second";
    scenario.jobs.push_back(second); // starts when the first has finished
    const auto result = RunScenario(scenario);
    EXPECT_EQ(result.CountCompleted(), 2u);
    EXPECT_GT(result.GetMakespan(), 4e5);
    EXPECT_LT(result.events, 3000000u);
    EXPECT_GT(result.links[0].drops + result.links[1].drops, 0u);
}
