// SPDX-License-Identifier: GPL-2.0-only
#include "integration/stall-watch.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe::test
{

namespace
{

/// Longest timeout, s (RFC 6298, 2.5).
constexpr double LONGEST = 60;
/// Granularity of the clock that the variation is reckoned with, s (Linux, ns-3).
/// The channel reckons in whole nanoseconds.
constexpr double ROUNDING = 1e-6;

} // namespace

StallWatch::StallWatch(uint32_t connections, Time minRto)
    : m_minRto(minRto.GetSeconds()),
      m_states(connections)
{
}

void
StallWatch::Start()
{
    if (!m_working)
    {
        m_working = true;
        m_start = Simulator::Now();
    }
}

void
StallWatch::Rest()
{
    Check();
    m_working = false;
}

void
StallWatch::NoteNews(uint32_t connection, Time rtt)
{
    Check();
    State& state = m_states.at(connection);
    const double sample = rtt.GetSeconds();
    if (!state.connected)
    {
        state.connected = true;
        state.smoothed = sample;
        state.variation = sample / 2;
        state.least = sample;
    }
    else
    {
        state.variation = 0.75 * state.variation + 0.25 * std::abs(state.smoothed - sample);
        state.smoothed = 0.875 * state.smoothed + 0.125 * sample;
        state.least = std::min(state.least, sample);
    }
    state.lastSign = Simulator::Now();
    state.retransmissions = 0;
}

void
StallWatch::NoteRetransmission(uint32_t connection)
{
    Check();
    State& state = m_states.at(connection);
    if (Simulator::Now() > state.lastSign)
    {
        state.lastSign = Simulator::Now();
        ++state.retransmissions;
    }
}

double
StallWatch::GetAllowance(const State& state) const
{
    const double timeout = state.smoothed + std::max(m_minRto, 4 * state.variation);
    const double reordering = state.least / 4;
    if (state.retransmissions == 0)
    {
        return 2 * std::min(timeout, LONGEST) + reordering + ROUNDING;
    }
    // Each of them may have been a timeout.
    return std::min(std::ldexp(timeout, static_cast<int>(state.retransmissions)), LONGEST) +
           reordering + ROUNDING;
}

void
StallWatch::Check()
{
    if (!m_working)
    {
        return;
    }
    // At least one connection has something outstanding, unknown which.
    double worst = 1e9;
    for (const State& state : m_states)
    {
        if (!state.connected)
        {
            return; // its set-up has a clock of its own
        }
        const Time since = Max(state.lastSign, m_start);
        const double silence = (Simulator::Now() - since).GetSeconds();
        worst = std::min(worst, silence / GetAllowance(state));
    }
    m_worst = std::max(m_worst, worst);
}

double
StallWatch::GetWorst() const
{
    return m_worst;
}

} // namespace ns3::bacepipe::test
