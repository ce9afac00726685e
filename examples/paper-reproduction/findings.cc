// SPDX-License-Identifier: GPL-2.0-only
// What does not hold, and what the runs themselves say of the reason. Every word that claims
// something hangs on a number: other samples make other sentences.
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "paper-reproduction/markdown.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// The two parts that a difference is made of, as medians.
struct Parts
{
    double first{0};  //!< waiting, or GPU hours
    double second{0}; //!< running, or the price of a GPU hour
};

/// @return what a difference in JCT is made of: points of the reference's JCT
Parts
SplitJct(const Series& series, const Series& reference)
{
    std::vector<double> waits;
    std::vector<double> runs;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        const Outcome& a = series[i];
        const Outcome& b = reference[i];
        if (a.complete && b.complete)
        {
            waits.push_back(100 * (a.wait - b.wait) / b.jct);
            runs.push_back(100 * ((a.jct - a.wait) - (b.jct - b.wait)) / b.jct);
        }
    }
    return {Summarize(waits).median, Summarize(runs).median};
}

/// @return what a difference in cost is made of: per cent of GPU hours and of their price
Parts
SplitCost(const Series& series, const Series& reference)
{
    std::vector<double> hours;
    std::vector<double> prices;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        const Outcome& a = series[i];
        const Outcome& b = reference[i];
        if (a.complete && b.complete)
        {
            hours.push_back(GetExcess(a.gpuSeconds, b.gpuSeconds));
            prices.push_back(GetExcess(a.cost / a.gpuSeconds, b.cost / b.gpuSeconds));
        }
    }
    return {Summarize(hours).median, Summarize(prices).median};
}

/// Why one policy is not above another.
std::string
ExplainPair(const Statement& statement, const std::string& text, const Outcomes& outcomes)
{
    const Series& series = *outcomes.Find(text, statement.variant, statement.policy);
    const Series& reference = *outcomes.Find(text, statement.variant, statement.reference);
    const auto values = Compare(&series, &reference, statement.measure);
    const Share equal = MakeShare(std::count(values.begin(), values.end(), 0.0), values.size());
    std::string words;
    if (equal.share > 0.1)
    {
        words += "In " + FormatFixed(100 * equal.share, 0) + " % of the samples both are equal. ";
    }
    const std::string who = GetTitle(statement.policy);
    const std::string whom = GetTitle(statement.reference);
    if (statement.measure == &Outcome::jct)
    {
        const Parts parts = SplitJct(series, reference);
        words += "Waiting makes up " + FormatChange(parts.first) + " points of the difference, " +
                 "running " + FormatChange(parts.second) + " (medians)";
        if (std::min(parts.first, parts.second) < -1)
        {
            words += parts.first < parts.second ? ": jobs of " + who + " wait less"
                                                : ": jobs of " + who + " run for less time";
            const bool opposed = std::max(parts.first, parts.second) > 1;
            words += !opposed ? ""
                     : parts.first < parts.second
                         ? ", and run longer"
                         : ", for they wait for more GPUs while those of " + whom +
                               " start on what is left and never grow";
        }
    }
    else
    {
        const Parts parts = SplitCost(series, reference);
        words += who + " takes " + FormatChange(parts.first) + " % of GPU hours, at " +
                 FormatChange(parts.second) + " % of their price (medians)";
        if (parts.first < -1 && parts.first <= parts.second)
        {
            words += ": its pipelines are shorter and idle less in bubbles, which are paid for";
        }
        else if (parts.second < -1)
        {
            words += ": it sits in cheaper regions";
        }
    }
    return words + ". ";
}

