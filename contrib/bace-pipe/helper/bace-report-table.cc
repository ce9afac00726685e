// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-report-table.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace ns3::bacepipe
{

namespace
{

/// Rows that belong together.
struct Group
{
    std::size_t bytes{0}; //!< quoted
    double measure{0};    //!< sum of a column
    std::size_t order{0}; //!< of its first row
};

/// Calls a function with each row of a file, from after its head on.
template <typename F>
void
ForEachRow(std::ifstream& file, F visit)
{
    file.clear();
    file.seekg(0);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line))
    {
        visit(line);
    }
}

/// @return the field of a row; empty where the row or the table has no such column
std::string
GetField(const std::string& row, std::ptrdiff_t column)
{
    std::istringstream fields(row);
    std::string field;
    for (std::ptrdiff_t i = 0; i <= column; ++i)
    {
        if (!std::getline(fields, field, ','))
        {
            return "";
        }
    }
    return field;
}

/// @return where a column is in a table's head, or -1
std::ptrdiff_t
FindColumn(const std::string& head, const std::string& name)
{
    std::istringstream columns(head);
    std::string column;
    for (std::ptrdiff_t i = 0; std::getline(columns, column, ','); ++i)
    {
        if (!name.empty() && column == name)
        {
            return i;
        }
    }
    return -1;
}

/// @return bytes of a row in a page: quoted, with its end of line
std::size_t
CountQuoted(const std::string& row)
{
    return QuoteForScript(row).size(); // the two quotes stand for the end of line
}

/// @return the groups that fit, the greatest first
std::set<std::string>
ChooseGroups(const std::map<std::string, Group>& groups, std::size_t bytes)
{
    std::vector<std::pair<std::string, Group>> order(groups.begin(), groups.end());
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.second.measure != b.second.measure ? a.second.measure > b.second.measure
                                                    : a.second.order < b.second.order;
    });
    std::set<std::string> chosen;
    for (const auto& [name, group] : order)
    {
        if (group.bytes <= bytes)
        {
            bytes -= group.bytes;
            chosen.insert(name);
        }
    }
    return chosen;
}

} // namespace

std::string
QuoteForScript(const std::string& text)
{
    const std::string quoted =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string safe;
    safe.reserve(quoted.size());
    for (const char c : quoted)
    {
        switch (c)
        {
        case '<':
            safe += "\\u003c";
            break;
        case '>':
            safe += "\\u003e";
            break;
        case '&':
            safe += "\\u0026";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

TableRows
ReadRows(const std::string& path, const RowLimit& limit)
{
    std::ifstream file(path, std::ios::binary);
    TableRows table;
    if (!std::getline(file, table.text))
    {
        throw std::runtime_error("cannot read " + path);
    }
    const std::ptrdiff_t key = FindColumn(table.text, limit.key);
    const std::ptrdiff_t measure = FindColumn(table.text, limit.measure);
    table.text += '\n';

    std::map<std::string, Group> groups;
    std::size_t prefix = 0; // rows from the first on that fit
    std::size_t bytes = 0;
    ForEachRow(file, [&](const std::string& row) {
        const std::size_t size = CountQuoted(row);
        bytes += size;
        prefix = bytes <= limit.bytes ? table.total + 1 : prefix;
        if (key >= 0)
        {
            Group& group =
                groups.try_emplace(GetField(row, key), Group{0, 0, table.total}).first->second;
            group.bytes += size;
            group.measure += measure < 0 ? 0 : std::atof(GetField(row, measure).c_str());
        }
        ++table.total;
    });

    const bool all = prefix == table.total;
    const auto chosen = ChooseGroups(groups, limit.bytes);
    std::size_t index = 0;
    ForEachRow(file, [&](const std::string& row) {
        const bool taken =
            all || (key >= 0 ? chosen.count(GetField(row, key)) > 0 : index < prefix);
        ++index;
        if (taken)
        {
            table.text += row + '\n';
            ++table.rows;
        }
    });
    return table;
}

} // namespace ns3::bacepipe
