// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-iteration-statistics.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace ns3::bacepipe
{

using namespace boost::accumulators;

IterationStatistics::IterationStatistics(uint32_t window)
    : m_window(std::max<uint32_t>(window, 1))
{
}

void
IterationStatistics::Add(Time duration)
{
    m_window.push_back(duration);
    m_all(duration.GetSeconds());
}

void
IterationStatistics::ClearWindow()
{
    m_window.clear();
}

bool
IterationStatistics::IsSteady(double tolerance) const
{
    if (!m_window.full())
    {
        return false;
    }
    const auto [smallest, largest] = std::minmax_element(m_window.begin(), m_window.end());
    return (*largest - *smallest).GetSeconds() <= tolerance * GetWindowMean().GetSeconds();
}

Time
IterationStatistics::GetWindowMean() const
{
    if (m_window.empty())
    {
        return Time(0);
    }
    Time sum;
    for (const auto& duration : m_window)
    {
        sum += duration;
    }
    return sum / static_cast<int64_t>(m_window.size());
}

uint64_t
IterationStatistics::GetCount() const
{
    return count(m_all);
}

double
IterationStatistics::GetMean() const
{
    return GetCount() > 0 ? mean(m_all) : 0;
}

double
IterationStatistics::GetHalfWidth() const
{
    const uint64_t n = GetCount();
    if (n < 2)
    {
        return 0;
    }
    // Boost's variance divides by n; the sample's divides by n - 1.
    const double deviation = std::sqrt(std::max(0.0, variance(m_all)) * n / (n - 1));
    const boost::math::students_t distribution(n - 1);
    return boost::math::quantile(distribution, 0.975) * deviation / std::sqrt(n);
}

} // namespace ns3::bacepipe
