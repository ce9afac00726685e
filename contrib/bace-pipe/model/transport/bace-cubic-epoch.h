// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CUBIC_EPOCH_H
#define BACE_CUBIC_EPOCH_H

#include "ns3/ptr.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Lets ns-3's TcpCubic begin a new growth epoch after an idle time.
 *
 * CUBIC's window is a function of the time since the last reduction. ns-3's class counts idle time
 * as growth time, so the window would jump after a pause; Linux takes the pause out (since 4.4).
 * The class has no call for that. But its GetSsThresh() ends the epoch and keeps as the window
 * before the reduction (W_max, RFC 8312) the window that it sees: it is shown the W_max that it
 * already has. Growth then goes on along the same cubic from the present window; above W_max it
 * starts anew from its flat part.
 */
class CubicEpoch
{
  public:
    /**
     * @param cubic what is driven
     */
    explicit CubicEpoch(Ptr<TcpCubic> cubic);

    /**
     * GetSsThresh() is being called for a loss.
     * @param window congestion window, segments
     */
    void NoteReduction(uint32_t window);

    /// CongestionStateSet(CA_LOSS) is being called: TcpCubic forgets W_max.
    void NoteReset();

    /**
     * Begins a new epoch at the present window.
     * @param state of the connection; unchanged afterwards
     */
    void Restart(Ptr<TcpSocketState> state);

  private:
    Ptr<TcpCubic> m_cubic;  //!< what is driven
    double m_beta;          //!< its attribute
    bool m_fastConvergence; //!< its attribute
    uint32_t m_lastMax{0};  //!< its W_max, segments
};

} // namespace ns3::bacepipe

#endif // BACE_CUBIC_EPOCH_H
