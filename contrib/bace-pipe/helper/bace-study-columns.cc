// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-columns.h"

#include "ns3/bace-run-report.h"

#include <algorithm>
#include <sstream>

namespace ns3::bacepipe
{

namespace
{

/// @return whether a list has an entry
bool
Has(const std::vector<std::string>& list, const std::string& entry)
{
    return std::find(list.begin(), list.end(), entry) != list.end();
}

} // namespace

const std::vector<std::string>&
GetCommonAxes()
{
    static const std::vector<std::string> names{"policy", "network", "seed"};
    return names;
}

std::vector<std::string>
GetOwnAxes(const std::vector<StudyAxis>& axes)
{
    std::vector<std::string> names;
    for (const StudyAxis& axis : axes)
    {
        if (!Has(GetCommonAxes(), axis.name))
        {
            names.push_back(axis.name);
        }
    }
    return names;
}

std::vector<std::string>
GetSummaryColumns()
{
    std::vector<std::string> columns;
    for (const std::string& key : GetSummaryKeys())
    {
        if (!Has(GetCommonAxes(), key))
        {
            columns.push_back(key);
        }
    }
    return columns;
}

std::vector<std::string>
GetJobColumns()
{
    std::vector<std::string> columns;
    std::istringstream head(JOBS_HEAD);
    for (std::string column; std::getline(head, column, ',');)
    {
        columns.push_back(column);
    }
    return columns;
}

bool
IsTextColumn(const std::string& column)
{
    static const std::vector<std::string> names{"scenario",
                                                "transport",
                                                "intra_region",
                                                "version",
                                                "ns3_version",
                                                "job",
                                                "model",
                                                "dataset",
                                                "placement",
                                                "behind",
                                                "settled"};
    return Has(names, column);
}

std::set<std::string>
GetReservedColumns()
{
    std::set<std::string> names{POINT_COLUMN, OUTCOME_COLUMN, MESSAGE_COLUMN};
    for (const auto& columns : {GetCommonAxes(), GetSummaryColumns(), GetJobColumns()})
    {
        names.insert(columns.begin(), columns.end());
    }
    return names;
}

} // namespace ns3::bacepipe
