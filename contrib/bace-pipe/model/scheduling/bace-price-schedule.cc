// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-price-schedule.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ns3::bacepipe
{

PriceSchedule::PriceSchedule(double usdPerKwh)
    : PriceSchedule(std::vector<Step>{{Time(0), usdPerKwh}})
{
}

PriceSchedule::PriceSchedule(std::vector<Step> steps)
    : m_steps(std::move(steps))
{
    if (m_steps.empty())
    {
        throw std::invalid_argument("a price schedule has at least one step");
    }
    for (std::size_t i = 0; i < m_steps.size(); ++i)
    {
        if (!std::isfinite(m_steps[i].second))
        {
            throw std::invalid_argument("a price is a finite number");
        }
        if (i > 0 && m_steps[i].first <= m_steps[i - 1].first)
        {
            throw std::invalid_argument("the steps of a price schedule have ascending times");
        }
    }
}

double
PriceSchedule::At(Time at) const
{
    const auto later =
        std::upper_bound(m_steps.begin(), m_steps.end(), at, [](Time time, const Step& step) {
            return time < step.first;
        });
    return later == m_steps.begin() ? later->second : std::prev(later)->second;
}

double
PriceSchedule::Mean(Time from, Time to) const
{
    NS_ABORT_MSG_IF(to < from, "a span of prices ends before it starts");
    if (from == to)
    {
        return At(from);
    }
    double sum = 0;
    Time start = from;
    double price = At(from);
    for (const auto& [time, next] : m_steps)
    {
        if (time > from && time < to)
        {
            sum += price * (time - start).GetSeconds();
            start = time;
            price = next;
        }
    }
    if (start == from)
    {
        return price; // one price throughout, free of rounding
    }
    sum += price * (to - start).GetSeconds();
    return sum / (to - from).GetSeconds();
}

const std::vector<PriceSchedule::Step>&
PriceSchedule::GetSteps() const
{
    return m_steps;
}

} // namespace ns3::bacepipe
