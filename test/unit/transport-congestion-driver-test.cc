// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-congestion-driver.h"
#include "ns3/simulator.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-dctcp.h"
#include "ns3/tcp-ledbat.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-lp.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// A connection whose window is always used, seen from its congestion control.
struct Connection
{
    CongestionDriver driver;             //!< under test
    CongestionDriver::Progress progress; //!< of the connection

    /**
     * @param control congestion control
     * @param window initial, segments
     * @param maxWindow segments
     */
    Connection(TypeId control, uint64_t window, uint64_t maxWindow = UINT64_MAX)
        : driver({control, 1448, window, maxWindow})
    {
        progress.rtt = MilliSeconds(100);
        progress.minRtt = MilliSeconds(100);
        progress.next = window;
    }

    /**
     * Acknowledges.
     * @param segments how many
     * @param priorPipe segments that were in the network; by default the whole window
     */
    void Acknowledge(uint64_t segments, uint64_t priorPipe = UINT64_MAX)
    {
        progress.unacknowledged += segments;
        progress.acknowledged = segments;
        progress.delivered = segments;
        progress.priorPipe = std::min(priorPipe, driver.GetWindow());
        driver.NoteFlight(progress.unacknowledged - segments,
                          progress.unacknowledged - segments + progress.priorPipe,
                          progress.priorPipe);
        progress.pipe = progress.priorPipe - std::min(segments, progress.priorPipe);
        driver.Acknowledge(progress);
        progress.next = std::max(progress.next, progress.unacknowledged + driver.GetWindow());
    }
};

/// Ends the simulation after each test.
class CongestionDriverTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }
};

} // namespace

TEST_F(CongestionDriverTest, SlowStartDoublesWhatABurstHadInFlight)
{
    // A burst of 8 segments and nothing more: all its acknowledgements count, to 16 segments.
    for (const uint64_t burst : {4, 8, 10})
    {
        CongestionDriver driver({TcpLinuxReno::GetTypeId(), 1448, 10});
        driver.NoteFlight(0, burst, burst);
        CongestionDriver::Progress progress;
        progress.rtt = progress.minRtt = MilliSeconds(100);
        progress.next = burst;
        for (progress.unacknowledged = 2; progress.unacknowledged <= burst;
             progress.unacknowledged += 2)
        {
            progress.acknowledged = progress.delivered = 2;
            progress.pipe = burst - progress.unacknowledged;
            progress.priorPipe = progress.pipe + 2;
            driver.Acknowledge(progress);
        }
        EXPECT_EQ(driver.GetWindow(), std::max<uint64_t>(10, 2 * burst));
    }
}

TEST_F(CongestionDriverTest, GrowsBeyondTheThresholdOnlyWhenFilled)
{
    // After a loss of 100 segments in flight: a threshold of 50 segments, and a window of those.
    for (const uint64_t flight : {49, 52})
    {
        CongestionDriver driver({TcpLinuxReno::GetTypeId(), 1448, 100});
        CongestionDriver::Progress progress;
        progress.rtt = progress.minRtt = MilliSeconds(100);
        progress.next = 100;
        progress.pipe = progress.priorPipe = 100;
        driver.EnterRecovery(progress);
        progress.unacknowledged = progress.acknowledged = 100;
        progress.pipe = 0;
        driver.Acknowledge(progress);
        ASSERT_EQ(driver.GetPhase(), CongestionDriver::Phase::OPEN);
        const uint64_t window = driver.GetWindow();
        ASSERT_NEAR(window, 51, 1);
        driver.NoteFlight(100, 100 + flight, flight);
        for (int i = 0; i < 60; ++i) // more than a window
        {
            progress.acknowledged = progress.delivered = 1;
            driver.Acknowledge(progress);
        }
        EXPECT_EQ(driver.GetWindow(), window + (flight >= window ? 1 : 0));
    }
}

