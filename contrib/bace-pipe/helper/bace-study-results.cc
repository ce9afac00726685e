// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-results.h"

#include "ns3/bace-run-report.h"
#include "ns3/bace-study-columns.h"

#include <fstream>
#include <map>
#include <sstream>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Most characters of a message in failures.csv.
constexpr std::size_t MAX_MESSAGE = 1000;

/// @return fields as a line
std::string
MakeLine(const std::vector<std::string>& fields)
{
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        line += (i > 0 ? "," : "") + QuoteCsv(fields[i]);
    }
    return line + "\n";
}

/// Adds the scalars of a value to a row, by their keys joined with '_'.
void
Flatten(const Json& value, const std::string& name, std::map<std::string, std::string>& row)
{
    if (value.is_structured())
    {
        for (const auto& [key, part] : value.items()) // of an array: indices
        {
            Flatten(part, name.empty() ? key : name + "_" + key, row);
        }
        return;
    }
    row[name] = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
}

/// @return what a run has said, on one line; empty if nothing
std::string
ReadMessage(const std::filesystem::path& log)
{
    std::string message;
    std::ifstream file(log, std::ios::binary);
    for (std::string line; std::getline(file, line);)
    {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin != std::string::npos && message.size() < 2 * MAX_MESSAGE)
        {
            message += (message.empty() ? "" : "; ") + line.substr(begin);
        }
    }
    const std::string head = "error: ";
    return Abbreviate(message.substr(message.rfind(head, 0) == 0 ? head.size() : 0), MAX_MESSAGE);
}

/**
 * @brief The tables of a study under construction.
 */
class Collector
{
  public:
    Collector(const Study& study, const StudyFolder& folder)
        : m_study(study),
          m_folder(folder),
          m_columns(GetSummaryColumns())
    {
        const auto own = GetOwnAxes(study.axes);
        m_head.emplace_back(POINT_COLUMN);
        m_head.insert(m_head.end(), own.begin(), own.end());
    }

    /// Takes a point.
    void Add(const StudyPoint& point)
    {
        ++m_outcome.points;
        std::vector<std::string> fields{point.name};
        for (std::size_t i = 0; i < m_study.axes.size(); ++i)
        {
            fields.push_back(m_study.axes[i].levels[point.levels[i]].label);
        }
        const auto run = m_folder.FindRun(point.name);
        if (!run)
        {
            const auto log = m_folder.GetLog(point.name);
            const bool ran = std::filesystem::exists(log);
            const std::string said = ReadMessage(log);
            Fail(fields,
                 ran ? "failed" : "missing",
                 !said.empty() ? said
                 : ran         ? "its run ended without results and said nothing"
                               : "it has not been run");
            return;
        }
        AddResults(point, *run, fields);
    }

    /// Writes the tables. @return what the study has come to
    StudyOutcome Finish()
    {
        std::vector<std::string> head = m_head;
        head.insert(head.end(), GetCommonAxes().begin(), GetCommonAxes().end());
        const std::string jobsHead = MakeLine(head);
        head.insert(head.end(), m_columns.begin(), m_columns.end());
        std::string results = MakeLine(head);
        for (auto& row : m_rows)
        {
            row.resize(head.size()); // empty where only later runs have a column
            results += MakeLine(row);
        }
        std::vector<std::string> failuresHead{POINT_COLUMN};
        for (const StudyAxis& axis : m_study.axes)
        {
            failuresHead.push_back(axis.name);
        }
        failuresHead.insert(failuresHead.end(), {OUTCOME_COLUMN, MESSAGE_COLUMN});
        m_folder.Write("jobs.csv",
                       jobsHead.substr(0, jobsHead.size() - 1) + "," + JOBS_HEAD + "\n" + m_jobs);
        m_folder.Write("failures.csv", MakeLine(failuresHead) + m_failures);
        m_folder.Write("results.csv", results); // last: it is what others wait for
        return std::move(m_outcome);
    }

  private:
    /// Takes what a point's run has left. @param labels name of the point, and values of all axes
    void AddResults(const StudyPoint& point,
                    const StudyRun& run,
                    const std::vector<std::string>& labels)
    {
        std::map<std::string, std::string> summary;
        Flatten(run.summary, "", summary);
        std::vector<std::string> fields(labels.begin(), labels.begin() + m_head.size());
        for (const std::string& name : GetCommonAxes())
        {
            fields.push_back(summary[name]);
            summary.erase(name);
        }
        AddJobs(run.jobs, fields);
        ++m_outcome.results;
        const std::string& completed = summary["jobs_completed"];
        const std::string& total = summary["jobs_total"];
        if (completed != total)
        {
            const std::string said = ReadMessage(m_folder.GetLog(point.name));
            Fail(labels,
                 "unfinished",
                 !said.empty() ? said : completed + " of " + total + " jobs finished");
        }
        for (const std::string& column : m_columns)
        {
            fields.push_back(summary[column]);
            summary.erase(column);
        }
        for (const auto& [column, value] : summary) // of which no run before has told
        {
            m_columns.push_back(column);
            fields.push_back(value);
        }
        m_rows.push_back(std::move(fields));
    }

    /// Takes a table of jobs. @param fields that stand before each
    void AddJobs(const std::string& table, const std::vector<std::string>& fields)
    {
        std::string head = MakeLine(fields);
        head.back() = ',';
        std::istringstream lines(table);
        std::string line;
        std::getline(lines, line); // the names of columns
        while (std::getline(lines, line))
        {
            m_jobs += head + line + "\n"; // fields of a run need no quotes
        }
    }

    /// Takes a failure. @param fields name of the point, and values of all axes
    void Fail(std::vector<std::string> fields, const char* outcome, const std::string& message)
    {
        m_outcome.failures.push_back({fields.front(), outcome, message});
        fields.insert(fields.end(), {outcome, message});
        m_failures += MakeLine(fields);
    }

    const Study& m_study;                         //!< as the folder has it
    const StudyFolder& m_folder;                  //!< of the study
    std::vector<std::string> m_head;              //!< point, and axes with names of their own
    std::vector<std::string> m_columns;           //!< of summaries, flattened
    std::vector<std::vector<std::string>> m_rows; //!< of results.csv
    std::string m_jobs;                           //!< rows of jobs.csv
    std::string m_failures;                       //!< rows of failures.csv
    StudyOutcome m_outcome;                       //!< so far
};

} // namespace

std::string
QuoteCsv(const std::string& field)
{
    if (field.find_first_of(",\"\r\n") == std::string::npos)
    {
        return field;
    }
    std::string quoted = "\"";
    for (const char c : field)
    {
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return quoted + "\"";
}

StudyOutcome
CollectStudy(const Study& study, const StudyFolder& folder)
{
    Collector collector(study, folder);
    for (std::size_t i = 0; i < study.CountPoints(); ++i)
    {
        collector.Add(study.GetPoint(i));
    }
    return collector.Finish();
}

} // namespace ns3::bacepipe
