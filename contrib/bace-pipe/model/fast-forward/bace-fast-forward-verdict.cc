// SPDX-License-Identifier: GPL-2.0-only
// When fast-forward takes a component to have settled, and what for.
#include "ns3/bace-fast-forward.h"
#include "ns3/bace-phases.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param marks iterations in order
 * @param count of the first ones
 * @param mean of an iteration that has settled, s
 * @return how much more or less these took, but for the very first: that is simulated in any case
 */
double
GetExcess(const std::vector<IterationMark>& marks, std::size_t count, double mean)
{
    double excess = 0;
    for (std::size_t i = 1; i < count; ++i)
    {
        excess += marks[i].duration.GetSeconds() - mean;
    }
    return std::abs(excess);
}

/// @return the duration of the shortest of some iterations, s
double
GetShortest(const std::vector<IterationMark>& marks)
{
    const auto shortest = std::min_element(
        marks.begin(),
        marks.end(),
        [](const IterationMark& a, const IterationMark& b) { return a.duration < b.duration; });
    return shortest->duration.GetSeconds();
}

/// So few losses in all that is left do not count: a 95 % interval leaves as much aside.
constexpr double FEW_LOSSES = 0.05;

} // namespace

bool
FastForward::IsRandom(const Member& member) const
{
    return !member.execution->IsDeterministic() ||
           std::any_of(member.loads.begin(), member.loads.end(), [this](const auto& load) {
               return m_random.count(load.first) > 0 || m_lossy.count(load.first) > 0;
           });
}

Time
FastForward::GetLongestCycle(const Member& member) const
{
    Time longest;
    for (const auto& [resource, load] : member.loads)
    {
        const auto random = m_random.find(resource);
        longest = random == m_random.end() ? longest : Max(longest, random->second);
    }
    return longest;
}

double
FastForward::GetExpectedLosses(const Member& member) const
{
    double lossesPerByte = 0;
    for (const auto& [resource, load] : member.loads)
    {
        const auto lossy = m_lossy.find(resource);
        lossesPerByte = std::max(lossesPerByte, lossy == m_lossy.end() ? 0 : lossy->second);
    }
    const auto done = static_cast<double>(member.execution->GetIterationsDone());
    return lossesPerByte * static_cast<double>(member.execution->GetWanBytes()) / done *
           static_cast<double>(GetIterationsLeft(member));
}

bool
FastForward::IsTimeToLook(std::size_t iterations) const
{
    std::size_t look = m_minIterations;
    while (look < iterations)
    {
        look += (look + 3) / 4;
    }
    return look == iterations;
}

void
FastForward::AllowForLosses(MeanEstimate& estimate, const Member& member)
{
    estimate.SetHalfWidth(estimate.mean - GetShortest(member.marks));
}

void
FastForward::AllowForBursts(MeanEstimate& estimate, const Member& member)
{
    const double sum = std::accumulate(
        member.marks.begin(),
        member.marks.end(),
        0.0,
        [](double total, const IterationMark& mark) { return total + mark.duration.GetSeconds(); });
    estimate.Widen(sum / static_cast<double>(member.marks.size()) - GetShortest(member.marks));
}

