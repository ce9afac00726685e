// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_READINGS_H
#define REPRODUCTION_READINGS_H

#include <string>
#include <vector>

#include "paper-reproduction/outcomes.h"
#include "paper-reproduction/statistics.h"

namespace ns3::bacepipe::reproduction
{

/// A baseline over BACE-Pipe, before and after a reading is changed.
struct HeadlineChange
{
    std::string policy; //!< the baseline
    Summary before;     //!< JCT over BACE-Pipe in the base run, per cent
    Summary after;      //!< the same under the reading
};

/// What an open reading of the paper moves.
struct ReadingRow
{
    std::string text;                     //!< of TEXTS
    std::string name;                     //!< of the variant
    std::string label;                    //!< in words
    Summary jct;                          //!< change of BACE-Pipe's JCT, per cent
    Summary cost;                         //!< change of BACE-Pipe's cost, per cent
    Summary largest;                      //!< greatest change of the five policies' JCT, absolute
    std::vector<HeadlineChange> headline; //!< by baseline

    /// @return the largest of all that moves, as medians: per cent, and points of the headline
    double GetLargestMove() const;
};

/// What moves less than this many per cent, or points, does not count as moved.
constexpr double MOVED = 5;

/**
 * @param outcomes of all runs
 * @return every text and reading, in the order of GetReadingVariants()
 */
std::vector<ReadingRow> MakeReadingRows(const Outcomes& outcomes);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_READINGS_H
