// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-override.h"

#include "ns3/bace-json-pointer.h"

namespace ns3::bacepipe
{

void
ApplyOverride(Json& document, const std::string& text)
{
    const std::string name = "override '" + Abbreviate(text) + "'";
    const auto fail = [&](const std::string& found, const std::string& expected) {
        throw ScenarioError(DescribeError(name, "", found, expected));
    };
    const std::size_t equals = text.find('=');
    if (text.empty() || text.front() != '/' || equals == std::string::npos)
    {
        fail(equals == std::string::npos ? "no '='" : "no '/' at the start", "/json/pointer=value");
    }
    if (!IsUtf8(text))
    {
        fail("bytes that are not UTF-8", "UTF-8");
    }
    const auto tokens = SplitPointer(text.substr(0, equals));
    if (!tokens)
    {
        fail("a lone '~'", "~0 for '~' or ~1 for '/'");
    }

    const std::string valueText = text.substr(equals + 1);
    Json value;
    try
    {
        value = ParseJson(valueText, name);
    }
    catch (const JsonSyntaxError&)
    {
        value = valueText;
    }

    MakePlace(document, *tokens, name) = std::move(value);
}

} // namespace ns3::bacepipe
