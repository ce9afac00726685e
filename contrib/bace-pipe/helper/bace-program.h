// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PROGRAM_H
#define BACE_PROGRAM_H

#include <functional>

namespace ns3::bacepipe
{

/**
 * Runs a program's body and turns what it throws into a message and an exit status: bad input 2,
 * anything else 1, also where the standard output cannot be written. A reader that goes away, as
 * head does, ends neither the program nor changes its status: the results are in files.
 * @param body returns the exit status
 * @return the exit status
 */
int RunProgram(const std::function<int()>& body);

} // namespace ns3::bacepipe

#endif // BACE_PROGRAM_H
