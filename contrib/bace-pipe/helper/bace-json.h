// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JSON_H
#define BACE_JSON_H

#include "ns3/bace-message.h"
#include "ns3/bace-scenario-reader.h"

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

} // namespace ns3::bacepipe

#endif // BACE_JSON_H
