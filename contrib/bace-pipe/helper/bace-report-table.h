// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_REPORT_TABLE_H
#define BACE_REPORT_TABLE_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3::bacepipe
{

/// Which rows of a table go into a page where not all fit.
struct RowLimit
{
    std::size_t bytes{1000000}; //!< most that they may take as a text of JSON, the head left out
    std::string key;            //!< column whose values mark rows that belong together: all of them
                                //!< or none; empty: rows from the first on
    std::string measure; //!< column of numbers: groups of a larger sum first; empty: in order
};

/// Rows of a table, as the file has them.
struct TableRows
{
    std::string text;  //!< the head and the rows, in the file's order, byte by byte
    uint64_t rows{0};  //!< of them, the head left out
    uint64_t total{0}; //!< of the file
};

/**
 * Reads a table of comma-separated values with one heading line, as much of it as is allowed. No
 * more is held in memory than that and a few bytes for each group. A file that cannot be read
 * throws std::runtime_error.
 * @param path of the file
 * @param limit which rows; a key or measure that the table has no column of counts as empty
 * @return the rows
 */
TableRows ReadRows(const std::string& path, const RowLimit& limit);

/**
 * @param text any bytes
 * @return a text of JSON that may stand in an HTML script element: without <, > and &, for which
 *         \u003c and the like stand; bytes that are not UTF-8 become U+FFFD
 */
std::string QuoteForScript(const std::string& text);

} // namespace ns3::bacepipe

#endif // BACE_REPORT_TABLE_H
