// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-phases.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe
{

namespace
{

/// Share of an iteration that may be without an end.
constexpr double LARGEST_GAP = 0.125;

/// Share of an iteration by which a phase may move and count as the same.
constexpr double SAME = 0.1;

/// Fewest ends that tell anything.
constexpr std::size_t FEWEST = 4;

} // namespace

Phases::Phases(const std::vector<IterationMark>& job, const std::vector<IterationMark>& other)
{
    auto within = other.begin();
    for (const IterationMark& mark : job)
    {
        within = std::find_if(within, other.end(), [&](const IterationMark& iteration) {
            return iteration.end >= mark.end;
        });
        if (within == other.end())
        {
            break;
        }
        const Time before = within->end - mark.end;
        if (before < within->duration)
        {
            const double phase = 1 - before.GetDouble() / within->duration.GetDouble();
            m_phases.push_back(phase < 1 ? phase : 0);
        }
    }
}

bool
Phases::IsCovered() const
{
    if (m_phases.size() < FEWEST)
    {
        return false;
    }
    std::vector<double> sorted = m_phases;
    std::sort(sorted.begin(), sorted.end());
    double largest = 1 - sorted.back() + sorted.front();
    for (std::size_t i = 1; i < sorted.size(); ++i)
    {
        largest = std::max(largest, sorted[i] - sorted[i - 1]);
    }
    return largest <= LARGEST_GAP;
}

bool
Phases::IsStill(double iterations) const
{
    if (m_phases.size() < FEWEST)
    {
        return false;
    }
    const std::size_t half = m_phases.size() / 2;
    double sum = 0;
    for (std::size_t i = half; i < m_phases.size(); ++i)
    {
        double nearest = 1;
        for (std::size_t j = 0; j < half; ++j)
        {
            const double way = m_phases[i] - m_phases[j];
            const double shift = way - std::round(way); // the short way round
            nearest = std::abs(shift) < std::abs(nearest) ? shift : nearest;
        }
        if (std::abs(nearest) > SAME)
        {
            return false;
        }
        sum += nearest;
    }
    const auto count = static_cast<double>(m_phases.size() - half);
    const double drift = sum / count / static_cast<double>(half); // in an iteration
    return std::abs(drift) * iterations <= SAME;
}

} // namespace ns3::bacepipe
