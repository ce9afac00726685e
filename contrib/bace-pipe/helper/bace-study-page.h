// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STUDY_PAGE_H
#define BACE_STUDY_PAGE_H

#include "ns3/bace-study-folder.h"

namespace ns3::bacepipe
{

/**
 * Writes the page of a study, report.html, of its tables and of the figures that are drawn. A
 * failure throws std::runtime_error.
 * @param study as the folder has it
 * @param folder that has results.csv
 */
void WriteStudyPage(const Study& study, const StudyFolder& folder);

} // namespace ns3::bacepipe

#endif // BACE_STUDY_PAGE_H
