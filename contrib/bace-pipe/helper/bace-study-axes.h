// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STUDY_AXES_H
#define BACE_STUDY_AXES_H

#include "ns3/bace-json-cursor.h"
#include "ns3/bace-study.h"

#include <vector>

namespace ns3::bacepipe
{

/**
 * @param cursor an object of JSON pointers, which may be absent
 * @param scales whether its values are factors
 * @return the changes that it stands for
 */
std::vector<StudyChange> ReadStudyChanges(const JsonCursor& cursor, bool scales);

/**
 * Reads what is varied: axes, then policies, networks and seeds.
 * @param root the study
 * @return the axes, of which no two have one name, and none that of a column of results
 */
std::vector<StudyAxis> ReadStudyAxes(const JsonCursor& root);

/**
 * @param plot one of the array "plots", checked
 * @return the names of its figures, as plot/study.py calls them
 */
std::vector<std::string> ListFigures(const Json& plot);

/**
 * Checks what is to be drawn.
 * @param cursor the array "plots", which may be absent
 * @param axes of the study
 */
void CheckStudyPlots(const JsonCursor& cursor, const std::vector<StudyAxis>& axes);

} // namespace ns3::bacepipe

#endif // BACE_STUDY_AXES_H
