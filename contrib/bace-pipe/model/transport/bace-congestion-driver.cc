// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-congestion-driver.h"

#include "ns3/abort.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-linux-reno.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Segments given to the congestion control at a time: it grows by at most one a call.
constexpr uint64_t GROWTH_CHUNK = 2;

} // namespace

CongestionDriver::CongestionDriver(TypeId congestionControl,
                                   uint64_t initialWindow,
                                   uint64_t maxWindow)
    : m_state(CreateObject<TcpSocketState>()),
      m_maxWindow(std::clamp<uint64_t>(maxWindow, 1, MAX_WINDOW))
{
    ObjectFactory factory;
    factory.SetTypeId(congestionControl);
    Ptr<Object> object = factory.Create();
    m_ops = DynamicCast<TcpCongestionOps>(object);
    Ptr<TcpCubic> cubic = DynamicCast<TcpCubic>(object);
    NS_ABORT_MSG_UNLESS(cubic || DynamicCast<TcpLinuxReno>(object),
                        "the bulk transport cannot drive "
                            << congestionControl.GetName()
                            << ": use ns3::TcpCubic or ns3::TcpLinuxReno");
    if (cubic)
    {
        m_cubicEpoch = std::make_unique<CubicEpoch>(cubic);
    }
    m_window = std::clamp<uint64_t>(initialWindow, 1, m_maxWindow);
    m_state->m_segmentSize = UNIT;
    m_state->m_initialCWnd = static_cast<uint32_t>(m_window * UNIT);
    m_state->m_cWnd = m_state->m_initialCWnd;
    m_state->m_initialSsThresh = UINT32_MAX;
    m_state->m_ssThresh = UINT32_MAX;
    m_ops->Init(m_state);
}

void
CongestionDriver::SetState(const Progress& progress)
{
    m_state->m_lastAckedSeq = SequenceNumber32(static_cast<uint32_t>(progress.unacknowledged));
    m_state->m_highTxMark = SequenceNumber32(static_cast<uint32_t>(progress.next));
    m_state->m_nextTxSequence = m_state->m_highTxMark;
    m_state->m_bytesInFlight = static_cast<uint32_t>(std::min(progress.pipe, MAX_WINDOW) * UNIT);
    m_state->m_lastAckedSackedBytes =
        static_cast<uint32_t>(std::min(progress.delivered, MAX_WINDOW) * UNIT);
    m_state->m_lastRtt = progress.rtt;
    m_state->m_minRtt = progress.minRtt;
}

void
CongestionDriver::Acknowledge(const Progress& progress)
{
    SetState(progress);
    const bool advanced = progress.acknowledged > 0;
    const bool covered = progress.unacknowledged >= m_recoveryPoint;
    const auto segments = static_cast<uint32_t>(std::min(progress.acknowledged, MAX_WINDOW));
    switch (m_phase)
    {
    case Phase::OPEN:
        if (advanced)
        {
            m_ops->PktsAcked(m_state, segments, progress.rtt);
            if (2 * progress.priorPipe >= m_window)
            {
                Grow(segments);
            }
        }
        break;
    case Phase::RECOVERY:
        m_ops->PktsAcked(m_state, advanced && covered ? segments : 1, progress.rtt);
        if (covered)
        {
            m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_COMPLETE_CWR);
            m_ops->CongestionStateSet(m_state, TcpSocketState::CA_OPEN);
            m_state->m_congState = TcpSocketState::CA_OPEN;
            m_phase = Phase::OPEN;
            m_state->m_cWnd = m_state->m_ssThresh.Get();
            m_ops->IncreaseWindow(m_state, segments);
            TakeWindow();
        }
        else
        {
            m_window = std::max<uint64_t>(
                1,
                progress.pipe +
                    m_reduction.Acknowledge(progress.delivered, progress.pipe, progress.repaired));
            m_state->m_cWnd = static_cast<uint32_t>(std::min(m_window, m_maxWindow) * UNIT);
        }
        break;
    case Phase::LOSS:
        if (advanced)
        {
            m_ops->PktsAcked(m_state, segments, progress.rtt);
            if (covered)
            {
                m_ops->CongestionStateSet(m_state, TcpSocketState::CA_OPEN);
                m_state->m_congState = TcpSocketState::CA_OPEN;
                m_phase = Phase::OPEN;
            }
            Grow(segments);
        }
        break;
    }
}

void
CongestionDriver::Grow(uint64_t segments)
{
    while (segments > 0 && m_window < m_maxWindow)
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
    m_window = std::clamp<uint64_t>(m_state->m_cWnd.Get() / UNIT, 1, m_maxWindow);
    const auto units = static_cast<uint32_t>(m_window * UNIT);
    if (m_state->m_cWnd.Get() > units && m_window == m_maxWindow)
    {
        m_state->m_cWnd = units;
    }
}

void
CongestionDriver::Reduce()
{
    if (m_cubicEpoch)
    {
        m_cubicEpoch->NoteReduction(m_state->GetCwndInSegments());
    }
    m_state->m_ssThresh = m_ops->GetSsThresh(m_state, m_state->m_bytesInFlight);
}

void
CongestionDriver::EnterRecovery(const Progress& progress)
{
    if (m_phase != Phase::OPEN)
    {
        return;
    }
    SetState(progress);
    m_ops->CongestionStateSet(m_state, TcpSocketState::CA_RECOVERY);
    m_state->m_congState = TcpSocketState::CA_RECOVERY;
    m_phase = Phase::RECOVERY;
    m_recoveryPoint = progress.next;
    Reduce();
    m_reduction.Start(progress.next - progress.unacknowledged,
                      static_cast<double>(GetSlowStartThreshold()));
    m_window = progress.pipe + m_reduction.Acknowledge(progress.delivered, progress.pipe, false);
    m_state->m_cWnd = static_cast<uint32_t>(std::min(m_window, m_maxWindow) * UNIT);
}

void
CongestionDriver::EnterLoss(const Progress& progress)
{
    SetState(progress);
    m_recoveryPoint = progress.next;
    if (m_phase != Phase::LOSS)
    {
        Reduce();
        m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_LOSS);
        m_ops->CongestionStateSet(m_state, TcpSocketState::CA_LOSS);
        m_state->m_congState = TcpSocketState::CA_LOSS;
        m_phase = Phase::LOSS;
        if (m_cubicEpoch)
        {
            m_cubicEpoch->NoteReset();
        }
    }
    m_state->m_cWnd = UNIT;
    TakeWindow();
}

void
CongestionDriver::StartFromIdle(bool idle)
{
    m_ops->CwndEvent(m_state, TcpSocketState::CA_EVENT_TX_START);
    if (idle && m_cubicEpoch && m_phase == Phase::OPEN)
    {
        m_cubicEpoch->Restart(m_state);
    }
}

void
CongestionDriver::NoteSent()
{
    if (m_phase == Phase::RECOVERY)
    {
        m_reduction.NoteSent();
    }
}

uint64_t
CongestionDriver::GetSlowStartThreshold() const
{
    return m_state->m_ssThresh.Get() / UNIT;
}

} // namespace ns3::bacepipe
