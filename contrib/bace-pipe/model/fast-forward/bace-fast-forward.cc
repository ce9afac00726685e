// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-fast-forward.h"

#include "ns3/abort.h"
#include "ns3/bace-phases.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

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
                            "A job is about to be suspended: execution, duration of an iteration, "
                            "what it rests on, whether its component has settled",
                            MakeTraceSourceAccessor(&FastForward::m_settledTrace),
                            "ns3::bacepipe::FastForward::SettledTracedCallback");
    return tid;
}

void
FastForward::SetRandom(std::set<std::string> resources)
{
    m_random = std::move(resources);
}

void
FastForward::Add(Ptr<JobExecution> execution)
{
    Member member;
    member.execution = execution;
    member.loads = execution->GetNetworkLoads();
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
                                            Restart(GetComponent(*Find(watched)));
                                        }));
    Restart(GetComponent(m_members.back()));
}

void
FastForward::Remove(Ptr<JobExecution> execution)
{
    const auto member = Find(execution);
    Component component = GetComponent(*member);
    if (!member->verdict)
    {
        WidenBySimulated({&*member});
    }
    component.erase(std::find(component.begin(), component.end(), &*member));
    Restart(component);
    m_members.erase(member);
    FindComponents();
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
        member->verdict.reset();
        member->marks.clear();
        member->knowsStates = true;
        member->execution->Resume();
    }
}

void
FastForward::IterationEnded(Ptr<JobExecution> execution, Time start, Time duration)
{
    Member& member = *Find(execution);
    // An iteration beside a job that is suspended already would be too fast: it does not count.
    if (start >= member.since && !member.verdict)
    {
        const auto state = execution->GetTransportState();
        member.knowsStates &= state && state->isComplete;
        const TransportState known = state.value_or(TransportState());
        member.marks.push_back({Simulator::Now(), duration, known.hash, known.window});
        const Component component = GetComponent(member);
        Judge(component);
        if (member.verdict)
        {
            WidenBySimulated(component);
        }
    }
    if (member.verdict)
    {
        m_settledTrace(execution,
                       member.verdict->duration,
                       member.verdict->estimate,
                       member.verdict->settled);
        m_hasAccounted = true;
        execution->Suspend(member.verdict->duration, member.verdict->estimate);
    }
}

bool
FastForward::IsRandom(const Member& member) const
{
    return !member.execution->IsDeterministic() ||
           std::any_of(member.loads.begin(), member.loads.end(), [this](const auto& load) {
               return m_random.count(load.first) > 0;
           });
}

bool
FastForward::JudgeRepetition(const Component& component) const
{
    std::vector<std::vector<IterationMark>> marks;
    for (const Member* member : component)
    {
        marks.push_back(member->marks);
    }
    std::vector<uint32_t> periods = FindRepetition(marks);
    if (component.size() == 1 && component[0]->execution->RepeatsAtOnce())
    {
        periods = {1};
    }
    for (std::size_t i = 0; i < periods.size(); ++i)
    {
        Time sum;
        for (auto mark = marks[i].end() - periods[i]; mark != marks[i].end(); ++mark)
        {
            sum += mark->duration;
        }
        Verdict verdict;
        verdict.duration = sum / static_cast<int64_t>(periods[i]);
        verdict.estimate.mean = verdict.duration.GetSeconds();
        verdict.estimate.samples = periods[i];
        component[i]->verdict = verdict;
    }
    return !periods.empty();
}

FastForward::Verdict
FastForward::Estimate(const Member& member) const
{
    std::vector<double> series;
    std::vector<double> windows;
    for (const IterationMark& mark : member.marks)
    {
        series.push_back(mark.duration.GetSeconds());
        windows.push_back(static_cast<double>(mark.window));
    }
    std::size_t length = FindWarmUp(series);
    const bool isOver = 2 * length < series.size();
    length = series.size() - length < 2 ? 0 : length; // one alone tells no variation
    const auto warmUp = static_cast<std::ptrdiff_t>(length);
    series.erase(series.begin(), series.begin() + warmUp);
    windows.erase(windows.begin(), windows.begin() + warmUp);
    Verdict verdict;
    verdict.estimate = EstimateMean(series);
    if (IsRandom(member))
    {
        AllowForRareEvents(verdict.estimate, series);
    }
    verdict.duration = Seconds(verdict.estimate.mean);
    verdict.settled = isOver && series.size() >= m_minIterations && IsLevel(series) &&
                      IsLevel(windows) &&
                      verdict.estimate.GetHalfWidth() <= m_tolerance * verdict.estimate.mean;
    return verdict;
}

void
FastForward::WidenBySimulated(const Component& component) const
{
    if (component.size() == 1 && !m_hasAccounted)
    {
        return;
    }
    Time spread;
    for (const Member* member : component)
    {
        const auto [least, most] = std::minmax_element(
            member->marks.begin(),
            member->marks.end(),
            [](const IterationMark& a, const IterationMark& b) { return a.duration < b.duration; });
        if (least != member->marks.end())
        {
            spread = Max(spread, most->duration - least->duration);
        }
    }
    for (const Member* member : component)
    {
        if (member->marks.empty())
        {
            continue;
        }
        member->execution->Widen(spread.GetSeconds());
        const MeanEstimate estimate =
            member->verdict ? member->verdict->estimate : Estimate(*member).estimate;
        if (m_hasAccounted && estimate.samples > 1)
        {
            member->execution->Widen(estimate.GetDifferenceHalfWidth(member->marks.size()));
        }
    }
}

bool
FastForward::IsPhaseSettled(const Member& member, const Member& other)
{
    const Phases phases(member.marks, other.marks);
    const uint64_t left =
        member.execution->GetJob().profile.iterations - member.execution->GetIterationsDone();
    return phases.IsCovered() || phases.IsStill(static_cast<double>(left));
}

void
FastForward::Judge(const Component& component) const
{
    const bool isLate = std::any_of(component.begin(), component.end(), [this](const Member* m) {
        return m->marks.size() >= m_maxIterations;
    });
    if (std::any_of(component.begin(), component.end(), [&](const Member* member) {
            return member->marks.size() < (isLate ? 2 : 1);
        }))
    {
        return;
    }
    const bool mayRepeat = std::all_of(component.begin(), component.end(), [this](Member* member) {
        return member->knowsStates && !IsRandom(*member);
    });
    if (mayRepeat && JudgeRepetition(component))
    {
        return;
    }
    std::vector<Verdict> verdicts;
    bool settled = true;
    for (const Member* member : component)
    {
        if (!isLate && member->marks.size() < m_minIterations)
        {
            return;
        }
        verdicts.push_back(Estimate(*member));
        settled &= verdicts.back().settled;
    }
    for (std::size_t i = 0; i < component.size() && settled; ++i)
    {
        for (std::size_t j = 0; j < component.size() && settled; ++j)
        {
            settled = i == j || IsPhaseSettled(*component[i], *component[j]);
        }
    }
    for (std::size_t i = 0; i < component.size() && (settled || isLate); ++i)
    {
        verdicts[i].settled = settled;
        component[i]->verdict = verdicts[i];
    }
}

void
FastForward::DoDispose()
{
    m_members.clear();
    Object::DoDispose();
}

} // namespace ns3::bacepipe
