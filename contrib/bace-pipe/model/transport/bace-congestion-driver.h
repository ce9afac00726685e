// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CONGESTION_DRIVER_H
#define BACE_CONGESTION_DRIVER_H

#include "ns3/bace-cubic-epoch.h"
#include "ns3/bace-proportional-rate-reduction.h"
#include "ns3/bace-rate-control.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/// Settings of a CongestionDriver.
struct CongestionOptions
{
    TypeId congestionControl;       //!< a concrete TcpCongestionOps
    uint32_t segmentSize{1448};     //!< payload bytes of a full segment, 1 to 65483
    uint64_t initialWindow{10};     //!< segments, at least 1
    uint64_t maxWindow{UINT64_MAX}; //!< segments; GetMaxWindow() may be less
    bool pacing{false};             //!< whether to set a pacing rate; TcpBbr does in any case
    uint32_t pacingSsRatio{200};    //!< pacing rate in slow start, percent of window / RTT
    uint32_t pacingCaRatio{120};    //!< the same otherwise
    bool useEcn{false};             //!< whether packets may be marked; with TcpDctcp in any case
    bool restartAfterIdle{false};   //!< whether the window decays while nothing is sent
    uint64_t maxRate{0};            //!< most payload bits a second, for TcpBbr; 0: unlimited
    uint32_t randomStream{0};       //!< from which TcpBbr draws
};

/**
 * @brief Congestion window of a connection, governed by one of ns-3's own congestion controls.
 *
 * ns-3's classes count bytes in 32 bits, on a TcpSocketState. Those that count whole segments
 * (TcpCubic, TcpLinuxReno, TcpDctcp) are shown segments of 256 bytes, whatever their true size, and
 * so windows of 15 million segments fit. Those whose growth depends on bytes (TcpNewReno adds at
 * least one an acknowledgement) see the true size: their windows end at 3.75 GiB. TcpBbr, which
 * multiplies, sees 256 bytes, and has windows of 4 million segments. Sequence numbers are segment
 * numbers, modulo 2^32.
 *
 * Any concrete TcpCongestionOps is accepted that can live on what the bulk transport knows;
 * TcpLedbat and TcpLp cannot, for they need one-way delays.
 */
class CongestionDriver
{
  public:
    /// Bytes that a segment has in the eyes of a control that counts whole segments.
    static constexpr uint32_t UNIT = RateControl::UNIT;

    /// Most bytes that a window may have in the eyes of the control: what one acknowledgement adds
    /// must not overflow 32 bits.
    static constexpr uint32_t MAX_BYTES = UINT32_MAX - (1 << 28);

    /// What happens to the window.
    enum class Phase
    {
        OPEN,     //!< it grows
        CWR,      //!< it is being reduced after a mark
        RECOVERY, //!< it is being reduced after a loss
        LOSS      //!< it was reset by a timeout
    };

    /// State of a connection at an acknowledgement or a loss; segments.
    struct Progress
    {
        uint64_t unacknowledged{0}; //!< first segment not acknowledged cumulatively
        uint64_t next{0};           //!< next new segment
        uint64_t pipe{0};           //!< segments in the network
        uint64_t priorPipe{0};      //!< the same before the acknowledgement
        uint64_t acknowledged{0};   //!< by how many the cumulative acknowledgement advanced
        uint64_t delivered{0};      //!< reported for the first time
        uint64_t lost{0};           //!< found lost by the acknowledgement
        bool repaired{false};       //!< whether the cumulative acknowledgement covers a segment
                                    //!< sent again
        Time rtt;                   //!< smoothed round-trip time
        Time minRtt;                //!< least round-trip time
    };

    /**
     * Aborts when the congestion control is none that can be driven.
     * @param options settings
     */
    explicit CongestionDriver(const CongestionOptions& options);

    /// @return the congestion control, for its trace sources
    Ptr<TcpCongestionOps> GetControl() const
    {
        return m_ops;
    }

    /// @return ECN field for data packets (RFC 3168): 0 not capable, 1 ECT(1), 2 ECT(0)
    uint8_t GetEcn() const;

