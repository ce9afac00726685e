// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BUILD_IDENTITY_H
#define BACE_BUILD_IDENTITY_H

#include <string>

namespace ns3::bacepipe
{

/**
 * Tells builds apart, for what is kept between runs: a simulator that was changed may measure
 * something else though its version is the same.
 * @return the versions of this module and of ns-3, and the linker's build ids of the program and of
 *         all libraries of ns-3 in it; of one without an id, its file's size and time of change
 */
std::string GetBuildIdentity();

/**
 * @return the attributes and global values of ns-3 whose defaults are not what they were built
 *         with, but for the seed's
 */
std::string GetChangedDefaults();

} // namespace ns3::bacepipe

#endif // BACE_BUILD_IDENTITY_H
