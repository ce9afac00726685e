// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cubic-epoch.h"

#include "ns3/boolean.h"
#include "ns3/double.h"

namespace ns3::bacepipe
{

CubicEpoch::CubicEpoch(Ptr<TcpCubic> cubic)
    : m_cubic(cubic)
{
    DoubleValue beta;
    cubic->GetAttribute("Beta", beta);
    m_beta = beta.Get();
    BooleanValue fastConvergence;
    cubic->GetAttribute("FastConvergence", fastConvergence);
    m_fastConvergence = fastConvergence.Get();
}

void
CubicEpoch::NoteReduction(uint32_t window)
{
    // Fast convergence, RFC 8312, section 4.6.
    m_lastMax = window < m_lastMax && m_fastConvergence
                    ? static_cast<uint32_t>(window * (1 + m_beta) / 2)
                    : window;
}

void
CubicEpoch::NoteReset()
{
    m_lastMax = 0;
}

void
CubicEpoch::Restart(Ptr<TcpSocketState> state)
{
    const uint32_t window = state->m_cWnd;
    state->m_cWnd = m_lastMax * state->m_segmentSize;
    m_cubic->GetSsThresh(state, 0);
    state->m_cWnd = window;
}

} // namespace ns3::bacepipe
