// SPDX-License-Identifier: GPL-2.0-only
// Boundaries inside a region as packets: against the delay model, and where the two must differ.
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// A job, and how its packets are sent.
struct Shape
{
    const char* name;
    const char* schedule;
    uint64_t bytes;
    bool twoRegions{false};
    const char* transport{"bulk"};
    uint32_t connections{1};
    uint32_t gpusPerHost{1};
};

/// Four stages that compute 50 ms a micro-batch.
TrainingJob
MakeShapedJob(const Shape& shape)
{
    auto job = MakeJob("j", 4, 0.05, 8);
    job.schedule = shape.schedule;
    job.profile.boundaryBytes = shape.bytes;
    job.profile.iterations = 2;
    job.profile.chunks = job.schedule == "interleaved" ? 2 : 1;
    job.profile.layers = 8;
    return job;
}

/// One region, or two with half of the stages each, at 100 Gbps and 50 us.
Scenario
MakeShapedScenario(const Shape& shape)
{
    const auto job = MakeShapedJob(shape);
    auto scenario = shape.twoRegions
                        ? MakeTwoRegions(job, DataRate("20Gbps"), MilliSeconds(5), 25000000)
                        : MakeSingleRegion(job);
    for (auto& region : scenario.regions)
    {
        region.bandwidth = DataRate("100Gbps");
        region.latency = MicroSeconds(50);
        region.gpusPerHost = shape.gpusPerHost;
    }
    scenario.network.transport = shape.transport;
    scenario.network.connections = shape.connections;
    return scenario;
}

class IntraRegionTest : public testing::TestWithParam<Shape>
{
};

/// One region of hosts with so many GPUs each.
Scenario
MakeHosts(uint32_t gpus, uint32_t gpusPerHost, DataRate bandwidth)
{
    auto scenario = MakeSingleRegion(MakeJob("j", gpus, 1, 1));
    scenario.regions[0].gpusPerHost = gpusPerHost;
    scenario.regions[0].bandwidth = bandwidth;
    scenario.regions[0].latency = MicroSeconds(50);
    return scenario;
}

/// Three stages against which computing is nothing: 125 MB take 0.1 s at 10 Gbps.
double
RunThreeStages(const std::string& schedule, bool packets)
{
    auto job = MakeJob("j", 3, 0.001, 12);
    job.schedule = schedule;
    job.profile.boundaryBytes = 125000000;
    auto scenario = MakeHosts(3, 1, DataRate("10Gbps"));
    scenario.network.intraRegionPackets = packets;
    DirectRun run(scenario);
    const auto& started = run.Start(job, {{0, 3}}, 0);
    Simulator::Run();
    EXPECT_EQ(started.iterations.size(), 1u);
    return started.finish;
}

/// A packet of these many payload bytes on the wire, over its payload.
const double g_overhead = 60054.0 / 60000;

/// Loses whatever the first host's gateway sends to it from some time on.
void
LosePackets(const Topology& topology, Time from)
{
    auto loss = CreateObject<RateErrorModel>();
    loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    loss->SetRate(1);
    loss->AssignStreams(1000);
    const auto device = topology.hosts[0].Get(0)->GetDevice(1);
    Simulator::Schedule(from, [device, loss]() {
        device->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    });
}

/// @return what is said of a job whose first host gets no packets from some time on
std::string
DescribeUnfinished(Time from)
{
    auto scenario = MakeShapedScenario({"", "1f1b", 16000000});
    scenario.network.intraRegionPackets = true;
    Simulation simulation(scenario, SimulationOptions());
    LosePackets(simulation.GetTopology(), from);
    const auto result = simulation.Run();
    Config::Reset();
    EXPECT_EQ(result.unfinished.size(), 1u);
    return result.unfinished.empty() ? "" : result.unfinished[0];
}

} // namespace

TEST_P(IntraRegionTest, PacketsTakeAsLongAsTheDelayWhereNothingIsShared)
{
    auto scenario = MakeShapedScenario(GetParam());
    const double delay = RunScenario(scenario).jobs[0].GetJct();
    scenario.network.intraRegionPackets = true;
    const auto result = RunScenario(scenario);
    EXPECT_EQ(result.intraRegion, "packet");
    EXPECT_NEAR(result.jobs[0].GetJct() / delay, 1, 0.02);
    EXPECT_NE(result.jobs[0].GetJct(), delay); // or there were no packets
}

