// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_MARKDOWN_H
#define REPRODUCTION_MARKDOWN_H

#include <string>
#include <vector>

#include "paper-reproduction/report.h"

namespace ns3::bacepipe::reproduction
{

/**
 * @param value per cent, or points
 * @return it with its sign and one decimal
 */
std::string FormatChange(double value);

/**
 * @param summary of changes in per cent
 * @return "median (10 %..90 %)", or a dash without samples
 */
std::string FormatSpread(const Summary& summary);

/**
 * @param share a share
 * @return "share % (low..high)", or a dash without samples
 */
std::string FormatShare(const Share& share);

/**
 * @param cells of a row
 * @return a line of a table
 */
std::string FormatRow(const std::vector<std::string>& cells);

/**
 * @param headings of a table
 * @return its first two lines
 */
std::string BeginTable(const std::vector<std::string>& headings);

/**
 * @param report all that is reported
 * @return the section with Fig. 1
 */
std::string MakeExampleSection(const Report& report);

/**
 * @param report all that is reported
 * @return the section with all statements
 */
std::string MakeStatementSection(const Report& report);

/**
 * @param report all that is reported
 * @return the sections with Figs. 4 to 8
 */
std::string MakeFigureSections(const Report& report);

/**
 * @param report all that is reported
 * @return the sections with the policy that looks ahead and the lower bound
 */
std::string MakeBoundSections(const Report& report);

/**
 * @param report all that is reported
 * @return the section with the open readings
 */
std::string MakeReadingSection(const Report& report);

/**
 * @param report all that is reported
 * @return the section with what does not hold, and why
 */
std::string MakeFindingSection(const Report& report);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_MARKDOWN_H
