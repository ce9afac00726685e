// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// What each transport does when it cannot go on, and what it tells.
class TransportFailure : public TransportTest
{
  protected:
    /**
     * @param transport TypeId's last name
     * @return a channel with small segments
     */
    Ptr<MessageChannel> CreateChannel(const std::string& transport)
    {
        ObjectFactory factory("ns3::bacepipe::" + transport);
        factory.Set("SegmentSize", UintegerValue(1448));
        return factory.Create<MessageChannel>();
    }
};

using TransportFailureDeathTest = TransportFailure;

TEST_F(TransportFailureDeathTest, NoAnswerNamesBothEnds)
{
    BuildPath({});
    DropAtRandom(1, 1.);
    for (const char* transport : {"TcpMessageChannel", "BulkMessageChannel"})
    {
        EXPECT_DEATH(
            {
                Ptr<MessageChannel> channel = CreateChannel(transport);
                Open(channel);
                channel->Send(1, 1000);
                Simulator::Run();
            },
            "10.0.0.1 to 10.0.2.2 .*failed")
            << transport;
    }
}

TEST_F(TransportFailureDeathTest, APathThatBreaksIsGivenUp)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel("BulkMessageChannel");
    Open(channel);
    channel->Send(1, 100000000);
    Simulator::Schedule(Seconds(1), [this] { DropAtRandom(1, 1.); });
    EXPECT_DEATH(Simulator::Run(), "10.0.0.1 to 10.0.2.2 .*failed: no answer to segment");
}

TEST_F(TransportFailureDeathTest, TakenPort)
{
    BuildPath({});
    for (const char* transport : {"TcpMessageChannel", "BulkMessageChannel"})
    {
        Open(CreateChannel(transport));
        EXPECT_DEATH(Open(CreateChannel(transport)), "taken");
    }
}

TEST_F(TransportFailureDeathTest, MtuTooSmall)
{
    PathOptions options;
    options.mtu = 1499;
    BuildPath(options);
    EXPECT_DEATH(Open(CreateChannel("BulkMessageChannel")), "MTU 1499 .*1500 bytes");
}

TEST_F(TransportFailureDeathTest, WrongUse)
{
    BuildPath({});
    for (const char* transport : {"TcpMessageChannel", "BulkMessageChannel"})
    {
        Ptr<MessageChannel> channel = CreateChannel(transport);
        EXPECT_DEATH(channel->Send(1, 1), "not open");
        Open(channel, 7000);
        EXPECT_DEATH(channel->Send(1, 0), "at least one byte");
        EXPECT_DEATH(Open(channel, 8000), "opened twice");
        channel->Close();
    }
}

TEST_F(TransportFailure, AnOutageIsSurvived)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel("BulkMessageChannel");
    Open(channel);
    Simulator::Schedule(Seconds(1), [this] { DropAtRandom(1, 1.); });
    Simulator::Schedule(Seconds(20), [this] { DropAtRandom(1, 0.); });
    const Time end = SendAndExpectAll(channel, {20000000});
    EXPECT_GT(end, Seconds(20));
    EXPECT_LT(end, Seconds(50));
}

TEST_F(TransportFailure, ARunOfSmallMessagesDoesNotPutTheTimeoutOff)
{
    BuildPath({});
    Ptr<MessageChannel> channel = CreateChannel("BulkMessageChannel");
    Open(channel);
    std::vector<Delivery> deliveries;
    Record(channel, deliveries);
    for (uint64_t i = 0; i < 1000; ++i)
    {
        Simulator::Schedule(MilliSeconds(100 + 10 * i), [channel, i] { channel->Send(i, 100); });
    }
    // Everything is lost for a second, so that only the timer can set the sender going.
    Simulator::Schedule(MilliSeconds(200), [this] { DropAtRandom(1, 1.); });
    Simulator::Schedule(MilliSeconds(1200), [this] { DropAtRandom(1, 0.); });
    uint64_t soon = 0;
    Simulator::Schedule(Seconds(3), [&] { soon = deliveries.size(); });
    Simulator::Run();
    EXPECT_EQ(deliveries.size(), 1000u);
    EXPECT_GT(soon, 250u);
}

TEST_F(TransportFailure, StateIsDescribed)
{
    BuildPath({});
    for (const char* transport : {"TcpMessageChannel", "BulkMessageChannel"})
    {
        Ptr<MessageChannel> channel = CreateChannel(transport);
        EXPECT_NE(channel->DescribeState().find("not open"), std::string::npos);
        Open(channel);
        channel->Send(1, 1000000);
        EXPECT_NE(channel->DescribeState().find("0 of 1 connections stand"), std::string::npos);
        Simulator::Stop(MilliSeconds(60));
        Simulator::Run();
        const std::string state = channel->DescribeState();
        EXPECT_NE(state.find("1 of 1 connections stand"), std::string::npos) << state;
        EXPECT_NE(state.find("1000000 bytes of messages not delivered"), std::string::npos)
            << state;
        channel->Close();
    }
}

TEST_F(TransportFailure, ClosedBeforeTheConnectionStands)
{
    BuildPath({});
    for (const char* transport : {"TcpMessageChannel", "BulkMessageChannel"})
    {
        Ptr<MessageChannel> channel = CreateChannel(transport);
        Open(channel);
        channel->Send(1, 1000);
        Simulator::Schedule(MilliSeconds(20), [channel] { channel->Close(); });
        Simulator::Run();
        EXPECT_EQ(channel->GetDeliveredBytes(), 0u);
    }
}

TEST_F(TransportFailure, PacketsOfAnEarlierChannelAreIgnored)
{
    BuildPath({});
    Ptr<MessageChannel> first = CreateChannel("BulkMessageChannel");
    Ptr<MessageChannel> second = CreateChannel("BulkMessageChannel");
    Open(first);
    first->Send(1, 1000000);
    std::vector<Delivery> deliveries;
    Record(second, deliveries);
    Simulator::Schedule(MilliSeconds(50), [&] {
        first->Close();
        Open(second);
        second->Send(2, 500000);
    });
    Simulator::Run();
    EXPECT_EQ(deliveries, (std::vector<Delivery>{{2, 500000}}));
}

TEST_F(TransportFailure, RunsWithEachCongestionControl)
{
    PathOptions options;
    options.queuePackets = 250;
    BuildPath(options);
    uint16_t port = 5000;
    for (const char* transport : {"TcpMessageChannel", "BulkMessageChannel"})
    {
        for (const char* control :
             {"TcpCubic", "TcpNewReno", "TcpLinuxReno", "TcpBbr", "TcpDctcp", "TcpVegas"})
        {
            Ptr<MessageChannel> channel = CreateChannel(transport);
            channel->SetAttribute("CongestionControl", StringValue(std::string("ns3::") + control));
            Open(channel, port++);
            const Time begin = Simulator::Now();
            const Time end = SendAndExpectAll(channel, {10000000});
            EXPECT_LT(end - begin, Seconds(5)) << transport << " " << control;
        }
    }
}

} // namespace ns3::bacepipe::test
