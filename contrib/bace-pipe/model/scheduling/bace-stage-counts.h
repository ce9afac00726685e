// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STAGE_COUNTS_H
#define BACE_STAGE_COUNTS_H

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief How many stages a pipeline may have: any number, or those in given intervals.
 *
 * Intervals, for what fits in memory may have holes: where whole layers are dealt out, one GPU more
 * can mean no layer less on the fullest.
 */
class StageCounts
{
  public:
    /// Any number.
    StageCounts() = default;

    /**
     * @param numbers ascending; none of them means that no number is allowed
     */
    explicit StageCounts(const std::vector<uint32_t>& numbers);

    /// @return whether any number is allowed
    bool IsAny() const
    {
        return !m_limited;
    }

    /**
     * @param limit any number
     * @return the largest allowed number up to the limit; 0 if there is none
     */
    uint32_t GetLargest(uint32_t limit) const
    {
        return m_limited ? FindLargest(limit) : limit;
    }

    /**
     * @param least any number
     * @return the smallest allowed number from least on; 0 if there is none
     */
    uint32_t GetSmallest(uint32_t least) const;

    /// @return whether both allow the same
    bool operator==(const StageCounts& other) const
    {
        return m_limited == other.m_limited && m_intervals == other.m_intervals;
    }

  private:
    /// GetLargest() of what is limited.
    uint32_t FindLargest(uint32_t limit) const;

    bool m_limited{false};                                  //!< else any number
    std::vector<std::pair<uint32_t, uint32_t>> m_intervals; //!< first and last, ascending
};

} // namespace ns3::bacepipe

#endif // BACE_STAGE_COUNTS_H