    /**
     * Routers have marked segments, as the acknowledgement tells that is about to be handed to
     * Acknowledge() or EnterRecovery(). The window is reduced once in a round trip, without a
     * retransmission; TcpDctcp sees which share was marked. Not that of TcpBbr, which knows no ECN.
     * @param segments how many
     */
    void NoteMarks(uint64_t segments);

    /**
     * The connection stands.
     * @param progress of the connection, with a first measurement of the round-trip time
     */
    void Start(const Progress& progress);

    /**
     * An acknowledgement has come, and losses, if any, have been marked. The window grows only as
     * far as it was used (NoteFlight()).
     * @param progress of the connection
     */
    void Acknowledge(const Progress& progress);

    /**
     * A loss has been found: reduces the window, unless a reduction is under way.
     * @param progress of the connection
     */
    void EnterRecovery(const Progress& progress);

    /**
     * The retransmission timer has fired: the window is one segment.
     * @param progress of the connection
     */
    void EnterLoss(const Progress& progress);

    /**
     * The timeout that EnterLoss() was called for was spurious: takes its reduction back (RFC
     * 4015), if the window was open before. TcpBbr restores its window by itself.
     */
    void UndoLoss();

    /// @return whether there is a pacing rate
    bool HasPacingRate() const
    {
        return m_pacing;
    }

    /// @return whether the congestion control asks for samples of the delivery rate
    bool NeedsRateSamples() const
    {
        return m_rateControl != nullptr;
    }

    /**
     * Hands a sample of the delivery rate to the congestion control, which sets window and pacing
     * rate. To be called when all else about an acknowledgement has been, if NeedsRateSamples().
     * @param progress of the connection
     * @param sample of the rate
     * @param delivered segments delivered so far
     */
    void TakeRateSample(const Progress& progress,
                        const DeliveryRate::Sample& sample,
                        uint64_t delivered);

    /**
     * Sets the pacing rate, if there is one and no rate sample sets it, as ns-3's TCP does: a share
     * of window / smoothed round-trip time, PacingSsRatio of it while the window is below half the
     * slow start threshold, else PacingCaRatio. To be called last for an acknowledgement.
     * @param progress of the connection
     */
    void UpdatePacingRate(const Progress& progress);

    /// @return payload bits a second; 0 before the first update, and when there is no pacing rate
    uint64_t GetPacingRate() const
    {
        return m_pacingRate;
    }

    /**
     * A segment is about to be sent while none was in the network.
     * @param pause how long nothing was sent, in retransmission timeouts
     * @param applicationLimited whether there was too little to send (DeliveryRate)
     */
    void StartFromIdle(double pause, bool applicationLimited);

    /// A segment has been sent.
    void NoteSent();

    /**
     * Segments have been sent, and no more may or can be. By the most that was in flight in a
     * window it is told how far the window may grow, as in Linux (in the sense of RFC 7661, which
     * asks that a window be validated by use): below the slow start threshold to twice as much,
     * beyond it when it was filled.
     * @param unacknowledged first segment not acknowledged cumulatively
     * @param next next new segment
     * @param pipe segments in the network
     */
    void NoteFlight(uint64_t unacknowledged, uint64_t next, uint64_t pipe);

    /// @return segments that may be in the network, at least 1: the congestion window, or the
    /// largest one if that is less
    uint64_t GetWindow() const
    {
        return std::min(m_window, m_maxWindow);
    }

    /// @return largest window, segments: the option's, or what the control can count if that is
    /// less
    uint64_t GetMaxWindow() const
    {
        return m_maxWindow;
    }

    /// @return slow start threshold, segments; UINT64_MAX before the first reduction
    uint64_t GetSlowStartThreshold() const;

    /**
     * @return segments acknowledged towards the next change of the window: what congestion controls
     *         count in themselves until it grows; 0 where it is as large as it may be used
     */
    uint64_t GetPendingGrowth() const
    {
        return m_window < m_maxWindow ? m_pendingGrowth : 0;
    }

