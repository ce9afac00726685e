// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-axes.h"
#include "ns3/bace-study-columns.h"

#include <algorithm>
#include <set>

namespace ns3::bacepipe
{

namespace
{

/// What a plot may have on its axes.
struct PlotColumns
{
    std::vector<std::string> factors;  //!< what varies
    std::vector<std::string> measures; //!< numbers of the table
};

/// @return the names of a column or of an array of columns; each one of the choices, and once
std::vector<std::string>
ReadColumns(const JsonCursor& cursor, const std::vector<std::string>& choices)
{
    const auto check = [&](const JsonCursor& place) {
        const std::string name = place.GetString("the name of a column");
        if (std::find(choices.begin(), choices.end(), name) == choices.end())
        {
            place.FailValue(choices.empty() ? "no column, for nothing varies"
                                            : ListChoices(choices));
        }
        return name;
    };
    if (!cursor.Exists() || !cursor.GetValue().is_array())
    {
        return {check(cursor)};
    }
    std::vector<std::string> names;
    const std::size_t size = cursor.GetSize("names of columns", 0, 100);
    for (std::size_t i = 0; i < size; ++i)
    {
        names.push_back(check(cursor[i]));
        if (std::count(names.begin(), names.end(), names.back()) > 1)
        {
            cursor[i].Fail('"' + names.back() + "\" again", "each column once");
        }
    }
    return names;
}

/// @return the columns of one of the tables
PlotColumns
GetColumns(bool jobs, const std::vector<StudyAxis>& axes)
{
    PlotColumns columns;
    for (const StudyAxis& axis : axes)
    {
        columns.factors.push_back(axis.name);
    }
    if (jobs)
    {
        columns.factors.emplace_back("job");
    }
    for (const std::string& column : jobs ? GetJobColumns() : GetSummaryColumns())
    {
        if (!IsTextColumn(column))
        {
            columns.measures.push_back(column);
        }
    }
    return columns;
}

/// @return the columns that a plot fixes. @param cursor an object: values of axes, as in tables
std::vector<std::string>
ReadWhere(const JsonCursor& cursor,
          const std::vector<std::string>& factors,
          const std::vector<StudyAxis>& axes)
{
    std::vector<std::string> names;
    if (!cursor.Exists())
    {
        return names;
    }
    cursor.CheckKeys(factors);
    for (const auto& [name, value] : cursor.GetValue().items())
    {
        names.push_back(name);
        const std::string label = value.is_string() ? value.get<std::string>() : value.dump();
        const auto axis = std::find_if(axes.begin(), axes.end(), [&key = name](const auto& other) {
            return other.name == key;
        });
        std::vector<std::string> labels;
        for (std::size_t i = 0; axis != axes.end() && i < axis->levels.size(); ++i)
        {
            labels.push_back(axis->levels[i].label);
        }
        if (axis != axes.end() && std::find(labels.begin(), labels.end(), label) == labels.end())
        {
            labels.resize(std::min<std::size_t>(labels.size(), 20));
            cursor[name].FailValue("a value of that axis: " + ListChoices(labels));
        }
    }
    return names;
}

/// Checks one plot.
void
CheckPlot(const JsonCursor& cursor, const std::vector<StudyAxis>& axes)
{
    cursor.CheckKeys({"name", "title", "table", "x", "y", "group", "where", "log"});
    cursor["title"].GetString("a string", "");
    cursor["log"].GetChoice({"x", "y", "xy"}, "x");
    const bool jobs = cursor["table"].GetChoice({"results", "jobs"}, "results") == "jobs";
    const PlotColumns columns = GetColumns(jobs, axes);
    std::set<std::string> told{"seed"}; // what intervals are over
    if (cursor["x"].Exists() && cursor["x"].GetValue().is_array())
    {
        cursor["x"].FailValue("the name of a column");
    }
    told.insert(ReadColumns(cursor["x"], columns.factors).front());
    if (ReadColumns(cursor["y"], columns.measures).empty())
    {
        cursor["y"].FailValue("at least one column");
    }
    for (const std::string& name : ReadWhere(cursor["where"], columns.factors, axes))
    {
        told.insert(name);
    }
    if (!cursor["group"].Exists())
    {
        return; // by all others
    }
    for (const std::string& name : ReadColumns(cursor["group"], columns.factors))
    {
        if (name == cursor["x"].GetValue())
        {
            cursor["group"].Fail('"' + name + "\", which is \"x\"", "other columns");
        }
        told.insert(name);
    }
    for (const StudyAxis& axis : axes)
    {
        if (axis.levels.size() > 1 && told.count(axis.name) == 0)
        {
            cursor["group"].Fail("no \"" + axis.name + "\", of which points would be mixed up",
                                 "it here, as \"x\" or in \"where\"");
        }
    }
    if (jobs && told.count("job") == 0)
    {
        cursor["group"].Fail("no \"job\", so that jobs would be mixed up",
                             "it here, as \"x\" or in \"where\"");
    }
}

} // namespace

std::vector<std::string>
ListFigures(const Json& plot)
{
    const std::string name = plot.at("name");
    const Json& measures = plot.at("y");
    if (!measures.is_array() || measures.size() == 1)
    {
        return {name};
    }
    std::vector<std::string> figures;
    for (const Json& measure : measures)
    {
        figures.push_back(name + "-" + measure.get<std::string>());
    }
    return figures;
}

void
CheckStudyPlots(const JsonCursor& cursor, const std::vector<StudyAxis>& axes)
{
    std::set<std::string> names;
    const std::size_t size = cursor.Exists() ? cursor.GetSize("plots", 0, 1000) : 0;
    for (std::size_t i = 0; i < size; ++i)
    {
        const JsonCursor plot = cursor[i];
        CheckPlot(plot, axes);
        plot["name"].GetId();
        for (const std::string& figure : ListFigures(plot.GetValue()))
        {
            if (!names.insert(figure).second)
            {
                plot["name"].Fail("a figure \"" + figure + "\", which another plot has",
                                  "another name");
            }
        }
    }
}

} // namespace ns3::bacepipe
