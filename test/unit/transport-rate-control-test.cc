// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-congestion-driver.h"
#include "ns3/bace-delivery-rate.h"
#include "ns3/simulator.h"
#include "ns3/tcp-bbr.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// A connection under BBR over a link whose queue never overflows, seen from its congestion
/// control.
class BbrConnection
{
  public:
    /**
     * @param bottleneck segments a second
     * @param segmentSize bytes
     * @param maxRate payload bit/s
     */
    BbrConnection(double bottleneck, uint32_t segmentSize, uint64_t maxRate = 0)
        : m_driver(MakeOptions(segmentSize, maxRate)),
          m_bottleneck(bottleneck),
          m_bytes(segmentSize)
    {
        m_progress.rtt = ROUND_TRIP;
        m_progress.minRtt = ROUND_TRIP;
        m_driver.Start(m_progress);
    }

    /// Lets as much be acknowledged as window, pacing and link allow in a hundredth of a round
    /// trip.
    void Step()
    {
        const double pace = m_driver.GetPacingRate() / 8. / m_bytes;
        const double step = ROUND_TRIP.GetSeconds() / 100;
        m_credit = std::min(m_credit + std::min(pace, 2 * m_bottleneck) * step, 1e6);
        const Time now = Simulator::Now();
        while (m_credit >= 1 && m_sent - m_delivered < m_driver.GetWindow())
        {
            m_rate.NoteSent(m_sent, now, m_sent == m_delivered);
            ++m_sent;
            m_credit -= 1;
        }
        // What was sent a round trip ago arrives, as far as the link is fast enough.
        m_sentThen.push_back(m_sent);
        if (m_sentThen.size() <= 100)
        {
            return;
        }
        const uint64_t arrivable = m_sentThen.front();
        m_sentThen.pop_front();
        m_linkCredit = std::min(m_linkCredit + m_bottleneck * step, m_bottleneck * step + 1);
        const auto count = std::min<uint64_t>(arrivable - std::min(arrivable, m_delivered),
                                              std::floor(m_linkCredit));
        m_linkCredit -= count;
        if (count == 0)
        {
            return;
        }
        m_progress.priorPipe = m_sent - m_delivered;
        for (uint64_t i = 0; i < count; ++i)
        {
            m_rate.NoteDelivered(m_delivered++);
        }
        m_progress.unacknowledged = m_delivered;
        m_progress.next = m_sent;
        m_progress.pipe = m_sent - m_delivered;
        m_progress.acknowledged = count;
        m_progress.delivered = count;
        m_driver.Acknowledge(m_progress);
        m_driver.TakeRateSample(m_progress,
                                m_rate.TakeSample(now, m_delivered, ROUND_TRIP),
                                m_rate.GetDelivered());
    }

    /**
     * Runs for some time.
     * @param duration how long
     * @param visit called after each step
     */
    void Run(
        Time duration,
        std::function<void()> visit = [] {})
    {
        const Time end = Simulator::Now() + duration;
        while (Simulator::Now() < end)
        {
            Simulator::Schedule(ROUND_TRIP / 100, [] {});
            Simulator::Run();
            Step();
            visit();
        }
    }

    /**
     * @param bottleneck what the link carries from now on, segments a second
     */
    void SetBottleneck(double bottleneck)
    {
        m_bottleneck = bottleneck;
    }

    /// @return the driver
    CongestionDriver& GetDriver()
    {
        return m_driver;
    }

    /// @return segments delivered
    uint64_t GetDelivered() const
    {
        return m_delivered;
    }

    static inline const Time ROUND_TRIP = MilliSeconds(100); //!< of the connection

  private:
    /// @copydoc BbrConnection()
    static CongestionOptions MakeOptions(uint32_t segmentSize, uint64_t maxRate)
    {
        CongestionOptions options;
        options.congestionControl = TcpBbr::GetTypeId();
        options.segmentSize = segmentSize;
        options.maxRate = maxRate;
        options.randomStream = 7;
        return options;
    }

