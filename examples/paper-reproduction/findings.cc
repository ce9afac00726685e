// SPDX-License-Identifier: GPL-2.0-only
// What does not hold, and what the runs themselves say of the reason. Every word that claims
// something hangs on a number: other samples make other sentences.
#include "ns3/bace-text-table.h"

#include <algorithm>

#include "paper-reproduction/explanation.h"
#include "paper-reproduction/markdown.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

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
                       "with what the runs themselves tell of\n"
                       "the reason. First, what BACE-Pipe's way to decide (at once, in the order "
                       "of its priority) makes of the same equations:\n\n" +
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
            list += Explain(statement, text, report.outcomes);
            list += statement.variant == BASE ? TestReadings(row, report.outcomes) : "";
            list.erase(list.find_last_not_of(' ') + 1);
            list += "\n";
        }
        page += "### The " + text + " text\n\n" + (list.empty() ? "All hold.\n" : list) + "\n";
    }
    return page;
}

} // namespace ns3::bacepipe::reproduction
