// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/markdown.h"

#include "ns3/bace-text-table.h"

#include <cmath>

namespace ns3::bacepipe::reproduction
{

std::string
FormatChange(double value)
{
    const double shown = std::round(10 * value) / 10;
    return (shown > 0 ? "+" : "") + FormatFixed(shown == 0 ? 0 : shown, 1);
}

std::string
FormatSpread(const Summary& summary)
{
    return summary.samples == 0 ? "-"
                                : FormatChange(summary.median) + " (" + FormatChange(summary.low) +
                                      ".." + FormatChange(summary.high) + ")";
}

std::string
FormatShare(const Share& share)
{
    return share.samples == 0
               ? "-"
               : FormatFixed(100 * share.share, 0) + " % (" + FormatFixed(100 * share.low, 0) +
                     ".." + FormatFixed(100 * share.high, 0) + ")";
}

std::string
FormatRow(const std::vector<std::string>& cells)
{
    std::string row = "|";
    for (const std::string& cell : cells)
    {
        row += (cell.empty() ? " |" : " " + cell + " |");
    }
    return row + "\n";
}

std::string
BeginTable(const std::vector<std::string>& headings)
{
    return FormatRow(headings) + FormatRow(std::vector<std::string>(headings.size(), "---"));
}

} // namespace ns3::bacepipe::reproduction
