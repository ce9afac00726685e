// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <malloc.h>
#include <string>
#include <vector>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

namespace
{

/// @return bytes that the program has taken from its heap
double
GetHeapBytes()
{
    // Not the resident set: it does not shrink, and holds what earlier tests of the process took.
    const struct mallinfo2 heap = mallinfo2();
    return static_cast<double>(heap.uordblks + heap.hblkhd);
}

} // namespace

/// Windows and transfers that 32 bits cannot count, and tens of thousands of segments in flight.
class TransportLargeWindow : public TransportTest, public testing::WithParamInterface<std::string>
{
  protected:
    /**
     * Sends messages of 100 MB, one after the other, and runs.
     * @param bytes of all
     * @return when each had arrived, s
     */
    std::vector<double> Send(uint64_t bytes)
    {
        m_channel = MakeBulkFactory(GetParam()).Create<MessageChannel>(); // segments of 60000 bytes
        m_channel->TraceConnectWithoutContext("CongestionWindow",
                                              Callback<void, uint32_t, uint64_t, uint64_t>(
                                                  [this](uint32_t, uint64_t, uint64_t window) {
                                                      m_window = std::max(m_window, window);
                                                  }));
        std::vector<double> arrivals;
        std::vector<uint64_t> ids;
        m_channel->SetDeliveredCallback(
            MessageChannel::DeliveredCallback([&](uint64_t id, uint64_t size) {
                EXPECT_EQ(size, MESSAGE);
                ids.push_back(id);
                arrivals.push_back(Simulator::Now().GetSeconds());
            }));
        Open(m_channel);
        for (uint64_t id = 0; id < bytes / MESSAGE; ++id)
        {
            m_channel->Send(id, MESSAGE);
        }
        Simulator::Run();
        EXPECT_EQ(ids.size(), bytes / MESSAGE);
        EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
        EXPECT_EQ(m_channel->GetDeliveredBytes(), bytes);
        return arrivals;
    }

    static constexpr uint64_t MESSAGE = 100000000; //!< bytes

    Ptr<MessageChannel> m_channel; //!< that sends
    uint64_t m_window{0};          //!< largest congestion window, bytes
};

TEST_P(TransportLargeWindow, EightGigabytesOverOneConnection)
{
    PathOptions options;
    options.direct = true;
    options.wanRate = "10Gbps";
    BuildPath(options);
    const std::vector<double> arrivals = Send(8000000000);
    // From the first gigabyte on the flow fills the link.
    const double rate = 7e9 * 8 / (arrivals.back() - arrivals[9]);
    EXPECT_GT(rate, 0.9 * 10e9);
    EXPECT_LT(rate, 10e9);
    EXPECT_EQ(m_channel->GetRetransmittedBytes(), 0u);
}

TEST_P(TransportLargeWindow, ThreeGigabytesInFlight)
{
    // 100 Gbps x 250 ms = 3.125 GB, 52 thousand segments. Slow start needs twelve round trips to
    // double ten segments that often, and sends 6 GB meanwhile.
    PathOptions options;
    options.direct = true;
    options.wanRate = "100Gbps";
    options.wanDelay = MilliSeconds(125);
    BuildPath(options);

    const double before = GetHeapBytes();
    double most = 0;
    const auto sample = [&most](auto self) -> void {
        most = std::max(most, GetHeapBytes());
        if (Simulator::Now() < Seconds(5))
        {
            Simulator::Schedule(MilliSeconds(20), [self] { self(self); });
        }
    };
    Simulator::ScheduleNow([sample] { sample(sample); });

    const std::vector<double> arrivals = Send(12000000000);
    const double rate = 2e9 * 8 / (arrivals.back() - arrivals[arrivals.size() - 21]);
    EXPECT_GT(rate, 0.9 * 100e9);
    EXPECT_LT(rate, 100e9);
    EXPECT_GT(m_window, 3000000000u);
    EXPECT_EQ(m_channel->GetRetransmittedBytes(), 0u);

    const double inFlight = 3.125e9 / 60000;
    EXPECT_LT(most - before, 4e6 + 500 * inFlight);
    RecordProperty("rate", std::to_string(rate));
    RecordProperty("heap", std::to_string(most - before));
    RecordProperty("window", std::to_string(m_window));
}

INSTANTIATE_TEST_SUITE_P(Bulk, TransportLargeWindow, testing::ValuesIn(GetPaths()));

} // namespace ns3::bacepipe::test
