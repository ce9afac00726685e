// SPDX-License-Identifier: GPL-2.0-only
// What the keys of a scenario's network do to a whole run: windows, rates of connections, packets.
#include "ns3/uinteger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

const uint32_t g_segment = 8948;
const double g_packetTime = 8.0 * (g_segment + 54) / 1e9; // at 1 Gbps
const double g_compute = 0.5; // of one stage, both ways, s: as slow as the scheduler wants it

/// How packets go: transport and path.
using Way = std::pair<std::string, std::string>;

/**
 * Two regions with a link of 1 Gbps and 10 ms between them and one micro-batch: an iteration is the
 * computing of both stages, and a message each way.
 */
class NetworkKnobs : public testing::TestWithParam<Way>
{
  protected:
    /// @return the scenario, for messages of some bytes
    static Scenario Make(uint64_t messageBytes, uint64_t iterations)
    {
        auto job = MakeJob("j", 2, g_compute, 1);
        job.profile.boundaryBytes = messageBytes;
        job.profile.iterations = iterations;
        auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(10), 100000000);
        scenario.network.transport = GetParam().first;
        scenario.network.path = GetParam().second;
        scenario.network.segmentBytes = g_segment;
        return scenario;
    }

    /// @return what a message takes, from the duration of the last iteration
    static double MeasureMessage(const Scenario& scenario)
    {
        const auto result = RunScenario(scenario);
        if (result.CountCompleted() == 0)
        {
            ADD_FAILURE() << result.unfinished.at(0);
            return 0;
        }
        return (result.iterations.back().duration - 2 * g_compute) / 2;
    }
};

INSTANTIATE_TEST_SUITE_P(Ways,
                         NetworkKnobs,
                         testing::Values(Way{"bulk", "express"},
                                         Way{"bulk", "stack"},
                                         Way{"tcp", "stack"}),
                         [](const auto& info) { return info.param.first + info.param.second; });

} // namespace

TEST_P(NetworkKnobs, AConnectionSendsItsWindowEachRoundTrip)
{
    const uint64_t window = 20 * g_segment;
    auto scenario = Make(100 * window - 32, 2); // with the frame's header 100 windows
    scenario.network.maxWindow = window;
    scenario.network.initialWindow = 20; // no slow start
    // Two segments are acknowledged at a time: the round trip begins with both. Of the last window
    // only the way there counts.
    const double roundTrip = 0.02 + 2 * g_packetTime;
    const double law = 100 * roundTrip - 0.01;
    EXPECT_NEAR(MeasureMessage(scenario) / law, 1, 0.02);
    // Twice the window, half the time.
    scenario.network.maxWindow = 2 * window;
    scenario.network.initialWindow = 40;
    EXPECT_NEAR(MeasureMessage(scenario) / (50 * roundTrip - 0.01), 1, 0.02);
}

TEST_P(NetworkKnobs, AnOddWindowIsSentEachRoundTripToo)
{
    if (GetParam().first == "tcp")
    {
        GTEST_SKIP() << "ns-3's receiver delays the acknowledgement of the last segment";
    }
    for (const uint64_t segments : {1, 3, 5, 7})
    {
        const uint64_t window = segments * g_segment;
        auto scenario = Make(100 * window - 32, 2);
        scenario.network.maxWindow = window;
        scenario.network.initialWindow = segments;
        // The first acknowledgement is of one segment or of two.
        const double shortest = 100 * (0.02 + g_packetTime) - 0.01;
        const double longest = 100 * (0.02 + 2 * g_packetTime) - 0.01;
        const double time = MeasureMessage(scenario);
        EXPECT_GT(time, 0.98 * shortest) << segments;
        EXPECT_LT(time, 1.02 * longest) << segments;
    }
}

TEST_P(NetworkKnobs, TheInitialWindowSavesRoundTrips)
{
    // 40 segments with the frame's header. They fit into 64 KiB, which is all that TCP may send
    // before the first acknowledgement, for the window in a SYN is not scaled (RFC 7323).
    const uint32_t segment = 1448;
    const double packetTime = 8.0 * (segment + 54) / 1e9;
    auto scenario = Make(40 * segment - 32, 1);
    scenario.network.segmentBytes = segment;
    scenario.network.initialWindow = 40;
    const double whole = MeasureMessage(scenario);
    scenario.network.initialWindow = 20;
    const double halves = MeasureMessage(scenario);
    // The other half leaves by twos or fours as acknowledgements come, the first after a round
    // trip.
    EXPECT_NEAR(halves - whole, 0.02 - 20 * packetTime, 22 * packetTime);
    scenario.network.initialWindow = 0; // the attribute's default: 10, as RFC 6928
    const double fallback = MeasureMessage(scenario);
    scenario.network.initialWindow = 10;
    EXPECT_EQ(MeasureMessage(scenario), fallback);
    EXPECT_GT(fallback, halves + 0.01);
}

TEST_P(NetworkKnobs, CappedConnectionsCarryTheirRates)
{
    for (const uint32_t connections : {1, 4})
    {
        auto scenario = Make(2000000 * connections, 2);
        scenario.network.connections = connections;
        scenario.network.connectionRate = DataRate("20Mbps");
        const double law = 8 * 2e6 * (g_segment + 52) / g_segment / 20e6 + 0.01;
        EXPECT_NEAR(MeasureMessage(scenario) / law, 1, 0.02) << connections;
    }
}

TEST_P(NetworkKnobs, NoPacketIsLargerThanTheMtu)
{
    auto scenario = Make(1000000, 1);
    scenario.network.mtu = 1500;
    scenario.network.segmentBytes = 1448;
    Simulation simulation(scenario, SimulationOptions());
    for (const LinkDevices& link : simulation.GetTopology().wanLinks)
    {
        EXPECT_EQ(link.source->GetMtu(), 1500);
        EXPECT_EQ(link.destination->GetMtu(), 1500);
    }
    EXPECT_EQ(simulation.GetTopology().hosts[0].Get(0)->GetDevice(1)->GetMtu(), 1500);
    const auto result = simulation.Run();
    EXPECT_EQ(result.CountCompleted(), 1u);
    EXPECT_THAT(result.transport, testing::HasSubstr("segments of 1448 bytes in an MTU of 1500"));
    // 1 MB and its frame's header in packets of 1448 bytes: 691; none was fragmented. The others
    // are of the connection, and acknowledgements of the other direction.
    EXPECT_GE(result.links[0].packets, 691u);
    EXPECT_LE(result.links[0].packets, 691u + 4 + 691 / 2 + 10);
    EXPECT_LT(result.links[0].bytes, 691u * 1502 + (691 / 2 + 14) * 100);
}