    /// @return what happens to the window, in ns-3's words
    TcpSocketState::TcpCongState_t GetState() const
    {
        return m_state->m_congState;
    }

    /// @return what happens to the window
    Phase GetPhase() const
    {
        return m_phase;
    }

  private:
    /**
     * Copies the state of the connection to where the congestion control looks.
     * @param progress of the connection
     */
    void SetState(const Progress& progress);

    /**
     * Lets the congestion control grow the window.
     * @param segments acknowledged
     */
    void Grow(uint64_t segments);

    /**
     * Tells the congestion control what is acknowledged.
     * @param segments how many
     * @param rtt smoothed round-trip time
     */
    void ReportAcknowledged(uint64_t segments, Time rtt);

    /**
     * Reduces the window by proportional rate reduction.
     * @param progress of the connection
     */
    void ReduceProportionally(const Progress& progress);

    /**
     * @return whether the window may grow by how it was used (NoteFlight())
     */
    bool IsWindowUsed() const;

    /**
     * Begins to reduce the window after a mark.
     * @param progress of the connection
     */
    void EnterCwr(const Progress& progress);

    /// Ends that.
    void LeaveCwr();

    /**
     * @param phase what happens to the window now
     * @param state the same in ns-3's words
     */
    void SetPhase(Phase phase, TcpSocketState::TcpCongState_t state);

    /**
     * Lets the window decay as RFC 2861 has it, and Linux by default: half of it a retransmission
     * timeout, down to the initial window; the slow start threshold is kept at three quarters of it
     * or more.
     * @param timeouts how many have passed
     */
    void Decay(double timeouts);

    /// Takes the window that the congestion control has set, within what it can count.
    void TakeWindow();

    /// Asks the congestion control for a new slow start threshold.
    void Reduce();

    /**
     * @param segments how many; what is more than the largest window counts as that
     * @return as many in the congestion control's bytes
     */
    uint32_t ToBytes(uint64_t segments) const;

    Ptr<TcpCongestionOps> m_ops;                //!< the congestion control
    Ptr<TcpSocketState> m_state;                //!< what it works on
    std::unique_ptr<CubicEpoch> m_cubicEpoch;   //!< when it is CUBIC
    std::unique_ptr<RateControl> m_rateControl; //!< when it asks for rate samples
    bool m_countsSegments;                      //!< whether it counts whole segments
    uint32_t m_unit;                            //!< bytes that it sees in a segment
    ProportionalRateReduction m_reduction;      //!< during a recovery
    Phase m_phase{Phase::OPEN};                 //!< what happens to the window
    uint64_t m_countable;                       //!< largest window that it can count, segments
    uint64_t m_maxWindow;                       //!< segments
    uint64_t m_window;                          //!< segments; may exceed m_maxWindow
    uint64_t m_pendingGrowth{0};                //!< segments since it has changed
    uint64_t m_restartWindow;                   //!< least after idle time; 0: the window is kept
    uint64_t m_flight{0};                       //!< most in flight in a round trip, segments
    uint64_t m_flightEnd{0};                    //!< which ends when this is acknowledged
    bool m_filled{false};                       //!< whether that filled the window
    uint32_t m_segmentSize;                     //!< payload bytes
    bool m_pacing;                              //!< whether there is a pacing rate
    double m_pacingSsRatio;                     //!< of window / RTT, in slow start
    double m_pacingCaRatio;                     //!< of window / RTT, otherwise
    uint64_t m_pacingRate{0};                   //!< bit/s
    uint64_t m_marked{0};                       //!< segments marked, not reported to it yet
    bool m_newMarks{false};       //!< whether the present acknowledgement tells of marks
    uint64_t m_priorWindow{0};    //!< before a timeout, segments; 0: not to be restored
    uint32_t m_priorThreshold{0}; //!< before a timeout, in its bytes
    uint64_t m_recoveryPoint{0};  //!< a reduction ends when this is acknowledged
};

} // namespace ns3::bacepipe

#endif // BACE_CONGESTION_DRIVER_H
