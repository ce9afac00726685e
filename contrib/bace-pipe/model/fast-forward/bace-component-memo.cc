// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-component-memo.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Largest difference of phases that count as the same, of an iteration.
const double g_samePhase = 0.005;

/// @return whether a job stands as one stood
bool
IsSame(const SteadyMember& member, const MemberStanding& standing)
{
    const double apart = Abs(member.offset - standing.offset).GetDouble();
    const double iteration = member.iteration.duration.GetDouble();
    return std::min(apart, std::abs(iteration - apart)) <= g_samePhase * iteration &&
           standing.iterations <= member.horizon;
}

} // namespace

const SteadyComponent*
ComponentMemo::Find(const std::string& conditions, const std::vector<MemberStanding>& standings)
{
    const auto known = m_content.find(conditions);
    if (known == m_content.end())
    {
        return nullptr;
    }
    for (const SteadyComponent& component : known->second)
    {
        const auto& members = component.members;
        if (members.size() == standings.size() &&
            (component.anyPhase ||
             std::equal(members.begin(), members.end(), standings.begin(), IsSame)))
        {
            ++m_hits;
            m_loadedHits += component.loaded ? 1 : 0;
            return &component;
        }
    }
    return nullptr;
}

void
ComponentMemo::Add(const std::string& conditions, SteadyComponent component)
{
    m_content[conditions].push_back(std::move(component));
}

const ComponentMemo::Content&
ComponentMemo::GetContent() const
{
    return m_content;
}

uint64_t
ComponentMemo::GetHits() const
{
    return m_hits;
}

uint64_t
ComponentMemo::GetLoadedHits() const
{
    return m_loadedHits;
}

} // namespace ns3::bacepipe
