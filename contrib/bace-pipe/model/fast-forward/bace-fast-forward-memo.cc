// SPDX-License-Identifier: GPL-2.0-only
// How fast-forward remembers what it has measured.
#include "ns3/bace-fast-forward.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

namespace ns3::bacepipe
{

namespace
{

/**
 * Names the owners of packets anew.
 * @param times where the owners are those behind whose packets messages waited
 * @param rename gives each its new number
 */
template <typename Rename>
void
RenameOwners(StageTimes& times, Rename rename)
{
    for (WaitTime* wait : {&times.waitActivation, &times.waitGradient})
    {
        ServiceMeter::Shares renamed;
        for (const auto& [owner, time] : wait->behind)
        {
            renamed[rename(owner)] += time;
        }
        wait->behind = std::move(renamed);
    }
}

} // namespace

void
FastForward::SetMemo(std::shared_ptr<ComponentMemo> memo,
                     std::shared_ptr<const ComponentConditions> conditions)
{
    m_memo = std::move(memo);
    m_conditions = std::move(conditions);
}

std::string
FastForward::DescribeConditions(Component& component) const
{
    std::sort(component.begin(), component.end(), [](const Member* a, const Member* b) {
        // Jobs that are alike are told apart by their phases.
        return std::tie(a->description, a->offset) < std::tie(b->description, b->offset);
    });
    const bool random = std::any_of(component.begin(), component.end(), [this](const Member* m) {
        return IsRandom(*m);
    });
    std::ostringstream text;
    text << m_conditions->DescribeRun(random);
    std::map<std::string, std::size_t> resources; // numbers in order of appearance
    for (const Member* member : component)
    {
        text << "; job " << member->description;
        for (const auto& [resource, load] : member->loads)
        {
            const auto [found, isNew] = resources.try_emplace(resource, resources.size());
            text << ", " << found->second << " by " << load;
            if (isNew)
            {
                text << ' ' << m_conditions->DescribeResource(resource);
            }
        }
    }
    return text.str();
}

bool
FastForward::IsRemembered(const Component& component) const
{
    // What no packets take part in is found out at once.
    return m_memo && std::none_of(component.begin(), component.end(), [](const Member* member) {
               return member->loads.empty();
           });
}

void
FastForward::Recall(Component component)
{
    if (component.empty() || !IsRemembered(component) ||
        std::any_of(component.begin(), component.end(), [](const Member* member) {
            return member->execution->IsSuspended();
        }))
    {
        return;
    }
    for (Member* member : component)
    {
        member->offset = Simulator::Now() - member->iterationStart;
    }
    const std::string conditions = DescribeConditions(component);
    std::vector<MemberStanding> standings;
    for (const Member* member : component)
    {
        standings.push_back({member->offset, GetIterationsLeft(*member)});
    }
    const SteadyComponent* known = m_memo->Find(conditions, standings);
    for (std::size_t i = 0; known && i < component.size(); ++i)
    {
        Verdict verdict{known->members[i].iteration, known->members[i].transient};
        verdict.iteration.remembered = true;
        RenameOwners(*verdict.iteration.times, [&](uint32_t owner) {
            return (owner & SteadyMember::OUTSIDE) != 0
                       ? owner - SteadyMember::OUTSIDE
                       : component.at(owner)->execution->GetOwner();
        });
        component[i]->verdict = verdict;
    }
}

void
FastForward::Remember(Component component, bool anyPhase)
{
    if (!IsRemembered(component))
    {
        return;
    }
    const std::string conditions = DescribeConditions(component);
    SteadyComponent steady;
    steady.anyPhase = anyPhase;
    for (const Member* member : component)
    {
        SteadyMember entry{member->verdict->iteration, member->verdict->transient, member->offset};
        if (entry.iteration.estimate.freedom > 0)
        {
            entry.horizon = GetIterationsLeft(*member);
        }
        entry.iteration.times =
            member->execution->GetRecentStageTimes(entry.iteration.estimate.samples);
        RenameOwners(*entry.iteration.times, [&](uint32_t owner) {
            const auto found =
                std::find_if(component.begin(), component.end(), [owner](const Member* other) {
                    return other->execution->GetOwner() == owner;
                });
            return found == component.end() ? owner | SteadyMember::OUTSIDE
                                            : static_cast<uint32_t>(found - component.begin());
        });
        steady.members.push_back(std::move(entry));
    }
    m_memo->Add(conditions, std::move(steady));
}

} // namespace ns3::bacepipe
