// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-run-report.h"
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <ostream>

namespace ns3::bacepipe
{

namespace
{

/// Of each job, behind how many others the table tells that it was queued.
const std::size_t g_shownBehind = 3;

/// Prints where the time of jobs' GPUs went.
void
PrintTimes(const RunResult& result, std::ostream& out)
{
    out << "\nWhere the time of a job's GPUs went, in % of its execution: computing, waiting for a "
           "message\nthat is not sent yet, under way, or held up (in a queue, by a window, a cap "
           "or a "
           "loss), and for the iteration's end\n\n";
    TextTable table({"job",
                     "computing",
                     "not sent",
                     "under way",
                     "held up",
                     "the end",
                     "held up behind others"},
                    1);
    for (const auto& job : result.jobs)
    {
        if (!job.finished)
        {
            continue;
        }
        const auto format = [&](double seconds) {
            return FormatFixed(100 * seconds / job.GetExecution(), 1);
        };
        const double waits = job.wait.notSent + job.wait.transmission + job.wait.queued;
        std::string behind;
        for (std::size_t i = 0; i < std::min(job.behind.size(), g_shownBehind); ++i)
        {
            const auto& [name, seconds] = job.behind[i];
            behind += (i > 0 ? ", " : "") + name + " " + format(seconds);
        }
        behind += job.behind.size() > g_shownBehind ? ", ..." : "";
        table.AddRow({job.job,
                      format(job.compute),
                      format(job.wait.notSent),
                      format(job.wait.transmission),
                      format(job.wait.queued),
                      format(std::max(0.0, job.GetExecution() - job.compute - waits)),
                      behind.empty() ? "-" : behind});
    }
    table.Print(out);
}

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
    const TimeUnit unit = ChooseTimeUnit(longest);

    out << result.scenario << ": policy " << result.policy << ", network " << result.network;
    if (packets)
    {
        out << " (" << result.transport << "; inside regions " << result.intraRegion << ")";
    }
    out << "\n\n";
    const std::string suffix = std::string(" ") + unit.name;
    std::vector<std::string> headings =
        {"job", "model", "wait" + suffix, "JCT" + suffix, "cost $", "GPUs", "iteration s"};
    if (packets)
    {
        headings.insert(headings.end(), {"analytic s", "in packets", "WAN"});
    }
    headings.emplace_back("placement");
    TextTable table(headings, 2);
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
                   {unit.Format(job.GetWait()),
                    unit.Format(job.GetJct()),
                    FormatMoney(job.cost),
                    std::to_string(job.gpus),
                    FormatFixed(job.iterationMean, 3)});
        if (packets)
        {
            row.insert(
                row.end(),
                {FormatFixed(job.iterationAnalytic, 3),
                 std::to_string(job.iterationsSimulated) + "/" + std::to_string(job.iterations),
                 FormatBytes(job.wanBytes)});
        }
        row.push_back(job.placement);
        table.AddRow(row);
    }
    table.Print(out);
    if (packets && result.CountCompleted() > 0)
    {
        PrintTimes(result, out);
    }
    out << '\n';
    if (result.CountCompleted() == 0)
    {
        out << "0 of " << result.jobs.size() << " jobs completed\n";
        return;
    }
    out << "average JCT " << unit.Format(result.GetAverageJct()) << suffix << ", makespan "
        << unit.Format(result.GetMakespan()) << suffix << ", total cost $"
        << FormatMoney(result.GetTotalCost()) << ", energy "
        << FormatFixed(result.GetTotalEnergy(), result.GetTotalEnergy() < 10 ? 4 : 1)
        << " kWh, GPU utilization " << FormatFixed(100 * result.GetGpuUtilization(), 1) << " %, "
        << result.CountCompleted() << " of " << result.jobs.size() << " jobs completed\n";
}

} // namespace ns3::bacepipe
