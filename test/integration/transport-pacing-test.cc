// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// How fast packets leave the source.
class TransportPacing : public TransportTest
{
  protected:
    /// A packet that leaves the source.
    struct Departure
    {
        Time time;      //!< when
        uint32_t bytes; //!< of IPv4: without the device's 2
    };

    /**
     * Builds the path, records what leaves the source, and makes a channel.
     * @param options of the path
     * @param transport TypeId's last name
     */
    void Build(const PathOptions& options, const std::string& transport = "BulkMessageChannel")
    {
        BuildPath(options);
        m_nodes.Get(0)->GetDevice(1)->TraceConnectWithoutContext(
            "MacTx",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                m_departures.push_back({Simulator::Now(), packet->GetSize() - 2});
            }));
        ObjectFactory factory("ns3::bacepipe::" + transport);
        factory.Set("SegmentSize", UintegerValue(1448));
        m_channel = factory.Create<MessageChannel>();
    }

    /**
     * Expects no packet to leave sooner after another than a rate allows.
     * @param rate bit/s of IPv4 packets
     * @param first index of the first departure that counts
     */
    void ExpectNeverFasterThan(double rate, std::size_t first = 0) const
    {
        double soonest = 1e9;
        for (std::size_t i = first + 1; i < m_departures.size(); ++i)
        {
            const Time gap = m_departures[i].time - m_departures[i - 1].time;
            const double fair = m_departures[i - 1].bytes * 8 / rate;
            soonest = std::min(soonest, gap.GetSeconds() / fair);
        }
        EXPECT_GE(soonest, 1 - 1e-6);
    }

    void TearDown() override
    {
        m_channel = nullptr;
        TransportTest::TearDown();
    }

    Ptr<MessageChannel> m_channel;       //!< under test
    std::vector<Departure> m_departures; //!< of packets from the source
};

TEST_F(TransportPacing, ACapIsReachedAndNeverExceeded)
{
    // 20 MB of payload, and 32 bytes, in segments of 1448 in packets of 1500, at 40 Mbit/s: 4.144
    // s. A round trip for the connection and half a one for the last packet: 0.045 s. Slow start
    // takes less than three round trips to fill 40 Mbit/s x 30 ms, 100 packets, from 10.
    Build({});
    m_channel->SetAttribute("MaxPacingRate", DataRateValue(DataRate("40Mbps")));
    Open(m_channel);
    const Time end = SendAndExpectAll(m_channel, {20000000});
    EXPECT_GT(end.GetSeconds(), 4.144 + 0.045);
    EXPECT_LT(end.GetSeconds(), 4.144 + 0.045 + 0.09);
    ExpectNeverFasterThan(40e6);
    EXPECT_EQ(m_channel->GetRetransmittedBytes(), 0u);
}

TEST_F(TransportPacing, ALongFlowGetsTheCapWithinAPercent)
{
    PathOptions options;
    options.wanRate = "10Gbps";
    options.wanDelay = MilliSeconds(5);
    Build(options);
    m_channel->SetAttribute("SegmentSize", UintegerValue(8948));
    m_channel->SetAttribute("MaxPacingRate", DataRateValue(DataRate("5Gbps")));
    std::vector<Time> arrivals;
    m_channel->TraceConnectWithoutContext(
        "MessageDelivered",
        Callback<void, uint64_t, uint64_t>(
            [&arrivals](uint64_t, uint64_t) { arrivals.push_back(Simulator::Now()); }));
    Open(m_channel);
    SendAndExpectAll(m_channel, {100000000, 500000000}); // the first opens the window
    ASSERT_EQ(arrivals.size(), 2u);
    const double seconds = (arrivals[1] - arrivals[0]).GetSeconds();
    EXPECT_NEAR(500e6 * 8 * 9000 / 8948 / seconds, 5e9, 0.01 * 5e9);
    ExpectNeverFasterThan(5e9);
}

