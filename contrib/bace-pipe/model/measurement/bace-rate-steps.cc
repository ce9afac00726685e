// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-rate-steps.h"

#include <algorithm>

namespace ns3::bacepipe
{

RateSteps::RateSteps(DataRate rate)
    : m_steps{{Time(0), rate}}
{
}

void
RateSteps::Add(Time from, DataRate rate)
{
    m_steps.emplace_back(from, rate);
}

double
RateSteps::GetMean(Time from, Time to) const
{
    const auto next = std::upper_bound(
        m_steps.begin() + 1,
        m_steps.end(),
        from,
        [](Time time, const std::pair<Time, DataRate>& step) { return time < step.first; });
    auto step = next - 1;
    if (next == m_steps.end() || next->first >= to)
    {
        return static_cast<double>(step->second.GetBitRate());
    }
    double bits = 0;
    for (Time start = from; start < to; ++step)
    {
        const Time end = step + 1 == m_steps.end() ? to : Min((step + 1)->first, to);
        bits += static_cast<double>(step->second.GetBitRate()) * (end - start).GetSeconds();
        start = end;
    }
    return bits / (to - from).GetSeconds();
}

} // namespace ns3::bacepipe
