// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RATE_CONTROL_H
#define BACE_RATE_CONTROL_H

#include "ns3/bace-delivery-rate.h"
#include "ns3/ptr.h"
#include "ns3/tcp-bbr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Feeds a congestion control of ns-3 that sets window and pacing rate from rate samples
 * (HasCongControl(): TcpBbr).
 *
 * ns-3's counters of delivered bytes have 32 bits. They count in a scale of which a segment is
 * UNIT, and start anew, at the end of a round trip, long before they overflow: the control compares
 * them only to see where a round trip ends (BBRUpdateRound in
 * draft-cardwell-iccrg-bbr-congestion-control), and cannot tell the difference.
 */
class RateControl
{
  public:
    /// Bytes that a segment has in the eyes of the control.
    static constexpr uint32_t UNIT = 256;

    /// Largest window that the control can count, bytes in its eyes.
    static constexpr uint32_t MAX_BYTES = 1 << 30;

    /**
     * @param control what is fed, before its Init()
     * @param state on which it works
     * @param segmentSize payload bytes of a segment
     * @param maxRate most payload bits a second; 0: unlimited
     * @param randomStream index of the random stream from which it draws
     */
    RateControl(Ptr<TcpCongestionOps> control,
                Ptr<TcpSocketState> state,
                uint32_t segmentSize,
                uint64_t maxRate,
                uint32_t randomStream);

    /// What an acknowledgement brings.
    struct Report
    {
        DeliveryRate::Sample sample; //!< of the rate
        uint64_t totalDelivered{0};  //!< segments delivered so far
        uint64_t newlyDelivered{0};  //!< segments that it reports for the first time
        uint64_t newlyLost{0};       //!< segments found lost by it
        uint64_t priorPipe{0};       //!< segments in the network before it
    };

    /**
     * Calls CongControl(), which sets the state's window and pacing rate.
     * @param report of an acknowledgement; the state holds the rest
     */
    void Feed(const Report& report);

    /**
     * Something is about to be sent while nothing is in the network. TcpBbr then keeps to its
     * estimate of the bandwidth, and does not take the silence for a round trip whose length must
     * be probed: as in Linux, which ns-3's class does only after it has probed once.
     * @param applicationLimited whether it was silent because there was nothing to send
     */
    void StartFromIdle(bool applicationLimited);

    /// @return payload bits a second
    uint64_t GetPacingRate() const;

  private:
    Ptr<TcpCongestionOps> m_control; //!< what is fed
    Ptr<TcpBbr> m_bbr;               //!< the same, when it is that
    Ptr<TcpSocketState> m_state;     //!< on which it works
    double m_scale;                  //!< payload bytes for one of the control's
    uint64_t m_base{0};              //!< segments delivered before its counters started
    uint64_t m_roundEnd{0};          //!< segments delivered when the present round trip began
};

} // namespace ns3::bacepipe

#endif // BACE_RATE_CONTROL_H
