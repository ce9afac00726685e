// SPDX-License-Identifier: GPL-2.0-only
// What decisions and analytic runs cost, against the number of regions and of jobs.
#include "ns3/bace-analytic-run.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-scheduler.h"
#include "ns3/rng-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "paper-reproduction/sample.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// GPUs of a region, as in the paper's evaluation.
constexpr uint32_t GPUS[] = {16, 32, 64, 128};

/// @return a cluster of so many regions drawn as in the paper's evaluation, every pair linked
Cluster
DrawCluster(std::size_t count)
{
    RngStream random(1, 1, 1);
    std::vector<Region> regions(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        regions[i].id = "r" + std::to_string(i);
        regions[i].gpus = GPUS[static_cast<std::size_t>(4 * random.RandU01())];
        regions[i].price = PriceSchedule(0.156 + random.RandU01() * (0.295 - 0.156));
        regions[i].bandwidth = DataRate(static_cast<uint64_t>(25e9 + 75e9 * random.RandU01()));
    }
    std::vector<WanLink> links;
    for (RegionIndex a = 0; a < count; ++a)
    {
        for (RegionIndex b = 0; b < count; ++b)
        {
            if (a != b)
            {
                WanLink link;
                link.source = a;
                link.destination = b;
                link.rate = DataRate(
                    (regions[a].bandwidth.GetBitRate() + regions[b].bandwidth.GetBitRate()) / 2);
                links.push_back(link);
            }
        }
    }
    return Cluster(std::move(regions), std::move(links));
}

/// @return so many jobs drawn as in the reproduction, all there from the start
std::vector<TrainingJob>
DrawJobs(std::size_t count)
{
    reproduction::Setting setting;
    setting.jobs = reproduction::MAX_JOBS;
    std::vector<TrainingJob> jobs;
    for (uint64_t number = 0; jobs.size() < count; ++number)
    {
        for (TrainingJob& job :
             reproduction::MakeJobs(reproduction::DrawSample(1, number), setting))
        {
            if (jobs.size() < count)
            {
                job.id = "j" + std::to_string(1000000 + jobs.size());
                jobs.push_back(std::move(job));
            }
        }
    }
    return jobs;
}

/// Spreads arrivals so that the jobs ask for nine tenths of the cluster's GPU time, as they come.
void
SpreadArrivals(std::vector<TrainingJob>& jobs, const Cluster& cluster)
{
    double work = 0; // GPU seconds
    for (const TrainingJob& job : jobs)
    {
        const JobEstimate estimate = EstimateJob(job.profile, cluster, {});
        work += estimate.executionTime * estimate.optimalGpus;
    }
    const double span = work / (0.9 * cluster.GetTotalGpus());
    const double mean = span / static_cast<double>(jobs.size());
    RngStream random(1, 3, 1);
    double now = 0;
    for (TrainingJob& job : jobs)
    {
        job.arrival = Seconds(now);
        now -= mean * std::log(random.RandU01());
    }
}

/// Submits all jobs to a scheduler.
void
SubmitAll(JobScheduler& scheduler, const std::vector<TrainingJob>& jobs)
{
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        scheduler.Submit(i, jobs[i]);
    }
}

