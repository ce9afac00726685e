// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/ipv4-header.h"
#include "ns3/object-factory.h"
#include "ns3/ppp-header.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-dctcp.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <string>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// What happens when the bottleneck marks packets instead of dropping them.
class TransportEcn : public TransportTest
{
  protected:
    /**
     * Builds the path, with a queue disc at the bottleneck that marks what comes when there are
     * more than some packets in it, and a device queue of two packets below it.
     * @param threshold packets
     */
    void Build(double threshold)
    {
        PathOptions options;
        options.queuePackets = 2;
        BuildPath(options);
        TrafficControlHelper control;
        control.SetRootQueueDisc("ns3::RedQueueDisc",
                                 "MinTh",
                                 DoubleValue(threshold),
                                 "MaxTh",
                                 DoubleValue(threshold),
                                 "QW",
                                 DoubleValue(1),
                                 "MaxSize",
                                 QueueSizeValue(QueueSize("10000p")),
                                 "LinkBandwidth",
                                 DataRateValue(DataRate("100Mbps")),
                                 "LinkDelay",
                                 TimeValue(MilliSeconds(15)),
                                 "MeanPktSize",
                                 UintegerValue(1500),
                                 "UseEcn",
                                 BooleanValue(true),
                                 "UseHardDrop",
                                 BooleanValue(false));
        NetDeviceContainer device(m_wan.at(0));
        m_disc = control.Install(device).Get(0);
        DynamicCast<RedQueueDisc>(m_disc)->AssignStreams(50);
    }

    /**
     * @param transport TypeId's last name
     * @param control congestion control
     * @param useEcn "On" or "Off"
     * @return a channel
     */
    Ptr<MessageChannel> CreateChannel(const std::string& transport,
                                      TypeId control,
                                      const std::string& useEcn) const
    {
        ObjectFactory factory("ns3::bacepipe::" + transport);
        factory.Set("SegmentSize", UintegerValue(1448));
        factory.Set("CongestionControl", TypeIdValue(control));
        factory.Set("UseEcn", StringValue(useEcn));
        return factory.Create<MessageChannel>();
    }

    /**
     * @param transport TypeId's last name
     * @param control congestion control
     * @param threshold packets
     * @return s until 50 MB have arrived
     */
    double Complete(const std::string& transport, TypeId control, double threshold)
    {
        SetUp();
        Build(threshold);
        Ptr<MessageChannel> channel = CreateChannel(transport, control, "On");
        Open(channel);
        const double seconds = SendAndExpectAll(channel, {50000000}).GetSeconds();
        EXPECT_GT(m_disc->GetStats().nTotalMarkedPackets, 0u);
        EXPECT_EQ(channel->GetRetransmittedBytes(), 0u);
        RecordProperty(transport, std::to_string(seconds));
        channel = nullptr;
        TearDown();
        return seconds;
    }

    void TearDown() override
    {
        m_disc = nullptr;
        TransportTest::TearDown();
    }

    Ptr<QueueDisc> m_disc; //!< at the bottleneck
};

TEST_F(TransportEcn, MarksReduceTheWindowWithoutRetransmissions)
{
    Build(150);
    Ptr<MessageChannel> channel =
        CreateChannel("BulkMessageChannel", TcpLinuxReno::GetTypeId(), "On");
    uint32_t reductions = 0;
    channel->TraceConnectWithoutContext(
        "CongState",
        Callback<void, uint32_t, TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t>(
            [](uint32_t, TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t now) {
                EXPECT_TRUE(now == TcpSocketState::CA_OPEN || now == TcpSocketState::CA_CWR);
            }));
    channel->TraceConnectWithoutContext(
        "SlowStartThreshold",
        Callback<void, uint32_t, uint64_t, uint64_t>(
            [&reductions](uint32_t, uint64_t, uint64_t now) { reductions += now < UINT64_MAX; }));
    Open(channel);
    const double seconds = SendAndExpectAll(channel, {100000000}).GetSeconds();
    EXPECT_LT(seconds, 8.29 * 1.08); // 100 MB in packets of 1500 bytes at 100 Mbit/s
    EXPECT_GE(reductions, 2u);
    EXPECT_LT(reductions, seconds / 0.03); // at most one in a round trip
    EXPECT_EQ(channel->GetRetransmittedBytes(), 0u);
    EXPECT_GT(m_disc->GetStats().nTotalMarkedPackets, 0u);
    EXPECT_EQ(m_disc->GetStats().nTotalDroppedPackets, 0u);
}

TEST_F(TransportEcn, WithoutItTheSameQueueDrops)
{
    Build(150);
    Ptr<MessageChannel> channel = CreateChannel("BulkMessageChannel", TcpCubic::GetTypeId(), "Off");
    Open(channel);
    SendAndExpectAll(channel, {20000000});
    EXPECT_GT(channel->GetRetransmittedBytes(), 0u);
    EXPECT_EQ(m_disc->GetStats().nTotalMarkedPackets, 0u);
    EXPECT_GT(m_disc->GetStats().nTotalDroppedPackets, 0u);
}

