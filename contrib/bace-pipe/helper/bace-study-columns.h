// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STUDY_COLUMNS_H
#define BACE_STUDY_COLUMNS_H

#include "ns3/bace-study.h"

#include <set>
#include <string>
#include <vector>

/**
 * @file
 * The columns of a study's tables: results.csv, jobs.csv and failures.csv.
 */

namespace ns3::bacepipe
{

/// @return policy, network and seed: axes of a study by keys of their own, and columns of any
const std::vector<std::string>& GetCommonAxes();

/**
 * @param axes of a study
 * @return the axes that have names of their own
 */
std::vector<std::string> GetOwnAxes(const std::vector<StudyAxis>& axes);

/// @return the columns of results.csv after those of the point, which are keys of summary.json
std::vector<std::string> GetSummaryColumns();

/// @return the columns of a run's jobs.csv
std::vector<std::string> GetJobColumns();

/// @return whether a column of either table holds texts
bool IsTextColumn(const std::string& column);

/// @return names that no axis may have, in small letters
std::set<std::string> GetReservedColumns();

} // namespace ns3::bacepipe

#endif // BACE_STUDY_COLUMNS_H
