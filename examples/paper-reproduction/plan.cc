// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/plan.h"

namespace ns3::bacepipe::reproduction
{

Plan::Plan()
{
    std::vector<std::string> five = BASELINES;
    five.insert(five.begin(), BACE_PIPE);
    std::vector<std::string> six = five;
    six.push_back(LOOK_AHEAD);
    for (const std::string& text : TEXTS)
    {
        Add(text, {{BASE, "", {}, {}}}, six);
        Add(text, {{BASE, "", {}, {}}}, ABLATIONS);
        for (const auto& variants : {GetBandwidthVariants(), GetGpuVariants(), GetJobVariants()})
        {
            Add(text, variants, six, true);
        }
        Add(text, GetRegionBandwidthVariants(), five);
        Add(text, GetShortenedVariants(), five);
        Add(text, GetReadingVariants(), five);
        Add(text, GetReadingVariants(), ABLATIONS);
    }
    Add("bounded", GetLimitVariants(), {LOOK_AHEAD});
}

const std::vector<Case>&
Plan::GetCases() const
{
    return m_cases;
}

std::optional<std::size_t>
Plan::Find(const std::string& text, const std::string& variant, const std::string& policy) const
{
    const auto found = m_index.find({text, variant, policy});
    return found == m_index.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

void
Plan::Add(const std::string& text,
          const std::vector<Variant>& variants,
          const std::vector<std::string>& policies,
          bool scaled)
{
    for (const Variant& variant : variants)
    {
        for (const std::string& policy : policies)
        {
            if (m_index.emplace(Key{text, variant.name, policy}, m_cases.size()).second)
            {
                Case next{text, variant.name, policy, variant.setting, GetTextOptions(text)};
                if (scaled)
                {
                    next.options.lookAhead.placements = SCALED_PLACEMENTS;
                }
                if (variant.change)
                {
                    variant.change(next.options);
                }
                m_cases.push_back(next);
            }
        }
    }
}

} // namespace ns3::bacepipe::reproduction
