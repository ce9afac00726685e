// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TIME_HISTOGRAM_H
#define BACE_TIME_HISTOGRAM_H

#include "ns3/nstime.h"

#include <cstdint>
#include <map>

namespace ns3::bacepipe
{

/**
 * @brief Counts times in bins whose width grows with the time, for quantiles of times from
 * nanoseconds to years in little memory.
 *
 * Below 512 ns each nanosecond has a bin; beyond, each power of two is divided into 256 equal ones,
 * so that a bin is never wider than 1/256 of its times.
 */
class TimeHistogram
{
  public:
    /**
     * @param time to count; a negative one counts as 0
     */
    void Add(Time time);

    /// @return how many times were counted
    uint64_t GetCount() const;

    /**
     * @param share 0 to 1
     * @return the largest time of the bin that holds the smallest time which that share of all does
     *         not exceed: that time itself, or up to 1/256 more; 0 without any times
     */
    Time GetQuantile(double share) const;

  private:
    std::map<uint32_t, uint64_t> m_bins; //!< counts, of bins with any
    uint64_t m_count{0};                 //!< of all times
};

} // namespace ns3::bacepipe

#endif // BACE_TIME_HISTOGRAM_H
