// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-link-activity.h"

#include <algorithm>

namespace ns3::bacepipe
{

void
LinkActivity::Listen(RegionIndex a, RegionIndex b, Listener listener)
{
    m_listeners[std::minmax(a, b)].push_back(std::move(listener));
}

void
LinkActivity::Add(const Ptr<JobExecution>& execution)
{
    if (m_listeners.empty())
    {
        return;
    }
    // A raw pointer: a trace sink that held its source would keep it alive for ever.
    JobExecution* watched = PeekPointer(execution);
    watched->TraceConnectWithoutContext("Suspended", Callback<void>([this, watched] {
                                            SetSimulated(watched, false);
                                        }));
    watched->TraceConnectWithoutContext("Resumed", Callback<void>([this, watched] {
                                            SetSimulated(watched, true);
                                        }));
    SetSimulated(watched, true);
}

void
LinkActivity::Remove(const Ptr<JobExecution>& execution)
{
    SetSimulated(PeekPointer(execution), false);
}

void
LinkActivity::SetSimulated(const JobExecution* execution, bool simulated)
{
    const bool changes =
        simulated ? m_simulated.insert(execution).second : m_simulated.erase(execution) > 0;
    if (!changes)
    {
        return;
    }
    const Placement& placement = execution->GetPlacement();
    for (std::size_t i = 0; i + 1 < placement.size(); ++i)
    {
        const Pair pair = std::minmax(placement[i].region, placement[i + 1].region);
        uint32_t& jobs = m_jobs[pair];
        const bool before = jobs > 0;
        jobs = simulated ? jobs + 1 : jobs - 1;
        const auto listeners = m_listeners.find(pair);
        if (before == (jobs > 0) || listeners == m_listeners.end())
        {
            continue;
        }
        for (const Listener& listener : listeners->second)
        {
            listener(simulated);
        }
    }
}

} // namespace ns3::bacepipe
