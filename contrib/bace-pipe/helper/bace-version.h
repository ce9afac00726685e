// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_VERSION_H
#define BACE_VERSION_H

#include <string>

namespace ns3::bacepipe
{

/// @return this module's version, as in its VERSION file
std::string GetVersion();

/// @return the version of ns-3 that the module was built against
std::string GetNs3Version();

} // namespace ns3::bacepipe

#endif // BACE_VERSION_H
