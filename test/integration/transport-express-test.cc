// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-channel.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/object-factory.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <functional>
#include <tuple>
#include <vector>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// The express path against ns3's stack: the same packets, the same times.
class TransportExpress : public TransportTest
{
  protected:
    /// What a run showed.
    struct Outcome
    {
        double forward{0};         //!< time of the large delivery forward, s
        double backward{0};        //!< time of the delivery backward, s
        double pause{0};           //!< time of the small delivery after a pause, s
        uint64_t retransmitted{0}; //!< bytes
        uint64_t events{0};        //!< of the simulator
    };

    /**
     * @param path Stack or Express
     * @param connections parallel connections
     * @return a channel
     */
    static Ptr<MessageChannel> CreateChannel(const std::string& path, uint32_t connections = 1)
    {
        ObjectFactory factory("ns3::bacepipe::BulkMessageChannel");
        factory.Set("Path", StringValue(path));
        factory.Set("Connections", UintegerValue(connections));
        factory.Set("SegmentSize", UintegerValue(8948));
        return factory.Create<MessageChannel>();
    }

    /// @return a callback that writes the present time, s
    static MessageChannel::DeliveredCallback NoteTime(double& time)
    {
        return MessageChannel::DeliveredCallback(
            [&time](uint64_t, uint64_t) { time = Simulator::Now().GetSeconds(); });
    }

    /**
     * Sends 50 MB forward, 20 MB backward, and a byte after a pause.
     * @param path Stack or Express
     * @param options of the chain
     * @param connections parallel connections
     * @param loss share of packets lost at random, each way
     * @return what it showed
     */
    Outcome Transfer(const std::string& path,
                     const PathOptions& options,
                     uint32_t connections = 1,
                     double loss = 0)
    {
        SetUp();
        BuildPath(options);
        if (loss > 0)
        {
            DropAtRandom(0, loss);
            DropAtRandom(1, loss);
        }
        Outcome outcome;
        {
            Ptr<MessageChannel> forward = CreateChannel(path, connections);
            Ptr<MessageChannel> backward = CreateChannel(path, connections);
            Ptr<MessageChannel> later = CreateChannel(path);
            Open(forward, 5000);
            Open(backward, 6000, true);
            Open(later, 7000);
            forward->SetDeliveredCallback(NoteTime(outcome.forward));
            backward->SetDeliveredCallback(NoteTime(outcome.backward));
            later->SetDeliveredCallback(NoteTime(outcome.pause));
            forward->Send(1, 50000000);
            backward->Send(1, 20000000);
            Simulator::Schedule(Seconds(1000), [later] { later->Send(1, 1); });
            Simulator::Run();
            outcome.retransmitted =
                forward->GetRetransmittedBytes() + backward->GetRetransmittedBytes();
            outcome.events = Simulator::GetEventCount();
        }
        TearDown();
        return outcome;
    }

    /**
     * Runs one channel over a new chain of the default kind.
     * @param path Stack or Express
     * @param plan given the channel: sends, and plans what happens to the chain
     * @return times of the deliveries, s
     */
    std::vector<double> Deliver(const std::string& path,
                                const std::function<void(Ptr<MessageChannel>)>& plan)
    {
        SetUp();
        BuildPath({});
        std::vector<double> times;
        Ptr<MessageChannel> channel = CreateChannel(path);
        Open(channel);
        channel->SetDeliveredCallback(MessageChannel::DeliveredCallback(
            [&times](uint64_t, uint64_t) { times.push_back(Simulator::Now().GetSeconds()); }));
        plan(channel);
        Simulator::Run();
        m_retransmitted = channel->GetRetransmittedBytes();
        channel = nullptr;
        TearDown();
        return times;
    }

    uint64_t m_retransmitted{0}; //!< bytes, by the last Deliver()
};

TEST_F(TransportExpress, SameTimesWithoutLosses)
{
    for (const char* const rate : {"100Mbps", "1Gbps", "10Gbps"})
    {
        for (const int delay : {1, 50})
        {
            for (const uint32_t connections : {1u, 3u})
            {
                SCOPED_TRACE(std::string(rate) + " " + std::to_string(delay) + " ms x" +
                             std::to_string(connections));
                PathOptions options;
                options.wanRate = rate;
                options.wanDelay = MilliSeconds(delay);
                const Outcome stack = Transfer("Stack", options, connections);
                const Outcome express = Transfer("Express", options, connections);
                EXPECT_NEAR(express.forward, stack.forward, 1e-6 * stack.forward);
                EXPECT_NEAR(express.backward, stack.backward, 1e-6 * stack.backward);
                EXPECT_EQ(express.pause, stack.pause);
                EXPECT_EQ(express.retransmitted, 0u);
                EXPECT_LT(express.events, 0.6 * stack.events);
            }
        }
    }
}

