// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-congestion-driver.h"

#include "ns3/abort.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-ledbat.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-lp.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Segments at a time for a control that counts them: it grows by at most one a call.
constexpr uint64_t GROWTH_CHUNK = 2;

/**
 * Creates a congestion control; aborts when it cannot be driven.
 * @param type its TypeId
 * @return it
 */
Ptr<TcpCongestionOps>
CreateControl(TypeId type)
{
    const std::string refusal = "the bulk transport cannot drive " + type.GetName() + ": ";
    NS_ABORT_MSG_UNLESS(type.HasConstructor(), refusal << "it is not a concrete class");
    ObjectFactory factory;
    factory.SetTypeId(type);
    Ptr<TcpCongestionOps> control = DynamicCast<TcpCongestionOps>(factory.Create());
    NS_ABORT_MSG_UNLESS(control, refusal << "it is not a TcpCongestionOps");
    NS_ABORT_MSG_IF(DynamicCast<TcpLedbat>(control) || DynamicCast<TcpLp>(control),
                    refusal << "it needs one-way delays, which are not measured");
    return control;
}

/**
 * @param control a congestion control
 * @return whether its arithmetic is in whole segments
 */
bool
CountsSegments(Ptr<TcpCongestionOps> control)
{
    return DynamicCast<TcpCubic>(control) || DynamicCast<TcpLinuxReno>(control) ||
           control->HasCongControl();
}

} // namespace

CongestionDriver::CongestionDriver(const CongestionOptions& options)
    : m_ops(CreateControl(options.congestionControl)),
      m_state(CreateObject<TcpSocketState>()),
      m_countsSegments(CountsSegments(m_ops)),
      m_unit(m_countsSegments ? UNIT : options.segmentSize),
      m_countable((m_ops->HasCongControl() ? RateControl::MAX_BYTES : MAX_BYTES) / m_unit),
      m_maxWindow(std::clamp<uint64_t>(options.maxWindow, 1, m_countable)),
      m_window(std::clamp<uint64_t>(options.initialWindow, 1, m_maxWindow)),
      m_restartWindow(options.restartAfterIdle ? m_window : 0),
      m_segmentSize(options.segmentSize),
      m_pacing(options.pacing || m_ops->HasCongControl()),
      m_pacingSsRatio(options.pacingSsRatio / 100.),
      m_pacingCaRatio(options.pacingCaRatio / 100.)
{
    if (Ptr<TcpCubic> cubic = DynamicCast<TcpCubic>(m_ops))
    {
        m_cubicEpoch = std::make_unique<CubicEpoch>(cubic);
    }
    else if (!m_countsSegments)
    {
        // TcpWestwood has events of its own, which outlive a connection.
        Simulator::ScheduleDestroy([control = m_ops] {});
    }
    if (m_ops->HasCongControl())
    {
        m_rateControl = std::make_unique<RateControl>(m_ops,
                                                      m_state,
                                                      options.segmentSize,
                                                      options.maxRate,
                                                      options.randomStream);
    }
    m_state->m_segmentSize = m_unit;
    m_state->m_initialCWnd = static_cast<uint32_t>(m_window); // ns-3's sockets: segments
    m_state->m_cWnd = ToBytes(m_window);
    m_state->m_initialSsThresh = UINT32_MAX;
    m_state->m_ssThresh = UINT32_MAX;
    m_state->m_useEcn = options.useEcn ? TcpSocketState::On : TcpSocketState::Off;
    m_ops->Init(m_state);
    m_state->m_ecnState = m_state->m_useEcn == TcpSocketState::Off ? TcpSocketState::ECN_DISABLED
                                                                   : TcpSocketState::ECN_IDLE;
}

uint32_t
CongestionDriver::ToBytes(uint64_t segments) const
{
    return static_cast<uint32_t>(std::min(segments, m_countable)) * m_unit;
}

uint8_t
CongestionDriver::GetEcn() const
{
    return m_state->m_useEcn == TcpSocketState::Off ? 0 : m_state->m_ectCodePoint;
}

