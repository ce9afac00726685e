// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-html-report.h"

#include "ns3/bace-output-file.h"
#include "ns3/bace-report-table.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace ns3::bacepipe
{

extern const char* const g_reportPage;   //!< data/report/page.html
extern const char* const g_reportStyle;  //!< data/report/style.css
extern const char* const g_reportScript; //!< data/report/*.js

namespace
{

/// A table of a page, and how much of it: together at most 9.2 MB.
struct EmbeddedTable
{
    const char* name; //!< of the file
    RowLimit limit;   //!< which rows, where they are many
};

const EmbeddedTable g_runTables[] = {
    {"jobs.csv", {800000, "", ""}},
    {"regions.csv", {300000, "", ""}},
    {"links.csv", {600000, "link", "bytes"}},
    {"decisions.csv", {600000, "", ""}},
    {"links_timeseries.csv", {1400000, "link", "utilization"}},
    {"pipeline.csv", {5500000, "job", ""}},
};

/// Bytes of the points of a study, and of those that failed.
const std::size_t g_studyBytes = 4000000;

/// Bytes of the jobs of all runs of a comparison.
const std::size_t g_comparedBytes = 6000000;

/// The embedded data under construction: an object of objects.
class EmbeddedFiles
{
  public:
    /// @param directory of the files
    explicit EmbeddedFiles(std::string directory)
        : m_directory(std::move(directory))
    {
    }

    /// Adds a file as it is. A file that cannot be read throws std::runtime_error.
    void AddWhole(const std::string& name)
    {
        std::ifstream file(m_directory + "/" + name, std::ios::binary);
        if (!file)
        {
            throw std::runtime_error("cannot read " + m_directory + "/" + name);
        }
        Add(name, QuoteForScript({std::istreambuf_iterator<char>(file), {}}), 1, 1);
    }

    /// Adds a table, where there is one.
    void AddTable(const std::string& name, const RowLimit& limit)
    {
        const std::string path = m_directory + "/" + name;
        if (std::filesystem::exists(path))
        {
            const TableRows table = ReadRows(path, limit);
            Add(name, QuoteForScript(table.text), table.rows, table.total);
        }
    }

    /// @return the data as JSON. @param kind of page: run, comparison or study. @param about what
    /// is
    ///         told besides, a text of JSON
    std::string GetJson(const std::string& kind, const std::string& about = "{}") const
    {
        return "{\"kind\": " + QuoteForScript(kind) + ", \"about\": " + QuoteForScript(about) +
               ", \"files\": {" + m_json + "\n}}";
    }

  private:
    void Add(const std::string& name, const std::string& quoted, uint64_t rows, uint64_t total)
    {
        m_json += (m_json.empty() ? "\n" : ",\n") + QuoteForScript(name) +
                  ": {\"rows\": " + std::to_string(rows) + ", \"of\": " + std::to_string(total) +
                  ", \"text\": " + quoted + "}";
    }

    std::string m_directory; //!< of the files
    std::string m_json;      //!< of the object of files, without its braces
};

/// Puts style, data and script into the page, and the page into the folder.
void
WritePage(const std::string& directory, const std::string& data)
{
    std::string page;
    std::string rest = g_reportPage;
    // In the order of the template; what was put in is not looked through again.
    const std::array<std::pair<std::string, std::string>, 3> parts{
        {{"{{style}}", g_reportStyle}, {"{{data}}", data}, {"{{script}}", g_reportScript}}};
    for (const auto& [mark, text] : parts)
    {
        const std::size_t at = rest.find(mark);
        page += rest.substr(0, at) + text;
        rest.erase(0, at + mark.size());
    }
    ReplaceFile(directory + "/" + REPORT_NAME, page + rest);
}

} // namespace

void
WriteRunPage(const std::string& directory)
{
    EmbeddedFiles files(directory);
    files.AddWhole("summary.json");
    for (const auto& table : g_runTables)
    {
        files.AddTable(table.name, table.limit);
    }
    WritePage(directory, files.GetJson("run"));
}

void
WriteComparisonPage(const std::string& directory, const std::vector<std::string>& policies)
{
    EmbeddedFiles files(directory);
    files.AddTable("compare.csv", {});
    for (const auto& policy : policies)
    {
        files.AddWhole(policy + "/summary.json");
        files.AddTable(policy + "/jobs.csv", {g_comparedBytes / policies.size(), "", ""});
    }
    WritePage(directory, files.GetJson("comparison"));
}

void
WriteStudyPage(const std::string& directory,
               const std::string& about,
               const std::vector<std::string>& figures)
{
    EmbeddedFiles files(directory);
    files.AddTable("results.csv", {g_studyBytes, "", ""});
    files.AddTable("failures.csv", {g_studyBytes / 4, "", ""});
    for (const auto& figure : figures)
    {
        const std::string name = "plots/" + figure + ".svg";
        if (std::filesystem::exists(directory + "/" + name))
        {
            files.AddWhole(name);
        }
    }
    WritePage(directory, files.GetJson("study", about));
}

} // namespace ns3::bacepipe