TEST_F(TransportExpress, SameTimesWithAQueueOfHalfTheBandwidthDelayProduct)
{
    for (const auto& [rate, delay, queue] : {std::tuple{"100Mbps", 50, 69u}, // 10 MB/s x 0.1 s / 2
                                             std::tuple{"1Gbps", 5, 69u},
                                             std::tuple{"1Gbps", 15, 208u}})
    {
        SCOPED_TRACE(std::string(rate) + " " + std::to_string(delay) + " ms");
        PathOptions options;
        options.wanRate = rate;
        options.wanDelay = MilliSeconds(delay);
        options.queuePackets = queue;
        const Outcome stack = Transfer("Stack", options);
        const Outcome express = Transfer("Express", options);
        EXPECT_GT(stack.retransmitted, 0u);
        EXPECT_NEAR(express.forward, stack.forward, 0.01 * stack.forward);
        EXPECT_NEAR(express.backward, stack.backward, 0.01 * stack.backward);
    }
}

/// The bottleneck at the sender itself: bursts come at exact multiples of a transmission time, so
/// that packets arrive at the very instant at which others have left.
TEST_F(TransportExpress, SameTimesInTies)
{
    for (const int delay : {5000, 7131, 15000})
    {
        for (const uint32_t queue : {20u, 60u, 125u})
        {
            SCOPED_TRACE(std::to_string(delay) + " us, " + std::to_string(queue));
            PathOptions options;
            options.direct = true;
            options.wanDelay = MicroSeconds(delay);
            options.queuePackets = queue;
            const Outcome stack = Transfer("Stack", options, 2);
            const Outcome express = Transfer("Express", options, 2);
            EXPECT_EQ(express.forward, stack.forward);
            EXPECT_EQ(express.backward, stack.backward);
            EXPECT_EQ(express.retransmitted, stack.retransmitted);
        }
    }
}

/// What waits in a queue leaves at the rate that the link has then, not at that of its arrival.
TEST_F(TransportExpress, AShortDipOfTheRateIsOver)
{
    const auto plan = [this](Ptr<MessageChannel> channel) {
        channel->Send(1, 50000000);
        const auto set = [this](const char* rate) {
            m_wan[0]->SetAttribute("DataRate", StringValue(rate));
        };
        Simulator::Schedule(Seconds(1), [set] { set("100kbps"); });
        Simulator::Schedule(Seconds(1.1), [set] { set("100Mbps"); });
    };
    const double stack = Deliver("Stack", plan).at(0);
    EXPECT_LT(stack, 7);
    EXPECT_NEAR(Deliver("Express", plan).at(0), stack, 0.01 * stack);
}

/// ns-3's flow control keeps an MTU free; without it the queue is filled to the last byte.
TEST_F(TransportExpress, SameTimesWithAQueueInBytes)
{
    for (const bool flowControl : {true, false})
    {
        SCOPED_TRACE(flowControl);
        PathOptions options;
        options.mtu = 20000;
        options.queueBytes = 300000;
        options.flowControl = flowControl;
        const Outcome stack = Transfer("Stack", options);
        const Outcome express = Transfer("Express", options);
        EXPECT_GT(stack.retransmitted, 0u);
        EXPECT_NEAR(express.forward, stack.forward, 0.01 * stack.forward);
        EXPECT_NEAR(express.backward, stack.backward, 0.01 * stack.backward);
    }
}

TEST_F(TransportExpress, SameTimesWithRandomLosses)
{
    for (const double loss : {0.0005, 0.01})
    {
        SCOPED_TRACE(loss);
        const Outcome stack = Transfer("Stack", {}, 2, loss);
        const Outcome express = Transfer("Express", {}, 2, loss);
        EXPECT_GT(stack.retransmitted, 0u);
        EXPECT_NEAR(express.forward, stack.forward, 0.01 * stack.forward);
        EXPECT_NEAR(express.backward, stack.backward, 0.01 * stack.backward);
    }
}

