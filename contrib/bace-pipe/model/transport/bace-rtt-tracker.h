// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RTT_TRACKER_H
#define BACE_RTT_TRACKER_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/rtt-estimator.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Round-trip time of a connection, by ns-3's own estimator (RFC 6298), and the
 * retransmission timeout that follows from it as in Linux.
 */
class RttTracker
{
  public:
    /**
     * @param minRto least that is added to the round-trip time, so least timeout
     */
    explicit RttTracker(Time minRto);

    /**
     * Takes a measurement, and ends any backing off (timestamps make it unambiguous: RFC 7323).
     * @param rtt what was measured; raised to 1 ns when it is less
     */
    void Measure(Time rtt);

    /// Doubles the timeout (RFC 6298, 5.5).
    void BackOff();

    /// @return smoothed round-trip time; 1 s before the first measurement
    Time GetSmoothed() const;

    /// @return least measurement so far; Time::Max() before the first
    Time GetMin() const;

    /**
     * @return retransmission timeout: SRTT + max(least, 4 RTTVAR), doubled for each backing off, at
     * most 60 s (RFC 6298, 2.3 to 2.5, with the least timeout where Linux has it, and RFC 6298 a
     * clock's granularity)
     */
    Time GetRto() const;

  private:
    Ptr<RttMeanDeviation> m_estimator; //!< SRTT and RTTVAR
    Time m_minRto;                     //!< least that is added
    Time m_min{Time::Max()};           //!< least measurement
    uint32_t m_backOff{0};             //!< how often to double
};

} // namespace ns3::bacepipe

#endif // BACE_RTT_TRACKER_H
