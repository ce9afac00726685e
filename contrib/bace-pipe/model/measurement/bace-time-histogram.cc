// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-time-histogram.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe
{

namespace
{

/// Bins of a power of two: 2 to this.
constexpr uint32_t BIN_BITS = 8;

/// @return number of the bin of a time in ns
uint32_t
FindBin(uint64_t time)
{
    uint32_t shift = 0;
    while (time >> shift >= uint64_t{2} << BIN_BITS)
    {
        ++shift;
    }
    return (shift << BIN_BITS) + static_cast<uint32_t>(time >> shift);
}

/// @return the largest time of a bin, ns
uint64_t
GetLargest(uint32_t bin)
{
    const uint32_t shift = bin < uint32_t{2} << BIN_BITS ? 0 : (bin >> BIN_BITS) - 1;
    const uint64_t first = uint64_t{bin - (shift << BIN_BITS)} << shift;
    return first + (uint64_t{1} << shift) - 1;
}

} // namespace

void
TimeHistogram::Add(Time time)
{
    ++m_bins[FindBin(static_cast<uint64_t>(std::max<int64_t>(time.GetNanoSeconds(), 0)))];
    ++m_count;
}

uint64_t
TimeHistogram::GetCount() const
{
    return m_count;
}

Time
TimeHistogram::GetQuantile(double share) const
{
    const auto rank = static_cast<uint64_t>(std::ceil(share * static_cast<double>(m_count)));
    uint64_t below = 0;
    for (const auto& [bin, count] : m_bins)
    {
        below += count;
        if (below >= std::max<uint64_t>(rank, 1))
        {
            return NanoSeconds(GetLargest(bin));
        }
    }
    return Time(0);
}

} // namespace ns3::bacepipe