/// By hand: a packet of 9000 + 2 bytes takes 720.16 us at 100 Mbps.
TEST_F(TransportExpress, OneSegmentTakesItsTransmissionsAndDelays)
{
    const auto plan = [](Ptr<MessageChannel> channel) {
        Simulator::Schedule(Seconds(1), [channel] { channel->Send(1, 8948 - 32); });
    };
    // Two ports of 100 Gbps and 10 us, the link of 100 Mbps and 15 ms between them.
    const double expected = 1 + 2 * (9002 * 8 / 100e9 + 10e-6) + 9002 * 8 / 100e6 + 15e-3;
    EXPECT_NEAR(Deliver("Express", plan).at(0), expected, 2e-9);
    EXPECT_NEAR(Deliver("Stack", plan).at(0), expected, 2e-9);
}

TEST_F(TransportExpress, ChangesOfTheLinkTakeEffect)
{
    const auto plan = [this](Ptr<MessageChannel> channel) {
        // Each message meets a still link: at first, then a slower and longer one, then a lossy
        // one.
        for (uint64_t i = 0; i < 3; ++i)
        {
            Simulator::Schedule(Seconds(100. * i), [channel, i] { channel->Send(i, 1000000); });
        }
        Simulator::Schedule(Seconds(50), [this] {
            m_wan[0]->SetAttribute("DataRate", StringValue("10Mbps"));
            m_wan[0]->GetChannel()->SetAttribute("Delay", StringValue("40ms"));
        });
        Simulator::Schedule(Seconds(150), [this, channel] {
            // The longer path answers later than two old round trips: a probe, of the last segment.
            EXPECT_EQ(channel->GetRetransmittedBytes(), 1000032u % 8948);
            DropChosen(1, {0, 1, 2, 3, 4});
        });
    };
    const auto stack = Deliver("Stack", plan);
    EXPECT_EQ(m_retransmitted, 5u * 8948 + 1000032u % 8948);
    const auto express = Deliver("Express", plan);
    EXPECT_EQ(m_retransmitted, 5u * 8948 + 1000032u % 8948);
    EXPECT_EQ(express, stack);
    ASSERT_EQ(stack.size(), 3u);
    EXPECT_GT(stack[1] - 100, 0.8); // 8 Mbit at 10 Mbps
}

using TransportExpressDeathTest = TransportExpress;

TEST_F(TransportExpressDeathTest, ADeadPathIsGivenUp)
{
    BuildPath({});
    m_nodes.Get(1)->GetObject<Ipv4>()->SetDown(2);
    Ptr<MessageChannel> channel = CreateChannel("Express");
    EXPECT_DEATH(
        {
            Open(channel);
            Simulator::Run();
        },
        "no answer to 8 attempts to connect");
}

TEST_F(TransportExpressDeathTest, AQueueDiscIsRefused)
{
    BuildPath({});
    TrafficControlHelper control;
    control.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
    control.Install(m_wan[0]);
    EXPECT_DEATH(Open(CreateChannel("Express")), "device 2 of node 1: it has a queue disc");
}

TEST_F(TransportExpressDeathTest, OtherDevicesAreRefused)
{
    NodeContainer nodes(2);
    InternetStackHelper internet;
    internet.Install(nodes);
    const auto devices = SimpleNetDeviceHelper().Install(nodes);
    Ipv4AddressHelper addresses("10.9.0.0", "255.255.255.0");
    addresses.Assign(devices);
    const auto addressOf = [&](uint32_t i) {
        return nodes.Get(i)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    };
    EXPECT_DEATH(CreateChannel("Express")->Open(
                     {nodes.Get(0), nodes.Get(1), addressOf(0), addressOf(1), 5000}),
                 "to a ns3::SimpleNetDevice");
}

TEST_F(TransportExpressDeathTest, PacketsOfTheStackOnTheSameDeviceAreRefused)
{
    BuildPath({});
    Ptr<MessageChannel> express = CreateChannel("Express");
    Ptr<MessageChannel> stack = CreateChannel("Stack");
    EXPECT_DEATH(
        {
            Open(express, 5000);
            Open(stack, 6000);
            Simulator::Run();
        },
        "carries express packets and was given one by ns-3's stack");
}

} // namespace ns3::bacepipe::test
