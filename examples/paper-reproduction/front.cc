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

/// @return the samples in which a policy of the table has a lower JCT; both are complete in each
std::vector<Loss>
FindLosses(const Outcomes& outcomes, const Series& series)
{
    std::vector<Loss> losses;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        Loss loss{i, "", 0};
        for (const Policy& policy : GetPolicies())
        {
            const Series* const other = outcomes.Find(g_text, BASE, policy.name);
            if (policy.name == LOOK_AHEAD || !other || !(*other)[i].complete || !series[i].complete)
            {
                continue;
            }
            const double percent = GetExcess(series[i].jct, (*other)[i].jct);
            if (percent > loss.percent)
            {
                loss = {i, policy.name, percent};
            }
        }
        if (loss.percent > 0)
        {
            losses.push_back(loss);
        }
    }
    return losses;
}

} // namespace

std::vector<FrontRow>
MakeFrontRows(const Outcomes& outcomes)
{
    std::vector<FrontRow> rows;
    const Series* const reference = outcomes.Find(g_text, BASE, BACE_PIPE);
    for (const Variant& variant : GetLimitVariants())
    {
        const Series* const series = outcomes.Find(g_text, variant.name, LOOK_AHEAD);
        const auto jct = Compare(series, reference, &Outcome::jct);
        const auto cost = Compare(series, reference, &Outcome::cost);
        const auto losses = FindLosses(outcomes, *series);
        const std::size_t complete =
            std::count_if(series->begin(), series->end(), [](const Outcome& outcome) {
                return outcome.complete;
            });
        rows.push_back({variant.label,
                        Summarize(jct),
                        Summarize(cost),
                        Count(jct, [](double change) { return change < 0; }),
                        Count(cost, [](double change) { return change <= 0; }),
                        MakeShare(complete - losses.size(), complete),
                        losses});
    }
    return rows;
}

} // namespace ns3::bacepipe::reproduction
