// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JSON_H
#define BACE_JSON_H

#include "ns3/bace-scenario-reader.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::bacepipe
{

/// A JSON value; objects keep the order of their keys.
using Json = nlohmann::ordered_json;

/// A text that is not JSON at all, as opposed to JSON that breaks a rule of ours.
class JsonSyntaxError : public ScenarioError
{
  public:
    using ScenarioError::ScenarioError;
};

/**
 * Parses JSON, in which comments (// and slash-star) are allowed. Rejected beyond what JSON itself
 * rejects: a key twice in one object, more than 64 levels of nesting, more than 1000 keys in an
 * object, a NUL byte.
 * @param text UTF-8, with or without a byte order mark
 * @param source what stands for the text's file in messages
 * @return the value; throws JsonSyntaxError (with line and column) or ScenarioError (with pointer)
 */
Json ParseJson(const std::string& text, const std::string& source);

/**
 * @param value a JSON value
 * @return it as text for people: an array without objects and arrays in it stays on one line
 */
std::string PrettyPrint(const Json& value);

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

#endif // BACE_JSON_H
