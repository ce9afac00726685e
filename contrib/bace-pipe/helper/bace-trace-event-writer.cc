// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-trace-event-writer.h"

#include "ns3/bace-output-file.h"

namespace ns3::bacepipe
{

namespace
{

const std::string g_head = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";

} // namespace

TraceEventWriter::TraceEventWriter(const std::string& path, uint64_t limit)
    : m_path(path),
      m_file(path),
      m_limit(limit),
      m_size(g_head.size())
{
    m_file << g_head;
}

int
TraceEventWriter::GetProcess(const std::string& process, int group)
{
    const auto [found, added] =
        m_processes.emplace(process, static_cast<int>(m_processes.size()) + 1);
    const int pid = found->second;
    if (added)
    {
        WriteName("process_name", pid, 0, process);
        constexpr int room = 1000000; // of processes in a group
        Write({{"ph", "M"},
               {"name", "process_sort_index"},
               {"pid", pid},
               {"args", {{"sort_index", group * room + pid}}}});
    }
    return pid;
}

TraceEventWriter::Track
TraceEventWriter::GetTrack(const std::string& process,
                           const std::string& thread,
                           int number,
                           int group)
{
    const Track track{GetProcess(process, group), number};
    if (m_threads.emplace(std::make_pair(track.process, track.thread), thread).second)
    {
        WriteName("thread_name", track.process, track.thread, thread);
    }
    return track;
}

void
TraceEventWriter::WriteName(const char* kind, int process, int thread, const std::string& name)
{
    Write({{"ph", "M"},
           {"name", kind},
           {"pid", process},
           {"tid", thread},
           {"args", {{"name", name}}}});
}

bool
TraceEventWriter::Write(const nlohmann::json& event)
{
    const std::string text = event.dump();
    if (!HasRoom(text.size() + 2))
    {
        return false;
    }
    m_file << (m_first ? "\n" : ",\n") << text;
    m_first = false;
    m_size += text.size() + 2;
    return true;
}

bool
TraceEventWriter::HasRoom(uint64_t bytes) const
{
    return m_size + bytes + END_BYTES <= m_limit;
}

void
TraceEventWriter::Close(const nlohmann::json& about)
{
    m_file << "\n],\"otherData\":" << about.dump() << "}\n";
    CloseFile(m_file, m_path);
}

} // namespace ns3::bacepipe
