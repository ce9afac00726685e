// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/front.h"

#include "ns3/bace-policy.h"

#include <algorithm>

namespace ns3::bacepipe::reproduction
{

namespace
{

const std::string g_text = "bounded";

/// @return in how many samples a change has a sign that counts
template <typename Predicate>
Share
Count(const std::vector<double>& values, Predicate counts)
{
    return MakeShare(std::count_if(values.begin(), values.end(), counts), values.size());
}

/// @return in how many samples no policy of the table has a lower JCT
Share
CountFastest(const Outcomes& outcomes, const Series& series)
{
    std::size_t holds = 0;
    std::size_t samples = 0;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        if (!series[i].complete)
        {
            continue;
        }
        ++samples;
        const auto& policies = GetPolicies();
        holds += std::all_of(policies.begin(), policies.end(), [&](const Policy& policy) {
            const Series* const other = outcomes.Find(g_text, BASE, policy.name);
            return policy.name == LOOK_AHEAD || !other || !(*other)[i].complete ||
                   GetExcess(series[i].jct, (*other)[i].jct) <= 0;
        });
    }
    return MakeShare(holds, samples);
}

} // namespace

std::vector<FrontRow>
MakeFrontRows(const Outcomes& outcomes)
{
    std::vector<FrontRow> rows;
    const Series* const reference = outcomes.Find(g_text, BASE, BACE_PIPE);
    for (const Variant& variant : GetLimitVariants())
    {
        if (const Series* const series = outcomes.Find(g_text, variant.name, LOOK_AHEAD))
        {
            const auto jct = Compare(series, reference, &Outcome::jct);
            const auto cost = Compare(series, reference, &Outcome::cost);
            rows.push_back({variant.label,
                            Summarize(jct),
                            Summarize(cost),
                            Count(jct, [](double change) { return change < 0; }),
                            Count(cost, [](double change) { return change <= 0; }),
                            CountFastest(outcomes, *series)});
        }
    }
    return rows;
}

} // namespace ns3::bacepipe::reproduction
