// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-lazy-timer.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::bacepipe
{

LazyTimer::LazyTimer(std::function<void()> action)
    : m_action(std::move(action))
{
}

LazyTimer::~LazyTimer()
{
    Cancel();
}

void
LazyTimer::Set(Time deadline)
{
    m_deadline = deadline;
    m_set = true;
    if (m_pending && m_eventTime <= deadline)
    {
        return;
    }
    Cancel();
    m_set = true;
    m_eventTime = deadline;
    m_pending = true;
    m_event = Simulator::Schedule(deadline - Simulator::Now(), &LazyTimer::Fire, this);
}

void
LazyTimer::Clear()
{
    m_set = false;
}

void
LazyTimer::Cancel()
{
    m_set = false;
    if (m_pending)
    {
        // Not EventId::Cancel(): a cancelled event still moves the clock when its time comes.
        Simulator::Remove(m_event);
        m_pending = false;
    }
}

void
LazyTimer::Fire()
{
    m_pending = false;
    if (!m_set)
    {
        return;
    }
    if (Simulator::Now() < m_deadline)
    {
        Set(m_deadline);
        return;
    }
    m_set = false;
    m_action();
}

} // namespace ns3::bacepipe
