// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/figures.h"

#include <algorithm>
#include <limits>

namespace ns3::bacepipe::reproduction
{

const std::vector<std::string> MEASURES{"jct_s",
                                        "cost_usd",
                                        "jct_over_percent",
                                        "cost_over_percent"};

namespace
{

/// @return a figure of the samples that are complete
std::vector<double>
Collect(const Series& series, Measure measure)
{
    std::vector<double> values;
    for (const Outcome& outcome : series)
    {
        if (outcome.complete)
        {
            values.push_back(outcome.*measure);
        }
    }
    return values;
}

} // namespace

std::vector<FigureRow>
MakeFigure(const Outcomes& outcomes,
           const std::vector<Variant>& variants,
           const std::vector<std::string>& policies)
{
    std::vector<FigureRow> rows;
    for (const std::string& text : TEXTS)
    {
        for (const Variant& variant : variants)
        {
            const Series* const reference = outcomes.Find(text, variant.name, BACE_PIPE);
            for (const std::string& policy : policies)
            {
                const Series* const series = outcomes.Find(text, variant.name, policy);
                if (!series)
                {
                    continue;
                }
                const std::vector<std::vector<double>> values{
                    Collect(*series, &Outcome::jct),
                    Collect(*series, &Outcome::cost),
                    Compare(series, reference, &Outcome::jct),
                    Compare(series, reference, &Outcome::cost)};
                for (std::size_t i = 0; i < MEASURES.size(); ++i)
                {
                    rows.push_back(
                        {text, variant.label, policy, MEASURES[i], Summarize(values[i])});
                }
            }
        }
    }
    return rows;
}

const FigureRow*
FindRow(const std::vector<FigureRow>& rows,
        const std::string& text,
        const std::string& setting,
        const std::string& policy,
        const std::string& measure)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const FigureRow& row) {
        return row.text == text && row.setting == setting && row.policy == policy &&
               row.measure == measure;
    });
    return found == rows.end() ? nullptr : &*found;
}

std::vector<BoundRow>
MakeBoundRows(const Outcomes& outcomes)
{
    std::vector<BoundRow> rows;
    for (const std::string& text : TEXTS)
    {
        const std::vector<double>& bounds = outcomes.GetBounds(text);
        std::vector<std::pair<std::string, std::vector<std::string>>> groups{
            {BACE_PIPE, {BACE_PIPE}},
            {"best-baseline", BASELINES},
            {LOOK_AHEAD, {LOOK_AHEAD}}};
        for (const auto& [name, policies] : groups)
        {
            std::vector<double> excesses;
            for (std::size_t i = 0; i < outcomes.GetSamples(); ++i)
            {
                double best = std::numeric_limits<double>::infinity();
                for (const std::string& policy : policies)
                {
                    const Series* const series = outcomes.Find(text, BASE, policy);
                    if (series && (*series)[i].complete)
                    {
                        best = std::min(best, (*series)[i].jct);
                    }
                }
                if (best < std::numeric_limits<double>::infinity())
                {
                    excesses.push_back(GetExcess(best, bounds[i]));
                }
            }
            if (!excesses.empty())
            {
                rows.push_back({text, name, Summarize(excesses)});
            }
        }
    }
    return rows;
}

} // namespace ns3::bacepipe::reproduction
