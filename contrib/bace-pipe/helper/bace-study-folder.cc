// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-folder.h"

#include "ns3/bace-output-directory.h"
#include "ns3/bace-output-file.h"
#include "ns3/bace-run-report.h"
#include "ns3/bace-version.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>

namespace ns3::bacepipe
{

namespace fs = std::filesystem;

namespace
{

const char* const g_study = "study.json";
const char* const g_scenarios = "scenarios";

/// @return a file's bytes; empty where there is none
std::string
ReadBytes(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
    {
        return "";
    }
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// @return whether a table of jobs has as many lines as there are jobs, and the last one its end
bool
IsWhole(const std::string& table, const Json& jobs)
{
    const auto lines = std::count(table.begin(), table.end(), '\n');
    return table.rfind(std::string(JOBS_HEAD) + "\n", 0) == 0 && table.back() == '\n' &&
           jobs == lines - 1;
}

/// @return what is in a folder of which no study can be; empty if nothing is
std::string
FindForeign(const fs::path& path)
{
    if (!fs::exists(path))
    {
        return "";
    }
    if (!fs::is_directory(path))
    {
        return "a file";
    }
    if (fs::exists(path / g_study))
    {
        // A file of that name may be a user's.
        return fs::exists(path / g_scenarios) ? "" : "a study.json there, and no scenarios";
    }
    for (const auto& entry : fs::directory_iterator(path))
    {
        const std::string name = entry.path().filename();
        if (name.rfind(g_scenarios, 0) != 0) // or it was killed before the study was written
        {
            return "'" + Abbreviate(name) + "' there, and no " + g_study;
        }
    }
    return "";
}

/// @return a text as one word of a shell
std::string
Quote(const std::string& text)
{
    std::string word = "'";
    for (const char c : text)
    {
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return word + "'";
}

} // namespace

StudyFolder::StudyFolder(const std::string& path)
{
    const auto fail = [&](const std::string& found) {
        throw ScenarioError("--output=" + Abbreviate(path, 300) + ": found " + found +
                            ", expected a new folder, or that of a study");
    };
    if (path.find_first_of("\r\n") != std::string::npos)
    {
        fail("a line break");
    }
    try
    {
        m_path = fs::weakly_canonical(fs::absolute(path)).lexically_normal();
        if (!m_path.has_filename())
        {
            m_path = m_path.parent_path(); // a trailing slash
        }
        const std::string foreign = FindForeign(m_path);
        if (!foreign.empty())
        {
            fail(foreign);
        }
    }
    catch (const fs::filesystem_error& error)
    {
        fail("'" + error.code().message() + "'");
    }
    if (m_path.string().find_first_of("\r\n") != std::string::npos)
    {
        fail("a line break");
    }
}

const fs::path&
StudyFolder::GetPath() const
{
    return m_path;
}

fs::path
StudyFolder::GetScenario(const std::string& point) const
{
    return m_path / g_scenarios / (point + ".json");
}

fs::path
StudyFolder::GetRun(const std::string& point) const
{
    return m_path / "points" / point;
}

fs::path
StudyFolder::GetLog(const std::string& point) const
{
    return m_path / "logs" / (point + ".log");
}

fs::path
StudyFolder::GetStudy() const
{
    return m_path / g_study;
}

std::vector<StudyPoint>
StudyFolder::Prepare(const Study& study) const
{
    std::vector<StudyPoint> points;
    OutputDirectory scenarios((m_path / g_scenarios).string());
    std::set<std::string> names;
    for (std::size_t i = 0; i < study.CountPoints(); ++i)
    {
        points.push_back(study.GetPoint(i));
        const std::string& name = points.back().name;
        if (!names.insert(name).second)
        {
            throw ScenarioError(study.source + ": found two points named " + name +
                                ", expected values that names of files keep apart");
        }
        const std::string path = scenarios.GetTemporaryPath() + "/" + name + ".json";
        std::ofstream file(path, std::ios::binary);
        file << study.MakeScenario(points.back()) << '\n'; // as a run ends it
        CloseFile(file, path);
    }
    scenarios.Commit();
    Write(g_study, PrettyPrint(study.document));
    fs::create_directories(m_path / "points");
    fs::create_directories(m_path / "logs");
    std::vector<StudyPoint> open;
    for (StudyPoint& point : points)
    {
        if (!IsDone(point.name))
        {
            fs::remove(GetLog(point.name));
            open.push_back(std::move(point));
        }
    }
    return open;
}

std::optional<StudyRun>
StudyFolder::FindRun(const std::string& point) const
{
    const fs::path run = GetRun(point);
    const std::string scenario = ReadBytes(run / "scenario.json");
    if (scenario.empty() || scenario != ReadBytes(GetScenario(point)))
    {
        return std::nullopt;
    }
    StudyRun found{Json::parse(ReadBytes(run / "summary.json"), nullptr, false),
                   ReadBytes(run / "jobs.csv")};
    const Json& summary = found.summary;
    const auto has = [&](const char* key) { return summary.is_object() && summary.contains(key); };
    const bool isDone = has("version") && summary["version"] == GetVersion() &&
                        has("ns3_version") && summary["ns3_version"] == GetNs3Version() &&
                        has("jobs_total") && IsWhole(found.jobs, summary["jobs_total"]);
    return isDone ? std::make_optional(std::move(found)) : std::nullopt;
}

std::string
StudyFolder::GetCommand(const std::string& program, const std::string& point) const
{
    return Quote(program) + " --scenario=" + Quote(GetScenario(point)) +
           " --output=" + Quote(GetRun(point)) + " --report=false --quiet >/dev/null 2>" +
           Quote(GetLog(point));
}

void
StudyFolder::Write(const std::string& name, const std::string& content) const
{
    ReplaceFile((m_path / name).string(), content);
}

} // namespace ns3::bacepipe
