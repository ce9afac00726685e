// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEXT_TABLE_H
#define BACE_TEXT_TABLE_H

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @param value a number
 * @param decimals after the point
 * @return the number as text
 */
std::string FormatFixed(double value, int decimals);

/**
 * @param value $
 * @return it with cents, and with hundredths of those below ten dollars
 */
std::string FormatMoney(double value);

/**
 * @param bytes a number of bytes
 * @return it with a decimal prefix: "1.5 GB"
 */
std::string FormatBytes(double bytes);

/// A unit of time that suits a table.
struct TimeUnit
{
    const char* name; //!< as in a heading
    double seconds;   //!< of one
    int decimals;     //!< shown

    /**
     * @param duration in seconds
     * @return it in this unit
     */
    std::string Format(double duration) const;
};

/**
 * @param longest duration of a table, s
 * @return hours for long ones, seconds for short ones
 */
TimeUnit ChooseTimeUnit(double longest);

/**
 * @brief A table for people: columns of texts, numbers to the right.
 */
class TextTable
{
  public:
    /**
     * @param headings of the columns
     * @param leftColumns how many columns, from the first, are texts; the last column is one too
     */
    TextTable(std::vector<std::string> headings, std::size_t leftColumns);

    /**
     * @param row as many texts as there are headings
     */
    void AddRow(std::vector<std::string> row);

    /**
     * @param out where to
     */
    void Print(std::ostream& out) const;

  private:
    std::vector<std::vector<std::string>> m_rows; //!< headings first
    std::size_t m_leftColumns;                    //!< texts, from the first
};

} // namespace ns3::bacepipe

#endif // BACE_TEXT_TABLE_H
