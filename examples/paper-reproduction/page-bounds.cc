// SPDX-License-Identifier: GPL-2.0-only
// The page's sections on what goes beyond the paper: look-ahead, lower bound, open readings.
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <map>

#include "paper-reproduction/markdown.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// The readings of one kind, as a table.
std::string
ListReadings(const std::vector<ReadingRow>& rows, bool moved)
{
    std::string table = BeginTable({"reading",
                                    "text",
                                    "BACE-Pipe's JCT, %",
                                    "its cost, %",
                                    "largest change of a JCT, %",
                                    "LCF, LDF, CR-LCF, CR-LDF over BACE-Pipe, medians"});
    bool any = false;
    for (const ReadingRow& row : rows)
    {
        if ((row.GetLargestMove() > MOVED) != moved)
        {
            continue;
        }
        std::string headline;
        for (const HeadlineChange& change : row.headline)
        {
            headline += (headline.empty() ? "" : "; ") +
                        (change.before.samples > 0 ? FormatChange(change.before.median) : "-") +
                        " to " +
                        (change.after.samples > 0 ? FormatChange(change.after.median) : "-");
        }
        table += FormatRow({row.label,
                            row.text,
                            FormatSpread(row.jct),
                            FormatSpread(row.cost),
                            FormatSpread(row.largest),
                            headline});
        any = true;
    }
    return any ? table + "\n" : "None.\n\n";
}

/// Where looking ahead is not the fastest, without a limit of cost.
std::string
DescribeLosses(const FrontRow& row)
{
    const std::size_t samples = row.fastestOfAll.samples;
    if (row.losses.empty())
    {
        return "Without a limit it is the fastest in all " + std::to_string(samples) +
               " samples.\n\n";
    }
    std::vector<double> percents;
    std::map<std::string, std::size_t> winners;
    for (const Loss& loss : row.losses)
    {
        percents.push_back(loss.percent);
        ++winners[GetTitle(loss.policy)];
    }
    std::string text = "Where it fails: without a limit another policy is faster in " +
                       std::to_string(row.losses.size()) + " of " + std::to_string(samples) +
                       " samples, by " + FormatFixed(Summarize(percents).median, 2) +
                       " % in the median and " +
                       FormatFixed(*std::max_element(percents.begin(), percents.end()), 2) +
                       " % at most. The fastest there:";
    std::string separator = " ";
    for (const auto& [policy, count] : winners)
    {
        text += separator + policy + " (" + std::to_string(count) + ")";
        separator = ", ";
    }
    return text + ".\n\n";
}

} // namespace

std::string
MakeBoundSections(const Report& report)
{
    std::string page =
        "## Looking ahead: JCT against cost\n\n"
        "`bace-pipe-lookahead` under a limit of what all jobs may cost, relative to what "
        "BACE-Pipe would have them cost\n(`/scheduler/look_ahead/cost_limit`). "
        "Bounded text.\n\n"
        "![Cost over JCT, relative to BACE-Pipe, by limit](reproduction/front.svg)\n\n" +
        BeginTable({"limit",
                    "JCT over BACE-Pipe, %",
                    "cost over BACE-Pipe, %",
                    "JCT lower than BACE-Pipe's",
                    "cost not higher",
                    "lowest JCT of all policies"});
    for (const FrontRow& row : report.front)
    {
        page += FormatRow({row.limit,
                           FormatSpread(row.jct),
                           FormatSpread(row.cost),
                           FormatShare(row.faster),
                           FormatShare(row.notDearer),
                           FormatShare(row.fastestOfAll)});
    }
    page += "\n" + DescribeLosses(report.front.back());
    page +=
        "## Above a lower bound\n\n"
        "No schedule has an average JCT below the bound: each job runs on its best number of "
        "GPUs, at the iteration time of a\n"
        "pipeline without a WAN, and all share one pool of GPUs (Smith's rule on mean busy "
        "times; an assignment problem). How\n"
        "far the policies are above it, in %; the distance is of policy and bound together.\n\n" +
        BeginTable({"text", "policy", "JCT over the bound, %", "n"});
    for (const BoundRow& row : report.bounds)
    {
        page += FormatRow(
            {row.text,
             row.policy == "best-baseline" ? "best baseline of each sample" : GetTitle(row.policy),
             FormatSpread(row.summary),
             std::to_string(row.summary.samples)});
    }
    return page + "\n";
}

std::string
MakeReadingSection(const Report& report)
{
    std::string page =
        "## Readings\n\n"
        "Where the paper is silent, [model.md](model.md) marks our reading [R]. Here each is "
        "changed alone, from either text.\n"
        "*Largest change*: of the average JCT of any of the five policies, as an absolute value. "
        "The last column is the\n"
        "headline of Fig. 4, before and after.\n\n"
        "![The largest change of a JCT by reading](reproduction/readings.svg)\n\n"
        "### These move something by more than 5 % at the base setting\n\n"
        "(a median of a change, or a baseline's median distance to BACE-Pipe by as many "
        "points)\n\n";
    page += ListReadings(report.readings, true);
    page += "### These do not, at the base setting\n\n" + ListReadings(report.readings, false);
    page += "One more reading has no option: filling the pipeline over a WAN boundary takes one "
            "t_comp. In the whole reproduction\n"
            "that is at most ";
    for (std::size_t i = 0; i < TEXTS.size(); ++i)
    {
        page += (i > 0 ? " and " : "") +
                FormatFixed(100 * report.outcomes.GetLargestWanFill(TEXTS[i]), 1) + " % (" +
                TEXTS[i] + ")";
    }
    return page + " of an iteration: no other reading of it can shorten one by more.\n\n";
}

} // namespace ns3::bacepipe::reproduction
