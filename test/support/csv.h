// SPDX-License-Identifier: GPL-2.0-only
// Reads the tables that runs write. Their fields hold neither commas nor quotes nor line breaks.
#ifndef BACE_TEST_CSV_H
#define BACE_TEST_CSV_H

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::bacepipe::test
{

/// A table: its columns in order, and rows by column.
struct Csv
{
    std::string header;                                   //!< the first line
    std::vector<std::map<std::string, std::string>> rows; //!< a map each

    /// @return a field that is a number, all of it
    static double Number(const std::map<std::string, std::string>& row, const std::string& column)
    {
        const std::string& text = row.at(column);
        std::size_t used = 0;
        const double value = std::stod(text, &used);
        if (used != text.size())
        {
            throw std::runtime_error(column + " is no number: " + text);
        }
        return value;
    }

    /// @return the sum of a column
    double Sum(const std::string& column) const
    {
        double sum = 0;
        for (const auto& row : rows)
        {
            sum += Number(row, column);
        }
        return sum;
    }
};

/// @return the parts of a text between separators; an empty one after a last separator too
inline std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
    {
        if (c == separator)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += c;
        }
    }
    return parts;
}

/// Reads a table; throws where a row has other than the header's number of fields.
inline Csv
ReadCsv(const std::filesystem::path& path)
{
    std::ifstream file(path);
    Csv table;
    if (!std::getline(file, table.header))
    {
        throw std::runtime_error("no header in " + path.string());
    }
    const auto columns = Split(table.header, ',');
    for (std::string line; std::getline(file, line);)
    {
        const auto fields = Split(line, ',');
        if (fields.size() != columns.size())
        {
            throw std::runtime_error(path.string() + ": not " + std::to_string(columns.size()) +
                                     " fields: " + line);
        }
        auto& row = table.rows.emplace_back();
        for (std::size_t i = 0; i < fields.size(); ++i)
        {
            row[columns[i]] = fields[i];
        }
    }
    return table;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_CSV_H
