// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-pointer.h"

#include <charconv>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

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

/// @return the element or member that a token leads to, or null
const Json*
FindPart(const Json& value, const std::string& token)
{
    if (value.is_array())
    {
        const auto index = FindIndex(token, value.size());
        return index ? &value[*index] : nullptr;
    }
    return value.is_object() && value.contains(token) ? &value[token] : nullptr;
}

/// Adds the places that the tokens from `next` on lead to. @see ExpandPointer
void
Expand(const Json* value,
       const std::vector<std::string>& tokens,
       JsonTokens& place,
       std::vector<JsonTokens>& places)
{
    if (place.size() == tokens.size())
    {
        places.push_back(place);
        return;
    }
    const std::string& token = tokens[place.size()];
    const auto go = [&](const std::string& key, const Json* part) {
        place.push_back(key);
        Expand(part, tokens, place, places);
        place.pop_back();
    };
    if (token != "*")
    {
        go(token, value ? FindPart(*value, token) : nullptr);
    }
    else if (value && value->is_array())
    {
        for (std::size_t i = 0; i < value->size(); ++i)
        {
            go(std::to_string(i), &(*value)[i]);
        }
    }
    else if (value && value->is_object())
    {
        for (const auto& [key, part] : value->items())
        {
            go(key, &part);
        }
    }
}

} // namespace

std::optional<JsonTokens>
SplitPointer(const std::string& pointer)
{
    JsonTokens tokens;
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

std::string
JoinPointer(const JsonTokens& tokens)
{
    std::string pointer;
    for (const std::string& token : tokens)
    {
        pointer = AppendToPointer(pointer, token);
    }
    return pointer;
}

std::vector<JsonTokens>
ExpandPointer(const Json& document, const JsonTokens& tokens)
{
    std::vector<JsonTokens> places;
    JsonTokens place;
    Expand(&document, tokens, place, places);
    return places;
}

const Json*
FindValue(const Json& document, const JsonTokens& tokens)
{
    const Json* value = &document;
    for (auto token = tokens.begin(); value && token != tokens.end(); ++token)
    {
        value = FindPart(*value, *token);
    }
    return value;
}

Json&
MakePlace(Json& document, const JsonTokens& tokens, const std::string& name)
{
    const auto fail =
        [&](const std::string& place, const std::string& found, const std::string& expected) {
            throw ScenarioError(DescribeError(name, place, found, expected));
        };
    Json* place = &document;
    std::string pointer;
    for (const std::string& token : tokens)
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
    return *place;
}

} // namespace ns3::bacepipe