/// Who is lowest or highest instead.
std::string
ExplainExtreme(const Statement& statement, const std::string& text, const Outcomes& outcomes)
{
    const bool highest = statement.direction == Direction::ABOVE;
    std::map<std::string, std::size_t> counts;
    std::size_t samples = 0;
    for (std::size_t i = 0; i < outcomes.GetSamples(); ++i)
    {
        const SampleView view(outcomes, text, i);
        std::string best;
        bool all = true;
        for (const char* const policy : {"bace-pipe", "lcf", "ldf", "cr-lcf", "cr-ldf"})
        {
            const Outcome* const outcome = view.Find(BASE, policy);
            all = all && outcome;
            if (all && (best.empty() || (outcome->*statement.measure <
                                         view.Find(BASE, best)->*statement.measure) != highest))
            {
                best = policy;
            }
        }
        if (all)
        {
            ++counts[best];
            ++samples;
        }
    }
    std::string words = highest ? "The highest is " : "The lowest is ";
    std::string list;
    for (const auto& [policy, count] : counts)
    {
        list += (list.empty() ? "" : ", ") + GetTitle(policy) + " in " +
                FormatFixed(100.0 * static_cast<double>(count) / static_cast<double>(samples), 0) +
                " %";
    }
    return words + list + ". ";
}

/// Under which readings it would hold.
std::string
TestReadings(const StatementRow& row, const Outcomes& outcomes)
{
    std::string list;
    std::size_t tested = 0;
    for (const Variant& variant : GetReadingVariants())
    {
        const Share share = Judge(*row.statement, row.text, outcomes, variant.name).share;
        tested += share.samples > 0;
        if (share.samples > 0 && share.share > 0.5)
        {
            list += (list.empty() ? "" : ", ") + variant.label + " (" +
                    FormatFixed(100 * share.share, 0) + " %, n=" + std::to_string(share.samples) +
                    ")";
        }
    }
    if (tested == 0)
    {
        return "";
    }
    return list.empty() ? "Under none of the " + std::to_string(tested) +
                              " other readings does it hold in most samples."
                        : "Readings under which it holds in most samples: " + list + ".";
}

/// How BACE-Pipe's habit of starting at once fares, measured.
std::string
MakeOpening(const Report& report)
{
    std::string words;
    for (const std::string& text : TEXTS)
    {
        const auto moved = std::find_if(
            report.readings.begin(),
            report.readings.end(),
            [&](const ReadingRow& row) { return row.text == text && row.name == "strict"; });
        const FigureRow* const ahead =
            FindRow(report.overall, text, BASE, LOOK_AHEAD, "jct_over_percent");
        if (ahead && ahead->summary.samples > 0)
        {
            words += "- " + text +
                     " text: deciding with a look ahead, on the same equations, moves "
                     "BACE-Pipe's JCT by " +
                     FormatSpread(ahead->summary) + " %.\n";
        }
        if (moved != report.readings.end() && moved->jct.samples > 0)
        {
            words += "- " + text +
                     " text: when nobody passes a job that waits (`queueing` = "
                     "strict), BACE-Pipe's JCT moves by " +
                     FormatSpread(moved->jct) + " %.\n";
        }
    }
    return words + "\n";
}

} // namespace

std::string
MakeFindingSection(const Report& report)
{
    std::string page = "## What does not hold, and why\n\n"
                       "Each statement that holds in no more than half of the samples that count, "
                       "with what the runs themselves say of the\n"
                       "reason. Two tests of a common one, that BACE-Pipe starts a job on the GPUs "
                       "that are left and a job never grows:\n\n" +
                       MakeOpening(report);
    for (const std::string& text : TEXTS)
    {
        std::string list;
        for (const StatementRow& row : report.statements)
        {
            const Statement& statement = *row.statement;
            if (row.text != text || row.share.samples == 0 || row.share.share > 0.5)
            {
                continue;
            }
            list += "- Fig. " + statement.figure + ", " + statement.claim + ": holds in " +
                    FormatShare(row.share) + ", n=" + std::to_string(row.share.samples) +
                    ", median " + FormatChange(row.summary.median) + ". ";
            if (statement.direction == Direction::WITHIN_1)
            {
                list += "";
            }
            else if (!statement.reference.empty())
            {
                list += ExplainPair(statement, text, report.outcomes);
            }
            else if (statement.variant == BASE)
            {
                list += ExplainExtreme(statement, text, report.outcomes);
            }
            list += statement.variant == BASE ? TestReadings(row, report.outcomes) : "";
            list += "\n";
        }
        page += "### The " + text + " text\n\n" + (list.empty() ? "All hold.\n" : list) + "\n";
    }
    return page;
}

} // namespace ns3::bacepipe::reproduction
