// SPDX-License-Identifier: GPL-2.0-only
// Where the project's sources lie and where it was built. The only file compiled with those paths
// is tree.cc, so that a compiler cache serves every other object of one checkout in the next.
#ifndef BACE_TEST_TREE_H
#define BACE_TEST_TREE_H

#include <string>

namespace ns3::bacepipe::test
{

/** The root of the project's sources, an absolute path. */
std::string SourceFolder();

/** The build folder, an absolute path. */
std::string BuildFolder();

} // namespace ns3::bacepipe::test

#endif
