// SPDX-License-Identifier: GPL-2.0-only
// Runs commands as a user would, and keeps what they leave in folders of their own.
#ifndef BACE_TEST_PROCESS_H
#define BACE_TEST_PROCESS_H

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ns3::bacepipe::test
{

/// What a command ended with.
struct ProcessResult
{
    int status{-1};   //!< exit status; 128 + signal where one killed it, as a shell has it
    std::string out;  //!< its standard output
    std::string err;  //!< its standard error
    bool late{false}; //!< it took longer than its limit and was killed
};

/// A folder that goes with the object.
class TemporaryFolder
{
  public:
    TemporaryFolder()
    {
        std::string name = std::filesystem::temp_directory_path() / "bace-test-XXXXXX";
        if (!mkdtemp(name.data()))
        {
            throw std::runtime_error("cannot make a folder like " + name);
        }
        m_path = name;
    }

    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& GetPath() const
    {
        return m_path;
    }

  private:
    std::filesystem::path m_path;
};

/// A command under way, in a process group of its own.
class Process
{
  public:
    /// Starts a command: its name or path, then its arguments.
    Process(const std::vector<std::string>& command, const std::filesystem::path& folder)
        : m_out(std::tmpfile()), // files, not pipes: a pipe that nobody reads stops its writer
          m_err(std::tmpfile())
    {
        std::vector<char*> arguments;
        for (const auto& argument : command)
        {
            arguments.push_back(const_cast<char*>(argument.c_str()));
        }
        arguments.push_back(nullptr);
        m_pid = fork();
        if (m_pid == 0)
        {
            setpgid(0, 0);
            dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
            dup2(fileno(m_out), STDOUT_FILENO);
            dup2(fileno(m_err), STDERR_FILENO);
            if (chdir(folder.c_str()) == 0)
            {
                execvp(arguments[0], arguments.data());
            }
            _exit(127);
        }
        setpgid(m_pid, m_pid);
    }

    ~Process()
    {
        if (m_pid > 0)
        {
            Signal(SIGKILL);
            waitpid(m_pid, nullptr, 0);
        }
        std::fclose(m_out);
        std::fclose(m_err);
    }

    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Sends a signal to the command and what it has started.
    void Signal(int signal) const
    {
        kill(-m_pid, signal);
    }

    /// @return the process that was started
    pid_t GetPid() const
    {
        return m_pid;
    }

    /// Waits for the command's end; kills it after the limit.
    ProcessResult Wait(std::chrono::seconds limit = std::chrono::seconds(120))
    {
        ProcessResult result;
        const auto end = std::chrono::steady_clock::now() + limit;
        int status = 0;
        while (waitpid(m_pid, &status, WNOHANG) == 0)
        {
            if (!result.late && std::chrono::steady_clock::now() > end)
            {
                result.late = true;
                Signal(SIGKILL);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        m_pid = -1;
        result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        result.out = ReadAll(m_out);
        result.err = ReadAll(m_err);
        return result;
    }

  private:
    static std::string ReadAll(std::FILE* file)
    {
        std::rewind(file);
        std::string text;
        char block[4096];
        for (std::size_t n; (n = std::fread(block, 1, sizeof(block), file)) > 0;)
        {
            text.append(block, n);
        }
        return text;
    }

    std::FILE* m_out; //!< its standard output
    std::FILE* m_err; //!< its standard error
    pid_t m_pid;      //!< -1 once it has ended
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_PROCESS_H
