// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-output-directory.h"

#include "ns3/bace-scenario-reader.h"

#include <cerrno>
#include <cstdlib>
#include <signal.h>
#include <unistd.h>

namespace ns3::bacepipe
{

namespace fs = std::filesystem;

namespace
{

const std::string g_partial = ".partial-";
const std::string g_replaced = ".replaced-";

/// @return whether a folder may be replaced by a run
bool
IsReplaceable(const fs::path& path)
{
    return fs::is_directory(path) && (fs::is_empty(path) || fs::exists(path / "summary.json") ||
                                      fs::exists(path / "compare.csv"));
}

/// Removes what runs to the same place left that no longer live.
void
RemoveLeftovers(const fs::path& path)
{
    for (const auto& entry : fs::directory_iterator(path.parent_path()))
    {
        const std::string name = entry.path().filename();
        for (const auto& kind : {g_partial, g_replaced})
        {
            const std::string prefix = path.filename().string() + kind;
            if (name.rfind(prefix, 0) != 0)
            {
                continue;
            }
            const pid_t writer = std::atoi(name.c_str() + prefix.size());
            if (writer > 0 && kill(writer, 0) != 0 && errno == ESRCH)
            {
                fs::remove_all(entry.path());
            }
        }
    }
}

} // namespace

OutputDirectory::OutputDirectory(const std::string& path)
{
    try
    {
        m_path = fs::absolute(path).lexically_normal();
        if (!m_path.has_filename())
        {
            m_path = m_path.parent_path(); // a trailing slash
        }
        if (fs::exists(m_path) && !IsReplaceable(m_path))
        {
            throw ScenarioError("--output=" + path +
                                ": found something that is not an earlier run, expected a new or "
                                "empty folder, or one with a summary.json");
        }
        fs::create_directories(m_path.parent_path());
        RemoveLeftovers(m_path);
        m_temporary = m_path.string() + g_partial + std::to_string(getpid());
        fs::remove_all(m_temporary);
        fs::create_directories(m_temporary);
    }
    catch (const fs::filesystem_error& error)
    {
        throw ScenarioError("--output=" + path + ": found '" + error.code().message() +
                            "', expected a folder that can be written");
    }
}

OutputDirectory::~OutputDirectory()
{
    if (!m_temporary.empty())
    {
        std::error_code ignored;
        fs::remove_all(m_temporary, ignored);
    }
}

std::string
OutputDirectory::GetTemporaryPath() const
{
    return m_temporary;
}

std::string
OutputDirectory::GetPath() const
{
    return m_path;
}

void
OutputDirectory::Commit()
{
    const fs::path replaced = m_path.string() + g_replaced + std::to_string(getpid());
    if (fs::exists(m_path))
    {
        fs::rename(m_path, replaced);
    }
    fs::rename(m_temporary, m_path);
    m_temporary.clear();
    fs::remove_all(replaced);
}

} // namespace ns3::bacepipe