void
CongestionDriver::Start(const Progress& progress)
{
    SetState(progress);
    m_ops->CongestionStateSet(m_state, TcpSocketState::CA_OPEN);
    if (m_rateControl)
    {
        m_pacingRate = m_rateControl->GetPacingRate();
    }
    UpdatePacingRate(progress);
}

void
CongestionDriver::SetState(const Progress& progress)
{
    m_state->m_lastAckedSeq = SequenceNumber32(static_cast<uint32_t>(progress.unacknowledged));
    m_state->m_highTxMark = SequenceNumber32(static_cast<uint32_t>(progress.next));
    m_state->m_nextTxSequence = m_state->m_highTxMark;
    m_state->m_bytesInFlight = ToBytes(progress.pipe);
    m_state->m_lastAckedSackedBytes = ToBytes(progress.delivered);
    m_state->m_lastRtt = progress.rtt;
    m_state->m_minRtt = progress.minRtt;
}

void
CongestionDriver::SetPhase(Phase phase, TcpSocketState::TcpCongState_t state)
{
    m_phase = phase;
    m_state->m_congState = state;
}

void
CongestionDriver::Acknowledge(const Progress& progress)
{
    SetState(progress);
    if (m_phase == Phase::CWR && progress.unacknowledged > m_recoveryPoint)
    {
        LeaveCwr();
    }
    if (std::exchange(m_newMarks, false) && m_phase == Phase::OPEN && !m_rateControl)
    {
        EnterCwr(progress);
    }
    const bool advanced = progress.acknowledged > 0;
    const bool covered = progress.unacknowledged >= m_recoveryPoint;
    const auto segments = static_cast<uint32_t>(std::min(progress.acknowledged, m_countable));
    switch (m_phase)
    {
    case Phase::OPEN:
        if (advanced)
        {
            ReportAcknowledged(segments, progress.rtt);
            if (IsWindowUsed())
            {
                Grow(segments);
            }
        }
        break;
    case Phase::CWR:
        if (advanced)
        {
            ReportAcknowledged(segments, progress.rtt);
        }
        ReduceProportionally(progress);
        break;
    case Phase::RECOVERY:
        ReportAcknowledged(advanced && covered ? segments : 1, progress.rtt);
        if (covered)
        {
            m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_COMPLETE_CWR);
            m_ops->CongestionStateSet(m_state, TcpSocketState::CA_OPEN);
            SetPhase(Phase::OPEN, TcpSocketState::CA_OPEN);
            if (!m_rateControl) // else the control has restored its window
            {
                m_state->m_cWnd = m_state->m_ssThresh.Get();
                m_ops->IncreaseWindow(m_state, segments);
            }
            TakeWindow();
        }
        else if (!m_rateControl)
        {
            ReduceProportionally(progress);
        }
        break;
    case Phase::LOSS:
        if (advanced)
        {
            ReportAcknowledged(segments, progress.rtt);
            if (covered)
            {
                m_ops->CongestionStateSet(m_state, TcpSocketState::CA_OPEN);
                SetPhase(Phase::OPEN, TcpSocketState::CA_OPEN);
            }
            Grow(segments);
        }
        break;
    }
}

void
CongestionDriver::NoteMarks(uint64_t segments)
{
    m_marked += segments;
    m_newMarks = true;
}

void
CongestionDriver::ReportAcknowledged(uint64_t segments, Time rtt)
{
    const uint64_t marked = std::min(m_marked, segments);
    if (marked > 0)
    {
        // DCTCP counts what is acknowledged in this state.
        m_state->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
        m_ops->PktsAcked(m_state, static_cast<uint32_t>(marked), rtt);
        m_state->m_ecnState = TcpSocketState::ECN_IDLE;
        m_marked -= marked;
    }
    if (marked < segments)
    {
        m_ops->PktsAcked(m_state, static_cast<uint32_t>(segments - marked), rtt);
    }
}

