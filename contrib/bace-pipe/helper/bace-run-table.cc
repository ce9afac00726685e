// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-run-report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace ns3::bacepipe
{

namespace
{

/// A number with so many decimals.
std::string
Fixed(double value, int decimals)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << value;
    return text.str();
}

/// A duration in the unit that suits the whole table: hours, or seconds for short runs.
struct TimeUnit
{
    const char* name; //!< as in a heading
    double seconds;   //!< of one
    int decimals;     //!< shown
};

TimeUnit
ChooseUnit(double longest)
{
    return longest >= 360 ? TimeUnit{"h", 3600, 2} : TimeUnit{"s", 1, 3};
}

/// Bytes with a decimal prefix.
std::string
Bytes(double bytes)
{
    const char* const prefixes[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t i = 0;
    while (bytes >= 1000 && i + 1 < std::size(prefixes))
    {
        bytes /= 1000;
        ++i;
    }
    return Fixed(bytes, i == 0 ? 0 : 1) + " " + prefixes[i];
}

/// A table of texts: the first and the last columns left-aligned, the others right.
class Table
{
  public:
    explicit Table(std::vector<std::string> headings)
        : m_rows{std::move(headings)}
    {
    }

    void
    AddRow(std::vector<std::string> row)
    {
        m_rows.push_back(std::move(row));
    }

    void
    Print(std::ostream& out) const
    {
        std::vector<std::size_t> widths(m_rows.front().size());
        for (const auto& row : m_rows)
        {
            for (std::size_t i = 0; i < row.size(); ++i)
            {
                widths[i] = std::max(widths[i], row[i].size());
            }
        }
        for (const auto& row : m_rows)
        {
            for (std::size_t i = 0; i < row.size(); ++i)
            {
                const bool isLast = i + 1 == row.size();
                const std::string padding(isLast ? 0 : widths[i] - row[i].size(), ' ');
                const bool isLeft = i < 2 || isLast;
                out << (i > 0 ? "  " : "") << (isLeft ? row[i] + padding : padding + row[i]);
            }
            out << '\n';
        }
    }

  private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace

void
PrintRunTable(const RunResult& result, std::ostream& out)
{
    const bool packets = result.network == "packet";
    double longest = 0;
    for (const auto& job : result.jobs)
    {
        longest = job.finished ? std::max(longest, job.GetJct()) : longest;
    }
    const TimeUnit unit = ChooseUnit(longest);
    const auto duration = [&unit](double seconds) {
        return Fixed(seconds / unit.seconds, unit.decimals);
    };

    out << result.scenario << ": policy " << result.policy << ", network " << result.network;
    if (packets)
    {
        out << " (" << result.transport << ")";
    }
    out << "\n\n";
    const std::string suffix = std::string(" ") + unit.name;
    std::vector<std::string> headings = {"job",
                                         "model",
                                         "wait" + suffix,
                                         "JCT" + suffix,
                                         "cost $",
                                         "GPUs",
                                         "iteration s"};
    if (packets)
    {
        headings.insert(headings.end(), {"analytic s", "in packets", "WAN"});
    }
    headings.emplace_back("placement");
    Table table(headings);
    for (const auto& job : result.jobs)
    {
        std::vector<std::string> row = {job.job, job.model};
        if (!job.finished)
        {
            row.resize(headings.size() - 1, "-");
            row.emplace_back("not finished");
            table.AddRow(row);
            continue;
        }
        row.insert(row.end(),
                   {duration(job.GetWait()),
                    duration(job.GetJct()),
                    Fixed(job.cost, 2),
                    std::to_string(job.gpus),
                    Fixed(job.iterationMean, 3)});
        if (packets)
        {
            row.insert(row.end(),
                       {Fixed(job.iterationAnalytic, 3),
                        std::to_string(job.iterationsSimulated) + "/" +
                            std::to_string(job.iterations),
                        Bytes(job.wanBytes)});
        }
        row.push_back(job.placement);
        table.AddRow(row);
    }
    table.Print(out);
    out << '\n'
        << "average JCT " << duration(result.GetAverageJct()) << suffix << ", makespan "
        << duration(result.GetMakespan()) << suffix << ", total cost $"
        << Fixed(result.GetTotalCost(), 2) << ", energy " << Fixed(result.GetTotalEnergy(), 1)
        << " kWh, GPU utilization " << Fixed(100 * result.GetGpuUtilization(), 1) << " %, "
        << result.CountCompleted() << " of " << result.jobs.size() << " jobs completed\n";
}

} // namespace ns3::bacepipe
