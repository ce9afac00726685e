// SPDX-License-Identifier: GPL-2.0-only
// The page's sections that are mostly tables: Fig. 1, the statements, Figs. 4 to 8.
#include "ns3/bace-text-table.h"

#include <algorithm>

#include "paper-reproduction/markdown.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// A figure's picture.
std::string
ShowPicture(const std::string& name, const std::string& words)
{
    return "![" + words + "](reproduction/" + name + ".svg)\n\n";
}

/// A table of changes by text and policy, a column for each setting and measure.
std::string
MakeTable(const std::vector<FigureRow>& rows,
          const std::vector<Variant>& variants,
          const std::vector<std::string>& policies,
          const std::string& measure,
          const std::string& prefix)
{
    std::vector<std::string> headings{"text", "policy"};
    for (const Variant& variant : variants)
    {
        headings.push_back(prefix + variant.label);
    }
    std::string table = BeginTable(headings);
    for (const std::string& text : TEXTS)
    {
        for (const std::string& policy : policies)
        {
            std::vector<std::string> cells{text, GetTitle(policy)};
            for (const Variant& variant : variants)
            {
                const FigureRow* const row = FindRow(rows, text, variant.label, policy, measure);
                cells.push_back(row ? FormatSpread(row->summary) +
                                          " n=" + std::to_string(row->summary.samples)
                                    : "-");
            }
            table += FormatRow(cells);
        }
    }
    return table + "\n";
}

/// Both tables of a figure that goes over a setting.
std::string
MakeTables(const std::vector<FigureRow>& rows,
           const std::vector<Variant>& variants,
           const std::vector<std::string>& policies,
           const std::string& prefix)
{
    return "Average JCT over BACE-Pipe, %:\n\n" +
           MakeTable(rows, variants, policies, "jct_over_percent", prefix) +
           "Cost over BACE-Pipe, %:\n\n" +
           MakeTable(rows, variants, policies, "cost_over_percent", prefix);
}

/// A table of one setting: both measures in one row.
std::string
MakeBaseTable(const std::vector<FigureRow>& rows, const std::vector<std::string>& policies)
{
    std::string table = BeginTable({"text", "policy", "n", "JCT over, %", "cost over, %"});
    for (const std::string& text : TEXTS)
    {
        for (const std::string& policy : policies)
        {
            const FigureRow* const jct = FindRow(rows, text, BASE, policy, "jct_over_percent");
            const FigureRow* const cost = FindRow(rows, text, BASE, policy, "cost_over_percent");
            table += FormatRow({text,
                                GetTitle(policy),
                                std::to_string(jct->summary.samples),
                                FormatSpread(jct->summary),
                                FormatSpread(cost->summary)});
        }
    }
    return table + "\n";
}

} // namespace

std::string
MakeExampleSection(const Report& report)
{
    std::string page = "## Fig. 1: the motivating example\n\n" + BeginTable({"decision",
                                                                             "placement",
                                                                             "JCT, h",
                                                                             "paper",
                                                                             "difference",
                                                                             "cost, $",
                                                                             "paper",
                                                                             "difference"});
    for (const ExampleRow& row : report.example)
    {
        page += FormatRow({row.decision,
                           row.placement,
                           FormatFixed(row.jct, 3),
                           FormatFixed(row.paperJct, 2),
                           FormatChange(GetExcess(row.jct, row.paperJct)) + " %",
                           FormatFixed(row.cost, 3),
                           FormatFixed(row.paperCost, 2),
                           FormatChange(GetExcess(row.cost, row.paperCost)) + " %"});
    }
    return page + "\nNo randomness here: the numbers of "
                  "`examples/scenarios/motivating-example.json`, both jobs there at the start.\n"
                  "The paper's last row needs Q before P, which its priority rule as summarised "
                  "never gives ([model.md](model.md)).\n\n";
}