TEST_F(TransportEcn, OnlyDataMayBeMarked)
{
    Build(150);
    std::map<Ipv4Header::EcnType, uint32_t> counts[2];
    for (int end : {0, 1})
    {
        m_nodes.Get(3 * end)->GetDevice(1)->TraceConnectWithoutContext(
            "MacTx",
            Callback<void, Ptr<const Packet>>([&counts, end](Ptr<const Packet> packet) {
                Ptr<Packet> copy = packet->Copy();
                PppHeader ppp;
                Ipv4Header header;
                copy->RemoveHeader(ppp);
                copy->RemoveHeader(header);
                ++counts[end][header.GetEcn()];
            }));
    }
    Ptr<MessageChannel> channel = CreateChannel("BulkMessageChannel", TcpCubic::GetTypeId(), "On");
    Open(channel);
    SendAndExpectAll(channel, {1448 * 20 - 32});
    EXPECT_EQ(counts[0][Ipv4Header::ECN_NotECT], 1u); // the request for the connection
    EXPECT_EQ(counts[0][Ipv4Header::ECN_ECT0], 20u);
    EXPECT_EQ(counts[1].size(), 1u);
    EXPECT_GT(counts[1][Ipv4Header::ECN_NotECT], 10u);
}

TEST_F(TransportEcn, DctcpKeepsTheQueueAtTheThreshold)
{
    // A threshold of 40 packets, above a seventh of 250, the bandwidth-delay product (RFC
    // 8257).
    Build(40);
    Ptr<MessageChannel> channel = CreateChannel("BulkMessageChannel",
                                                TcpDctcp::GetTypeId(),
                                                "Off"); // it is on in any case
    const Time steady = Seconds(3);
    uint32_t longest = 0;
    double alphas = 0;
    uint32_t count = 0;
    double alpha = 1;
    uint64_t received = 0;
    uint64_t marked = 0;
    Simulator::Schedule(steady, [&] {
        received = m_disc->GetStats().nTotalReceivedPackets;
        marked = m_disc->GetStats().nTotalMarkedPackets;
    });
    for (int i = 0; i < 800; ++i)
    {
        Simulator::Schedule(steady + i * MilliSeconds(10), [&] {
            alphas += alpha;
            ++count;
        });
    }
    m_disc->TraceConnectWithoutContext(
        "PacketsInQueue",
        Callback<void, uint32_t, uint32_t>([&longest, steady](uint32_t, uint32_t now) {
            if (Simulator::Now() > steady)
            {
                longest = std::max(longest, now);
            }
        }));
    channel->TraceConnectWithoutContext(
        "CongestionEstimate",
        Callback<void, uint32_t, double, double>([&](uint32_t, double, double now) {
            EXPECT_GE(now, 0);
            EXPECT_LE(now, 1);
            alpha = now;
        }));
    Time begin;
    channel->TraceConnectWithoutContext(
        "MessageDelivered",
        Callback<void, uint64_t, uint64_t>(
            [&begin](uint64_t id, uint64_t) { begin = id == 1000 ? Simulator::Now() : begin; }));
    Open(channel);
    const Time end = SendAndExpectAll(channel, {40000000, 100000000});
    EXPECT_LT(longest, 60u);
    EXPECT_GT(100e6 * 1500 / 1448 * 8 / (end - begin).GetSeconds(), 0.97 * 100e6);
    EXPECT_EQ(channel->GetRetransmittedBytes(), 0u);
    // Its estimate is, on average, what the queue has done. (Its smoothing takes 16 round
    // trips.)
    EXPECT_LT(count * MilliSeconds(10), end - steady);
    const double share = static_cast<double>(m_disc->GetStats().nTotalMarkedPackets - marked) /
                         (m_disc->GetStats().nTotalReceivedPackets - received);
    EXPECT_GT(share, 0.001);
    EXPECT_NEAR(alphas / count, share, 0.3 * share);
}

TEST_F(TransportEcn, AsLongAsTcpTakes)
{
    for (const TypeId& control : {TcpCubic::GetTypeId(),
                                  TcpLinuxReno::GetTypeId(),
                                  TcpNewReno::GetTypeId(),
                                  TcpDctcp::GetTypeId()})
    {
        const double tcp = Complete("TcpMessageChannel", control, 150);
        EXPECT_NEAR(Complete("BulkMessageChannel", control, 150), tcp, 0.01 * tcp)
            << control.GetName();
    }
    const double tcp = Complete("TcpMessageChannel", TcpDctcp::GetTypeId(), 60);
    EXPECT_NEAR(Complete("BulkMessageChannel", TcpDctcp::GetTypeId(), 60), tcp, 0.01 * tcp);
}

TEST_F(TransportEcn, SameSeedGivesTheSameRun)
{
    const double first = Complete("BulkMessageChannel", TcpDctcp::GetTypeId(), 40);
    EXPECT_EQ(Complete("BulkMessageChannel", TcpDctcp::GetTypeId(), 40), first);
}

} // namespace ns3::bacepipe::test
