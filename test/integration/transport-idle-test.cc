// SPDX-License-Identifier: GPL-2.0-only
// What becomes of a window while nothing is sent, and after a timeout that was none.
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// Messages with pauses between them.
class TransportIdle : public TransportTest
{
  protected:
    /**
     * Sends 3 MB twice over 100 Mbps and 30 ms, the second time after a pause.
     * @param restart value of RestartAfterIdle
     * @param pause s
     * @return how long the second takes; s
     */
    double SendTwice(bool restart, double pause)
    {
        BuildPath(PathOptions());
        auto factory = MakeBulkFactory("Express", "TcpLinuxReno");
        factory.Set("SegmentSize", UintegerValue(1448));
        factory.Set("RestartAfterIdle", BooleanValue(restart));
        auto channel = factory.Create<MessageChannel>();
        Open(channel);
        std::vector<Delivery> deliveries;
        Record(channel, deliveries);
        channel->Send(0, 3000000);
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        EXPECT_EQ(deliveries.size(), 1u);
        const Time begin = m_lastDelivery + Seconds(pause);
        Simulator::Schedule(begin - Simulator::Now(), [channel] { channel->Send(1, 3000000); });
        Simulator::Stop(begin - Simulator::Now() + Seconds(5));
        Simulator::Run();
        EXPECT_EQ(deliveries.size(), 2u);
        return (m_lastDelivery - begin).GetSeconds();
    }
};

/// s for 3 MB at 100 Mbps, with headers, and 15 ms: the window is more than the path holds.
const double g_unlimited = 3e6 * 8 / 1e8 * 1502 / 1448 + 0.015;

TEST_F(TransportIdle, WindowIsKeptUnlessToldOtherwise)
{
    EXPECT_NEAR(SendTwice(false, 10), g_unlimited, 0.002);
}

TEST_F(TransportIdle, RestartsFromTheInitialWindowAfterALongPause)
{
    // 10, 20, 40, 80, 160 segments of 1448 bytes in the first five round trips of 30 ms; in the
    // sixth 320 are more than the path holds (259): the rest goes at the rate of the link.
    const double rest = 3e6 - 310 * 1448;
    EXPECT_NEAR(SendTwice(true, 10), 5 * 0.0302 + rest * 8 / 1e8 * 1502 / 1448 + 0.015, 0.01);
}

TEST_F(TransportIdle, ShortPauseChangesNothing)
{
    EXPECT_NEAR(SendTwice(true, 0.1), g_unlimited, 0.002);
}

TEST_F(TransportIdle, HalvesOnceATimeout)
{
    // More than 1040 segments before: half of half of it is about what the path holds.
    const double duration = SendTwice(true, 0.5);
    EXPECT_GT(duration, g_unlimited);
    EXPECT_LT(duration, g_unlimited + 0.02);
}

/// A path whose delay grows so that a timeout fires although nothing is lost.
class TransportSpuriousTimeout : public TransportTest,
                                 public testing::WithParamInterface<std::string>
{
};

TEST_P(TransportSpuriousTimeout, IsTakenBack)
{
    BuildPath(PathOptions());
    auto factory = MakeBulkFactory(GetParam(), "TcpLinuxReno");
    factory.Set("SegmentSize", UintegerValue(1448));
    factory.Set("MaxWindow", UintegerValue(400000)); // no queue: a short timeout
    auto channel = DynamicCast<BulkMessageChannel>(factory.Create<MessageChannel>());
    uint64_t window = 0;
    uint64_t threshold = 0;
    channel->TraceConnectWithoutContext(
        "CongestionWindow",
        Callback<void, uint32_t, uint64_t, uint64_t>(
            [&window](uint32_t, uint64_t, uint64_t now) { window = now; }));
    channel->TraceConnectWithoutContext(
        "SlowStartThreshold",
        Callback<void, uint32_t, uint64_t, uint64_t>(
            [&threshold](uint32_t, uint64_t, uint64_t now) { threshold = now; }));
    Open(channel);
    std::vector<Delivery> deliveries;
    Record(channel, deliveries);
    channel->Send(0, 20000000);
    uint64_t before = 0;
    Simulator::Schedule(Seconds(1), [&] {
        before = window;
        m_wan[0]->GetChannel()->SetAttribute("Delay", TimeValue(Seconds(1)));
    });
    bool reset = false;
    Simulator::Schedule(Seconds(1.6), [&] { reset = window < before; }); // the timeout has fired
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    EXPECT_EQ(deliveries.size(), 1u);
    EXPECT_TRUE(reset);
    EXPECT_GE(window, before);
    EXPECT_EQ(threshold, UINT64_MAX); // as if it had not been
}

INSTANTIATE_TEST_SUITE_P(Paths, TransportSpuriousTimeout, testing::ValuesIn(GetPaths()));

} // namespace ns3::bacepipe::test
