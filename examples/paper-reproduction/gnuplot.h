// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_GNUPLOT_H
#define REPRODUCTION_GNUPLOT_H

#include <string>

#include "paper-reproduction/statistics.h"

namespace ns3::bacepipe::reproduction
{

/**
 * @param name of the figure
 * @param width of it, pixels
 * @param height of it, pixels
 * @return how each script begins: terminal, output reproduction/NAME.svg, colours
 */
std::string GetPreamble(const std::string& name, int width, int height);

/**
 * @param text anything
 * @return the name of a data block made of its letters and digits
 */
std::string MakeBlockName(const std::string& text);

/**
 * @param summary of some values
 * @return its median, 10 % and 90 % as columns of a data block, with a space before each
 */
std::string FormatPoint(const Summary& summary);

/**
 * Runs gnuplot; says so on stderr where there is none. A script that fails throws
 * std::runtime_error.
 * @param directory where the script's output goes
 * @param script its name there
 * @return whether there is a gnuplot
 */
bool RunGnuplot(const std::string& directory, const std::string& script);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_GNUPLOT_H
