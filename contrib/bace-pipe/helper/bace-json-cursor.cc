// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-cursor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param value a value
 * @return what to call it in a message, short whatever its size
 */
std::string
Describe(const Json& value)
{
    switch (value.type())
    {
    case Json::value_t::object:
        return "an object";
    case Json::value_t::array:
        return "an array of " + std::to_string(value.size());
    case Json::value_t::string:
        return '"' + Abbreviate(value.get_ref<const std::string&>()) + '"';
    default:
        return value.dump();
    }
}

} // namespace

JsonCursor::JsonCursor(const Json& document, const std::string& source)
    : m_value(&document),
      m_source(&source)
{
}

JsonCursor::JsonCursor(const Json* value, std::string pointer, const std::string* source)
    : m_value(value),
      m_pointer(std::move(pointer)),
      m_source(source)
{
}

JsonCursor
JsonCursor::operator[](const std::string& key) const
{
    if (!m_value || !m_value->is_object())
    {
        FailValue("an object");
    }
    const auto member = m_value->find(key);
    return {member == m_value->end() ? nullptr : &*member,
            AppendToPointer(m_pointer, key),
            m_source};
}

JsonCursor
JsonCursor::operator[](std::size_t index) const
{
    return {&(*m_value)[index], m_pointer + "/" + std::to_string(index), m_source};
}

bool
JsonCursor::Exists() const
{
    return m_value;
}

const Json&
JsonCursor::GetValue() const
{
    return *m_value;
}

const std::string&
JsonCursor::GetPointer() const
{
    return m_pointer;
}

void
JsonCursor::CheckKeys(const std::vector<std::string>& keys) const
{
    if (!m_value || !m_value->is_object())
    {
        FailValue("an object");
    }
    for (const auto& [key, value] : m_value->items())
    {
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
        {
            (*this)[key].Fail("an unknown key", "one of the keys " + ListChoices(keys));
        }
    }
}

std::size_t
JsonCursor::GetSize(const std::string& what, std::size_t min, std::size_t max) const
{
    if (!m_value || !m_value->is_array() || m_value->size() < min || m_value->size() > max)
    {
        const std::string count =
            min == max ? std::to_string(min) : std::to_string(min) + " to " + std::to_string(max);
        FailValue("an array of " + count + " " + what);
    }
    return m_value->size();
}

uint64_t
JsonCursor::GetInteger(uint64_t min, uint64_t max, std::optional<uint64_t> fallback) const
{
    if (!m_value && fallback)
    {
        return *fallback;
    }
    // Above 2^53 not every integer is a double: there only the plain form is one.
    constexpr double exact = 9007199254740992.0;
    std::optional<uint64_t> number;
    if (m_value && m_value->is_number_unsigned())
    {
        number = m_value->get<uint64_t>();
    }
    else if (m_value && m_value->is_number_float())
    {
        const double real = m_value->get<double>();
        if (real >= 0 && real <= exact && std::trunc(real) == real)
        {
            number = static_cast<uint64_t>(real);
        }
    }
    if (!number || *number < min || *number > max)
    {
        FailValue("an integer from " + std::to_string(min) + " to " + std::to_string(max));
    }
    return *number;
}

double
JsonCursor::GetNumber(const NumberRange& range, std::optional<double> fallback) const
{
    if (!m_value && fallback)
    {
        return *fallback;
    }
    const double number = m_value && m_value->is_number() ? m_value->get<double>() : std::nan("");
    const bool low = range.openMin ? number > range.min : number >= range.min;
    const bool high = range.openMax ? number < range.max : number <= range.max;
    if (!low || !high)
    {
        FailValue("a number " + std::string(range.openMin ? "above " : "from ") +
                  FormatNumber(range.min) +
                  (range.openMax   ? " to below "
                   : range.openMin ? " up to "
                                   : " to ") +
                  FormatNumber(range.max) + range.unit);
    }
    return number;
}

bool
JsonCursor::GetBool(std::optional<bool> fallback) const
{
    if (!m_value && fallback)
    {
        return *fallback;
    }
    if (!m_value || !m_value->is_boolean())
    {
        FailValue("true or false");
    }
    return m_value->get<bool>();
}

std::string
JsonCursor::GetString(const std::string& what, const std::optional<std::string>& fallback) const
{
    if (!m_value && fallback)
    {
        return *fallback;
    }
    if (!m_value || !m_value->is_string())
    {
        FailValue(what);
    }
    return m_value->get<std::string>();
}

std::string
JsonCursor::GetChoice(const std::vector<std::string>& choices,
                      const std::optional<std::string>& fallback) const
{
    const std::string choice = GetString(ListChoices(choices), fallback);
    if (std::find(choices.begin(), choices.end(), choice) == choices.end())
    {
        FailValue(ListChoices(choices));
    }
    return choice;
}

std::string
JsonCursor::GetId() const
{
    const std::string expected = "1 to 64 letters, digits, '.', '_' or '-', "
                                 "not starting with '.' or '-'";
    const std::string id = GetString(expected);
    if (!IsId(id))
    {
        FailValue(expected);
    }
    return id;
}

void
JsonCursor::Fail(const std::string& found, const std::string& expected) const
{
    throw ScenarioError(DescribeError(*m_source, m_pointer, found, expected));
}

void
JsonCursor::FailValue(const std::string& expected) const
{
    Fail(m_value ? Describe(*m_value) : "nothing", expected);
}

std::string
FormatNumber(double number)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.10g", number);
    return buffer;
}

std::string
ListChoices(const std::vector<std::string>& words)
{
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        list += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        list += '"' + words[i] + '"';
    }
    return list;
}

bool
IsId(const std::string& text)
{
    const auto isWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    return !text.empty() && text.size() <= 64 && isWord(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return isWord(c) || c == '.' || c == '-';
           });
}

std::string
ReplaceUnfit(std::string text)
{
    for (char& c : text)
    {
        c = IsId(std::string("x") + c) ? c : '-';
    }
    return text;
}

} // namespace ns3::bacepipe
