// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-progress-line.h"

#include "ns3/simulator.h"

#include <cstdio>
#include <unistd.h>

namespace ns3::bacepipe
{

ProgressLine::ProgressLine(Ptr<const SchedulerApplication> scheduler)
    : m_scheduler(scheduler),
      m_begin(Clock::now()),
      m_last(m_begin),
      m_terminal(isatty(STDERR_FILENO))
{
}

ProgressLine::~ProgressLine()
{
    if (m_written && m_terminal)
    {
        std::fputc('\n', stderr);
    }
}

void
ProgressLine::Update()
{
    const auto now = Clock::now();
    const auto interval = std::chrono::seconds(m_terminal ? 1 : 10);
    if (now - m_last < interval)
    {
        return;
    }
    m_last = now;
    m_written = true;
    std::size_t finished = 0;
    std::size_t running = 0;
    uint64_t simulated = 0;
    for (const auto& record : m_scheduler->GetJobs())
    {
        finished += record.state == JobState::FINISHED;
        running += record.state == JobState::RUNNING;
        simulated += record.execution ? record.execution->GetIterationsSimulated() : 0;
    }
    const double wall = std::chrono::duration<double>(now - m_begin).count();
    std::fprintf(stderr,
                 "%s%.0f s: simulated time %.2f h, %zu of %zu jobs finished, %zu running, "
                 "%llu iterations in packets%s",
                 m_terminal ? "\r\033[K" : "",
                 wall,
                 Simulator::Now().GetSeconds() / 3600,
                 finished,
                 m_scheduler->GetJobs().size(),
                 running,
                 static_cast<unsigned long long>(simulated),
                 m_terminal ? "" : "\n");
    std::fflush(stderr);
}

} // namespace ns3::bacepipe