INSTANTIATE_TEST_SUITE_P(
    Shapes,
    IntraRegionTest,
    testing::Values(Shape{"Small1F1B", "1f1b", 1000000},
                    Shape{"Medium1F1B", "1f1b", 16000000},
                    Shape{"Large1F1B", "1f1b", 64000000},
                    Shape{"SmallGPipe", "gpipe", 1000000},
                    Shape{"LargeGPipe", "gpipe", 64000000},
                    Shape{"SmallWrapAround", "interleaved", 1000000},
                    Shape{"LargeWrapAround", "interleaved", 64000000},
                    Shape{"SplitBackward", "zb-h1", 16000000},
                    Shape{"Across1F1B", "1f1b", 16000000, true},
                    Shape{"AcrossGPipe", "gpipe", 4000000, true},
                    Shape{"AcrossWrapAround", "interleaved", 4000000, true},
                    Shape{"Tcp", "1f1b", 4000000, false, "tcp"},
                    Shape{"EightConnections", "1f1b", 16000000, false, "bulk", 8},
                    Shape{"HostsOfTwo", "1f1b", 16000000, false, "bulk", 1, 2}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(IntraRegion, BetweenGpusOfOneHostItStaysADelay)
{
    auto scenario = MakeShapedScenario({"", "interleaved", 16000000});
    scenario.regions[0].gpusPerHost = 4;
    const double delay = RunScenario(scenario).jobs[0].GetJct();
    scenario.network.intraRegionPackets = true;
    EXPECT_EQ(RunScenario(scenario).jobs[0].GetJct(), delay);
}

TEST(IntraRegion, BoundariesOfOneHostShareItsPort)
{
    // Under 1F1B the middle stage sends 12 activations and 12 gradients through its port; as delays
    // they do not meet.
    const double least = 24 * 0.1 * g_overhead;
    EXPECT_LT(RunThreeStages("1f1b", false), 0.9 * least);
    EXPECT_GT(RunThreeStages("1f1b", true), least);
}

TEST(IntraRegion, WhatDoesNotMeetInAPortIsNotSlower)
{
    // GPipe sends activations first and gradients after them: each port one of them at a time.
    EXPECT_NEAR(RunThreeStages("gpipe", true) / RunThreeStages("gpipe", false), 1, 0.02);
}

TEST(IntraRegion, WanTrafficSharesThePort)
{
    // The port of the first host, 2 Gbps, is slower than the WAN. Both jobs send activations
    // through it: w to the other region, r to the next host.
    double finish[2][2]; // packets, beside
    for (const bool packets : {false, true})
    {
        for (const bool beside : {false, true})
        {
            auto scenario =
                MakeTwoRegions(MakeJob("", 4, 1, 1), DataRate("10Gbps"), MilliSeconds(1), 5000000);
            scenario.regions[0].gpus = 3;
            scenario.regions[0].gpusPerHost = 2;
            scenario.regions[0].bandwidth = DataRate("2Gbps");
            scenario.network.intraRegionPackets = packets;
            DirectRun run(scenario);
            auto job = MakeJob("w", 2, 0.001, 8);
            job.schedule = "gpipe";
            job.profile.boundaryBytes = 25000000;
            if (beside)
            {
                run.Start(job, {{0, 1}, {1, 1}}, 0);
            }
            else
            {
                run.Start(MakeJob("idle", 1, 0.001, 1), {{0, 1}}, 0); // takes the same GPU
            }
            job.id = "r";
            const auto& inside = run.Start(job, {{0, 2}}, 0);
            Simulator::Run();
            finish[packets][beside] = inside.finish;
        }
    }
    EXPECT_EQ(finish[0][1], finish[0][0]); // delays know nothing of each other
    // Activations of both, then gradients of both to the same host: twice as long.
    EXPECT_GT(finish[1][1] / finish[1][0], 1.6);
    EXPECT_LT(finish[1][1] / finish[1][0], 2.2);
}

TEST(IntraRegion, FastForwardSuspendsAJobInsideARegion)
{
    auto scenario = MakeShapedScenario({"", "1f1b", 4000000});
    scenario.jobs[0].profile.iterations = 40;
    scenario.network.intraRegionPackets = true;
    const double full = RunScenario(scenario).jobs[0].GetJct();
    scenario.run.fastForward = true;
    const auto result = RunScenario(scenario);
    EXPECT_LE(result.jobs[0].iterationsSimulated, 5u);
    EXPECT_EQ(result.jobs[0].iterations, 40u);
    EXPECT_NEAR(result.jobs[0].GetJct() / full, 1, 0.002);
    EXPECT_EQ(result.jobs[0].wanBytes, 0u);
}

TEST(IntraRegion, JobsOfOnePortAreSuspendedTogether)
{
    // p holds both GPUs of the first host and one of the second, q the other and one of the third:
    // their packets meet in the second host's port.
    for (const bool packets : {false, true})
    {
        auto scenario = MakeHosts(6, 2, DataRate("10Gbps"));
        scenario.network.intraRegionPackets = packets;
        DirectRun run(scenario);
        auto fastForward = CreateObject<FastForward>();
        // They are not in step: what they do to each other differs a little each time.
        fastForward->SetAttribute("SteadyTolerance", DoubleValue(0.1));
        fastForward->SetAttribute("MinIterations", UintegerValue(5));
        auto p = MakeJob("p", 3, 0.1, 8);
        p.profile.boundaryBytes = 25000000;
        p.profile.iterations = 100;
        auto q = MakeJob("q", 2, 0.1, 8);
        q.profile.boundaryBytes = 25000000;
        q.profile.iterations = 60;
        const auto& first = run.Start(p, {{0, 3}}, 0, fastForward);
        const auto& second = run.Start(q, {{0, 2}}, 20, fastForward);
        Simulator::Run();
        // Resumed when q starts and when it ends; as delays they have nothing in common.
        EXPECT_EQ(first.accounted.size(), packets ? 3u : 1u);
        EXPECT_EQ(second.accounted.size(), 1u);
        EXPECT_GT(second.finish, 0);
    }
}

TEST(IntraRegion, PortsAreGivenBack)
{
    auto scenario = MakeShapedScenario({"", "interleaved", 1000000, false, "bulk", 8});
    scenario.network.intraRegionPackets = true;
    DirectRun run(scenario);
    const auto& job = run.Start(scenario.jobs[0], {{0, 4}}, 0);
    Simulator::Schedule(Seconds(0.1), [&run] {
        // 4 boundaries of 2 channels of 8 connections
        EXPECT_EQ(run.GetPorts().Take(1), PortAllocator::FIRST + 64);
        run.GetPorts().Return(PortAllocator::FIRST + 64, 1);
    });
    Simulator::Run();
    EXPECT_GT(job.finish, 0);
    // The program ends unless all are free.
    EXPECT_EQ(run.GetPorts().Take(PortAllocator::END - PortAllocator::FIRST), PortAllocator::FIRST);
}

TEST(IntraRegion, AStalledJobIsDescribed)
{
    Config::SetDefault("ns3::bacepipe::SchedulerApplication::StallTimeout", TimeValue(Seconds(5)));
    const std::string text = DescribeUnfinished(Seconds(0.1));
    EXPECT_THAT(text, testing::HasSubstr("j runs: iteration 0 of 2: stage 0"));
    EXPECT_THAT(text, testing::HasSubstr("for its gradient since"));
    EXPECT_THAT(text, testing::HasSubstr("not acknowledged"));
}

TEST(IntraRegion, ABrokenChannelStopsTheRun)
{
    // Nothing comes back to the first host, which gives up after two requests.
    Config::SetDefault("ns3::bacepipe::StripedMessageChannel::ConnectAttempts", UintegerValue(2));
    EXPECT_THAT(DescribeUnfinished(Seconds(0)), testing::HasSubstr("failed"));
}
