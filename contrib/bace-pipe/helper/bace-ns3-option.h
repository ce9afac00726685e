// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_NS3_OPTION_H
#define BACE_NS3_OPTION_H

#include <string>

namespace ns3::bacepipe
{

/**
 * Checks an option that ns-3's CommandLine is to take: one of its own, the default of an attribute,
 * or a global value. CommandLine ends the program in its own ways on those it cannot take; this
 * throws ScenarioError. Where ns-3 ends the program even on being asked whether a value can be
 * read, the message is written and the program ends with status 2.
 * @param name without dashes
 * @param value as text
 */
void CheckNs3Option(const std::string& name, const std::string& value);

} // namespace ns3::bacepipe

#endif // BACE_NS3_OPTION_H
