// SPDX-License-Identifier: GPL-2.0-only
// Each transport carries messages over a point-to-point link: once, whole, and as fast as the link
// allows.
#include "ns3/bace-message-channel.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/**
 * @brief One message over a link of 100 Mbps and 15 ms, without loss.
 */
class MessageTestCase : public TestCase
{
  public:
    /**
     * @param transport TypeId of the channel
     * @param bytes of the message
     * @param earliest of its arrival
     * @param latest of its arrival
     */
    MessageTestCase(const std::string& transport, uint64_t bytes, Time earliest, Time latest)
        : TestCase(transport + " carries " + std::to_string(bytes) + " bytes"),
          m_transport(transport),
          m_bytes(bytes),
          m_earliest(earliest),
          m_latest(latest)
    {
    }

  private:
    /// A message that has arrived.
    struct Arrival
    {
        uint64_t id;    //!< of the message
        uint64_t bytes; //!< of the message
        Time time;      //!< when
    };

    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(2);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", TimeValue(MilliSeconds(15)));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(QueueSize("10000p")));
        const auto devices = link.Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
        const auto interfaces = addresses.Assign(devices);
        TrafficControlHelper().Uninstall(devices);

        ObjectFactory factory(m_transport);
        factory.Set("SegmentSize", UintegerValue(1448));
        factory.Set("InitialWindow", UintegerValue(10));
        factory.Set("CongestionControl", TypeIdValue(TcpLinuxReno::GetTypeId()));
        Ptr<MessageChannel> channel = factory.Create<MessageChannel>();
        channel->SetDeliveredCallback(MakeCallback(&MessageTestCase::Record, this));
        channel->Open(
            {nodes.Get(0), nodes.Get(1), interfaces.GetAddress(0), interfaces.GetAddress(1), 5000});
        channel->Send(7, m_bytes);
        Simulator::Stop(Seconds(100));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(m_arrivals.size(), 1, channel->DescribeState());
        for (const auto& arrival : m_arrivals)
        {
            NS_TEST_EXPECT_MSG_EQ(arrival.id, 7, "id");
            NS_TEST_EXPECT_MSG_EQ(arrival.bytes, m_bytes, "bytes");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(arrival.time, m_earliest, "faster than the link");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(arrival.time, m_latest, "slower than it should be");
        }
        NS_TEST_EXPECT_MSG_EQ(channel->GetDeliveredBytes(), m_bytes, "delivered");
        NS_TEST_EXPECT_MSG_EQ(channel->GetRetransmittedBytes(), 0, "nothing was lost");
        channel->Close();
        channel->Dispose();
    }

    void DoTeardown() override
    {
        m_arrivals.clear();
        Simulator::Destroy();
    }

    /**
     * A message has arrived.
     * @param id of the message
     * @param bytes of the message
     */
    void Record(uint64_t id, uint64_t bytes)
    {
        m_arrivals.push_back({id, bytes, Simulator::Now()});
    }

    std::string m_transport;         //!< TypeId
    uint64_t m_bytes;                //!< of the message
    Time m_earliest;                 //!< of its arrival
    Time m_latest;                   //!< of its arrival
    std::vector<Arrival> m_arrivals; //!< in order
};

/**
 * @brief Both transports over a point-to-point link.
 *
 * By hand: a message is its bytes and a frame of 32, in segments of 1448 bytes; a packet adds 52
 * bytes of headers and 2 of the link's, so that 1502 bytes take 120.16 us at 100 Mbps. A round trip
 * of 30 ms sets up the connection, and the last packet arrives 15 ms after it has left. The packets
 * of the set-up, below 100 bytes each, take less than 30 us together.
 */
class BaceTransportTestSuite : public TestSuite
{
  public:
    BaceTransportTestSuite()
        : TestSuite("bace-pipe-transport", Type::UNIT)
    {
        for (const std::string transport :
             {"ns3::bacepipe::TcpMessageChannel", "ns3::bacepipe::BulkMessageChannel"})
        {
            // Ten segments, the initial window: 30 ms + 10 x 120.16 us + 15 ms = 46.2016 ms.
            AddTestCase(new MessageTestCase(transport,
                                            10 * 1448 - 32,
                                            NanoSeconds(46201600),
                                            NanoSeconds(46231600)));
            // A thousand segments: not before 30 ms + 120.16 ms + 15 ms. A round trip holds 251
            // packets; the window grows by a half or more in each, 10, 15, 22, 33, 49, 73, 109,
            // 163, 244, 366, so that in nine of them the link is idle for less than 30 ms.
            AddTestCase(new MessageTestCase(transport,
                                            1000 * 1448 - 32,
                                            NanoSeconds(165160000),
                                            NanoSeconds(165160000 + 9 * 30000000)));
        }
    }
};

BaceTransportTestSuite g_baceTransportTestSuite; //!< registers the suite

} // namespace
