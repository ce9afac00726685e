// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-output-directory.h"

#include "ns3/bace-message.h"
#include "ns3/bace-output-file.h"
#include "ns3/bace-scenario-reader.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <signal.h>
#include <stdexcept>
#include <sys/file.h>
#include <unistd.h>

namespace ns3::bacepipe
{

namespace fs = std::filesystem;

namespace
{

const std::string g_partial = ".partial-";
const std::string g_replaced = ".replaced-";

/// Lists what a run has written to its folder: so that nothing else is removed with it.
const std::string g_manifest = ".bace-pipe";

/// @return what is in a folder, by relative path, but for the manifest
std::set<std::string>
ListFiles(const fs::path& path)
{
    std::set<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(path))
    {
        files.insert(entry.path().lexically_relative(path));
    }
    files.erase(g_manifest);
    return files;
}

/// @return what keeps a folder or file from being replaced by a run; empty if nothing does
std::string
FindForeign(const fs::path& path)
{
    if (!fs::is_directory(path))
    {
        return "a file";
    }
    std::ifstream manifest(path / g_manifest);
    std::set<std::string> written;
    for (std::string line; std::getline(manifest, line);)
    {
        written.insert(line);
    }
    for (const std::string& file : ListFiles(path))
    {
        if (written.count(file) == 0)
        {
            return "'" + Abbreviate(file) + "' there, which no run has written";
        }
    }
    return "";
}

/// Writes the manifest of a folder.
void
WriteManifest(const fs::path& path)
{
    std::ofstream manifest(path / g_manifest);
    for (const std::string& file : ListFiles(path))
    {
        manifest << file << '\n';
    }
    CloseFile(manifest, (path / g_manifest).string());
    // After a power cut a folder without it would be a user's for ever.
    const int file = open((path / g_manifest).c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0)
    {
        fsync(file);
        close(file);
    }
}

/// @return a lock on a folder, or -1
int
Lock(const fs::path& path)
{
    const int lock = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Where a file system has no locks, the process alone shows whether a run lives.
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
        close(lock);
        return -1;
    }
    return lock;
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
            const bool isOurs =
                name.rfind(prefix, 0) == 0 &&
                name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
            const pid_t writer = isOurs ? std::atoi(name.c_str() + prefix.size()) : 0;
            if (writer <= 0 || kill(writer, 0) == 0 || errno != ESRCH)
            {
                continue;
            }
            // A process may also be one of another machine or container, or have left children.
            const int lock = Lock(entry.path());
            if (lock < 0)
            {
                continue;
            }
            std::error_code ignored; // another run may be removing it too
            if (kind == g_replaced && !fs::exists(path))
            {
                fs::rename(entry.path(), path, ignored); // killed between two steps
            }
            else
            {
                fs::remove_all(entry.path(), ignored);
            }
            close(lock);
        }
    }
}

/// Lets two folders change their names in one step. @return whether it could
bool
Exchange(const fs::path& first, const fs::path& second)
{
#ifdef RENAME_EXCHANGE
    return renameat2(AT_FDCWD, first.c_str(), AT_FDCWD, second.c_str(), RENAME_EXCHANGE) == 0;
#else
    errno = ENOSYS;
    return false;
#endif
}

} // namespace

// Delegates, so that the destructor tidies up after an exception here.
OutputDirectory::OutputDirectory(const std::string& path)
    : OutputDirectory()
{
    try
    {
        m_path = fs::weakly_canonical(fs::absolute(path)).lexically_normal();
        if (!m_path.has_filename())
        {
            m_path = m_path.parent_path(); // a trailing slash
        }
        if (fs::exists(fs::symlink_status(m_path)))
        {
            const std::string foreign = FindForeign(m_path);
            if (!foreign.empty())
            {
                throw ScenarioError("--output=" + path + ": found " + foreign +
                                    ", expected a new folder, or nothing but an earlier result");
            }
        }
        for (fs::path above = m_path.parent_path(); !fs::exists(above); above = above.parent_path())
        {
            m_made = above;
        }
        fs::create_directories(m_path.parent_path());
        RemoveLeftovers(m_path);
        m_temporary = m_path.string() + g_partial + std::to_string(getpid());
        fs::remove_all(m_temporary);
        fs::create_directory(m_temporary);
        m_lock = Lock(m_temporary);
    }
    catch (const fs::filesystem_error& error)
    {
        throw ScenarioError("--output=" + path + ": found '" + error.code().message() +
                            "', expected a folder that can be written");
    }
}

OutputDirectory::~OutputDirectory()
{
    std::error_code ignored;
    if (!m_temporary.empty())
    {
        fs::remove_all(m_temporary, ignored);
    }
    if (m_lock >= 0)
    {
        close(m_lock);
    }
    // Folders that were made for nothing: those that are empty.
    for (fs::path above = m_path.parent_path(); !m_made.empty(); above = above.parent_path())
    {
        if (rmdir(above.c_str()) != 0 || above == m_made)
        {
            break;
        }
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

int
OutputDirectory::Replace()
{
    const fs::path replaced = m_path.string() + g_replaced + std::to_string(getpid());
    // Another run may put its results there at any time, so this tries until one way works.
    while (std::rename(m_temporary.c_str(), m_path.c_str()) != 0)
    {
        if (errno != ENOTEMPTY && errno != EEXIST)
        {
            return errno;
        }
        if (Exchange(m_temporary, m_path))
        {
            break;
        }
        const bool cannot = errno == EINVAL || errno == ENOSYS;
        if ((!cannot && errno != ENOENT) ||
            (cannot && std::rename(m_path.c_str(), replaced.c_str()) != 0 && errno != ENOENT))
        {
            return errno;
        }
    }
    std::error_code ignored;
    fs::remove_all(m_temporary, ignored); // now the earlier run, if there was one
    fs::remove_all(replaced, ignored);
    return 0;
}

void
OutputDirectory::Commit()
{
    WriteManifest(m_temporary);
    // Somebody may have put something there meanwhile.
    std::string foreign;
    try
    {
        foreign = fs::exists(m_path) ? FindForeign(m_path) : "";
    }
    catch (const fs::filesystem_error&)
    {
        // Another run is just putting its results there.
    }
    const std::string written = m_temporary;
    if (!foreign.empty())
    {
        m_temporary.clear();
        throw std::runtime_error("cannot put the results at " + m_path.string() + " (found " +
                                 foreign + "); they are in " + written);
    }
    const int error = Replace();
    m_temporary.clear();
    if (error != 0)
    {
        throw std::runtime_error("cannot put the results at " + m_path.string() + " (" +
                                 std::strerror(error) + "); they are in " + written);
    }
}

} // namespace ns3::bacepipe
