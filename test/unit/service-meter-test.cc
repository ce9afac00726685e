// SPDX-License-Identifier: GPL-2.0-only
// Whom a link has served, by hand.
#include "ns3/bace-service-meter.h"
#include "ns3/ipv4-header.h"
#include "ns3/ppp-header.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/udp-header.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// A packet as on a point-to-point link.
template <typename Transport>
Ptr<Packet>
MakePacket(uint8_t protocol, uint16_t fragment, Transport transport)
{
    auto packet = Create<Packet>(100);
    transport.SetSourcePort(12345);
    transport.SetDestinationPort(54321);
    packet->AddHeader(transport);
    Ipv4Header ipv4;
    ipv4.SetProtocol(protocol);
    ipv4.SetFragmentOffset(fragment);
    ipv4.SetPayloadSize(packet->GetSize());
    packet->AddHeader(ipv4);
    PppHeader ppp;
    ppp.SetProtocol(0x0021);
    packet->AddHeader(ppp);
    return packet;
}

/// What the test sees at a time.
void
At(int64_t nanoseconds, const std::function<void()>& event)
{
    Simulator::Schedule(NanoSeconds(nanoseconds), event);
}

} // namespace

TEST(ServiceMeter, FindsThePortOfAPacket)
{
    EXPECT_EQ(ServiceMeter::FindPort(*MakePacket(17, 0, UdpHeader())), 54321);
    EXPECT_EQ(ServiceMeter::FindPort(*MakePacket(6, 0, TcpHeader())), 54321);
    EXPECT_EQ(ServiceMeter::FindPort(*MakePacket(17, 8, UdpHeader())), 0);
    EXPECT_EQ(ServiceMeter::FindPort(*MakePacket(1, 0, UdpHeader())), 0);
    EXPECT_EQ(ServiceMeter::FindPort(*Create<Packet>(20)), 0);
}

TEST(ServiceMeter, TellsWhatWasServedBetweenSendingAndArrival)
{
    // 8 Gbps: a byte takes a nanosecond. Three packets of 100 bytes begin at 0, 100 and 200 and
    // arrive 50 after their ends: at 150, 250 and 350.
    ServiceMeter meter(DataRate("8Gbps"), NanoSeconds(50));
    using Bytes = ServiceMeter::Bytes;
    using Shares = ServiceMeter::Shares;
    meter.Count(1, 100, NanoSeconds(0));
    meter.Count(2, 100, NanoSeconds(100));
    meter.Count(0, 999, NanoSeconds(150)); // nobody's
    meter.Count(1, 100, NanoSeconds(200));
    EXPECT_EQ(meter.GetBegun(), Bytes()); // what begins now is not before now
    At(1, [&] { EXPECT_EQ(meter.GetBegun(), (Bytes{0, 100})); });
    At(100, [&] { EXPECT_EQ(meter.GetBegun(), (Bytes{0, 100})); });
    At(149, [&] { EXPECT_EQ(meter.GetServedSince({}, 9), Shares()); });
    At(150, [&] {
        EXPECT_EQ(meter.GetServedSince({}, 9), (Shares{{1, NanoSeconds(100)}}));
        EXPECT_EQ(meter.GetServedSince({0, 100}, 9), Shares());
        EXPECT_EQ(meter.GetServedSince({}, 1), Shares());
    });
    At(350, [&] {
        EXPECT_EQ(meter.GetServedSince({}, 9),
                  (Shares{{1, NanoSeconds(200)}, {2, NanoSeconds(100)}}));
        // Sent at 1, when the first packet had begun: the others were ahead.
        EXPECT_EQ(meter.GetServedSince({0, 100}, 9),
                  (Shares{{1, NanoSeconds(100)}, {2, NanoSeconds(100)}}));
        EXPECT_EQ(meter.GetBegun(), (Bytes{0, 200, 100}));
    });
    Simulator::Run();
    Simulator::Destroy();
}

TEST(ServiceMeter, CountsTheTimeOfALinkThatChanges)
{
    // A byte takes 1 ns, later 4 ns, and the way 50 ns, later 10. The packet of 100 bytes that
    // begins at 100 arrives at 250. That of 7 after it would be there at 238: it does not overtake.
    // The last one begins at 228 and arrives 410 later.
    ServiceMeter meter(DataRate("8Gbps"), NanoSeconds(50));
    using Shares = ServiceMeter::Shares;
    EXPECT_EQ(meter.GetRate(), DataRate("8Gbps"));
    EXPECT_EQ(meter.GetDelay(), NanoSeconds(50));
    meter.Count(1, 100, NanoSeconds(100));
    meter.Change(DataRate("2Gbps"), NanoSeconds(10));
    EXPECT_EQ(meter.GetRate(), DataRate("2Gbps"));
    EXPECT_EQ(meter.GetDelay(), NanoSeconds(10));
    meter.Count(2, 7, NanoSeconds(200));
    meter.Count(1, 100, NanoSeconds(228));
    At(249, [&] { EXPECT_EQ(meter.GetServedSince({}, 9), Shares()); });
    At(250, [&] {
        EXPECT_EQ(meter.GetServedSince({}, 9),
                  (Shares{{1, NanoSeconds(100)}, {2, NanoSeconds(28)}}));
    });
    At(300, [&] {
        const auto begun = meter.GetBegun();
        EXPECT_EQ(meter.GetServedSince(begun, 9), Shares());
    });
    At(638, [&] {
        EXPECT_EQ(meter.GetServedSince({}, 9),
                  (Shares{{1, NanoSeconds(500)}, {2, NanoSeconds(28)}}));
        EXPECT_EQ(meter.GetServedSince({0, 100}, 2), (Shares{{1, NanoSeconds(400)}}));
    });
    Simulator::Run();
    Simulator::Destroy();
}

TEST(ServiceMeter, CountsManyPacketsThatNobodyAskedFor)
{
    ServiceMeter meter(DataRate("8Gbps"), NanoSeconds(500));
    for (int64_t i = 0; i < 1000; ++i)
    {
        At(10 * i, [&meter] {
            meter.Count(1 + Simulator::Now().GetNanoSeconds() % 20 / 10, 10, Simulator::Now());
        });
    }
    At(10001, [&] {
        EXPECT_EQ(meter.GetBegun(), (ServiceMeter::Bytes{0, 5000, 5000}));
        // Those that began at 9491 or before have arrived: 950 of them.
        EXPECT_EQ(meter.GetServedSince({0, 250, 0}, 2),
                  (ServiceMeter::Shares{{1, NanoSeconds(4750 - 250)}}));
    });
    Simulator::Run();
    Simulator::Destroy();
}
