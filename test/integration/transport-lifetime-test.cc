// SPDX-License-Identifier: GPL-2.0-only
// When a channel is opened, closed and left to itself, in every order that ns-3 allows.
#include "ns3/bace-message-channel-helper.h"
#include "ns3/bace-message-channel.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket.h"
#include "ns3/uinteger.h"

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

using TransportLifetime = TransportTest;

/// The commonest program: devices with ns-3's default queue discs, all set up before the run.
TEST_F(TransportLifetime, OpenedBeforeTheRunOverQueueDiscs)
{
    for (const char* const transport : {"Bulk", "Tcp"})
    {
        SCOPED_TRACE(transport);
        NodeContainer nodes(2);
        InternetStackHelper().Install(nodes);
        const auto devices = PointToPointHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices); // installs FqCoDel
        MessageChannelHelper helper(std::string("ns3::bacepipe::") + transport + "MessageChannel");
        helper.SetAttribute("SegmentSize", UintegerValue(1000));
        Ptr<MessageChannel> channel = helper.Install(nodes.Get(0), nodes.Get(1));
        SendAndExpectAll(channel, {1, 10000});
        channel = nullptr;
        Simulator::Destroy();
    }
}

TEST_F(TransportLifetime, TracesAreSeenFromTheStart)
{
    BuildPath({});
    MessageChannelHelper helper;
    Ptr<MessageChannel> channel = helper.Install(m_nodes.Get(0), m_nodes.Get(3));
    std::vector<TcpSocket::TcpStates_t> states;
    channel->TraceConnectWithoutContext(
        "State",
        Callback<void, uint32_t, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t>(
            [&states](uint32_t, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now) {
                states.push_back(now);
            }));
    SendAndExpectAll(channel, {1});
    channel->Close();
    EXPECT_EQ(states,
              (std::vector<TcpSocket::TcpStates_t>{TcpSocket::SYN_SENT,
                                                   TcpSocket::ESTABLISHED,
                                                   TcpSocket::CLOSED}));
}

TEST_F(TransportLifetime, OutlivesItsSimulation)
{
    for (const char* const path : {"Stack", "Express"})
    {
        Ptr<MessageChannel> channel; // of the lap before, until the next is made
        for (int lap = 0; lap < 3; ++lap)
        {
            SetUp();
            BuildPath({});
            MessageChannelHelper helper;
            helper.SetAttribute("Path", StringValue(path));
            channel = helper.Install(m_nodes.Get(0), m_nodes.Get(3));
            channel->TraceConnectWithoutContext(
                "State",
                Callback<void, uint32_t, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t>(
                    [](uint32_t, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t) {
                        Simulator::Now();
                    }));
            channel->Send(1, 30000000);
            Simulator::Stop(MilliSeconds(100));
            Simulator::Run();
            TearDown();
            EXPECT_LT(channel->GetDeliveredBytes(), channel->GetSentBytes());
        }
    }
}

TEST_F(TransportLifetime, ClosedByItsOwnTraceSinks)
{
    for (const char* const path : {"Stack", "Express"})
    {
        for (const char* const source : {"RTT", "CongestionWindow", "State"})
        {
            SCOPED_TRACE(std::string(path) + " " + source);
            SetUp();
            BuildPath({});
            MessageChannelHelper helper;
            helper.SetAttribute("Path", StringValue(path));
            Ptr<MessageChannel> channel = helper.Install(m_nodes.Get(0), m_nodes.Get(3));
            int calls = 0;
            const auto close = [&] {
                if (++calls == 2) // after the set-up
                {
                    channel->Close();
                }
            };
            channel->TraceConnectWithoutContext(
                "RTT",
                Callback<void, uint32_t, Time, Time>([&](uint32_t, Time, Time) {
                    source == std::string("RTT") ? close() : void();
                }));
            channel->TraceConnectWithoutContext(
                "CongestionWindow",
                Callback<void, uint32_t, uint64_t, uint64_t>([&](uint32_t, uint64_t, uint64_t) {
                    source == std::string("CongestionWindow") ? close() : void();
                }));
            channel->TraceConnectWithoutContext(
                "State",
                Callback<void, uint32_t, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t>(
                    [&](uint32_t, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t) {
                        source == std::string("State") ? close() : void();
                    }));
            channel->Send(1, 3000000);
            Simulator::Run();
            EXPECT_GE(calls, 2);
            EXPECT_LT(Simulator::Now(), Seconds(1));
            channel = nullptr;
            TearDown();
        }
    }
}

TEST_F(TransportLifetime, AttributesSetAfterOpenHaveNoEffect)
{
    BuildPath({});
    MessageChannelHelper helper;
    Ptr<MessageChannel> channel = helper.Install(m_nodes.Get(0), m_nodes.Get(3));
    channel->SetAttribute("Connections", UintegerValue(3));
    SendAndExpectAll(channel, {1, 100000});
}

TEST_F(TransportLifetime, HelpersShareThePorts)
{
    BuildPath({});
    MessageChannelHelper first;
    MessageChannelHelper second;
    second.SetAttribute("CongestionControl", StringValue("ns3::TcpBbr"));
    m_channels.push_back(first.Install(m_nodes.Get(0), m_nodes.Get(3)));
    m_channels.push_back(second.Install(m_nodes.Get(0), m_nodes.Get(3)));
    std::vector<Delivery> deliveries;
    for (const auto& channel : m_channels)
    {
        Record(channel, deliveries);
        channel->Send(1, 1000);
    }
    Simulator::Run();
    EXPECT_EQ(deliveries.size(), 2u);
}

/// The receiver learns of another way back: what it hears twice tells it.
TEST_F(TransportLifetime, TheWayBackMayAppearLate)
{
    for (const char* const path : {"Stack", "Express"})
    {
        SCOPED_TRACE(path);
        NodeContainer nodes(3);
        InternetStackHelper internet;
        Ipv4StaticRoutingHelper routing;
        internet.SetRoutingHelper(routing);
        internet.Install(nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("Mtu", UintegerValue(65535));
        link.DisableFlowControl();
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        addresses.Assign(link.Install(nodes.Get(0), nodes.Get(1)));
        addresses.NewNetwork();
        addresses.Assign(link.Install(nodes.Get(1), nodes.Get(2)));
        const auto ipv4 = [&](uint32_t i) { return nodes.Get(i)->GetObject<Ipv4>(); };
        routing.GetStaticRouting(ipv4(0))->SetDefaultRoute("10.0.0.2", 1);
        MessageChannelHelper helper;
        helper.SetAttribute("Path", StringValue(path));
        helper.SetAttribute("SegmentSize", UintegerValue(1448));
        Ptr<MessageChannel> channel = helper.Install(nodes.Get(0), nodes.Get(2));
        Simulator::Schedule(Seconds(0.5), [&] {
            routing.GetStaticRouting(ipv4(2))->SetDefaultRoute("10.0.1.1", 1);
        });
        const Time end = SendAndExpectAll(channel, {1000});
        EXPECT_LT(end, Seconds(2)); // by the second request for the connection
        channel->Close();
        channel = nullptr;
        Simulator::Destroy();
    }
}

} // namespace ns3::bacepipe::test
