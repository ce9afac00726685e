// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/double.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <tuple>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// What is known about transports without simulating them.
class TransportLaws : public TransportTest,
                      public testing::WithParamInterface<std::tuple<std::string, std::string>>
{
  protected:
    /// @return what makes TCP channels under a congestion control
    static ObjectFactory MakeTcpFactory(const std::string& control)
    {
        ObjectFactory factory("ns3::bacepipe::TcpMessageChannel");
        factory.Set("CongestionControl", TypeIdValue(TypeId::LookupByName("ns3::" + control)));
        return factory;
    }

    static constexpr uint32_t SEGMENT = 1448;        //!< payload bytes
    static constexpr uint32_t PACKET = SEGMENT + 54; //!< on the wire: PPP, IPv4, UDP, header
    static constexpr uint32_t ACKNOWLEDGEMENT = 54;  //!< on the wire, without SACK blocks
    static constexpr uint64_t MESSAGE = 10000;       //!< bytes

    /**
     * @param maxWindow receive window, segments
     * @return a channel that acknowledges each segment
     */
    Ptr<MessageChannel> CreateChannel(uint64_t maxWindow = 100000)
    {
        const auto& [path, control] = GetParam();
        ObjectFactory factory =
            path == "Tcp" ? MakeTcpFactory(control) : MakeBulkFactory(path, control);
        factory.Set("SegmentSize", UintegerValue(SEGMENT));
        factory.Set("DelayedAckCount", UintegerValue(1));
        factory.Set(path == "Tcp" ? "BufferSize" : "MaxWindow", UintegerValue(maxWindow * SEGMENT));
        return factory.Create<MessageChannel>();
    }

    /**
     * Gives open channels more than they can send, and runs.
     * @param channels to measure
     * @param begin of the measurement
     * @param end of it
     * @param most bit/s that a channel can send
     * @param message bytes of a message
     * @return payload of each, byte/s
     */
    std::vector<double> MeasureRates(const std::vector<Ptr<MessageChannel>>& channels,
                                     Time begin,
                                     Time end,
                                     double most,
                                     uint64_t message = MESSAGE)
    {
        for (const Ptr<MessageChannel>& channel : channels)
        {
            for (double sent = 0; sent < most / 8 * end.GetSeconds();
                 sent += static_cast<double>(message))
            {
                channel->Send(0, message);
            }
        }
        Simulator::Stop(begin - Simulator::Now());
        Simulator::Run();
        std::vector<double> rates;
        for (const Ptr<MessageChannel>& channel : channels)
        {
            rates.push_back(-static_cast<double>(channel->GetDeliveredBytes()));
        }
        Simulator::Stop(end - begin);
        Simulator::Run();
        for (std::size_t i = 0; i < channels.size(); ++i)
        {
            rates[i] += static_cast<double>(channels[i]->GetDeliveredBytes());
            rates[i] /= (end - begin).GetSeconds();
            EXPECT_LT(channels[i]->GetDeliveredBytes(), channels[i]->GetSentBytes());
        }
        return rates;
    }
};

/// A law of both transports.
using TransportWindowLaw = TransportLaws;

TEST_P(TransportWindowLaw, AWindowIsSentEachRoundTrip)
{
    for (const uint64_t window : {1, 7, 50})
    {
        SetUp();
        BuildPath({}); // 100 Gbps 10 us, 100 Mbps 15 ms, 100 Gbps 10 us
        Ptr<MessageChannel> channel = CreateChannel(window);
        Open(channel);
        const double rate = MeasureRates({channel}, Seconds(2), Seconds(12), 30e6, 1000).front();
        const double transmissions = 8 * (PACKET + ACKNOWLEDGEMENT) * (1 / 100e6 + 2 / 100e9);
        const double roundTrip = 2 * (0.015 + 2 * 10e-6) + transmissions;
        const double theory =
            static_cast<double>(window) * SEGMENT / roundTrip * 1000 / 1032; // with a header
        EXPECT_NEAR(rate, theory, 0.01 * theory) << "window of " << window;
        EXPECT_EQ(channel->GetRetransmittedBytes(), 0u);
        RecordProperty("window" + std::to_string(window), std::to_string(rate / theory));
        channel = nullptr;
        TearDown();
    }
}