TEST_F(CongestionDriverTest, TellsWhatItHasCountedTowardsAnIncrease)
{
    // Reno above its threshold: a window of 5 grows by one with every fifth acknowledgement, which
    // neither the window nor the threshold tells before.
    Connection connection(TcpLinuxReno::GetTypeId(), 10, 6);
    CongestionDriver& driver = connection.driver;
    connection.progress.pipe = 10;
    driver.EnterLoss(connection.progress);
    while (driver.GetWindow() < 5)
    {
        connection.Acknowledge(1);
    }
    ASSERT_EQ(driver.GetSlowStartThreshold(), 3u);
    for (uint64_t count = 0; count < 5; ++count)
    {
        EXPECT_EQ(driver.GetWindow(), 5u);
        EXPECT_EQ(driver.GetPendingGrowth(), count);
        connection.Acknowledge(1);
    }
    EXPECT_EQ(driver.GetWindow(), 6u); // the largest
    connection.Acknowledge(1);
    EXPECT_EQ(driver.GetPendingGrowth(), 0u);
}

TEST_F(CongestionDriverTest, SlowStartDoublesFarPastThirtyTwoBitsOfBytes)
{
    // 10 * 2^20 segments, 15 GB at 1448 bytes.
    Connection connection(TcpLinuxReno::GetTypeId(), 10);
    for (int round = 1; round <= 20; ++round)
    {
        connection.Acknowledge(connection.driver.GetWindow());
        ASSERT_EQ(connection.driver.GetWindow(), uint64_t{10} << round);
    }
    // And stops at the largest window, without wrapping.
    for (int i = 0; i < 5; ++i)
    {
        connection.Acknowledge(connection.driver.GetWindow());
        ASSERT_LE(connection.driver.GetWindow(), connection.driver.GetMaxWindow());
    }
    EXPECT_EQ(connection.driver.GetWindow(), connection.driver.GetMaxWindow());
    EXPECT_EQ(connection.driver.GetMaxWindow(), 15728639u); // (2^32 - 2^28) / 256
}

TEST_F(CongestionDriverTest, KeepsWithinTheReceiveWindow)
{
    Connection connection(TcpCubic::GetTypeId(), 10, 25);
    for (int i = 0; i < 5; ++i)
    {
        connection.Acknowledge(10);
    }
    EXPECT_EQ(connection.driver.GetWindow(), 25u);
    // The window behind it is twice what it let be in flight at most, so one halving more lets as
    // much through; a reduction starts from what was used.
    connection.progress.pipe = 25;
    connection.driver.EnterLoss(connection.progress);
    EXPECT_EQ(connection.driver.GetSlowStartThreshold(), 17u); // 0.7 * 25
}

TEST_F(CongestionDriverTest, HalvesAWindowTwiceWhatTheReceiverTakes)
{
    CongestionOptions options{TcpCubic::GetTypeId(), 1448, 10, 40};
    options.restartAfterIdle = true;
    CongestionDriver driver(options);
    CongestionDriver::Progress progress;
    progress.rtt = progress.minRtt = MilliSeconds(100);
    for (int round = 0; round < 6; ++round)
    {
        const uint64_t window = driver.GetWindow();
        driver.NoteFlight(progress.unacknowledged, progress.unacknowledged + window, window);
        progress.acknowledged = progress.delivered = progress.priorPipe = window;
        progress.unacknowledged += window;
        progress.next = progress.unacknowledged;
        driver.Acknowledge(progress);
    }
    EXPECT_EQ(driver.GetWindow(), 40u);
    driver.StartFromIdle(1.5, true); // 80 to 40
    EXPECT_EQ(driver.GetWindow(), 40u);
    driver.StartFromIdle(1.5, true);
    EXPECT_EQ(driver.GetWindow(), 20u);
}

