// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-output-file.h"
#include "ns3/bace-run-report.h"
#include "ns3/bace-version.h"
#include "ns3/bace-wait-report.h"

#include <ctime>
#include <fstream>
#include <initializer_list>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace ns3::bacepipe
{

namespace
{

using nlohmann::ordered_json;

/// A file under construction; anything that goes wrong with it is found when it is closed.
class OutputFile
{
  public:
    OutputFile(const std::string& directory, const std::string& name)
        : m_path(directory + "/" + name),
          m_stream(m_path)
    {
        m_stream << std::setprecision(12);
    }

    /// Writes values as a line of comma-separated values; texts of ours hold no commas.
    template <typename... Values>
    void WriteRow(const Values&... values)
    {
        const char* separator = "";
        ((m_stream << separator << values, separator = ","), ...);
        m_stream << '\n';
    }

    void Write(const std::string& text)
    {
        m_stream << text << '\n';
    }

    void Close()
    {
        CloseFile(m_stream, m_path);
    }

  private:
    std::string m_path;
    std::ofstream m_stream;
};

void
WriteJobs(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "jobs.csv");
    file.Write(JOBS_HEAD);
    for (const auto& job : result.jobs)
    {
        if (!job.finished)
        {
            // An empty field is no number: a job that has not finished has none of these.
            file.WriteRow(job.job, job.model, job.dataset, job.arrival, std::string(27, ','));
            continue;
        }
        file.WriteRow(job.job,
                      job.model,
                      job.dataset,
                      job.arrival,
                      job.start,
                      job.finish,
                      job.GetWait(),
                      job.GetExecution(),
                      job.GetJct(),
                      job.cost,
                      job.energy,
                      job.gpus,
                      job.placement,
                      job.iterations,
                      job.iterationsSimulated,
                      job.iterationAnalytic,
                      job.iterationMean,
                      job.executionHalfWidth / static_cast<double>(job.iterations),
                      job.compute,
                      job.waitActivation,
                      job.waitGradient,
                      job.wanBytes,
                      job.wait.notSent,
                      job.wait.transmission,
                      job.wait.queued,
                      job.gradient.notSent,
                      job.gradient.transmission,
                      job.gradient.queued,
                      FormatNamed(job.behind),
                      job.jctHalfWidth,
                      job.costHalfWidth,
                      job.settled ? "yes" : "no");
    }
    file.Close();
}

void
WriteIterations(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "iterations.csv");
    file.Write("job,iteration,start_s,duration_s");
    for (const auto& iteration : result.iterations)
    {
        file.WriteRow(iteration.job, iteration.index, iteration.start, iteration.duration);
    }
    file.Close();
}

void
WriteAccounted(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "accounted.csv");
    file.Write("job,start_s,end_s,iterations,duration_s,sum_ci_s,settled,remembered");
    for (const auto& span : result.accounted)
    {
        file.WriteRow(span.job,
                      span.start,
                      span.end,
                      span.iterations,
                      span.duration,
                      span.halfWidth,
                      span.settled ? "yes" : "no",
                      span.remembered ? "yes" : "no");
    }
    file.Close();
}

void
WritePipeline(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "pipeline.csv");
    file.Write("job,iteration,stage,operation,micro_batch,chunk,start_s,end_s");
    for (const auto& row : result.pipeline)
    {
        file.WriteRow(row.job,
                      row.iteration,
                      row.stage,
                      row.operation,
                      row.microBatch,
                      row.chunk,
                      row.start,
                      row.end);
    }
    file.Close();
}

void
WriteLinks(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "links.csv");
    file.Write("link,capacity_bps,delay_s,bytes,utilization,peak_utilization,packets,drops,"
               "max_queue_bytes,retransmitted_bytes,ecn_marks");
    for (const auto& link : result.links)
    {
        file.WriteRow(link.link,
                      link.capacity,
                      link.delay,
                      link.bytes,
                      link.utilization,
                      link.peakUtilization,
                      link.packets,
                      link.drops,
                      link.maxQueueBytes,
                      link.retransmittedBytes,
                      link.ecnMarks);
    }
    file.Close();
}

void
WriteLinkIntervals(const std::vector<LinkIntervalResult>& intervals, const std::string& directory)
{
    OutputFile file(directory, "links_timeseries.csv");
    file.Write("start_s,end_s,link,utilization,max_queue_bytes,shares");
    for (const auto& interval : intervals)
    {
        file.WriteRow(interval.start,
                      interval.end,
                      interval.link,
                      interval.utilization,
                      interval.maxQueueBytes,
                      FormatNamed(interval.shares));
    }
    file.Close();
}

void
WriteRegions(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "regions.csv");
    file.Write("region,gpu,gpus,gpu_s,gpu_utilization,energy_kwh,cost_usd");
    const double makespan = result.GetMakespan();
    for (const auto& region : result.regions)
    {
        const double offered = region.gpus * makespan;
        file.WriteRow(region.region,
                      region.gpu,
                      region.gpus,
                      region.gpuSeconds,
                      offered > 0 ? region.gpuSeconds / offered : 0,
                      region.energy,
                      region.cost);
    }
    file.Close();
}

