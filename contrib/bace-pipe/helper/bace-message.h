// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_H
#define BACE_MESSAGE_H

#include <cstddef>
#include <string>

/**
 * @file
 * What messages about bad input are made of: one line each, short whatever the input.
 */

namespace ns3::bacepipe
{

/**
 * @param text anything
 * @param limit the most characters to keep
 * @return the text on one line, without control characters, cut with an ellipsis to the limit
 */
std::string Abbreviate(const std::string& text, std::size_t limit = 60);

/**
 * @param text anything
 * @return whether it is valid UTF-8
 */
bool IsUtf8(const std::string& text);

/**
 * @param pointer a JSON pointer, possibly empty: the whole document
 * @param key a key of the object there
 * @return the pointer to that key, escaped as RFC 6901 says
 */
std::string AppendToPointer(const std::string& pointer, const std::string& key);

/**
 * The one form of message there is.
 * @param source the file
 * @param pointer where in it; may be empty
 * @param found what is there
 * @param expected what should be
 * @return "source: pointer: found X, expected Y"
 */
std::string DescribeError(const std::string& source,
                          const std::string& pointer,
                          const std::string& found,
                          const std::string& expected);

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_H
