// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_EXPLANATION_H
#define REPRODUCTION_EXPLANATION_H

#include <string>

#include "paper-reproduction/statements.h"

namespace ns3::bacepipe::reproduction
{

/**
 * What the runs tell of why a statement does not hold: what the difference is made of, or who has
 * the lowest figure instead.
 * @param statement a statement that has runs
 * @param text of TEXTS
 * @param outcomes of all runs
 * @return sentences, with a space after each
 */
std::string Explain(const Statement& statement, const std::string& text, const Outcomes& outcomes);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_EXPLANATION_H
