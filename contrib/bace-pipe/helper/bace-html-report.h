// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_HTML_REPORT_H
#define BACE_HTML_REPORT_H

#include <string>
#include <vector>

/**
 * @file
 * The page of a run, of a comparison or of a study: one HTML file that needs no other and no
 * network. Its data are the text of the files that lie beside it, embedded as JSON, so that its
 * figures are those of the files; style and scripts (data/report/) are compiled in. Of tables that
 * are too long for a page it has a part, and says so. Nothing in it depends on when or where it is
 * written.
 */

namespace ns3::bacepipe
{

/// The name of the page in its folder.
inline const char* const REPORT_NAME = "report.html";

/**
 * Writes the page of a run. A failure throws std::runtime_error.
 * @param directory that has the run's files (doc/outputs.md), all but run.json;
 * links_timeseries.csv and pipeline.csv may be missing
 */
void WriteRunPage(const std::string& directory);

/**
 * Writes the page of a comparison, which leads to the pages of its runs. A failure throws
 * std::runtime_error.
 * @param directory that has compare.csv and a run's folder for each policy
 * @param policies in the order of the comparison
 */
void WriteComparisonPage(const std::string& directory, const std::vector<std::string>& policies);

/**
 * Writes the page of a study. A failure throws std::runtime_error.
 * @param directory that has results.csv, failures.csv and the folder of figures, plots
 * @param about what is told of the study, a text of JSON (data/report/study.js)
 * @param figures names in the order of the page, without ".svg"; those that are not there are left
 *        out
 */
void WriteStudyPage(const std::string& directory,
                    const std::string& about,
                    const std::vector<std::string>& figures);

} // namespace ns3::bacepipe

#endif // BACE_HTML_REPORT_H