std::string
MakeStatementSection(const Report& report)
{
    std::string page = "## The statements\n\n"
                       "*Holds*: the share of samples in which the direction is as the paper has "
                       "it, whatever the size (within 1 %\n"
                       "where it says so). Equals do not count as over, but as highest and as "
                       "lowest. *Paper*: what it publishes, or what\n"
                       "follows from two numbers that it does: LDF's +27.9 and CR-LCF's +44.6 from "
                       "CR-LDF's +64.7 over BACE-Pipe and\n"
                       "the distances to LDF.\n\n";
    page += BeginTable({"Fig.", "statement", "paper", "text", "median (10..90 %)", "holds", "n"});
    for (const StatementRow& row : report.statements)
    {
        const bool first = row.text == TEXTS.front();
        page += FormatRow({first ? row.statement->figure : "",
                           first ? row.statement->claim : "",
                           first ? row.statement->published : "",
                           row.text,
                           FormatSpread(row.summary),
                           FormatShare(row.share),
                           std::to_string(row.summary.samples)});
    }
    page += "\n";
    for (const std::string& text : TEXTS)
    {
        std::size_t judged = 0;
        std::size_t most = 0;
        std::size_t numbers = 0;
        std::size_t met = 0;
        for (const StatementRow& row : report.statements)
        {
            if (row.text == text && row.share.samples > 0)
            {
                ++judged;
                most += row.share.share > 0.5;
                if (row.statement->publishedLow)
                {
                    ++numbers;
                    met += row.summary.low <= *row.statement->publishedHigh &&
                           row.summary.high >= *row.statement->publishedLow;
                }
            }
        }
        page += "Under the " + text + " text " + std::to_string(most) + " of " +
                std::to_string(judged) +
                " statements hold in more than half of the samples, and the published number or "
                "range of " +
                std::to_string(met) + " of " + std::to_string(numbers) +
                "\nmeets our range from 10 to 90 %.\n\n";
    }
    return page;
}

std::string
MakeFigureSections(const Report& report)
{
    std::vector<std::string> policies = BASELINES;
    policies.push_back(LOOK_AHEAD);
    std::string page = "## Fig. 4: overall\n\n" +
                       ShowPicture("fig4", "JCT and cost over BACE-Pipe by policy") +
                       MakeBaseTable(report.overall, policies);
    page += "## Fig. 5: bandwidth\n\n" +
            ShowPicture("fig5", "JCT and cost over BACE-Pipe by bandwidth") +
            MakeTables(report.bandwidth, GetBandwidthVariants(), policies, "x") +
            "With the bandwidth inside regions scaled too:\n\n" +
            MakeTables(report.bandwidthEverywhere, GetRegionBandwidthVariants(), BASELINES, "x") +
            "Where bandwidth is scarce, a chain that is blind to it may never be feasible, and its "
            "job never starts: few samples\n"
            "count then. With chains cut to what is free instead (`shorten_chains`):\n\n" +
            MakeTables(report.bandwidthShortened, GetShortenedVariants(), BASELINES, "x");
    page += "## Fig. 6: GPUs\n\n" + ShowPicture("fig6", "JCT and cost over BACE-Pipe by GPUs") +
            MakeTables(report.gpus, GetGpuVariants(), policies, "x");
    page += "## Fig. 7: jobs\n\n" + ShowPicture("fig7", "JCT and cost over BACE-Pipe by jobs") +
            MakeTables(report.jobs, GetJobVariants(), policies, "jobs: ");
    page += "## Fig. 8: ablation\n\n" +
            ShowPicture("fig8", "JCT and cost over BACE-Pipe by what is left out") +
            MakeBaseTable(report.ablation, ABLATIONS);
    page += "## Jobs that never start\n\n"
            "A job whose floor is above what the cluster or the policy can offer, or whose chain "
            "never becomes feasible, stays\n"
            "unfinished, and where nobody passes a job that waits, so do those behind it. Samples "
            "at the base setting in which a\n"
            "policy leaves jobs unfinished, of " +
            std::to_string(report.outcomes.GetSamples()) + ":\n\n";
    std::vector<std::string> all{BACE_PIPE};
    all.insert(all.end(), policies.begin(), policies.end());
    all.insert(all.end(), ABLATIONS.begin(), ABLATIONS.end());
    std::vector<std::string> headings{"text"};
    std::transform(all.begin(), all.end(), std::back_inserter(headings), &GetTitle);
    page += BeginTable(headings);
    for (const std::string& text : TEXTS)
    {
        std::vector<std::string> cells{text};
        for (const std::string& policy : all)
        {
            const Series& series = *report.outcomes.Find(text, BASE, policy);
            cells.push_back(std::to_string(
                std::count_if(series.begin(), series.end(), [](const Outcome& outcome) {
                    return !outcome.complete;
                })));
        }
        page += FormatRow(cells);
    }
    return page + "\n";
}

} // namespace ns3::bacepipe::reproduction
