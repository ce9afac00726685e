// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_OUTPUT_FILE_H
#define BACE_OUTPUT_FILE_H

#include <fstream>
#include <string>

namespace ns3::bacepipe
{

/**
 * Ends a file. Whatever went wrong with it, from opening it on, is found here.
 * @param file under construction
 * @param path of it, for the message
 *
 * Throws std::runtime_error unless all of it was written.
 */
void CloseFile(std::ofstream& file, const std::string& path);

/**
 * Puts a file in the place of an earlier one, in one step: whatever happens, one of the two is
 * there as a whole.
 * @param path of it
 * @param content of it
 *
 * Throws std::runtime_error unless all of it was written; nothing new is left then.
 */
void ReplaceFile(const std::string& path, const std::string& content);

} // namespace ns3::bacepipe

#endif // BACE_OUTPUT_FILE_H