void
CongestionDriver::ReduceProportionally(const Progress& progress)
{
    m_window = std::max<uint64_t>(1,
                                  progress.pipe + m_reduction.Acknowledge(progress.delivered,
                                                                          progress.pipe,
                                                                          progress.repaired));
    m_state->m_cWnd = ToBytes(m_window);
}

void
CongestionDriver::EnterCwr(const Progress& progress)
{
    m_recoveryPoint = progress.next;
    Reduce();
    SetPhase(Phase::CWR, TcpSocketState::CA_CWR);
    m_reduction.Start(progress.next - progress.unacknowledged,
                      static_cast<double>(GetSlowStartThreshold()));
}

void
CongestionDriver::LeaveCwr()
{
    SetPhase(Phase::OPEN, TcpSocketState::CA_OPEN);
    m_state->m_cWnd = m_state->m_ssThresh.Get();
    m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    TakeWindow();
}

void
CongestionDriver::Grow(uint64_t segments)
{
    if (m_rateControl)
    {
        return; // the window follows the rate samples
    }
    m_pendingGrowth += segments;
    if (!m_countsSegments)
    {
        m_ops->IncreaseWindow(m_state, static_cast<uint32_t>(segments)); // one call, as ns-3's TCP
        TakeWindow();
        return;
    }
    while (segments > 0 && m_window < m_countable)
    {
        const uint64_t chunk = std::min(segments, GROWTH_CHUNK);
        m_ops->IncreaseWindow(m_state, static_cast<uint32_t>(chunk));
        segments -= chunk;
        TakeWindow();
    }
}

void
CongestionDriver::TakeWindow()
{
    const uint64_t before = m_window;
    m_window = std::clamp<uint64_t>(m_state->m_cWnd.Get() / m_unit, 1, m_countable);
    m_pendingGrowth = m_window == before ? m_pendingGrowth : 0;
    if (m_window == m_countable)
    {
        m_state->m_cWnd = std::min(m_state->m_cWnd.Get(), ToBytes(m_window));
    }
}

void
CongestionDriver::Reduce()
{
    m_pendingGrowth = 0;
    if (m_window > m_maxWindow)
    {
        // What could not be used has shown nothing.
        m_window = m_maxWindow;
        m_state->m_cWnd = ToBytes(m_window);
    }
    if (m_cubicEpoch)
    {
        m_cubicEpoch->NoteReduction(m_state->GetCwndInSegments());
    }
    m_state->m_ssThresh = m_ops->GetSsThresh(m_state, m_state->m_bytesInFlight);
}

void
CongestionDriver::EnterRecovery(const Progress& progress)
{
    if (m_phase != Phase::OPEN && m_phase != Phase::CWR)
    {
        return;
    }
    SetState(progress);
    m_newMarks = false; // one reduction answers both
    const bool reducing = m_phase == Phase::CWR && progress.unacknowledged <= m_recoveryPoint;
    m_ops->CongestionStateSet(m_state, TcpSocketState::CA_RECOVERY);
    SetPhase(Phase::RECOVERY, TcpSocketState::CA_RECOVERY);
    if (!reducing)
    {
        m_recoveryPoint = progress.next;
        Reduce();
        m_reduction.Start(progress.next - progress.unacknowledged,
                          static_cast<double>(GetSlowStartThreshold()));
    }
    if (m_rateControl)
    {
        TakeWindow();
        return;
    }
    ReduceProportionally(progress);
}

void
CongestionDriver::EnterLoss(const Progress& progress)
{
    SetState(progress);
    m_recoveryPoint = progress.next;
    m_newMarks = false;
    if (m_phase != Phase::LOSS)
    {
        m_priorWindow = m_phase == Phase::OPEN ? m_window : 0;
        m_priorThreshold = m_state->m_ssThresh;
        Reduce();
        m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_LOSS);
        m_ops->CongestionStateSet(m_state, TcpSocketState::CA_LOSS);
        SetPhase(Phase::LOSS, TcpSocketState::CA_LOSS);
        if (m_cubicEpoch)
        {
            m_cubicEpoch->NoteReset();
        }
    }
    m_state->m_cWnd = m_unit;
    TakeWindow();
}

