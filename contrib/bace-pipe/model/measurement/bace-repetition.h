// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_REPETITION_H
#define BACE_REPETITION_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/// One iteration of a job, as it is compared with others.
struct IterationMark
{
    Time end;           //!< when it ended
    Time duration;      //!< how long it was
    uint64_t state{0};  //!< of what carries its messages, when it ended
    uint64_t window{0}; //!< of it, congestion windows
    bool resent{false}; //!< whether anything was sent again meanwhile
};

/**
 * Finds out whether jobs that run beside one another do the same again and again: over some span of
 * time, the same for all, each has gone through whole iterations, and these have come three times
 * in a row with the same durations, within rounding, and the same states.
 * @param jobs iterations of each in order
 * @param longest period in iterations of a job
 * @return of each job the iterations of a period; empty when they do not
 */
std::vector<uint32_t> FindRepetition(const std::vector<std::vector<IterationMark>>& jobs,
                                     uint32_t longest = 16);

} // namespace ns3::bacepipe

#endif // BACE_REPETITION_H
