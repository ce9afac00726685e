// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_INPUT_FILE_H
#define BACE_INPUT_FILE_H

#include <string>

namespace ns3::bacepipe
{

/**
 * @param path a file of a user's, at most 64 MiB
 * @param what it should be, for the message: "a scenario file"
 * @return all of it; throws ScenarioError if that cannot be
 */
std::string ReadInputFile(const std::string& path, const std::string& what);

/**
 * @param path a file, which need not exist
 * @param fallback what nothing can be made of
 * @return the file's stem, fit for a name in CSV files and of folders; see JsonCursor::GetId
 */
std::string MakeId(const std::string& path, const std::string& fallback);

} // namespace ns3::bacepipe

#endif // BACE_INPUT_FILE_H
