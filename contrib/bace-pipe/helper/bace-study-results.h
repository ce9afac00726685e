// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STUDY_RESULTS_H
#define BACE_STUDY_RESULTS_H

#include "ns3/bace-study-folder.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// A point that has no results, or whose jobs did not all finish.
struct StudyFailure
{
    std::string point;   //!< name
    std::string outcome; //!< failed, unfinished, or missing: nothing has run it
    std::string message; //!< why, one line
};

/// What a study has come to.
struct StudyOutcome
{
    std::size_t points{0};              //!< of the study
    std::size_t results{0};             //!< of them with results, unfinished jobs or not
    std::vector<StudyFailure> failures; //!< in order of the points
};

/**
 * Puts together what the runs of a study have left: results.csv, jobs.csv and failures.csv
 * (doc/studies.md), in order of the points, whatever the order in which they ran. A failure throws
 * std::runtime_error.
 * @param study as the folder has it
 * @param folder that Prepare() was called for
 * @return what it has come to
 */
StudyOutcome CollectStudy(const Study& study, const StudyFolder& folder);

/**
 * @param field any text
 * @return it as a field of comma-separated values (RFC 4180): in quotes where it needs them
 */
std::string QuoteCsv(const std::string& field);

} // namespace ns3::bacepipe

#endif // BACE_STUDY_RESULTS_H
