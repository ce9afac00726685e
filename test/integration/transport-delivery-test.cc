// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <sstream>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// What all transports owe: each message exactly once, whole, in order.
class TransportDelivery : public TransportTest, public testing::WithParamInterface<const char*>
{
  protected:
    /**
     * @param connections parallel connections
     * @return a channel of the transport under test
     */
    Ptr<MessageChannel> CreateChannel(uint32_t connections = 1) const
    {
        ObjectFactory factory;
        std::istringstream(std::string("ns3::bacepipe::") + GetParam()) >> factory;
        factory.Set("Connections", UintegerValue(connections));
        factory.Set("SegmentSize", UintegerValue(1448));
        return factory.Create<MessageChannel>();
    }
};

TEST_P(TransportDelivery, OneByte)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    const Time end = SendAndExpectAll(channel, {1});
    // A round trip for the connection, half a one for the message.
    EXPECT_NEAR(end.GetSeconds(), 0.045, 0.001);
}

TEST_P(TransportDelivery, ManySmallMessages)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    std::vector<uint64_t> sizes;
    for (uint64_t i = 0; i < 3000; ++i)
    {
        sizes.push_back(1 + i * 37 % 1000);
    }
    SendAndExpectAll(channel, sizes);
}

TEST_P(TransportDelivery, ParallelConnections)
{
    BuildPath({});
    uint16_t port = 5000;
    for (const uint32_t connections : {1u, 2u, 7u})
    {
        Ptr<MessageChannel> channel = CreateChannel(connections);
        EXPECT_EQ(channel->GetPortCount(), connections);
        Open(channel, port);
        SendAndExpectAll(channel, {1, 5, 100000, 6, 1000003, 8});
        port += connections;
    }
}

TEST_P(TransportDelivery, TurnsOfAnySize)
{
    if (std::string(GetParam()).find("Bulk") == std::string::npos)
    {
        GTEST_SKIP() << "TCP's sockets take their shares whole";
    }
    BuildPath({});
    uint16_t port = 5000;
    for (const uint64_t turn : {uint64_t{1}, uint64_t{1448}, uint64_t{1} << 30, UINT64_MAX})
    {
        Ptr<MessageChannel> channel = CreateChannel(3);
        channel->SetAttribute("Turn", UintegerValue(turn));
        Open(channel, port);
        SendAndExpectAll(channel, {1, 5, 100000, 6, 1000003, 8});
        port += 3;
    }
}

TEST_P(TransportDelivery, BothDirectionsAtOnce)
{
    BuildPath({});
    Ptr<MessageChannel> forward = CreateChannel();
    Ptr<MessageChannel> backward = CreateChannel();
    Open(forward, 5000);
    Open(backward, 6000, true);
    std::vector<Delivery> returned;
    Record(backward, returned);
    backward->Send(1, 2000000);
    backward->Send(2, 10);
    SendAndExpectAll(forward, {1000000, 20, 1000000});
    EXPECT_EQ(returned, (std::vector<Delivery>{{1, 2000000}, {2, 10}}));
}

TEST_P(TransportDelivery, RandomLoss)
{
    BuildPath({});
    DropAtRandom(1, 0.02);
    Ptr<MessageChannel> channel = CreateChannel(2);
    Open(channel);
    SendAndExpectAll(channel, {1, 3000000, 700, 1400, 2000000, 1});
    EXPECT_GT(channel->GetRetransmittedBytes(), 20000u);
    EXPECT_LT(channel->GetRetransmittedBytes(), 1000000u);
}

TEST_P(TransportDelivery, HeavyLossBothWays)
{
    BuildPath({});
    DropAtRandom(1, 0.1);
    DropAtRandom(0, 0.1);
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    SendAndExpectAll(channel, {1, 300000, 700, 1400, 200000, 1});
}

TEST_P(TransportDelivery, LostAcknowledgements)
{
    BuildPath({});
    DropAtRandom(0, 0.3);
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    SendAndExpectAll(channel, {1, 1000000, 700, 1000000});
}

TEST_P(TransportDelivery, TinyQueue)
{
    PathOptions options;
    options.queuePackets = 3;
    BuildPath(options);
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    SendAndExpectAll(channel, {2000000, 1, 2000000});
    EXPECT_GT(channel->GetRetransmittedBytes(), 0u);
}

TEST_P(TransportDelivery, LostSetUp)
{
    BuildPath({});
    DropChosen(1, {0, 1});
    DropChosen(0, {0});
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    const Time end = SendAndExpectAll(channel, {5000});
    // Three packets are lost: 1 + 2 + 4 s, or less when the other end sends its answer again.
    EXPECT_GT(end, Seconds(4));
    EXPECT_LT(end, Seconds(8));
}

