// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-program.h"

#include "ns3/bace-message.h"
#include "ns3/bace-scenario-reader.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace ns3::bacepipe
{

namespace
{

/**
 * Ends the program with a status of ours where ns-3 would abort: its message is out already.
 */
[[noreturn]] void
ExitInsteadOfAbort()
{
    std::fflush(nullptr);
    std::_Exit(1);
}

/// A stream that was closed would share its number, and what is written to it, with the next file
/// that is opened.
void
KeepStandardStreams()
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    {
        if (fcntl(stream, F_GETFD) == -1 && open("/dev/null", O_RDWR) != stream)
        {
            throw std::runtime_error("cannot open /dev/null");
        }
    }
}

/// @return whether a reader is at the other end, who may go away
bool
IsPipe(int stream)
{
    struct stat found = {};
    return fstat(stream, &found) == 0 && (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
}

} // namespace

int
RunProgram(const std::function<int()>& body)
{
    std::set_terminate(&ExitInsteadOfAbort);
    std::signal(SIGPIPE, SIG_IGN);
    try
    {
        KeepStandardStreams();
        const int status = body();
        if (!std::cout.flush() && !IsPipe(STDOUT_FILENO))
        {
            throw std::runtime_error("cannot write the standard output");
        }
        return status;
    }
    catch (const ScenarioError& error)
    {
        std::cerr << "error: " << Abbreviate(error.what(), 2000) << '\n';
        return 2;
    }
    catch (const std::exception& error)
    {
        std::cerr << "error: " << Abbreviate(error.what(), 2000) << '\n';
        return 1;
    }
}

} // namespace ns3::bacepipe
