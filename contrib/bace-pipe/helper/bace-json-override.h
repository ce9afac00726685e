// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JSON_OVERRIDE_H
#define BACE_JSON_OVERRIDE_H

#include "ns3/bace-json.h"

#include <string>

namespace ns3::bacepipe
{

/**
 * Replaces one value of a document.
 *
 * Missing keys of objects are made on the way; an element of an array must exist. The value is
 * taken as JSON if it is JSON, else as a string: policy=lcf needs no quotes.
 * @param document the document, changed in place
 * @param text "/json/pointer=value", the pointer not empty and escaped as RFC 6901 says; anything
 *        wrong throws ScenarioError that names the override
 */
void ApplyOverride(Json& document, const std::string& text);

} // namespace ns3::bacepipe

#endif // BACE_JSON_OVERRIDE_H