TEST_P(TransportDelivery, LostTail)
{
    BuildPath({});
    // The last three segments of ten, which no later segment reveals.
    const uint32_t setUp = std::string(GetParam()) == "TcpMessageChannel" ? 2 : 1;
    DropChosen(1, {setUp + 7, setUp + 8, setUp + 9});
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    const Time end = SendAndExpectAll(channel, {1448 * 10 - 32});
    EXPECT_LT(end, Seconds(1));
}

TEST_P(TransportDelivery, IdleBetweenMessages)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel();
    Open(channel);
    std::vector<Delivery> deliveries;
    Record(channel, deliveries);
    for (uint64_t i = 0; i < 5; ++i)
    {
        Simulator::Schedule(Seconds(100. * i), [channel, i] { channel->Send(i, 3000000); });
    }
    Simulator::Run();
    EXPECT_EQ(deliveries.size(), 5u);
    EXPECT_LT(m_lastDelivery, Seconds(401));
}

TEST_P(TransportDelivery, NothingFiresAfterClose)
{
    PathOptions options;
    options.queuePackets = 200;
    BuildPath(options);
    Ptr<MessageChannel> channel = CreateChannel(3);
    Open(channel);
    std::vector<Delivery> deliveries;
    Record(channel, deliveries);
    channel->Send(1, 10000000);
    Simulator::Schedule(Seconds(0.3), [channel] { channel->Close(); });
    Simulator::Run();
    // What is on the wire arrives; no timer runs on. (Events that ns-3's TCP has cancelled, such as
    // the second SYN of 1 s, still move the clock.)
    const bool tcp = std::string(GetParam()) == "TcpMessageChannel";
    EXPECT_LT(Simulator::Now(), Seconds(tcp ? 1.1 : 0.4));
    EXPECT_TRUE(deliveries.empty());
}

TEST_P(TransportDelivery, MayBeClosedAtAnyTimeOfItsSetUp)
{
    // A round trip is 30 ms: the answers to the set-up are under way when the channel is gone.
    BuildPath({});
    uint16_t port = 5000;
    for (int i = 0; i < 70; ++i)
    {
        Ptr<MessageChannel> channel = CreateChannel(2);
        Open(channel, port);
        port += 2;
        channel->Send(1, 1000);
        Simulator::Schedule(MilliSeconds(i), [channel] { channel->Close(); });
    }
    m_channels.clear();
    Simulator::Run();
    EXPECT_LT(Simulator::Now(), Seconds(2));
}

TEST_P(TransportDelivery, ClosedByItsOwnCallback)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel(2);
    Open(channel);
    int count = 0;
    channel->SetDeliveredCallback(
        MessageChannel::DeliveredCallback([this, &count](uint64_t, uint64_t) {
            ++count;
            m_channels.front()->Close();
            m_channels.clear();
        }));
    channel->Send(1, 100000);
    channel->Send(2, 1);
    channel = nullptr;
    Simulator::Run();
    EXPECT_EQ(count, 1);
}

TEST_P(TransportDelivery, PortsAreFreeAfterClose)
{
    BuildPath({});
    for (int i = 0; i < 3; ++i)
    {
        Ptr<MessageChannel> channel = CreateChannel(2);
        Open(channel);
        SendAndExpectAll(channel, {100000});
        channel->Close();
    }
}

TEST_P(TransportDelivery, SameSeedGivesSameRun)
{
    std::vector<std::pair<Time, uint64_t>> results;
    for (int i = 0; i < 2; ++i)
    {
        SetUp();
        BuildPath({});
        DropAtRandom(1, 0.01);
        Ptr<MessageChannel> channel = CreateChannel(2);
        Open(channel);
        const Time end = SendAndExpectAll(channel, {1000000, 5000, 1000000});
        results.emplace_back(end, channel->GetRetransmittedBytes());
        channel = nullptr;
        TearDown();
    }
    EXPECT_EQ(results[0], results[1]);
}

INSTANTIATE_TEST_SUITE_P(Tcp, TransportDelivery, testing::Values("TcpMessageChannel"));
INSTANTIATE_TEST_SUITE_P(Bulk,
                         TransportDelivery,
                         testing::Values("BulkMessageChannel[Path=Stack]"));
INSTANTIATE_TEST_SUITE_P(Express,
                         TransportDelivery,
                         testing::Values("BulkMessageChannel[Path=Express]"));

} // namespace ns3::bacepipe::test
