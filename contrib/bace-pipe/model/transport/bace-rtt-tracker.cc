// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-rtt-tracker.h"

#include <algorithm>

namespace ns3::bacepipe
{

RttTracker::RttTracker(Time minRto)
    : m_estimator(CreateObject<RttMeanDeviation>()),
      m_minRto(minRto)
{
}

void
RttTracker::Measure(Time rtt)
{
    rtt = Max(rtt, NanoSeconds(1));
    m_estimator->Measurement(rtt);
    m_min = Min(m_min, rtt);
    m_backOff = 0;
}

void
RttTracker::BackOff()
{
    m_backOff = std::min(m_backOff + 1, 20u);
}

Time
RttTracker::GetSmoothed() const
{
    return m_estimator->GetEstimate();
}

Time
RttTracker::GetMin() const
{
    return m_min;
}

Time
RttTracker::GetRto() const
{
    const Time base = m_estimator->GetEstimate() + Max(m_minRto, 4 * m_estimator->GetVariation());
    return Min(base * (int64_t{1} << m_backOff), Seconds(60));
}

} // namespace ns3::bacepipe
