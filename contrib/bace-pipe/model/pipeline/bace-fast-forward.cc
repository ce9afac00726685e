// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-fast-forward.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(FastForward);

TypeId
FastForward::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::FastForward")
                            .SetParent<Object>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<FastForward>()
                            .AddAttribute("SteadyTolerance",
                                          "Relative spread of iterations that counts as steady.",
                                          DoubleValue(0.01),
                                          MakeDoubleAccessor(&FastForward::m_tolerance),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("NegligibleLoad",
                                          "Share of a host's port that jobs may need together "
                                          "without being taken to slow each other down.",
                                          DoubleValue(0.2),
                                          MakeDoubleAccessor(&FastForward::m_negligibleLoad),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("Window",
                                          "How many iterations must agree.",
                                          UintegerValue(3),
                                          MakeUintegerAccessor(&FastForward::m_window),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
FastForward::Add(Ptr<JobExecution> execution)
{
    Member member;
    member.execution = execution;
    member.statistics = IterationStatistics(m_window);
    member.loads = execution->GetNetworkLoads();
    m_members.push_back(std::move(member));
    // The raw pointer, for a trace sink that held its source would keep it alive for ever.
    JobExecution* watched = PeekPointer(execution);
    watched->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, uint64_t, Time, Time>([this, watched](uint64_t, Time start, Time duration) {
            IterationEnded(watched, start, duration);
        }));
    watched->TraceConnectWithoutContext("Resumed", Callback<void>([this, watched]() {
                                            Restart(FindComponent(Find(watched)));
                                        }));
    Restart(FindComponent(m_members.size() - 1));
}

void
FastForward::Remove(Ptr<JobExecution> execution)
{
    const std::size_t index = Find(execution);
    std::vector<std::size_t> component = FindComponent(index);
    component.erase(std::find(component.begin(), component.end(), index));
    Restart(component);
    m_members.erase(m_members.begin() + index);
}

std::vector<std::size_t>
FastForward::FindComponent(std::size_t index) const
{
    JobExecution::NetworkLoads totals;
    for (const auto& member : m_members)
    {
        for (const auto& [resource, load] : member.loads)
        {
            totals[resource] += load;
        }
    }
    std::set<std::size_t> component{index};
    std::vector<std::size_t> frontier{index};
    while (!frontier.empty())
    {
        const auto& ours = m_members[frontier.back()].loads;
        frontier.pop_back();
        for (std::size_t other = 0; other < m_members.size(); ++other)
        {
            const auto& theirs = m_members[other].loads;
            const bool shares = std::any_of(ours.begin(), ours.end(), [&](const auto& entry) {
                return theirs.count(entry.first) > 0 && totals[entry.first] > m_negligibleLoad;
            });
            if (shares && component.insert(other).second)
            {
                frontier.push_back(other);
            }
        }
    }
    return {component.begin(), component.end()};
}

std::size_t
FastForward::Find(Ptr<const JobExecution> execution) const
{
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        if (m_members[i].execution == execution)
        {
            return i;
        }
    }
    NS_ABORT_MSG("an execution is not watched");
}

void
FastForward::Restart(const std::vector<std::size_t>& component)
{
    for (const std::size_t index : component)
    {
        Member& member = m_members[index];
        member.since = Simulator::Now();
        member.suspendNext = false;
        member.statistics.ClearWindow();
        member.execution->Resume();
    }
}

void
FastForward::IterationEnded(Ptr<JobExecution> execution, Time start, Time duration)
{
    const std::size_t index = Find(execution);
    Member& member = m_members[index];
    // An iteration beside a job that is suspended already would be too fast: it does not count.
    if (start >= member.since && !member.suspendNext)
    {
        member.statistics.Add(duration);
    }
    const auto component = FindComponent(index);
    const bool allSteady = std::all_of(component.begin(), component.end(), [this](std::size_t i) {
        return m_members[i].suspendNext || m_members[i].statistics.IsSteady(m_tolerance);
    });
    if (allSteady && !member.suspendNext)
    {
        for (const std::size_t i : component)
        {
            m_members[i].suspendNext = true;
        }
    }
    if (member.suspendNext)
    {
        execution->Suspend(member.statistics.GetWindowMean());
    }
}

void
FastForward::DoDispose()
{
    m_members.clear();
    Object::DoDispose();
}

} // namespace ns3::bacepipe
