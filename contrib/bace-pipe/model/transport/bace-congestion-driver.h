// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CONGESTION_DRIVER_H
#define BACE_CONGESTION_DRIVER_H

#include "ns3/bace-cubic-epoch.h"
#include "ns3/bace-proportional-rate-reduction.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/**
 * @brief Congestion window of a connection, governed by one of ns-3's own congestion controls.
 *
 * ns-3's classes count bytes in 32 bits. Here they work on a TcpSocketState of ours in which a
 * segment has 256 bytes, whatever its true size: windows up to 16 million segments fit, and
 * arithmetic in whole segments is the same. Sequence numbers are segment numbers, modulo 2^32.
 *
 * Usable are controls that grow the window in whole segments: TcpCubic and TcpLinuxReno.
 * (TcpNewReno adds at least one byte for each acknowledgement, which is too much at this scale.)
 */
class CongestionDriver
{
  public:
    /// Bytes that a segment has in the eyes of the congestion control.
    static constexpr uint32_t UNIT = 256;

    /// Largest window, segments.
    static constexpr uint64_t MAX_WINDOW = UINT32_MAX / UNIT - 65536;

    /// What happens to the window.
    enum class Phase
    {
        OPEN,     //!< it grows
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
        bool repaired{false};       //!< whether the cumulative acknowledgement covers a segment
                                    //!< sent again
        Time rtt;                   //!< smoothed round-trip time
        Time minRtt;                //!< least round-trip time
    };

    /**
     * Aborts when the class is none that can be driven.
     * @param congestionControl TcpCubic or TcpLinuxReno, or a class derived from one of them
     * @param initialWindow segments, at least 1
     * @param maxWindow segments; at most MAX_WINDOW is used
     */
    CongestionDriver(TypeId congestionControl, uint64_t initialWindow, uint64_t maxWindow);

    /**
     * An acknowledgement has come, and losses, if any, have been marked. The window grows only
     * when at least half of it was used (in the sense of RFC 7661: otherwise it is not validated).
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
     * A segment is about to be sent while none was in the network.
     * @param idle whether the pause was longer than a retransmission timeout
     */
    void StartFromIdle(bool idle);

    /// A segment has been sent.
    void NoteSent();

    /// @return congestion window, segments, at least 1
    uint64_t GetWindow() const
    {
        return m_window;
    }

    /// @return slow start threshold, segments
    uint64_t GetSlowStartThreshold() const;

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

    /// Takes the window that the congestion control has set, within its limits.
    void TakeWindow();

    /// Asks the congestion control for a new slow start threshold.
    void Reduce();

    Ptr<TcpCongestionOps> m_ops;              //!< the congestion control
    Ptr<TcpSocketState> m_state;              //!< what it works on
    std::unique_ptr<CubicEpoch> m_cubicEpoch; //!< when it is CUBIC
    ProportionalRateReduction m_reduction;    //!< during a recovery
    Phase m_phase{Phase::OPEN};               //!< what happens to the window
    uint64_t m_window;                        //!< segments
    uint64_t m_maxWindow;                     //!< segments
    uint64_t m_recoveryPoint{0};              //!< a reduction ends when this is acknowledged
};

} // namespace ns3::bacepipe

#endif // BACE_CONGESTION_DRIVER_H
