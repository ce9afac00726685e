// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/readings.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return by sample, the greatest change of a policy's JCT among those complete in both
std::vector<double>
FindLargestChanges(const Outcomes& outcomes, const std::string& text, const std::string& variant)
{
    std::vector<std::string> five = BASELINES;
    five.push_back(BACE_PIPE);
    std::vector<double> changes;
    for (std::size_t i = 0; i < outcomes.GetSamples(); ++i)
    {
        double largest = -1;
        for (const std::string& policy : five)
        {
            const Outcome& before = (*outcomes.Find(text, BASE, policy))[i];
            const Outcome& after = (*outcomes.Find(text, variant, policy))[i];
            if (before.complete && after.complete)
            {
                largest = std::max(largest, std::abs(GetExcess(after.jct, before.jct)));
            }
        }
        if (largest >= 0)
        {
            changes.push_back(largest);
        }
    }
    return changes;
}

} // namespace

double
ReadingRow::GetLargestMove() const
{
    double most = std::max({std::abs(jct.median), std::abs(cost.median), largest.median});
    for (const HeadlineChange& change : headline)
    {
        if (change.before.samples > 0 && change.after.samples > 0)
        {
            most = std::max(most, std::abs(change.after.median - change.before.median));
        }
    }
    return most;
}

std::vector<ReadingRow>
MakeReadingRows(const Outcomes& outcomes)
{
    std::vector<ReadingRow> rows;
    for (const std::string& text : TEXTS)
    {
        const Series* const before = outcomes.Find(text, BASE, BACE_PIPE);
        for (const Variant& variant : GetReadingVariants())
        {
            const Series* const after = outcomes.Find(text, variant.name, BACE_PIPE);
            ReadingRow row;
            row.text = text;
            row.name = variant.name;
            row.label = variant.label;
            row.jct = Summarize(Compare(after, before, &Outcome::jct));
            row.cost = Summarize(Compare(after, before, &Outcome::cost));
            row.largest = Summarize(FindLargestChanges(outcomes, text, variant.name));
            for (const std::string& policy : BASELINES)
            {
                const auto over = [&](const std::string& name, const Series* reference) {
                    return Summarize(
                        Compare(outcomes.Find(text, name, policy), reference, &Outcome::jct));
                };
                row.headline.push_back({policy, over(BASE, before), over(variant.name, after)});
            }
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace ns3::bacepipe::reproduction
