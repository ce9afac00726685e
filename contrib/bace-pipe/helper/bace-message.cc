// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ns3::bacepipe
{

std::string
Abbreviate(const std::string& text, std::size_t limit)
{
    // Bytes that may open a character that is then cut: four a character at most.
    std::string line = text.substr(0, 4 * limit + 4);
    const bool cutBytes = line.size() < text.size();
    std::size_t characters = 0;
    std::size_t end = line.size();
    for (std::size_t i = 0; i < line.size(); ++i)
    {
        const auto byte = static_cast<unsigned char>(line[i]);
        if (byte < 0x20 || byte == 0x7f)
        {
            line[i] = ' ';
        }
        if ((byte & 0xc0) != 0x80 && characters++ == limit)
        {
            end = i;
            break;
        }
    }
    const bool cut = cutBytes || end < line.size();
    line.resize(end);
    if (!IsUtf8(line))
    {
        std::replace_if(
            line.begin(),
            line.end(),
            [](char c) { return static_cast<unsigned char>(c) >= 0x80; },
            '?');
    }
    return cut ? line + "..." : line;
}

bool
IsUtf8(const std::string& text)
{
    try
    {
        return !nlohmann::json(text).dump().empty(); // throws if not
    }
    catch (const nlohmann::json::type_error&)
    {
        return false;
    }
}

std::string
AppendToPointer(const std::string& pointer, const std::string& key)
{
    std::string escaped;
    for (const char c : key)
    {
        escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return pointer + "/" + escaped;
}

std::string
DescribeError(const std::string& source,
              const std::string& pointer,
              const std::string& found,
              const std::string& expected)
{
    std::string message = Abbreviate(source, 1000) + ": ";
    if (!pointer.empty())
    {
        message += Abbreviate(pointer, 120) + ": ";
    }
    return message + "found " + found + ", expected " + expected;
}

} // namespace ns3::bacepipe
