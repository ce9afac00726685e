// SPDX-License-Identifier: GPL-2.0-only
#ifndef CONTENTION_STUDY_H
#define CONTENTION_STUDY_H

#include <ostream>

#include "contention/setting.h"

namespace ns3::bacepipe::contention
{

/**
 * Runs one job alone and both together, as they are and with each remedy, and prints a table.
 * @param setting of the study
 * @param out where to
 */
void RunStudy(const Setting& setting, std::ostream& out);

} // namespace ns3::bacepipe::contention

#endif // CONTENTION_STUDY_H
