// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <iomanip>
#include <iterator>
#include <ostream>
#include <sstream>

namespace ns3::bacepipe
{

std::string
FormatFixed(double value, int decimals)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << value;
    return text.str();
}

std::string
FormatMoney(double value)
{
    return FormatFixed(value, value < 10 ? 4 : 2);
}

std::string
FormatBytes(double bytes)
{
    const char* const prefixes[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t i = 0;
    while (bytes >= 1000 && i + 1 < std::size(prefixes))
    {
        bytes /= 1000;
        ++i;
    }
    return FormatFixed(bytes, i == 0 ? 0 : 1) + " " + prefixes[i];
}

std::string
TimeUnit::Format(double duration) const
{
    return FormatFixed(duration / seconds, decimals);
}

TimeUnit
ChooseTimeUnit(double longest)
{
    return longest >= 360 ? TimeUnit{"h", 3600, 2} : TimeUnit{"s", 1, 3};
}

TextTable::TextTable(std::vector<std::string> headings, std::size_t leftColumns)
    : m_rows{std::move(headings)},
      m_leftColumns(leftColumns)
{
}

void
TextTable::AddRow(std::vector<std::string> row)
{
    m_rows.push_back(std::move(row));
}

void
TextTable::Print(std::ostream& out) const
{
    std::vector<std::size_t> widths(m_rows.front().size());
    for (const auto& row : m_rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    for (const auto& row : m_rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            const bool isLast = i + 1 == row.size();
            const bool isLeft = i < m_leftColumns || isLast;
            const std::string padding(widths[i] - row[i].size(), ' ');
            out << (i > 0 ? "  " : "") << (isLeft ? "" : padding) << row[i]
                << (isLeft && !isLast ? padding : "");
        }
        out << '\n';
    }
}

} // namespace ns3::bacepipe
