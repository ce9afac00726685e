// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-run-result.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// @return the sum of a figure over finished jobs
template <typename Figure>
double
Sum(const std::vector<JobResult>& jobs, Figure figure)
{
    double sum = 0;
    for (const auto& job : jobs)
    {
        if (job.finished)
        {
            sum += figure(job);
        }
    }
    return sum;
}

} // namespace

uint32_t
RunResult::CountCompleted() const
{
    return std::count_if(jobs.begin(), jobs.end(), [](const JobResult& job) {
        return job.finished;
    });
}

double
RunResult::GetAverageJct() const
{
    const auto sum = Sum(jobs, [](const JobResult& job) { return job.GetJct(); });
    return sum / std::max(1U, CountCompleted());
}

double
RunResult::GetAverageJctHalfWidth() const
{
    const auto sum = Sum(jobs, [](const JobResult& job) { return job.jctHalfWidth; });
    return sum / std::max(1U, CountCompleted());
}

double
RunResult::GetTotalCostHalfWidth() const
{
    return Sum(jobs, [](const JobResult& job) { return job.costHalfWidth; });
}

double
RunResult::GetAverageWait() const
{
    const auto sum = Sum(jobs, [](const JobResult& job) { return job.GetWait(); });
    return sum / std::max(1U, CountCompleted());
}

double
RunResult::GetTotalCost() const
{
    return Sum(jobs, [](const JobResult& job) { return job.cost; });
}

double
RunResult::GetTotalEnergy() const
{
    return Sum(jobs, [](const JobResult& job) { return job.energy; });
}

double
RunResult::GetFirstArrival() const
{
    double first = jobs.empty() ? 0 : jobs.front().arrival;
    for (const auto& job : jobs)
    {
        first = std::min(first, job.arrival);
    }
    return first;
}

double
RunResult::GetMakespan() const
{
    if (CountCompleted() == 0)
    {
        return 0;
    }
    double last = 0;
    for (const auto& job : jobs)
    {
        last = job.finished ? std::max(last, job.finish) : last;
    }
    return std::max(0.0, last - GetFirstArrival());
}

double
RunResult::GetShare(const std::function<double(const JobResult&)>& figure) const
{
    const double held =
        Sum(jobs, [](const JobResult& job) { return job.gpus * job.GetExecution(); });
    const double part = Sum(jobs, [&](const JobResult& job) { return job.gpus * figure(job); });
    return held > 0 ? part / held : 0;
}

double
RunResult::GetGpuUtilization() const
{
    const double held =
        Sum(jobs, [](const JobResult& job) { return job.gpus * job.GetExecution(); });
    const double available = totalGpus * GetMakespan();
    return available > 0 ? held / available : 0;
}

} // namespace ns3::bacepipe
