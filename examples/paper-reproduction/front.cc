// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/front.h"

#include <algorithm>

namespace ns3::bacepipe::reproduction
{

namespace
{

const std::string g_text = "bounded";
constexpr double ROUNDING = 1e-9; //!< per cent below which two figures are the same

/// @return how many values are below a limit
Share
CountBelow(const std::vector<double>& values, double limit)
{
    const auto below =
        std::count_if(values.begin(), values.end(), [=](double value) { return value < limit; });
    return MakeShare(below, values.size());
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
                   GetExcess(series[i].jct, (*other)[i].jct) <= ROUNDING;
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
                            CountBelow(jct, -ROUNDING),
                            CountBelow(cost, ROUNDING),
                            CountFastest(outcomes, *series)});
        }
    }
    return rows;
}

} // namespace ns3::bacepipe::reproduction