/// @return seconds that a call takes
template <typename Call>
double
Measure(Call call)
{
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/**
 * The first decision about so many jobs on an idle cluster.
 * @param state regions, jobs
 * @param policy who decides
 */
void
FirstDecision(benchmark::State& state, const std::string& policy)
{
    const Cluster cluster = DrawCluster(state.range(0));
    const auto jobs = DrawJobs(state.range(1));
    std::size_t placed = 0;
    for (auto _ : state)
    {
        JobScheduler scheduler(Ledger(cluster), *FindPolicy(policy), {});
        SubmitAll(scheduler, jobs);
        state.SetIterationTime(Measure([&] { scheduler.Decide(Time(0)); }));
        placed = scheduler.GetRunning().size();
    }
    state.counters["placed"] = static_cast<double>(placed);
}

/**
 * A decision after a completion on a full cluster where so many jobs wait: the mean over 50.
 * @param state regions, jobs that wait
 * @param policy who decides
 */
void
LaterDecision(benchmark::State& state, const std::string& policy)
{
    const Cluster cluster = DrawCluster(state.range(0));
    // More than can run, so that as many as asked for wait throughout.
    const auto jobs = DrawJobs(state.range(1) + 2 * cluster.GetTotalGpus() / 8);
    double slowest = 0;
    for (auto _ : state)
    {
        JobScheduler scheduler(Ledger(cluster), *FindPolicy(policy), {});
        std::size_t next = 0;
        const auto fill = [&] {
            while (scheduler.GetPending().size() < static_cast<std::size_t>(state.range(1)) &&
                   next < jobs.size())
            {
                scheduler.Submit(next, jobs[next]);
                ++next;
            }
        };
        for (std::size_t i = 0; i < 10; ++i)
        {
            fill();
            scheduler.Decide(Time(0));
        }
        double sum = 0;
        constexpr int DECISIONS = 50;
        for (int i = 0; i < DECISIONS; ++i)
        {
            const Time now = Seconds(i + 1);
            fill();
            scheduler.Complete(scheduler.GetRunning().begin()->first, now);
            const double time = Measure([&] { scheduler.Decide(now); });
            sum += time;
            slowest = std::max(slowest, time);
        }
        state.SetIterationTime(sum / DECISIONS);
    }
    state.counters["slowest"] = slowest;
}

/**
 * A whole analytic run.
 * @param state regions, jobs
 * @param policy who decides
 * @param arriving whether jobs come over time, or are there from the start
 */
void
WholeRun(benchmark::State& state, const std::string& policy, bool arriving)
{
    const Cluster cluster = DrawCluster(state.range(0));
    auto jobs = DrawJobs(state.range(1));
    if (arriving)
    {
        SpreadArrivals(jobs, cluster);
    }
    AnalyticResult result;
    for (auto _ : state)
    {
        result = RunAnalytically(cluster, jobs, *FindPolicy(policy), {});
    }
    state.counters["completed"] = result.completed;
    state.counters["utilization"] = result.gpuUtilization;
    state.counters["wait_over_jct"] = result.averageWait / result.averageJct;
}

/// Registers the benchmarks: name, regions and jobs of each.
void
Register()
{
    using benchmark::RegisterBenchmark;
    const std::vector<std::vector<int64_t>> sizes{{6, 24},
                                                  {100, 10},
                                                  {100, 100},
                                                  {100, 1000},
                                                  {100, 10000},
                                                  {12, 1000},
                                                  {25, 1000},
                                                  {50, 1000}};
    for (const auto& size : sizes)
    {
        RegisterBenchmark("first", FirstDecision, "bace-pipe")
            ->Args(size)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
        RegisterBenchmark("later", LaterDecision, "bace-pipe")
            ->Args(size)
            ->Iterations(2) // filling the cluster takes longer than what is measured
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
    for (const int64_t pending : {8, 24, 32})
    {
        RegisterBenchmark("ahead", FirstDecision, "bace-pipe-lookahead")
            ->Args({6, pending})
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
    for (const int64_t count : {100, 1000, 10000})
    {
        RegisterBenchmark("run", WholeRun, "bace-pipe", true)
            ->Args({100, count})
            ->Unit(benchmark::kMillisecond);
    }
    for (const int64_t regions : {12, 25, 50})
    {
        RegisterBenchmark("run", WholeRun, "bace-pipe", true)
            ->Args({regions, 10000})
            ->Unit(benchmark::kMillisecond);
    }
    for (const Policy& policy : GetPolicies())
    {
        RegisterBenchmark((std::string("sample/") + policy.name).c_str(),
                          WholeRun,
                          policy.name,
                          false)
            ->Args({6, 24})
            ->Unit(benchmark::kMillisecond);
    }
}

} // namespace

int
main(int argc, char** argv)
{
    Simulator::Run(); // ns-3 stops keeping a list of all Time objects
    Simulator::Destroy();
    Register();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
    {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