TEST_F(CongestionDriverTest, ReducesAndRecovers)
{
    for (const bool cubic : {true, false})
    {
        Connection connection(cubic ? TcpCubic::GetTypeId() : TcpLinuxReno::GetTypeId(), 100);
        CongestionDriver& driver = connection.driver;
        connection.progress.unacknowledged = 0;
        connection.progress.next = 100;
        connection.progress.pipe = 96;
        connection.progress.acknowledged = 0;
        connection.progress.delivered = 1;
        driver.EnterRecovery(connection.progress);
        EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::RECOVERY);
        EXPECT_EQ(driver.GetSlowStartThreshold(), cubic ? 70u : 50u);
        EXPECT_EQ(driver.GetWindow(), 97u); // pipe, and the one retransmission
        driver.NoteSent();
        driver.EnterRecovery(connection.progress); // one reduction for one window
        EXPECT_EQ(driver.GetSlowStartThreshold(), cubic ? 70u : 50u);
        connection.progress.unacknowledged = 100;
        connection.progress.acknowledged = 100;
        connection.progress.pipe = 10;
        connection.progress.priorPipe = 20;
        driver.Acknowledge(connection.progress);
        EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::OPEN);
        EXPECT_NEAR(driver.GetWindow(), cubic ? 70 : 52, 1);
    }
}

TEST_F(CongestionDriverTest, TimeoutLeavesOneSegment)
{
    Connection connection(TcpCubic::GetTypeId(), 100);
    connection.progress.next = 100;
    connection.driver.EnterLoss(connection.progress);
    EXPECT_EQ(connection.driver.GetWindow(), 1u);
    EXPECT_EQ(connection.driver.GetSlowStartThreshold(), 70u);
    connection.driver.EnterLoss(connection.progress);
    EXPECT_EQ(connection.driver.GetSlowStartThreshold(), 70u);
    connection.Acknowledge(1);
    connection.Acknowledge(2);
    EXPECT_EQ(connection.driver.GetWindow(), 4u);
    EXPECT_EQ(connection.driver.GetPhase(), CongestionDriver::Phase::LOSS);
    connection.Acknowledge(97);
    EXPECT_EQ(connection.driver.GetPhase(), CongestionDriver::Phase::OPEN);
}

TEST_F(CongestionDriverTest, ScalingDoesNotChangeCubic)
{
    // The same acknowledgements for ns-3's class in bytes, as its TCP uses it.
    Connection connection(TcpCubic::GetTypeId(), 100);
    Ptr<TcpCubic> reference = CreateObject<TcpCubic>();
    Ptr<TcpSocketState> state = CreateObject<TcpSocketState>();
    state->m_segmentSize = 1448;
    state->m_cWnd = 100 * 1448;
    state->m_ssThresh = UINT32_MAX;
    connection.progress.next = 100;
    connection.progress.pipe = 97;
    connection.driver.EnterRecovery(connection.progress);
    state->m_ssThresh = reference->GetSsThresh(state, 97 * 1448);
    state->m_cWnd = state->m_ssThresh.Get();
    connection.Acknowledge(100);
    reference->PktsAcked(state, 100, MilliSeconds(100));
    reference->IncreaseWindow(state, 100);

    uint64_t last = 0;
    for (int i = 1; i < 20000; ++i)
    {
        Simulator::Schedule(MilliSeconds(i), [&] {
            connection.Acknowledge(2);
            state->m_lastAckedSeq += 2 * 1448;
            state->m_highTxMark += 2 * 1448;
            reference->PktsAcked(state, 2, MilliSeconds(100));
            reference->IncreaseWindow(state, 2);
            last = connection.driver.GetWindow();
            ASSERT_EQ(last, state->GetCwndInSegments());
        });
    }
    Simulator::Run();
    EXPECT_GT(last, 300u); // past the plateau
}

