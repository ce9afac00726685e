// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-bbr.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// The bulk transport under BBR.
class TransportBbr : public TransportTest
{
  protected:
    /// @return a channel
    Ptr<MessageChannel> CreateChannel() const
    {
        ObjectFactory factory("ns3::bacepipe::BulkMessageChannel");
        factory.Set("SegmentSize", UintegerValue(1448));
        factory.Set("CongestionControl", TypeIdValue(TcpBbr::GetTypeId()));
        return factory.Create<MessageChannel>();
    }
};

TEST_F(TransportBbr, RandomLossesDoNotSlowItDown)
{
    // 50 MB over 100 Mbit/s take 4.14 s in packets of 1500 bytes; one in a hundred is sent twice.
    BuildPath({});
    DropAtRandom(1, 0.01);
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    EXPECT_LT(SendAndExpectAll(channel, {50000000}).GetSeconds(), 1.1 * 4.14);
}

TEST_F(TransportBbr, QueueIsDrained)
{
    BuildPath({});
    std::vector<Time> times;
    Ptr<MessageChannel> channel = CreateChannel();
    channel->TraceConnectWithoutContext(
        "RTT",
        Callback<void, uint32_t, Time, Time>(
            [&times](uint32_t, Time, Time now) { times.push_back(now); }));
    Open(channel);
    SendAndExpectAll(channel, {50000000});
    std::vector<Time> late(times.begin() + times.size() / 2, times.end());
    std::sort(late.begin(), late.end());
    // Half of the time hardly anything waits; the queue has no limit.
    EXPECT_LT(late[late.size() / 2], MilliSeconds(35));
    EXPECT_LT(late.back(), MilliSeconds(60));
}

TEST_F(TransportBbr, APauseIsNoReasonToProbeTheRoundTripTime)
{
    // Longer than the ten seconds after which BBR probes it with four segments in flight.
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel();
    uint64_t least = UINT64_MAX;
    channel->TraceConnectWithoutContext(
        "CongestionWindow",
        Callback<void, uint32_t, uint64_t, uint64_t>([&least](uint32_t, uint64_t, uint64_t now) {
            if (Simulator::Now() > Seconds(5))
            {
                least = std::min(least, now);
            }
        }));
    Open(channel);
    std::vector<Delivery> deliveries;
    std::vector<double> durations;
    for (int i = 0; i < 4; ++i)
    {
        const Time begin = Seconds(12 * i + 1);
        Simulator::Schedule(begin, [channel, i] { channel->Send(i, 20000000); });
    }
    channel->SetDeliveredCallback(
        MessageChannel::DeliveredCallback([&durations](uint64_t id, uint64_t) {
            durations.push_back(Simulator::Now().GetSeconds() - 12. * id - 1);
        }));
    Simulator::Run();
    ASSERT_EQ(durations.size(), 4u);
    // 20 MB take 1.66 s at the link's rate, and half a round trip.
    for (int i = 1; i < 4; ++i)
    {
        EXPECT_LT(durations[i], 1.66 * 1.1) << i;
    }
    EXPECT_GT(least, 300000u); // the bandwidth-delay product is 375 kB
}

TEST_F(TransportBbr, SameSeedGivesTheSameRun)
{
    std::vector<Time> ends;
    for (int i = 0; i < 2; ++i)
    {
        SetUp();
        PathOptions options;
        options.queuePackets = 100;
        BuildPath(options);
        Ptr<MessageChannel> channel = CreateChannel();
        channel->SetAttribute("Connections", UintegerValue(3));
        Open(channel);
        ends.push_back(SendAndExpectAll(channel, {20000000, 1000, 5000000}));
        channel = nullptr;
        TearDown();
    }
    EXPECT_EQ(ends[0], ends[1]);
}

} // namespace ns3::bacepipe::test
