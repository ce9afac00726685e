// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-fast-forward.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(FastForward);

TypeId
FastForward::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::FastForward")
            .SetParent<Object>()
            .SetGroupName("BacePipe")
            .AddConstructor<FastForward>()
            .AddAttribute("SteadyTolerance",
                          "Largest relative half-width of the 95 % confidence interval of a job's "
                          "mean iteration with which it is suspended.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&FastForward::m_tolerance),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("MinIterations",
                          "Fewest iterations after the warm-up that such an interval rests on.",
                          UintegerValue(20),
                          MakeUintegerAccessor(&FastForward::m_minIterations),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("MinLossyIterations",
                          "Fewest iterations after the warm-up in which something was sent again, "
                          "of a job whose packets are lost at random.",
                          UintegerValue(50),
                          MakeUintegerAccessor(&FastForward::m_minLossyIterations),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MinCycles",
                          "Fewest mean cycles of bursts of other traffic, an on- and an off-period "
                          "each, that the iterations after the warm-up last.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&FastForward::m_minCycles),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxIterations",
                          "Iterations of a job after which its component is suspended though it "
                          "has not settled.",
                          UintegerValue(200),
                          MakeUintegerAccessor(&FastForward::m_maxIterations),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("NegligibleLoad",
                          "Share of a host's port that jobs may need together without being taken "
                          "to slow each other down.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&FastForward::m_negligibleLoad),
                          MakeDoubleChecker<double>(0))
            .AddTraceSource("Settled",
                            "A job is about to be suspended: execution, how its iterations are "
                            "accounted",
                            MakeTraceSourceAccessor(&FastForward::m_settledTrace),
                            "ns3::bacepipe::FastForward::SettledTracedCallback");
    return tid;
}

void
FastForward::SetRandom(std::map<std::string, Time> resources)
{
    m_random = std::move(resources);
}

void
FastForward::SetLossy(std::map<std::string, double> resources)
{
    m_lossy = std::move(resources);
}

void
FastForward::Add(Ptr<JobExecution> execution)
{
    Member member;
    member.execution = execution;
    member.loads = execution->GetNetworkLoads();
    member.iterationStart = Simulator::Now();
    if (m_memo)
    {
        member.description = m_conditions->DescribeJob(*execution);
    }
    m_members.push_back(std::move(member));
    FindComponents();
    // The raw pointer, for a trace sink that held its source would keep it alive for ever.
    JobExecution* watched = PeekPointer(execution);
    watched->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, uint64_t, Time, Time>([this, watched](uint64_t, Time start, Time duration) {
            IterationEnded(watched, start, duration);
        }));
    watched->TraceConnectWithoutContext("Resumed", Callback<void>([this, watched]() {
                                            Member& resumed = *Find(watched);
                                            resumed.iterationStart = Simulator::Now();
                                            Restart(GetComponent(resumed));
                                        }));
    Restart(GetComponent(m_members.back()));
}

void
FastForward::Remove(Ptr<JobExecution> execution)
{
    const auto member = Find(execution);
    std::vector<Ptr<JobExecution>> others;
    for (const Member* other : GetComponent(*member))
    {
        if (other->execution != execution)
        {
            others.push_back(other->execution);
        }
    }
    if (!member->verdict)
    {
        WidenBySimulated({&*member});
    }
    m_members.erase(member);
    FindComponents();
    // Without it they may be several components.
    std::set<std::size_t> restarted;
    for (const auto& other : others)
    {
        const Member& left = *Find(other);
        if (restarted.insert(left.component).second)
        {
            Restart(GetComponent(left));
        }
    }
}

void
FastForward::Change(const std::string& resource)
{
    for (Member& member : m_members)
    {
        if (member.loads.count(resource) > 0)
        {
            Restart(GetComponent(member));
            return; // all that share it are in there
        }
    }
}

void
FastForward::FindComponents()
{
    JobExecution::NetworkLoads totals;
    for (const Member& member : m_members)
    {
        for (const auto& [resource, load] : member.loads)
        {
            totals[resource] += load;
        }
    }
    std::vector<std::size_t> of(m_members.size());
    std::iota(of.begin(), of.end(), 0);
    std::map<std::string, std::size_t> first; // member that uses a resource
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        for (const auto& [resource, load] : m_members[i].loads)
        {
            if (totals[resource] <= m_negligibleLoad)
            {
                continue;
            }
            const auto [found, isNew] = first.try_emplace(resource, i);
            if (!isNew)
            {
                std::replace(of.begin(),
                             of.end(),
                             std::size_t{of[i]},
                             std::size_t{of[found->second]});
            }
        }
    }
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        m_members[i].component = of[i];
    }
}

FastForward::Component
FastForward::GetComponent(const Member& member)
{
    Component component;
    for (Member& other : m_members)
    {
        if (other.component == member.component)
        {
            component.push_back(&other);
        }
    }
    return component;
}

std::vector<FastForward::Member>::iterator
FastForward::Find(Ptr<const JobExecution> execution)
{
    const auto found = std::find_if(m_members.begin(), m_members.end(), [&](const Member& member) {
        return member.execution == execution;
    });
    NS_ABORT_MSG_IF(found == m_members.end(), "an execution is not watched");
    return found;
}

void
FastForward::Restart(const Component& component)
{
    if (!component.empty() && !component[0]->verdict) // of all or none
    {
        WidenBySimulated(component);
    }
    for (Member* member : component)
    {
        member->since = Simulator::Now();
        if (member->verdict)
        {
            member->before = member->verdict->iteration.duration;
        }
        member->verdict.reset();
        member->marks.clear();
        member->knowsStates = true;
        member->execution->Resume();
    }
    Recall(component);
}

void
FastForward::IterationEnded(Ptr<JobExecution> execution, Time start, Time duration)
{
    Member& member = *Find(execution);
    member.iterationStart = Simulator::Now();
    const uint64_t resentBefore =
        std::exchange(member.resentBytes, execution->GetRetransmittedBytes());
    // An iteration beside a job that is suspended already would be too fast: it does not count.
    if (start >= member.since && !member.verdict)
    {
        const auto state = execution->GetTransportState();
        member.knowsStates &= state && state->isComplete;
        const TransportState known = state.value_or(TransportState());
        member.marks.push_back({Simulator::Now(),
                                duration,
                                known.hash,
                                known.window,
                                member.resentBytes > resentBefore});
        Judge(GetComponent(member));
    }
    if (member.verdict)
    {
        const SteadyIteration& iteration = member.verdict->iteration;
        if (iteration.remembered)
        {
            execution->Widen(member.verdict->transient);
        }
        if (member.before)
        {
            // The iteration in which something changed was accounted as if nothing had.
            execution->Widen(Abs(iteration.duration - *member.before).GetSeconds());
            member.before.reset();
        }
        m_settledTrace(execution, iteration);
        m_hasAccounted = true;
        execution->Suspend(iteration);
    }
}

void
FastForward::DoDispose()
{
    m_members.clear();
    Object::DoDispose();
}

} // namespace ns3::bacepipe