TEST_F(CongestionDriverTest, CubicDoesNotJumpAfterIdleTime)
{
    // 100 -> 70 segments; then a pause of 100 s, in which C t^3 would be 400,000 segments.
    Connection connection(TcpCubic::GetTypeId(), 100);
    connection.progress.next = 100;
    connection.progress.pipe = 97;
    connection.driver.EnterRecovery(connection.progress);
    connection.Acknowledge(100);
    connection.Acknowledge(2);
    Simulator::Schedule(Seconds(100), [&] {
        connection.driver.StartFromIdle(2, true);
        for (int i = 0; i < 20; ++i)
        {
            connection.Acknowledge(2);
        }
        EXPECT_LE(connection.driver.GetWindow(), 75u);
    });
    // The curve goes on from there: K = cbrt(0.3 * 100 / 0.4) = 4.2 s to W_max.
    for (int i = 0; i < 4200; ++i)
    {
        Simulator::Schedule(Seconds(100) + MilliSeconds(i), [&] { connection.Acknowledge(2); });
    }
    Simulator::Run();
    EXPECT_NEAR(connection.driver.GetWindow(), 100, 5);
}

TEST_F(CongestionDriverTest, DecaysWhileIdleWhereAsked)
{
    for (const bool decays : {false, true})
    {
        CongestionOptions options{TcpLinuxReno::GetTypeId(), 1448, 10};
        options.restartAfterIdle = decays;
        CongestionDriver driver(options);
        CongestionDriver::Progress progress;
        progress.rtt = progress.minRtt = MilliSeconds(100);
        for (int round = 0; round < 4; ++round) // 10 to 160
        {
            progress.acknowledged = progress.delivered = progress.priorPipe = driver.GetWindow();
            driver.NoteFlight(progress.unacknowledged,
                              progress.unacknowledged + progress.priorPipe,
                              progress.priorPipe);
            progress.unacknowledged += progress.acknowledged;
            progress.next = progress.unacknowledged;
            driver.Acknowledge(progress);
        }
        ASSERT_EQ(driver.GetWindow(), 160u);
        driver.StartFromIdle(0.9, true);
        EXPECT_EQ(driver.GetWindow(), 160u);
        driver.StartFromIdle(3.5, true); // as Linux: once a timeout while more than one is left
        EXPECT_EQ(driver.GetWindow(), decays ? 20u : 160u);
        driver.StartFromIdle(100, true);
        EXPECT_EQ(driver.GetWindow(), decays ? 10u : 160u);
    }
}

TEST_F(CongestionDriverTest, KeepsTheThresholdOfADecayedWindow)
{
    CongestionOptions options{TcpLinuxReno::GetTypeId(), 1448, 100};
    options.restartAfterIdle = true;
    CongestionDriver driver(options);
    CongestionDriver::Progress progress;
    progress.rtt = progress.minRtt = MilliSeconds(100);
    progress.next = 100;
    progress.pipe = progress.priorPipe = 100;
    driver.EnterLoss(progress); // slow start threshold 50, window 1
    EXPECT_EQ(driver.GetSlowStartThreshold(), 50u);
    driver.UndoLoss(); // it was spurious
    EXPECT_EQ(driver.GetWindow(), 100u);
    EXPECT_EQ(driver.GetSlowStartThreshold(), UINT64_MAX);
    EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::OPEN);
    driver.EnterLoss(progress);
    driver.StartFromIdle(50, true);
    EXPECT_EQ(driver.GetSlowStartThreshold(), 50u); // a loss that stands is no idle window
}

