// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/outcomes.h"

#include "ns3/bace-analytic-run.h"
#include "ns3/bace-cost-model.h"
#include "ns3/bace-policy.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

#include "paper-reproduction/lower-bound.h"
#include "paper-reproduction/workers.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return a run, as far as it is kept
Outcome
Run(const Case& run, const Cluster& cluster, const std::vector<TrainingJob>& jobs)
{
    const AnalyticResult result =
        RunAnalytically(cluster, jobs, *FindPolicy(run.policy), run.options);
    Outcome outcome;
    outcome.completed = result.completed;
    outcome.complete = result.completed == jobs.size();
    outcome.jct = result.averageJct;
    outcome.wait = result.averageWait;
    outcome.cost = result.totalCost;
    double mostWork = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        const AnalyticJob& job = result.jobs[i];
        const JobProfile& profile = jobs[i].profile;
        const double work = static_cast<double>(profile.iterations) * profile.computeTime;
        if (work > mostWork)
        {
            mostWork = work;
            outcome.longestGpus = job.finished ? CountGpus(job.placement) : 0;
        }
        if (job.finished)
        {
            const uint32_t gpus = CountGpus(job.placement);
            const double fill =
                static_cast<double>(job.placement.size() - 1) * WanBoundaryTime(profile, gpus);
            outcome.gpuSeconds += gpus * (job.finish - job.start).GetSeconds();
            outcome.wanFill =
                std::max(outcome.wanFill, fill / IterationTime(profile, job.placement, cluster));
        }
    }
    return outcome;
}

} // namespace

Outcomes::Outcomes(uint32_t seed, std::size_t samples, unsigned threads, bool quiet)
    : m_samples(samples),
      m_series(m_plan.GetCases().size(), Series(samples))
{
    // Until a simulation has run, ns-3 keeps a list of all Time objects, which threads may not
    // share.
    Simulator::Run();
    Simulator::Destroy();
    for (const std::string& text : TEXTS)
    {
        m_bounds[text].resize(samples);
    }
    RunInThreads(samples, threads, quiet, [this, seed](std::size_t number) {
        RunSample(seed, number);
    });
}

void
Outcomes::RunSample(uint32_t seed, std::size_t number)
{
    const Sample sample = DrawSample(seed, number);
    Setting setting;
    std::optional<Cluster> cluster(MakeCluster(sample, setting));
    std::vector<TrainingJob> jobs = MakeJobs(sample, setting);
    for (const std::string& text : TEXTS)
    {
        m_bounds.at(text)[number] = AverageJctBound(*cluster, jobs, GetTextOptions(text));
    }
    for (std::size_t i = 0; i < m_series.size(); ++i)
    {
        const Case& run = m_plan.GetCases()[i];
        if (!(run.setting == setting))
        {
            setting = run.setting;
            cluster.emplace(MakeCluster(sample, setting));
            jobs = MakeJobs(sample, setting);
        }
        m_series[i][number] = Run(run, *cluster, jobs);
    }
}

std::size_t
Outcomes::GetSamples() const
{
    return m_samples;
}

const Plan&
Outcomes::GetPlan() const
{
    return m_plan;
}

const Series*
Outcomes::Find(const std::string& text, const std::string& variant, const std::string& policy) const
{
    const auto found = m_plan.Find(text, variant, policy);
    return found ? &m_series[*found] : nullptr;
}

const std::vector<double>&
Outcomes::GetBounds(const std::string& text) const
{
    return m_bounds.at(text);
}

double
Outcomes::GetLargestWanFill(const std::string& text) const
{
    double largest = 0;
    for (std::size_t i = 0; i < m_series.size(); ++i)
    {
        if (m_plan.GetCases()[i].text == text)
        {
            for (const Outcome& outcome : m_series[i])
            {
                largest = std::max(largest, outcome.wanFill);
            }
        }
    }
    return largest;
}

double
GetExcess(double value, double reference)
{
    const double percent = 100 * (value / reference - 1);
    return std::abs(percent) < 1e-9 ? 0 : percent;
}

std::vector<double>
Compare(const Series* series, const Series* reference, Measure measure)
{
    std::vector<double> excesses;
    for (std::size_t i = 0; series && reference && i < series->size(); ++i)
    {
        const Outcome& one = (*series)[i];
        const Outcome& other = (*reference)[i];
        if (one.complete && other.complete)
        {
            excesses.push_back(GetExcess(one.*measure, other.*measure));
        }
    }
    return excesses;
}

} // namespace ns3::bacepipe::reproduction
