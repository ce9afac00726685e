// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-units.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace ns3::bacepipe
{

namespace
{

/// Units and what each is worth in the base unit: multiplied by the first, divided by the second.
using UnitTable = std::vector<std::pair<std::string, std::pair<double, double>>>;

/**
 * @param text a quantity
 * @param units what is allowed
 * @return its value in the base unit, or nothing
 */
std::optional<double>
Convert(const std::string& text, const UnitTable& units)
{
    const auto quantity = ParseQuantity(text);
    if (!quantity)
    {
        return std::nullopt;
    }
    for (const auto& [unit, factor] : units)
    {
        if (unit == quantity->unit)
        {
            return quantity->number * factor.first / factor.second;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Quantity>
ParseQuantity(const std::string& text)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto end = text.end();
    auto at = std::find_if_not(text.begin(), end, isDigit);
    if (at == text.begin())
    {
        return std::nullopt;
    }
    if (at != end && *at == '.')
    {
        const auto fraction = at + 1;
        at = std::find_if_not(fraction, end, isDigit);
        if (at == fraction)
        {
            return std::nullopt;
        }
    }
    // Two thousand digits are no number of ours, and would be infinite.
    if (at - text.begin() > 40)
    {
        return std::nullopt;
    }
    double number = 0;
    std::from_chars(text.data(), text.data() + (at - text.begin()), number); // whatever the locale
    if (at != end && *at == ' ')
    {
        ++at;
    }
    return Quantity{number, std::string(at, end)};
}

std::optional<double>
ParseRate(const std::string& text)
{
    static const UnitTable units{{"bps", {1, 1}},
                                 {"kbps", {1e3, 1}},
                                 {"Mbps", {1e6, 1}},
                                 {"Gbps", {1e9, 1}},
                                 {"Tbps", {1e12, 1}},
                                 {"Pbps", {1e15, 1}}};
    return Convert(text, units);
}

std::optional<double>
ParseDuration(const std::string& text)
{
    // Dividing by powers of ten is exact where multiplying by 0.001 is not.
    static const UnitTable units{{"ns", {1, 1e9}},
                                 {"us", {1, 1e6}},
                                 {"ms", {1, 1e3}},
                                 {"s", {1, 1}}};
    return Convert(text, units);
}

std::optional<double>
ParseSize(const std::string& text)
{
    static const UnitTable units{{"B", {1, 1}},
                                 {"kB", {1e3, 1}},
                                 {"MB", {1e6, 1}},
                                 {"GB", {1e9, 1}},
                                 {"KiB", {1024.0, 1}},
                                 {"MiB", {1048576.0, 1}},
                                 {"GiB", {1073741824.0, 1}}};
    return Convert(text, units);
}

} // namespace ns3::bacepipe