void
CongestionDriver::UndoLoss()
{
    if (m_phase != Phase::LOSS || m_priorWindow == 0 || m_rateControl)
    {
        return;
    }
    m_ops->CongestionStateSet(m_state, TcpSocketState::CA_OPEN);
    SetPhase(Phase::OPEN, TcpSocketState::CA_OPEN);
    m_state->m_ssThresh = std::max(m_state->m_ssThresh.Get(), m_priorThreshold);
    m_state->m_cWnd = ToBytes(std::max(m_window, m_priorWindow));
    TakeWindow();
}

void
CongestionDriver::TakeRateSample(const Progress& progress,
                                 const DeliveryRate::Sample& sample,
                                 uint64_t delivered)
{
    m_rateControl->Feed({sample, delivered, progress.delivered, progress.lost, progress.priorPipe});
    m_pacingRate = m_rateControl->GetPacingRate();
    TakeWindow();
}

void
CongestionDriver::UpdatePacingRate(const Progress& progress)
{
    if (!m_pacing || m_rateControl)
    {
        return;
    }
    const double ratio = m_window < GetSlowStartThreshold() / 2 ? m_pacingSsRatio : m_pacingCaRatio;
    const auto segments = static_cast<double>(std::max(m_window, progress.pipe));
    const double rate = ratio * segments * m_segmentSize * 8 / progress.rtt.GetSeconds();
    m_pacingRate = std::max<uint64_t>(static_cast<uint64_t>(std::min(rate, 1e15)), 1);
}

void
CongestionDriver::StartFromIdle(double pause, bool applicationLimited)
{
    if (m_phase == Phase::CWR)
    {
        LeaveCwr(); // nothing is left that could tell of its end
    }
    m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_TX_START);
    if (m_rateControl)
    {
        m_rateControl->StartFromIdle(applicationLimited);
        m_pacingRate = m_rateControl->GetPacingRate();
    }
    if (pause > 1 && m_cubicEpoch && m_phase == Phase::OPEN)
    {
        m_cubicEpoch->Restart(m_state);
    }
    if (pause > 1 && !m_rateControl && m_restartWindow > 0)
    {
        Decay(pause);
    }
}

void
CongestionDriver::Decay(double timeouts)
{
    if (m_phase == Phase::OPEN)
    {
        m_state->m_ssThresh =
            std::max(m_state->m_ssThresh.Get(), ToBytes(m_window / 2 + m_window / 4));
    }
    const uint64_t least = std::min(m_restartWindow, m_window);
    for (; timeouts > 1 && m_window > least; --timeouts)
    {
        m_window /= 2;
    }
    m_window = std::max(m_window, least);
    m_state->m_cWnd = ToBytes(m_window);
}

void
CongestionDriver::NoteFlight(uint64_t unacknowledged, uint64_t next, uint64_t pipe)
{
    const uint64_t flight = next - unacknowledged;
    const bool filled = pipe >= m_window;
    if (unacknowledged >= m_flightEnd || flight > m_flight || filled)
    {
        m_flight = flight;
        m_flightEnd = next;
        m_filled = filled;
    }
}

bool
CongestionDriver::IsWindowUsed() const
{
    return m_state->m_cWnd < m_state->m_ssThresh ? m_window < 2 * m_flight : m_filled;
}

void
CongestionDriver::NoteSent()
{
    if (m_phase == Phase::RECOVERY || m_phase == Phase::CWR)
    {
        m_reduction.NoteSent();
    }
}

uint64_t
CongestionDriver::GetSlowStartThreshold() const
{
    const uint32_t bytes = m_state->m_ssThresh;
    return bytes == UINT32_MAX ? UINT64_MAX : bytes / m_unit;
}

} // namespace ns3::bacepipe