INSTANTIATE_TEST_SUITE_P(Bulk,
                         TransportWindowLaw,
                         testing::Combine(testing::ValuesIn(GetPaths()),
                                          testing::ValuesIn(GetCongestionControls())));
INSTANTIATE_TEST_SUITE_P(Tcp,
                         TransportWindowLaw,
                         testing::Combine(testing::Values("Tcp"),
                                          testing::ValuesIn(GetCongestionControls())));

TEST_P(TransportLaws, TwoEqualFlowsShareEqually)
{
    PathOptions options;
    options.direct = true;
    options.wanRate = "50Mbps";
    options.wanDelay = MilliSeconds(10);
    options.queuePackets = 83; // 50 Mbps x 20 ms
    BuildPath(options);
    Ptr<MessageChannel> first = CreateChannel();
    Ptr<MessageChannel> second = CreateChannel();
    Open(first, 5000);
    // Not in step with the first.
    Simulator::Stop(MilliSeconds(1234));
    Simulator::Run();
    Open(second, 6000);
    const std::vector<double> rates = MeasureRates({first, second}, Seconds(10), Seconds(50), 50e6);
    const double sum = rates[0] + rates[1];
    // Jain, Chiu, Hawe 1984.
    const double jain = sum * sum / (2 * (rates[0] * rates[0] + rates[1] * rates[1]));
    EXPECT_GE(jain, 0.95) << rates[0] << " and " << rates[1] << " byte/s";
    EXPECT_GT(sum * 8, 0.9 * 50e6);
    RecordProperty("jain", std::to_string(jain));
}

INSTANTIATE_TEST_SUITE_P(Bulk,
                         TransportLaws,
                         testing::Combine(testing::ValuesIn(GetPaths()),
                                          testing::ValuesIn(GetCongestionControls())));

/// The law of additive increase and multiplicative decrease.
using TransportRenoLaw = TransportLaws;

TEST_P(TransportRenoLaw, RateFallsWithTheSquareRootOfTheLoss)
{
    // Between losses W grows by 1/W a packet, so that U = W^2/2 grows by 1 a packet; a loss, which
    // strikes each packet with probability p on its own, quarters U. Found by a random packet, p U
    // is then distributed as the sum of 4^-k E_k with E_k exponential of mean 1, and the rate is
    // 1 / (R E[1/W]) = C / (R sqrt(p)) with C = sqrt(2) / E[(p U)^-1/2] = 1.3098: Ott, Kemperman,
    // Mathis, "The stationary behavior of ideal TCP congestion avoidance", 1996; also the table of
    // Mathis, Semke, Mahdavi, Ott, "The macroscopic behavior of the TCP congestion avoidance
    // algorithm", 1997, for random losses and an acknowledgement for each packet. (Periodic losses:
    // sqrt(3/2) = 1.2247.)
    constexpr double CONSTANT = 1.3098;
    constexpr double LOSS = 0.002; // windows of 29 segments: hardly any timeouts
    constexpr int SEEDS = 16;
    const double roundTrip = 0.02 + 8 * (PACKET + ACKNOWLEDGEMENT) / 10e9;
    const double theory =
        CONSTANT * SEGMENT / (roundTrip * std::sqrt(LOSS)) * MESSAGE / (MESSAGE + 32);
    double sum = 0;
    for (int seed = 1; seed <= SEEDS; ++seed)
    {
        SetUp();
        RngSeedManager::SetRun(seed);
        PathOptions options;
        options.direct = true;
        options.wanRate = "10Gbps"; // 17 Mbps are needed
        options.wanDelay = MilliSeconds(10);
        BuildPath(options);
        DropAtRandom(1, LOSS);
        Ptr<MessageChannel> channel = CreateChannel();
        Open(channel);
        sum += MeasureRates({channel}, Seconds(3), Seconds(15), 100e6).front();
        channel = nullptr;
        TearDown();
    }
    EXPECT_NEAR(sum / SEEDS, theory, 0.1 * theory);
    RecordProperty("measured", std::to_string(sum / SEEDS / theory));
}

INSTANTIATE_TEST_SUITE_P(Bulk,
                         TransportRenoLaw,
                         testing::Combine(testing::ValuesIn(GetPaths()),
                                          testing::ValuesIn(GetRenos())));

} // namespace ns3::bacepipe::test
