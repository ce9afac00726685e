// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-channel-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

using TransportHelper = TransportTest;
using TransportHelperDeathTest = TransportTest;

TEST_F(TransportHelper, FindsAddressesAndFreePorts)
{
    BuildPath({});
    MessageChannelHelper helper;
    helper.SetAttribute("SegmentSize", UintegerValue(1448));
    helper.SetAttribute("Connections", UintegerValue(3));
    std::vector<Delivery> forward;
    std::vector<Delivery> backward;
    for (int i = 0; i < 5; ++i)
    {
        m_channels.push_back(helper.Install(m_nodes.Get(0), m_nodes.Get(3)));
        Record(m_channels.back(), forward);
        m_channels.back()->Send(1, 10000);
        m_channels.push_back(helper.Install(m_nodes.Get(3), m_nodes.Get(1)));
        Record(m_channels.back(), backward);
        m_channels.back()->Send(2, 20000);
    }
    Simulator::Run();
    EXPECT_EQ(forward, std::vector<Delivery>(5, {1, 10000}));
    EXPECT_EQ(backward, std::vector<Delivery>(5, {2, 20000}));
}

TEST_F(TransportHelper, MakesTheChannelsOfAnyTransport)
{
    BuildPath({});
    MessageChannelHelper helper("ns3::bacepipe::TcpMessageChannel");
    m_channels.push_back(helper.Install(m_nodes.Get(0), m_nodes.Get(3)));
    EXPECT_EQ(m_channels.back()->GetInstanceTypeId().GetName(), "ns3::bacepipe::TcpMessageChannel");
    SendAndExpectAll(m_channels.back(), {1, 100000});
}

TEST_F(TransportHelperDeathTest, SaysWhatIsWrong)
{
    BuildPath({});
    EXPECT_DEATH(MessageChannelHelper("ns3::bacepipe::NoChannel"),
                 "NoChannel is no message channel");
    EXPECT_DEATH(MessageChannelHelper("ns3::Node"), "ns3::Node is no message channel");
    MessageChannelHelper helper;
    EXPECT_DEATH(helper.SetAttribute("Colour", StringValue("red")), "Colour");
    EXPECT_DEATH(helper.SetAttribute("Path", StringValue("Sideways")), "Path");
    Ptr<Node> bare = CreateObject<Node>();
    EXPECT_DEATH(helper.Install(m_nodes.Get(0), bare), "node 4 has no IPv4");
    EXPECT_DEATH(helper.Install(bare, m_nodes.Get(0)), "node 4 has no IPv4");
    EXPECT_DEATH(helper.Install(m_nodes.Get(0), m_nodes.Get(0)), "itself");
}

} // namespace ns3::bacepipe::test
