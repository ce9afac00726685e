// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-stage-counts.h"

#include <algorithm>

namespace ns3::bacepipe
{

StageCounts::StageCounts(const std::vector<uint32_t>& numbers)
    : m_limited(true)
{
    for (const uint32_t number : numbers)
    {
        if (m_intervals.empty() || m_intervals.back().second + 1 != number)
        {
            m_intervals.emplace_back(number, number);
        }
        m_intervals.back().second = number;
    }
}

uint32_t
StageCounts::FindLargest(uint32_t limit) const
{
    uint32_t largest = 0;
    for (const auto& [first, last] : m_intervals)
    {
        largest = first <= limit ? std::min(last, limit) : largest;
    }
    return largest;
}

uint32_t
StageCounts::GetSmallest(uint32_t least) const
{
    if (!m_limited)
    {
        return least;
    }
    for (const auto& [first, last] : m_intervals)
    {
        if (last >= least)
        {
            return std::max(first, least);
        }
    }
    return 0;
}

} // namespace ns3::bacepipe
