// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JSON_POINTER_H
#define BACE_JSON_POINTER_H

#include "ns3/bace-json.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// A JSON pointer (RFC 6901) taken apart: keys and indices, unescaped.
using JsonTokens = std::vector<std::string>;

/**
 * @param pointer a JSON pointer that is empty or starts with '/'
 * @return its tokens, or nothing if a '~' is not part of ~0 or ~1
 */
std::optional<JsonTokens> SplitPointer(const std::string& pointer);

/**
 * @param tokens of a pointer
 * @return the pointer
 */
std::string JoinPointer(const JsonTokens& tokens);

/**
 * Finds the places that a pattern means: a token "*" stands for every element of an array, or every
 * member of an object. What follows the last "*" need not exist.
 * @param document the document
 * @param tokens of the pattern
 * @return the places, in the document's order; none if there is nothing where a "*" is
 */
std::vector<JsonTokens> ExpandPointer(const Json& document, const JsonTokens& tokens);

/**
 * @param document the document
 * @param tokens of a pointer
 * @return the value there, or nullptr
 */
const Json* FindValue(const Json& document, const JsonTokens& tokens);

/**
 * Finds the place of a value that is to be set. Missing keys of objects are made on the way; an
 * element of an array must exist.
 * @param document the document
 * @param tokens of a pointer
 * @param name who sets it, for the ScenarioError that a place which cannot be throws
 * @return the place; null where it was made
 */
Json& MakePlace(Json& document, const JsonTokens& tokens, const std::string& name);

} // namespace ns3::bacepipe

#endif // BACE_JSON_POINTER_H
