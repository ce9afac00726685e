// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-override.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param pointer a JSON pointer that starts with '/'
 * @return its tokens, unescaped, or nothing if a '~' is not part of ~0 or ~1
 */
std::optional<std::vector<std::string>>
SplitPointer(const std::string& pointer)
{
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i)
    {
        if (pointer[i] == '/')
        {
            tokens.emplace_back();
        }
        else if (pointer[i] != '~')
        {
            tokens.back() += pointer[i];
        }
        else if (++i < pointer.size() && (pointer[i] == '0' || pointer[i] == '1'))
        {
            tokens.back() += pointer[i] == '0' ? '~' : '/';
        }
        else
        {
            return std::nullopt;
        }
    }
    return tokens;
}

/**
 * @param token a token of a pointer
 * @param size how many elements the array has
 * @return the index that the token means, or nothing if there is no such element
 */
std::optional<std::size_t>
FindIndex(const std::string& token, std::size_t size)
{
    std::size_t index = 0;
    const char* end = token.data() + token.size();
    const auto [last, error] = std::from_chars(token.data(), end, index);
    const bool leadingZero = token.size() > 1 && token.front() == '0';
    if (error != std::errc() || last != end || leadingZero || index >= size)
    {
        return std::nullopt;
    }
    return index;
}

} // namespace

void
ApplyOverride(Json& document, const std::string& text)
{
    const std::string name = "override '" + Abbreviate(text) + "'";
    const auto fail =
        [&](const std::string& place, const std::string& found, const std::string& expected) {
            throw ScenarioError(DescribeError(name, place, found, expected));
        };
    const std::size_t equals = text.find('=');
    if (text.empty() || text.front() != '/' || equals == std::string::npos)
    {
        fail("",
             equals == std::string::npos ? "no '='" : "no '/' at the start",
             "/json/pointer=value");
    }
    if (!IsUtf8(text))
    {
        fail("", "bytes that are not UTF-8", "UTF-8");
    }
    const auto tokens = SplitPointer(text.substr(0, equals));
    if (!tokens)
    {
        fail("", "a lone '~'", "~0 for '~' or ~1 for '/'");
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

    Json* place = &document;
    std::string pointer;
    for (const std::string& token : *tokens)
    {
        if (place->is_array())
        {
            const auto index = FindIndex(token, place->size());
            pointer = AppendToPointer(pointer, token);
            if (!index)
            {
                fail(pointer,
                     "no such element",
                     place->empty() ? "an array that has elements"
                                    : "an index from 0 to " + std::to_string(place->size() - 1));
            }
            place = &(*place)[*index];
        }
        else if (place->is_object() || place->is_null())
        {
            pointer = AppendToPointer(pointer, token);
            place = &(*place)[token]; // a missing key becomes null, null becomes an object
        }
        else
        {
            fail(pointer, "a value without parts", "an object or an array");
        }
    }
    *place = std::move(value);
}

} // namespace ns3::bacepipe
