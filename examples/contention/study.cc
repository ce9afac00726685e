// SPDX-License-Identifier: GPL-2.0-only
#include "contention/study.h"

#include "ns3/bace-cost-model.h"
#include "ns3/bace-text-table.h"

#include <cmath>
#include <string>
#include <utility>

#include "contention/run.h"

namespace ns3::bacepipe::contention
{

namespace
{

/// How many times as long queues are in which nothing is lost.
const uint32_t g_deeper = 20;

/// A scenario like another, with FqCoDel at both ends of the link.
Scenario
WithFqCoDel(Scenario scenario)
{
    for (auto& link : scenario.links)
    {
        link.discipline = QueueDiscipline::FQ_CODEL;
    }
    return scenario;
}

/// A scenario like another, with queues so many times as long.
Scenario
WithQueues(Scenario scenario, uint32_t factor)
{
    for (auto& link : scenario.links)
    {
        link.queueBytes *= factor;
    }
    return scenario;
}

/// A scenario like another, with several connections of each boundary and direction.
Scenario
WithConnections(Scenario scenario, uint32_t connections)
{
    scenario.network.connections = connections;
    return scenario;
}

/// A scenario like another, whose second job starts later.
Scenario
WithShift(Scenario scenario, double seconds)
{
    scenario.jobs.at(1).arrival = Seconds(seconds);
    return scenario;
}

/// A scenario like another, without its second job.
Scenario
Alone(Scenario scenario)
{
    scenario.jobs.resize(1);
    return scenario;
}

/// @return seconds, and in brackets how much they are above others
std::string
Compare(double seconds, double reference)
{
    const double percent = std::round(1000 * (seconds / reference - 1)) / 10;
    return FormatFixed(seconds, 3) + " (" + (percent < 0 ? "" : "+") + FormatFixed(percent, 1) +
           " %)";
}

/// The table under way.
class Report
{
  public:
    /**
     * @param analytic t_iter, s
     * @param alone figures of the job alone
     */
    Report(double analytic, const RunFigures& alone)
        : m_analytic(analytic),
          m_alone(alone.jobs.at(0)),
          m_table({"case",
                   "job",
                   "t_iter s",
                   "mean s",
                   "largest s",
                   "message ms",
                   "at most",
                   "queue at most",
                   "drops",
                   "sent again"},
                  2)
    {
    }

    /// Adds a case: a row for each job.
    void Add(const std::string& name, const RunFigures& run)
    {
        for (std::size_t i = 0; i < run.jobs.size(); ++i)
        {
            const bool first = i == 0;
            m_table.AddRow({first ? name : "",
                            first ? "p" : "q",
                            FormatFixed(m_analytic, 3),
                            Compare(run.jobs[i].mean, m_alone.mean),
                            Compare(run.jobs[i].largest, m_alone.largest),
                            first ? FormatFixed(1e3 * run.messageMean, 1) : "",
                            first ? FormatFixed(1e3 * run.messageLargest, 1) : "",
                            first ? FormatBytes(static_cast<double>(run.maxQueueBytes)) : "",
                            first ? std::to_string(run.drops) : "",
                            first ? FormatBytes(static_cast<double>(run.retransmittedBytes)) : ""});
        }
    }

    /// Prints the table.
    void Print(std::ostream& out) const
    {
        m_table.Print(out);
    }

  private:
    double m_analytic;  //!< t_iter, s
    JobFigures m_alone; //!< what cases are compared with
    TextTable m_table;  //!< under way
};

/// @return the mean over jobs of their mean iteration, s
double
GetMean(const RunFigures& run)
{
    double sum = 0;
    for (const auto& job : run.jobs)
    {
        sum += job.mean;
    }
    return sum / static_cast<double>(run.jobs.size());
}

} // namespace

void
RunStudy(const Setting& setting, std::ostream& out)
{
    const Scenario scenario = MakeScenario(setting);
    const JobProfile& profile = scenario.jobs.at(0).profile;
    const Cluster cluster(scenario.regions, scenario.links);
    const uint32_t half = setting.stages / 2;
    const double analytic = IterationTime(profile, {{0, half}, {1, half}}, cluster);
    const double reserved = static_cast<double>(RequiredBitRate(profile, setting.stages));
    const double share = 2 * reserved / static_cast<double>(setting.rate.GetBitRate());
    out << "two jobs of " << setting.stages << " stages, half of them in each region, "
        << setting.schedule << ", " << setting.microBatches << " micro-batches of "
        << FormatBytes(static_cast<double>(setting.bytes)) << "\nlink of "
        << FormatFixed(setting.rate.GetBitRate() / 1e6, 0) << " Mbit/s each way, "
        << FormatFixed(setting.delay.GetSeconds() * 1e3, 1) << " ms, queue of "
        << FormatFixed(setting.queue.GetSeconds() * 1e3, 1) << " ms; each job reserves "
        << FormatFixed(reserved / 1e6, 0) << " Mbit/s, both " << FormatFixed(100 * share, 0)
        << " % of it\n"
        << setting.transport << ", " << setting.control << "; " << setting.iterations
        << " iterations, the first not counted\n\n";

    const RunFigures alone = RunJobs(Alone(scenario));
    Report report(analytic, alone);
    report.Add("alone", alone);
    report.Add("together", RunJobs(scenario));
    // The scan: q starts k / shifts of an iteration after p.
    const double period = alone.jobs.at(0).mean;
    std::pair<uint32_t, RunFigures> best;
    std::pair<uint32_t, RunFigures> worst;
    for (uint32_t k = 1; k < setting.shifts; ++k)
    {
        const RunFigures run = RunJobs(WithShift(scenario, period * k / setting.shifts));
        if (k == 1 || GetMean(run) < GetMean(best.second))
        {
            best = {k, run};
        }
        if (k == 1 || GetMean(run) > GetMean(worst.second))
        {
            worst = {k, run};
        }
    }
    const auto name = [&](uint32_t k) {
        return std::to_string(k) + "/" + std::to_string(setting.shifts);
    };
    report.Add("q later by " + name(best.first) + ", best", best.second);
    report.Add("q later by " + name(worst.first) + ", worst", worst.second);
    const Scenario deep = WithQueues(scenario, g_deeper);
    const std::string queues = "queue x" + std::to_string(g_deeper);
    report.Add("alone, " + queues, RunJobs(Alone(deep)));
    report.Add("together, " + queues, RunJobs(deep));
    const Scenario several = WithConnections(scenario, setting.connections);
    const std::string connections = std::to_string(setting.connections) + " connections";
    report.Add("alone, " + connections, RunJobs(Alone(several)));
    report.Add("together, " + connections, RunJobs(several));
    const Scenario fair = WithFqCoDel(scenario);
    report.Add("alone, FqCoDel", RunJobs(Alone(fair)));
    report.Add("together, FqCoDel", RunJobs(fair));
    report.Add("FqCoDel, " + connections, RunJobs(WithFqCoDel(several)));
    // What is left of FqCoDel where nothing is dropped.
    report.Add("fair queues, no drops", RunJobs(fair, false));
    report.Add("the same, q later by 1/2", RunJobs(WithShift(fair, period / 2), false));
    report.Print(out);
}

} // namespace ns3::bacepipe::contention