TEST_F(CongestionDriverTest, NewRenoSeesTrueBytes)
{
    // In slow start a segment an acknowledgement, whatever it acknowledges.
    Connection connection(TcpNewReno::GetTypeId(), 100);
    connection.Acknowledge(2);
    connection.Acknowledge(40);
    EXPECT_EQ(connection.driver.GetWindow(), 102u);
    // A loss: half of what is in the network, 98 segments, then 1448 * 1448 / window bytes an
    // acknowledgement; a segment more when 49 of 1448 / 49 = 29.55, truncated to 29, and less as
    // the window grows, have made 1448.
    connection.progress.pipe = 98;
    connection.driver.EnterRecovery(connection.progress);
    EXPECT_EQ(connection.driver.GetSlowStartThreshold(), 49u);
    connection.Acknowledge(connection.progress.next - connection.progress.unacknowledged);
    EXPECT_EQ(connection.driver.GetWindow(), 49u);
    double window = 49 * 1448. + 29; // the acknowledgement that ends the recovery counts
    int acknowledgements = 0;
    while (window < 50 * 1448)
    {
        window += static_cast<uint32_t>(1448 * 1448 / window);
        ++acknowledgements;
        EXPECT_EQ(connection.driver.GetWindow(), 49u);
        connection.Acknowledge(2);
    }
    EXPECT_EQ(acknowledgements, 50);
    EXPECT_EQ(connection.driver.GetWindow(), 50u);
}

TEST_F(CongestionDriverTest, NewRenoStopsBeforeThirtyTwoBitsOfBytes)
{
    // (2^32 - 2^28) / 1448 = 2780754.03
    Connection connection(TcpNewReno::GetTypeId(), 2780753);
    EXPECT_EQ(connection.driver.GetMaxWindow(), 2780754u);
    for (int i = 0; i < 300000; ++i)
    {
        connection.Acknowledge(2);
    }
    EXPECT_EQ(connection.driver.GetWindow(), 2780754u);
}

TEST_F(CongestionDriverTest, DrivesWhateverLivesOnWhatItKnows)
{
    for (const char* name : {"TcpNewReno",
                             "TcpBic",
                             "TcpHighSpeed",
                             "TcpHtcp",
                             "TcpHybla",
                             "TcpIllinois",
                             "TcpScalable",
                             "TcpVegas",
                             "TcpVeno",
                             "TcpYeah"})
    {
        Connection connection(TypeId::LookupByName(std::string("ns3::") + name), 10);
        for (int i = 1; i < 100; ++i)
        {
            Simulator::Schedule(MilliSeconds(10 * i), [&connection] { connection.Acknowledge(2); });
        }
        Simulator::Run();
        EXPECT_GT(connection.driver.GetWindow(), 10u) << name;
        connection.driver.EnterRecovery(connection.progress);
        connection.Acknowledge(connection.progress.next - connection.progress.unacknowledged);
        connection.driver.EnterLoss(connection.progress);
        EXPECT_EQ(connection.driver.GetWindow(), 1u) << name;
        Simulator::Destroy();
    }
}

TEST_F(CongestionDriverTest, AMarkReducesOnceInARoundTripWithoutALoss)
{
    Connection connection(TcpLinuxReno::GetTypeId(), 100);
    CongestionDriver& driver = connection.driver;
    driver.NoteMarks(1);
    connection.Acknowledge(2);
    EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::CWR);
    EXPECT_EQ(driver.GetState(), TcpSocketState::CA_CWR);
    EXPECT_EQ(driver.GetSlowStartThreshold(), 50u);
    // 98 in the network, of 98 not acknowledged: ceil(2 * 50 / 98) = 2 may be sent, then none
    // for the next two, for 2 were sent.
    EXPECT_EQ(driver.GetWindow(), 100u);
    driver.NoteSent();
    driver.NoteSent();
    connection.progress.next = 102; // as much was sent as the window allowed
    const auto acknowledge = [&](uint64_t segments, uint64_t pipe) {
        connection.progress.unacknowledged += segments;
        connection.progress.acknowledged = segments;
        connection.progress.delivered = segments;
        connection.progress.priorPipe = pipe + segments;
        connection.progress.pipe = pipe;
        driver.Acknowledge(connection.progress);
    };
    driver.NoteMarks(2);
    acknowledge(2, 98);
    EXPECT_EQ(driver.GetSlowStartThreshold(), 50u);
    EXPECT_EQ(driver.GetWindow(), 99u); // ceil(4 * 50 / 98) - 2 = 1
    // What was sent when the mark became known ends at segment 100: nothing until 101 is there.
    acknowledge(96, 60);
    EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::CWR);
    acknowledge(2, 50);
    EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::OPEN);
    EXPECT_NEAR(driver.GetWindow(), 50, 1);
    driver.NoteMarks(1); // a new round trip
    acknowledge(2, 50);
    EXPECT_EQ(driver.GetSlowStartThreshold(), 25u);
}

