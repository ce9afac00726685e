// SPDX-License-Identifier: GPL-2.0-only
// The CSV files of a reproduction: tidy, a row a fact; empty where nothing counts.
#include "ns3/bace-output-file.h"
#include "ns3/bace-policy.h"

#include <fstream>
#include <iomanip>
#include <sstream>

#include "paper-reproduction/report.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return a table under way, with its header
std::ostringstream
Begin(const std::string& header)
{
    std::ostringstream out;
    out << std::setprecision(12) << header << '\n';
    return out;
}

/// Writes median, p10, p90 and samples.
std::ostream&
operator<<(std::ostream& out, const Summary& summary)
{
    if (summary.samples == 0)
    {
        return out << ",,,0";
    }
    return out << summary.median << ',' << summary.low << ',' << summary.high << ','
               << summary.samples;
}

/// Writes a share and its interval.
std::ostream&
operator<<(std::ostream& out, const Share& share)
{
    if (share.samples == 0)
    {
        return out << ",,";
    }
    return out << share.share << ',' << share.low << ',' << share.high;
}

std::string
FormatFigure(const std::vector<FigureRow>& rows)
{
    auto out = Begin("text,setting,policy,measure,median,p10,p90,samples");
    for (const FigureRow& row : rows)
    {
        out << row.text << ',' << row.setting << ',' << row.policy << ',' << row.measure << ','
            << row.summary << '\n';
    }
    return out.str();
}

std::string
FormatExample(const std::vector<ExampleRow>& rows)
{
    auto out = Begin("decision,placement,jct_h,paper_jct_h,jct_difference_percent,cost_usd,"
                     "paper_cost_usd,cost_difference_percent");
    for (const ExampleRow& row : rows)
    {
        out << row.decision << ',' << row.placement << ',' << row.jct << ',' << row.paperJct << ','
            << GetExcess(row.jct, row.paperJct) << ',' << row.cost << ',' << row.paperCost << ','
            << GetExcess(row.cost, row.paperCost) << '\n';
    }
    return out.str();
}

std::string
FormatBounds(const std::vector<BoundRow>& rows)
{
    auto out = Begin("text,policy,measure,median,p10,p90,samples");
    for (const BoundRow& row : rows)
    {
        out << row.text << ',' << row.policy << ",jct_over_bound_percent," << row.summary << '\n';
    }
    return out.str();
}

std::string
FormatFront(const std::vector<FrontRow>& rows)
{
    auto out = Begin("text,limit,measure,median,p10,p90,samples,share,share_low,share_high");
    for (const FrontRow& row : rows)
    {
        const std::string start = "bounded," + row.limit + ",";
        out << start << "jct_over_percent," << row.jct << ",,,\n";
        out << start << "cost_over_percent," << row.cost << ",,,\n";
        out << start << "jct_lower,,,," << row.faster.samples << ',' << row.faster << '\n';
        out << start << "cost_not_higher,,,," << row.notDearer.samples << ',' << row.notDearer
            << '\n';
        out << start << "lowest_jct_of_all,,,," << row.fastestOfAll.samples << ','
            << row.fastestOfAll << '\n';
    }
    return out.str();
}

std::string
FormatReadings(const std::vector<ReadingRow>& rows)
{
    auto out = Begin("text,reading,measure,median,p10,p90,samples");
    for (const ReadingRow& row : rows)
    {
        const std::string start = row.text + "," + row.name + ",";
        out << start << "bace_pipe_jct_change_percent," << row.jct << '\n';
        out << start << "bace_pipe_cost_change_percent," << row.cost << '\n';
        out << start << "largest_jct_change_percent," << row.largest << '\n';
        for (const HeadlineChange& change : row.headline)
        {
            out << start << change.policy << "_jct_over_percent_before," << change.before << '\n';
            out << start << change.policy << "_jct_over_percent," << change.after << '\n';
        }
    }
    return out.str();
}

std::string
FormatStatements(const std::vector<StatementRow>& rows)
{
    auto out = Begin("figure,statement,published_low,published_high,text,median,p10,p90,samples,"
                     "share,share_low,share_high");
    for (const StatementRow& row : rows)
    {
        out << row.statement->figure << ',' << row.statement->claim << ',';
        if (row.statement->publishedLow)
        {
            out << *row.statement->publishedLow << ',' << *row.statement->publishedHigh;
        }
        else
        {
            out << ',';
        }
        out << ',' << row.text << ',' << row.summary << ',' << row.share << '\n';
    }
    return out.str();
}

std::string
FormatSamples(const Outcomes& outcomes)
{
    auto out = Begin("sample,text,policy,jobs_completed,complete,average_jct_s,average_wait_s,"
                     "total_cost_usd,gpu_hours,jct_bound_s");
    for (std::size_t i = 0; i < outcomes.GetSamples(); ++i)
    {
        for (const std::string& text : TEXTS)
        {
            for (const Policy& policy : GetPolicies())
            {
                if (const Series* const series = outcomes.Find(text, BASE, policy.name))
                {
                    const Outcome& outcome = (*series)[i];
                    out << i << ',' << text << ',' << policy.name << ',' << outcome.completed << ','
                        << outcome.complete << ',' << outcome.jct << ',' << outcome.wait << ','
                        << outcome.cost << ',' << outcome.gpuSeconds / 3600 << ','
                        << outcomes.GetBounds(text)[i] << '\n';
                }
            }
        }
    }
    return out.str();
}

} // namespace

void
WriteFile(const std::string& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary);
    file << text;
    CloseFile(file, path);
}

void
WriteTables(const Report& report, const std::string& directory)
{
    WriteFile(directory + "/fig1.csv", FormatExample(report.example));
    WriteFile(directory + "/fig4.csv", FormatFigure(report.overall));
    WriteFile(directory + "/fig5.csv", FormatFigure(report.bandwidth));
    WriteFile(directory + "/fig5-everywhere.csv", FormatFigure(report.bandwidthEverywhere));
    WriteFile(directory + "/fig5-shortened.csv", FormatFigure(report.bandwidthShortened));
    WriteFile(directory + "/fig6.csv", FormatFigure(report.gpus));
    WriteFile(directory + "/fig7.csv", FormatFigure(report.jobs));
    WriteFile(directory + "/fig8.csv", FormatFigure(report.ablation));
    WriteFile(directory + "/bound.csv", FormatBounds(report.bounds));
    WriteFile(directory + "/front.csv", FormatFront(report.front));
    WriteFile(directory + "/readings.csv", FormatReadings(report.readings));
    WriteFile(directory + "/statements.csv", FormatStatements(report.statements));
    WriteFile(directory + "/samples.csv", FormatSamples(report.outcomes));
}

} // namespace ns3::bacepipe::reproduction
