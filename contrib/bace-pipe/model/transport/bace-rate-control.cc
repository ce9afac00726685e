// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-rate-control.h"

#include "ns3/data-rate.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Segments after which the control's counters start anew.
constexpr uint64_t MAX_COUNT = RateControl::MAX_BYTES / RateControl::UNIT;

/// Where they start then, segments: more than an initial window, which BBR treats otherwise.
constexpr uint64_t RESTART_COUNT = 1 << 16;

/// Opens what TcpBbr keeps for derived classes, and calls for no one.
struct OpenBbr : public TcpBbr
{
    /// BBRHandleRestartFromIdle
    static constexpr auto RESTART = &OpenBbr::HandleRestartFromIdle;
};

/**
 * @param segments how many
 * @return as many in the control's bytes, within a signed integer of 32 bits
 */
uint32_t
ToBytes(uint64_t segments)
{
    return static_cast<uint32_t>(std::min(segments, uint64_t{INT32_MAX} / RateControl::UNIT)) *
           RateControl::UNIT;
}

} // namespace

RateControl::RateControl(Ptr<TcpCongestionOps> control,
                         Ptr<TcpSocketState> state,
                         uint32_t segmentSize,
                         uint64_t maxRate,
                         uint32_t randomStream)
    : m_control(control),
      m_bbr(DynamicCast<TcpBbr>(control)),
      m_state(state),
      m_scale(static_cast<double>(segmentSize) / UNIT)
{
    m_state->m_pacing = true;
    m_state->m_maxPacingRate =
        DataRate(maxRate == 0 ? UINT64_MAX : static_cast<uint64_t>(maxRate / m_scale));
    if (m_bbr)
    {
        m_bbr->SetStream(randomStream);
        // A number of bytes, and so small that segments of other sizes would make a difference.
        UintegerValue threshold;
        m_bbr->GetAttribute("AckEpochAckedResetThresh", threshold);
        const auto scaled = static_cast<uint64_t>(threshold.Get() / m_scale);
        m_bbr->SetAttribute("AckEpochAckedResetThresh",
                            UintegerValue(std::max<uint64_t>(scaled, 1)));
    }
}

void
RateControl::Feed(const Report& report)
{
    const DeliveryRate::Sample& sample = report.sample;
    TcpRateOps::TcpRateSample rate;
    rate.m_ackedSacked = ToBytes(report.newlyDelivered);
    rate.m_bytesLoss = ToBytes(report.newlyLost);
    rate.m_priorInFlight = ToBytes(report.priorPipe);
    rate.m_isAppLimited = sample.applicationLimited;
    rate.m_priorDelivered = ToBytes(std::max(sample.priorDelivered, m_base) - m_base);
    if (sample.interval.IsZero())
    {
        rate.m_delivered = -1;
    }
    else
    {
        rate.m_delivered = static_cast<int32_t>(ToBytes(sample.delivered));
        rate.m_interval = sample.interval;
        rate.m_deliveryRate = DataRate(static_cast<uint64_t>(
            static_cast<double>(sample.delivered) * UNIT * 8 / sample.interval.GetSeconds()));
        if (sample.priorDelivered >= m_roundEnd)
        {
            m_roundEnd = report.totalDelivered;
            if (report.totalDelivered - m_base > MAX_COUNT)
            {
                m_base = report.totalDelivered - RESTART_COUNT;
                rate.m_priorDelivered = UINT32_MAX; // the round trip ends for the control as well
            }
        }
    }
    TcpRateOps::TcpRateConnection connection;
    connection.m_delivered = (report.totalDelivered - m_base) * UNIT;
    m_control->CongControl(m_state, connection, rate);
}

void
RateControl::StartFromIdle(bool applicationLimited)
{
    if (m_bbr)
    {
        TcpRateOps::TcpRateSample sample;
        sample.m_isAppLimited = applicationLimited;
        m_state->m_bytesInFlight = 0;
        ((*PeekPointer(m_bbr)).*OpenBbr::RESTART)(m_state, sample);
    }
}

uint64_t
RateControl::GetPacingRate() const
{
    return std::max<uint64_t>(
        static_cast<uint64_t>(static_cast<double>(m_state->m_pacingRate.Get().GetBitRate()) *
                              m_scale),
        1);
}

} // namespace ns3::bacepipe