TEST_F(CongestionDriverTest, ALossDuringAReductionReducesNoMore)
{
    Connection connection(TcpCubic::GetTypeId(), 100);
    CongestionDriver& driver = connection.driver;
    driver.NoteMarks(1);
    connection.Acknowledge(2);
    EXPECT_EQ(driver.GetSlowStartThreshold(), 70u);
    driver.EnterRecovery(connection.progress);
    EXPECT_EQ(driver.GetPhase(), CongestionDriver::Phase::RECOVERY);
    EXPECT_EQ(driver.GetSlowStartThreshold(), 70u);
}

TEST_F(CongestionDriverTest, AReductionEndsWithSilence)
{
    Connection connection(TcpLinuxReno::GetTypeId(), 100);
    connection.driver.NoteMarks(1);
    connection.Acknowledge(2);
    connection.progress.unacknowledged = 100;
    connection.progress.acknowledged = 98;
    connection.progress.pipe = 0;
    connection.driver.Acknowledge(connection.progress);
    EXPECT_EQ(connection.driver.GetPhase(), CongestionDriver::Phase::CWR);
    connection.driver.StartFromIdle(0, true);
    EXPECT_EQ(connection.driver.GetPhase(), CongestionDriver::Phase::OPEN);
    EXPECT_EQ(connection.driver.GetWindow(), 50u);
}

TEST_F(CongestionDriverTest, DctcpSeesTheShareThatIsMarked)
{
    // A round trip of 100 segments, 30 of them marked: alpha = 15/16 * 1 + 1/16 * 0.3.
    Connection connection(TcpDctcp::GetTypeId(), 100);
    CongestionDriver& driver = connection.driver;
    EXPECT_EQ(driver.GetEcn(), 2u);
    double alpha = 0;
    driver.GetControl()->TraceConnectWithoutContext(
        "CongestionEstimate",
        Callback<void, uint32_t, uint32_t, double>(
            [&alpha](uint32_t, uint32_t, double now) { alpha = now; }));
    for (int i = 0; i < 50; ++i)
    {
        driver.NoteMarks(i < 10 ? 2 : i < 20 ? 1 : 0);
        connection.Acknowledge(2);
    }
    EXPECT_EQ(driver.GetSlowStartThreshold(), 50u); // alpha was 1 when the first mark came
    EXPECT_NEAR(alpha, 15. / 16 + 0.3 / 16, 1e-6);
}

TEST_F(CongestionDriverTest, EcnIsOffUnlessAskedFor)
{
    CongestionOptions options;
    options.congestionControl = TcpCubic::GetTypeId();
    EXPECT_EQ(CongestionDriver(options).GetEcn(), 0u);
    options.useEcn = true;
    EXPECT_EQ(CongestionDriver(options).GetEcn(), 2u); // ECT(0)
}

TEST_F(CongestionDriverTest, RefusesWhatItCannotDrive)
{
    EXPECT_DEATH(CongestionDriver({TcpLedbat::GetTypeId()}),
                 "cannot drive ns3::TcpLedbat: .*delay");
    EXPECT_DEATH(CongestionDriver({TcpLp::GetTypeId()}), "cannot drive ns3::TcpLp: .*delay");
    EXPECT_DEATH(CongestionDriver({TcpCongestionOps::GetTypeId()}), "not a concrete class");
    EXPECT_DEATH(CongestionDriver({TcpSocketState::GetTypeId()}), "not a TcpCongestionOps");
}