TEST_F(TransportPacing, ACapHoldsForRetransmissionsAndProbes)
{
    Build({});
    DropAtRandom(1, 0.02);
    m_channel->SetAttribute("MaxPacingRate", DataRateValue(DataRate("1Mbps")));
    Open(m_channel);
    SendAndExpectAll(m_channel, {300000, 1, 100000, 2000});
    EXPECT_GT(m_channel->GetRetransmittedBytes(), 0u);
    ExpectNeverFasterThan(1e6);
}

TEST_F(TransportPacing, ACapIsPerConnection)
{
    Build({});
    m_channel->SetAttribute("Connections", UintegerValue(2));
    m_channel->SetAttribute("MaxPacingRate", DataRateValue(DataRate("20Mbps")));
    Open(m_channel);
    const Time end = SendAndExpectAll(m_channel, {20000000});
    EXPECT_NEAR(end.GetSeconds(), 4.144 + 0.045, 0.1);
}

TEST_F(TransportPacing, APacedFlowSendsNoBursts)
{
    Build({});
    uint64_t largest = 0;
    m_channel->SetAttribute("EnablePacing", BooleanValue(true));
    m_channel->TraceConnectWithoutContext(
        "CongestionWindow",
        Callback<void, uint32_t, uint64_t, uint64_t>(
            [&largest](uint32_t, uint64_t, uint64_t now) { largest = std::max(largest, now); }));
    Open(m_channel);
    SendAndExpectAll(m_channel, {5000000});
    // No faster than twice the largest window in the least round-trip time, but for the initial
    // window; a packet has 1500 bytes for 1448 of payload.
    ExpectNeverFasterThan(2. * largest * 1500 / 1448 * 8 / 0.030, 10);
    EXPECT_EQ(m_departures[10].time, m_departures[1].time); // the request, then ten segments
    EXPECT_GT(m_departures[11].time, m_departures[10].time);
}

TEST_F(TransportPacing, TheInitialWindowMayBePacedToo)
{
    Build({});
    m_channel->SetAttribute("EnablePacing", BooleanValue(true));
    m_channel->SetAttribute("PaceInitialWindow", BooleanValue(true));
    Open(m_channel);
    SendAndExpectAll(m_channel, {5000000});
    // Twice ten segments in a round trip, which is 30 ms and some µs: a segment each 1.5 ms.
    for (int i = 2; i <= 10; ++i)
    {
        const Time gap = m_departures[i].time - m_departures[i - 1].time;
        EXPECT_NEAR(gap.GetSeconds(), 0.0015, 0.00001);
    }
}

TEST_F(TransportPacing, PacingDoesNotChangeALosslessCompletionMuch)
{
    double seconds[2];
    for (const bool paced : {false, true})
    {
        SetUp();
        Build({});
        m_channel->SetAttribute("EnablePacing", BooleanValue(paced));
        Open(m_channel);
        seconds[paced] = SendAndExpectAll(m_channel, {50000000}).GetSeconds();
        TearDown();
    }
    EXPECT_NEAR(seconds[1], seconds[0], 0.01 * seconds[0]);
}

TEST_F(TransportPacing, TcpKeepsACapToo)
{
    Build({}, "TcpMessageChannel");
    m_channel->SetAttribute("MaxPacingRate", DataRateValue(DataRate("40Mbps")));
    Open(m_channel);
    const Time end = SendAndExpectAll(m_channel, {20000000});
    EXPECT_NEAR(end.GetSeconds(), 4.144 + 0.045, 0.1);
    ExpectNeverFasterThan(40e6 * 1.001, 2); // after the set-up
}

TEST_F(TransportPacing, TcpPaces)
{
    Build({}, "TcpMessageChannel");
    m_channel->SetAttribute("EnablePacing", BooleanValue(true));
    Open(m_channel);
    SendAndExpectAll(m_channel, {5000000});
    // The request, its confirmation, ten segments at once, and then none with another.
    for (std::size_t i = 12; i < m_departures.size(); ++i)
    {
        ASSERT_GT(m_departures[i].time, m_departures[i - 1].time);
    }
}

} // namespace ns3::bacepipe::test
