// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-repetition.h"

#include <algorithm>
#include <cstdlib>

namespace ns3::bacepipe
{

namespace
{

/// How often a period must have come.
constexpr uint32_t TIMES = 3;

/// @return whether two times are the same but for rounding, 1 ns in 1 ms
bool
IsSame(Time a, Time b)
{
    return std::abs(a.GetTimeStep() - b.GetTimeStep()) <= 2 + b.GetTimeStep() / 1000000;
}

/// @return whether the last iterations of a job are so many, thrice
bool
Repeats(const std::vector<IterationMark>& job, uint32_t period)
{
    if (job.size() < std::size_t{TIMES} * period)
    {
        return false;
    }
    const auto last = job.end() - period;
    for (uint32_t back = 1; back < TIMES; ++back)
    {
        const auto earlier = last - back * period;
        for (uint32_t i = 0; i < period; ++i)
        {
            if (!IsSame(earlier[i].duration, last[i].duration) || earlier[i].state != last[i].state)
            {
                return false;
            }
        }
    }
    return true;
}

/// @return time of the last iterations of a job
Time
Sum(const std::vector<IterationMark>& job, uint32_t iterations)
{
    Time sum;
    for (auto mark = job.end() - iterations; mark != job.end(); ++mark)
    {
        sum += mark->duration;
    }
    return sum;
}

/// @return the period of a job that takes a time, in iterations; 0 when there is none
uint32_t
FindPeriod(const std::vector<IterationMark>& job, Time time, uint32_t longest)
{
    for (uint32_t period = 1; period <= longest; ++period)
    {
        if (Repeats(job, period) && IsSame(Sum(job, period), time))
        {
            return period;
        }
    }
    return 0;
}

} // namespace

std::vector<uint32_t>
FindRepetition(const std::vector<std::vector<IterationMark>>& jobs, uint32_t longest)
{
    for (uint32_t first = 1; !jobs.empty() && first <= longest; ++first)
    {
        if (!Repeats(jobs[0], first))
        {
            continue;
        }
        std::vector<uint32_t> periods{first};
        for (std::size_t i = 1; i < jobs.size() && periods.back() > 0; ++i)
        {
            periods.push_back(FindPeriod(jobs[i], Sum(jobs[0], first), longest));
        }
        if (periods.back() > 0)
        {
            return periods;
        }
    }
    return {};
}

} // namespace ns3::bacepipe