void
WriteTraffic(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "traffic.csv");
    file.Write("traffic,from,to,kind,active_s,sent_bytes,delivered_bytes,lost_packets,goodput_bps");
    for (const auto& traffic : result.traffic)
    {
        file.WriteRow(traffic.traffic,
                      traffic.source,
                      traffic.destination,
                      traffic.kind,
                      traffic.active,
                      traffic.sentBytes,
                      traffic.deliveredBytes,
                      traffic.lostPackets,
                      traffic.GetGoodput());
    }
    file.Close();
}

void
WriteDecisions(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "decisions.csv");
    file.Write("time_s,trigger,job,priority,alpha,chain,gpus,decision,reason");
    for (const auto& decision : result.decisions)
    {
        file.WriteRow(decision.time,
                      decision.trigger,
                      decision.job,
                      decision.priority,
                      decision.alpha,
                      decision.chain,
                      decision.gpus,
                      decision.placed ? "placed" : "deferred",
                      decision.reason);
    }
    file.Close();
}

ordered_json
MakeSummary(const RunResult& result)
{
    uint64_t iterations = 0;
    uint64_t simulated = 0;
    uint64_t unsettled = 0;
    for (const auto& job : result.jobs)
    {
        iterations += job.iterations;
        simulated += job.iterationsSimulated;
        unsettled += job.settled ? 0 : 1;
    }
    const auto share = [&](double WaitResult::*part) {
        return result.GetShare([=](const JobResult& job) { return job.wait.*part; });
    };
    // Of no job there is no mean.
    const bool any = result.CountCompleted() > 0;
    const auto mean = [any](double value) { return any ? ordered_json(value) : ordered_json(); };
    return {
        {"scenario", result.scenario},
        {"policy", result.policy},
        {"network", result.network},
        {"transport", result.transport},
        {"intra_region", result.intraRegion},
        {"seed", result.seed},
        {"version", GetVersion()},
        {"ns3_version", result.ns3Version},
        {"jobs_total", result.jobs.size()},
        {"jobs_completed", result.CountCompleted()},
        {"average_jct_s", mean(result.GetAverageJct())},
        {"average_jct_ci_s", result.GetAverageJctHalfWidth()},
        {"average_wait_s", mean(result.GetAverageWait())},
        {"total_cost_usd", result.GetTotalCost()},
        {"total_cost_ci_usd", result.GetTotalCostHalfWidth()},
        {"total_energy_kwh", result.GetTotalEnergy()},
        {"makespan_s", result.GetMakespan()},
        {"gpu_utilization", result.GetGpuUtilization()},
        {"compute_share", result.GetShare([](const JobResult& job) { return job.compute; })},
        {"wait_not_sent_share", share(&WaitResult::notSent)},
        {"wait_transmission_share", share(&WaitResult::transmission)},
        {"wait_queued_share", share(&WaitResult::queued)},
        {"iterations_total", iterations},
        {"iterations_simulated", simulated},
        {"jobs_unsettled", unsettled},
        {"memo_hits", result.memoHits},
        {"memo_hits_loaded", result.memoHitsLoaded},
    };
}

void
WriteSummary(const RunResult& result, const std::string& directory)
{
    OutputFile file(directory, "summary.json");
    file.Write(MakeSummary(result).dump(2));
    file.Close();
}

/// @return the most memory that this program has had, bytes; 0 where the system does not tell
uint64_t
ReadPeakMemory()
{
    // Not from getrusage(): its figure begins with that of the program that started this one.
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
    {
        if (line.rfind("VmHWM:", 0) == 0)
        {
            return std::stoull(line.substr(6)) * 1024;
        }
    }
    return 0;
}

void
WriteRun(const RunResult& result, const RunEnvironment& environment, const std::string& directory)
{
    char host[256] = "";
    gethostname(host, sizeof(host) - 1);
    const std::time_t now = std::time(nullptr);
    std::ostringstream date;
    date << std::put_time(std::gmtime(&now), "%Y-%m-%dT%H:%M:%SZ");
    const ordered_json run = {
        {"wall_s", environment.wall},
        {"peak_memory_bytes", ReadPeakMemory()},
        {"events", result.events},
        {"host", host},
        {"date", date.str()},
        {"command_line", environment.commandLine},
    };
    OutputFile file(directory, "run.json");
    // A command line may hold any bytes.
    file.Write(run.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    file.Close();
}

} // namespace

std::vector<std::string>
GetSummaryKeys()
{
    std::vector<std::string> keys;
    const ordered_json summary = MakeSummary({});
    for (const auto& [key, value] : summary.items())
    {
        keys.push_back(key);
    }
    return keys;
}

void
WriteRunFiles(const RunResult& result,
              const RunEnvironment& environment,
              const std::string& directory)
{
    WriteJobs(result, directory);
    WriteIterations(result, directory);
    WriteAccounted(result, directory);
    WritePipeline(result, directory);
    WriteLinks(result, directory);
    if (result.linkIntervals)
    {
        WriteLinkIntervals(*result.linkIntervals, directory);
    }
    WriteRegions(result, directory);
    if (!result.traffic.empty())
    {
        WriteTraffic(result, directory);
    }
    WriteDecisions(result, directory);
    WriteSummary(result, directory);
    WriteRun(result, environment, directory);
    OutputFile scenario(directory, "scenario.json");
    scenario.Write(result.scenarioText);
    scenario.Close();
}

} // namespace ns3::bacepipe