void
FastForward::AllowForDrift(Verdict& verdict, const Member& member)
{
    MeanEstimate& estimate = verdict.iteration.estimate;
    const auto half = static_cast<std::ptrdiff_t>(estimate.samples / 2);
    if (half == 0)
    {
        return;
    }
    Time drift;
    for (auto mark = member.marks.end() - half; mark != member.marks.end(); ++mark)
    {
        drift += mark->duration - (mark - half)->duration;
    }
    estimate.Widen(drift.GetSeconds() / static_cast<double>(half));
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
        SteadyIteration& iteration = verdict.iteration;
        iteration.duration = sum / static_cast<int64_t>(periods[i]);
        iteration.estimate.mean = iteration.duration.GetSeconds();
        iteration.estimate.samples = periods[i];
        verdict.transient = GetExcess(marks[i], marks[i].size(), iteration.estimate.mean);
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
    MeanEstimate& estimate = verdict.iteration.estimate;
    estimate = EstimateMean(series);
    if (IsRandom(member))
    {
        AllowForRareEvents(estimate, series);
    }
    verdict.iteration.duration = Seconds(estimate.mean);
    const auto lossy = std::count_if(member.marks.begin() + warmUp,
                                     member.marks.end(),
                                     [](const IterationMark& mark) { return mark.resent; });
    const bool windowsAreLevel = IsLevel(windows);
    const bool knowsLosses = GetExpectedLosses(member) < FEW_LOSSES ||
                             (windowsAreLevel && lossy >= m_minLossyIterations);
    const double observed = estimate.mean * static_cast<double>(series.size());
    const bool knowsBursts = observed >= m_minCycles * GetLongestCycle(member).GetSeconds();
    if (!knowsLosses && lossy > 0)
    {
        AllowForLosses(estimate, member);
    }
    if (!knowsBursts)
    {
        AllowForBursts(estimate, member);
    }
    verdict.iteration.settled = isOver && series.size() >= m_minIterations && knowsLosses &&
                                knowsBursts && IsLevel(series) && windowsAreLevel &&
                                estimate.GetHalfWidth() <= m_tolerance * estimate.mean;
    verdict.transient = GetExcess(member.marks, length, estimate.mean);
    return verdict;
}

uint64_t
FastForward::GetIterationsLeft(const Member& member)
{
    return member.execution->GetJob().profile.iterations - member.execution->GetIterationsDone();
}

double
FastForward::GetSpread(const Component& component)
{
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
    return spread.GetSeconds();
}

void
FastForward::WidenBySimulated(const Component& component) const
{
    if (component.size() == 1 && !m_hasAccounted)
    {
        return;
    }
    const double spread = GetSpread(component);
    for (const Member* member : component)
    {
        if (member->marks.empty())
        {
            continue;
        }
        member->execution->Widen(spread);
        const MeanEstimate estimate =
            (member->verdict ? *member->verdict : Estimate(*member)).iteration.estimate;
        if (m_hasAccounted && estimate.samples > 1)
        {
            member->execution->Widen(estimate.GetDifferenceHalfWidth(member->marks.size()));
        }
    }
}

bool
FastForward::HoldsForAll(const Component& component, Relation relation)
{
    return std::all_of(component.begin(), component.end(), [&](const Member* member) {
        return std::all_of(component.begin(), component.end(), [&](const Member* other) {
            return member == other || relation(*member, *other);
        });
    });
}

void
FastForward::Judge(const Component& component)
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
    const bool isAlone = component.size() == 1;
    const bool mayRepeat = std::all_of(component.begin(), component.end(), [this](Member* member) {
        return member->knowsStates && !IsRandom(*member);
    });
    if (mayRepeat && JudgeRepetition(component))
    {
        Conclude(component, isAlone);
        return;
    }
    const bool isTimeToLook = std::any_of(component.begin(), component.end(), [&](const Member* m) {
        return IsTimeToLook(m->marks.size());
    });
    if (!isLate && !isTimeToLook)
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
        settled &= verdicts.back().iteration.settled;
    }
    const auto goesRound = [](const Member& member, const Member& other) {
        return Phases(member.marks, other.marks).IsCovered();
    };
    const auto isSettled = [](const Member& member, const Member& other) {
        const Phases phases(member.marks, other.marks);
        return phases.IsCovered() || phases.IsStill(static_cast<double>(GetIterationsLeft(member)));
    };
    settled = settled && HoldsForAll(component, isSettled);
    if (!settled && !isLate)
    {
        return;
    }
    for (std::size_t i = 0; i < component.size(); ++i)
    {
        if (!settled)
        {
            AllowForDrift(verdicts[i], *component[i]);
        }
        verdicts[i].iteration.settled = settled;
        component[i]->verdict = verdicts[i];
    }
    Conclude(component, isAlone || HoldsForAll(component, goesRound));
}

void
FastForward::Conclude(const Component& component, bool anyPhase)
{
    WidenBySimulated(component);
    const double spread = component.size() == 1 ? 0 : GetSpread(component);
    for (Member* member : component)
    {
        member->verdict->transient = std::hypot(member->verdict->transient, spread);
    }
    Remember(component, anyPhase);
}

} // namespace ns3::bacepipe
