// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/simulator.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// What the trace sources of the bulk transport tell; their names are those of ns-3's TCP.
class TransportTrace : public TransportTest
{
  protected:
    void SetUp() override
    {
        TransportTest::SetUp();
        m_channel = CreateObject<BulkMessageChannel>();
        m_channel->SetAttribute("SegmentSize", UintegerValue(1448));
    }

    void TearDown() override
    {
        m_channel = nullptr;
        TransportTest::TearDown();
    }

    /**
     * Records the changes of a value of connection 0: its first value, then each new one, each of
     * which must come with the one before.
     * @tparam T type of the value
     * @param source name of the trace source
     * @param values where they go
     */
    template <typename T>
    void Record(const std::string& source, std::vector<T>& values)
    {
        const auto change = [&values](uint32_t connection, T before, T now) {
            EXPECT_EQ(connection, 0u);
            if constexpr (!std::is_same_v<T, Time>) // each measurement is traced
            {
                EXPECT_NE(before, now);
            }
            if (values.empty())
            {
                values.push_back(before);
            }
            EXPECT_EQ(values.back(), before);
            values.push_back(now);
        };
        EXPECT_TRUE(
            m_channel->TraceConnectWithoutContext(source, Callback<void, uint32_t, T, T>(change)))
            << source;
    }

    Ptr<BulkMessageChannel> m_channel; //!< under test
};

TEST_F(TransportTrace, WindowFollowsALossInSlowStart)
{
    PathOptions options;
    options.queuePackets = 100;
    BuildPath(options);
    m_channel->SetAttribute("CongestionControl", TypeIdValue(TcpLinuxReno::GetTypeId()));
    std::vector<uint64_t> windows;
    std::vector<uint64_t> thresholds;
    std::vector<TcpSocketState::TcpCongState_t> states;
    Record("CongestionWindow", windows);
    Record("SlowStartThreshold", thresholds);
    Record("CongState", states);
    Open(m_channel);
    SendAndExpectAll(m_channel, {5000000});
    ASSERT_GT(windows.size(), 10u);
    EXPECT_EQ(windows[0], 0u);
    EXPECT_EQ(windows[1], 14480u);
    // 250 packets in the network and 100 in the queue; the window goes on to grow, at most to the
    // double, until the loss is known, a round trip later. It is halved then.
    const uint64_t most = *std::max_element(windows.begin(), windows.end());
    EXPECT_GT(most, 1448u * 350);
    EXPECT_LT(most, 1448u * 350 * 2);
    ASSERT_EQ(thresholds.size(), 3u);
    EXPECT_EQ(thresholds[1], UINT64_MAX);
    EXPECT_NEAR(thresholds[2], most / 2, 1448);
    EXPECT_EQ(states,
              (std::vector<TcpSocketState::TcpCongState_t>{TcpSocketState::CA_OPEN,
                                                           TcpSocketState::CA_RECOVERY,
                                                           TcpSocketState::CA_OPEN}));
}

TEST_F(TransportTrace, TimeoutIsAStateOfLoss)
{
    BuildPath({});
    std::vector<TcpSocketState::TcpCongState_t> states;
    Record("CongState", states);
    Open(m_channel);
    Simulator::Schedule(Seconds(1), [this] { DropAtRandom(1, 1.); });
    Simulator::Schedule(Seconds(3), [this] { DropAtRandom(1, 0.); });
    SendAndExpectAll(m_channel, {30000000});
    EXPECT_EQ(states,
              (std::vector<TcpSocketState::TcpCongState_t>{TcpSocketState::CA_OPEN,
                                                           TcpSocketState::CA_LOSS,
                                                           TcpSocketState::CA_OPEN}));
}

TEST_F(TransportTrace, ConnectionLivesFromClosedToClosed)
{
    BuildPath({});
    std::vector<TcpSocket::TcpStates_t> states;
    Record("State", states);
    Open(m_channel);
    SendAndExpectAll(m_channel, {1000});
    m_channel->Close();
    EXPECT_EQ(states,
              (std::vector<TcpSocket::TcpStates_t>{TcpSocket::CLOSED,
                                                   TcpSocket::SYN_SENT,
                                                   TcpSocket::ESTABLISHED,
                                                   TcpSocket::CLOSED}));
}

TEST_F(TransportTrace, ConnectionIsClosedWithItsChannel)
{
    BuildPath({});
    std::vector<TcpSocket::TcpStates_t> states;
    Record("State", states);
    Open(m_channel);
    SendAndExpectAll(m_channel, {1000});
    m_channels.clear();
    m_channel = nullptr;
    ASSERT_EQ(states.size(), 4u);
    EXPECT_EQ(states.back(), TcpSocket::CLOSED);
}

TEST_F(TransportTrace, RoundTripTimeIsThePaths)
{
    BuildPath({});
    std::vector<Time> times;
    Record("RTT", times);
    Open(m_channel);
    SendAndExpectAll(m_channel, {100000});
    ASSERT_GT(times.size(), 2u);
    EXPECT_EQ(times[0], Time());
    for (std::size_t i = 1; i < times.size(); ++i)
    {
        EXPECT_GT(times[i], MilliSeconds(30));
        EXPECT_LT(times[i], MilliSeconds(70)); // the acknowledgement may have waited for 40 ms
    }
}

TEST_F(TransportTrace, RetransmissionsAreCounted)
{
    BuildPath({});
    uint64_t again = 0;
    uint32_t packets = 0;
    const auto resent = [&](uint32_t, uint64_t segment, uint32_t bytes) {
        again += bytes;
        EXPECT_EQ(segment, 20u + packets++);
    };
    m_channel->TraceConnectWithoutContext("Retransmission",
                                          Callback<void, uint32_t, uint64_t, uint32_t>(resent));
    DropChosen(1, {21, 22, 23}); // packet 0 asks for the connection
    Open(m_channel);
    SendAndExpectAll(m_channel, {1000000});
    EXPECT_EQ(packets, 3u);
    EXPECT_EQ(again, 3u * 1448);
    EXPECT_EQ(again, m_channel->GetRetransmittedBytes());
}

} // namespace ns3::bacepipe::test