    CongestionDriver m_driver;             //!< under test
    CongestionDriver::Progress m_progress; //!< of the connection
    DeliveryRate m_rate;                   //!< its samples
    double m_bottleneck;                   //!< segments a second
    uint32_t m_bytes;                      //!< of a segment
    double m_credit{0};                    //!< segments that pacing allows
    double m_linkCredit{0};                //!< segments that the link allows
    uint64_t m_sent{0};                    //!< segments
    uint64_t m_delivered{0};               //!< segments
    std::deque<uint64_t> m_sentThen;       //!< at each of the last hundred steps
};

/// Ends the simulation after each test.
class RateControlTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }
};

} // namespace

TEST_F(RateControlTest, BbrStartsFromItsInitialWindow)
{
    // BBRInitPacingRate: 2.89 times ten segments in a round trip of 100 ms, in true bytes.
    BbrConnection connection(1000, 1448);
    EXPECT_TRUE(connection.GetDriver().NeedsRateSamples());
    EXPECT_TRUE(connection.GetDriver().HasPacingRate());
    EXPECT_NEAR(connection.GetDriver().GetPacingRate(), 2.89 * 10 * 1448 * 8 / 0.1, 10);
    EXPECT_EQ(connection.GetDriver().GetWindow(), 10u);
}

TEST_F(RateControlTest, BbrFindsTheBandwidthWhateverTheSegmentsSize)
{
    for (const uint32_t bytes : {1000u, 1448u, 60000u})
    {
        // 1000 segments a second; 100 in a round trip, the window twice that and some.
        BbrConnection connection(1000, bytes);
        connection.Run(Seconds(6));
        double least = 1e18;
        double most = 0;
        connection.Run(Seconds(2), [&] {
            const double rate = connection.GetDriver().GetPacingRate() / 8. / bytes;
            least = std::min(least, rate);
            most = std::max(most, rate);
        });
        EXPECT_NEAR(least, 750, 50) << bytes; // the gains of ProbeBW: 5/4, 3/4, 1
        EXPECT_NEAR(most, 1250, 70) << bytes;
        EXPECT_NEAR(connection.GetDriver().GetWindow(), 205, 15) << bytes;
    }
}

TEST_F(RateControlTest, BbrKeepsToTheCap)
{
    BbrConnection connection(1000, 1448, 500 * 1448 * 8);
    connection.Run(Seconds(5));
    EXPECT_LE(connection.GetDriver().GetPacingRate(), 500 * 1448 * 8u);
    EXPECT_NEAR(connection.GetDelivered(), 2500, 250);
}

TEST_F(RateControlTest, BbrDoesNotNoticeThatItsCountersStartAnew)
{
    // Five million segments a second for nine seconds: past 2^22 segments, where they do, ten
    // times, and past 2^24, where 32 bits of bytes would overflow.
    BbrConnection connection(5e6, 1448);
    connection.Run(Seconds(6));
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    double slowest = 1e18;
    double fastest = 0;
    connection.Run(Seconds(3), [&] {
        least = std::min(least, connection.GetDriver().GetWindow());
        most = std::max(most, connection.GetDriver().GetWindow());
        const double rate = connection.GetDriver().GetPacingRate() / 8. / 1448;
        slowest = std::min(slowest, rate);
        fastest = std::max(fastest, rate);
    });
    EXPECT_GT(connection.GetDelivered(), uint64_t{1} << 24);
    EXPECT_NEAR(least, 1e6, 0.05e6); // twice what is in a round trip
    EXPECT_NEAR(most, 1e6, 0.05e6);
    EXPECT_NEAR(slowest, 0.75 * 5e6, 0.05 * 5e6);
    EXPECT_NEAR(fastest, 1.25 * 5e6, 0.05 * 5e6);

    // And still forgets a bandwidth ten round trips after it is gone, not sooner. A round trip is
    // then twice as long, for the window is twice of what fits.
    connection.SetBottleneck(2.5e6);
    connection.Run(Seconds(0.9));
    EXPECT_GT(connection.GetDriver().GetPacingRate() / 8. / 1448, 0.75 * 4.5e6);
    connection.Run(Seconds(3));
    EXPECT_LT(connection.GetDriver().GetPacingRate() / 8. / 1448, 1.25 * 2.6e6);
}
