// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-timeline.h"

#include "ns3/bace-output-file.h"
#include "ns3/names.h"
#include "ns3/simulator.h"

#include <deque>
#include <fstream>
#include <iomanip>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

namespace ns3::bacepipe
{

namespace
{

using Json = nlohmann::json;

/// Writes events one by one, as a whole document.
class EventWriter
{
  public:
    /**
     * @param stream that is written; must outlive this
     */
    explicit EventWriter(std::ostream& stream)
        : m_stream(stream)
    {
        m_stream << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
    }

    /**
     * @param event of the format
     */
    void Write(const Json& event)
    {
        m_stream << (m_first ? "\n" : ",\n") << event.dump();
        m_first = false;
    }

    /**
     * @param track name of a process; written if it is new
     * @return its number
     */
    int GetProcess(const std::string& track)
    {
        const auto [process, added] =
            m_processes.emplace(track, static_cast<int>(m_processes.size()) + 1);
        if (added)
        {
            Write({{"ph", "M"},
                   {"name", "process_name"},
                   {"pid", process->second},
                   {"args", {{"name", track}}}});
        }
        return process->second;
    }

    /// Ends the document.
    void End()
    {
        m_stream << "\n]}\n";
    }

  private:
    std::ostream& m_stream;                 //!< what is written
    std::map<std::string, int> m_processes; //!< by track
    bool m_first{true};                     //!< nothing is written yet
};

/// @return "640 iterations of 1.2345 s, together +- 0.67 s", and what they lack
std::string
Describe(const AccountedResult& span)
{
    std::ostringstream text;
    text << span.iterations << (span.iterations == 1 ? " iteration" : " iterations") << " of "
         << std::setprecision(5) << span.duration << " s, together +- " << std::setprecision(2)
         << span.halfWidth << " s" << (span.settled ? "" : ", not settled");
    return text.str();
}

/// Writes a slice for each span, in a thread for each job.
void
WriteAccounted(const std::vector<AccountedResult>& accounted, EventWriter& writer)
{
    std::map<std::string, int> threads;
    for (const AccountedResult& span : accounted)
    {
        const int process = writer.GetProcess("accounted iterations"); // no host: it has a blank
        const auto [thread, added] =
            threads.emplace(span.job, static_cast<int>(threads.size()) + 1);
        if (added)
        {
            writer.Write({{"ph", "M"},
                          {"name", "thread_name"},
                          {"pid", process},
                          {"tid", thread->second},
                          {"args", {{"name", span.job}}}});
        }
        writer.Write({{"ph", "X"},
                      {"name", Describe(span)},
                      {"cat", span.job},
                      {"pid", process},
                      {"tid", thread->second},
                      {"ts", span.start * 1e6},
                      {"dur", (span.end - span.start) * 1e6},
                      {"args",
                       {{"job", span.job},
                        {"iterations", span.iterations},
                        {"duration_s", span.duration},
                        {"sum_ci_s", span.halfWidth},
                        {"settled", span.settled}}}});
    }
}

} // namespace

Timeline::Timeline(const Cluster& cluster, uint64_t iterations)
    : m_cluster(cluster),
      m_iterations(iterations)
{
}

bool
Timeline::IsRecorded(const JobExecution& execution) const
{
    return execution.GetIterationsSimulated() < m_iterations;
}

void
Timeline::Watch(Ptr<PacketExecution> execution)
{
    const PacketExecution* watched = PeekPointer(execution);
    for (const auto& stage : execution->GetStages())
    {
        const std::string host = Names::FindName(stage->GetNode());
        stage->TraceConnectWithoutContext(
            "Operation",
            Callback<void, Ptr<const StageApplication>, const Operation&, Time>(
                [this, watched, host](Ptr<const StageApplication> application,
                                      const Operation& operation,
                                      Time begin) {
                    if (!IsRecorded(*watched))
                    {
                        return;
                    }
                    const StageSettings& settings = application->GetSettings();
                    m_slices.push_back({host,
                                        ToString(operation),
                                        settings.job,
                                        static_cast<int32_t>(settings.gpu),
                                        0,
                                        begin.GetNanoSeconds(),
                                        Simulator::Now().GetNanoSeconds()});
                }));
    }
    const Placement& placement = execution->GetPlacement();
    const auto& boundaries = execution->GetWanBoundaries();
    for (std::size_t i = 0; i < boundaries.size(); ++i)
    {
        const std::string u = m_cluster.GetRegion(placement[i].region).id;
        // Behind the neighbours, with several chunks, the last and the first.
        const std::string v = m_cluster.GetRegion(placement[(i + 1) % placement.size()].region).id;
        WatchChannel(watched,
                     boundaries[i]->GetChannel(BoundaryMessage::ACTIVATION),
                     u + ">" + v,
                     "activation ");
        WatchChannel(watched,
                     boundaries[i]->GetChannel(BoundaryMessage::GRADIENT),
                     v + ">" + u,
                     "gradient ");
    }
}

void
Timeline::WatchChannel(const JobExecution* execution,
                       Ptr<MessageChannel> channel,
                       const std::string& track,
                       const std::string& what)
{
    // Messages arrive in the order sent: their send times wait in a queue.
    auto sent = std::make_shared<std::deque<int64_t>>();
    channel->TraceConnectWithoutContext(
        "MessageSent",
        Callback<void, uint64_t, uint64_t>(
            [sent](uint64_t, uint64_t) { sent->push_back(Simulator::Now().GetNanoSeconds()); }));
    channel->TraceConnectWithoutContext(
        "MessageDelivered",
        Callback<void, uint64_t, uint64_t>(
            [this, execution, sent, track, what](uint64_t id, uint64_t) {
                const int64_t begin = sent->front();
                sent->pop_front();
                if (IsRecorded(*execution))
                {
                    m_slices.push_back({track,
                                        what + std::to_string(id),
                                        execution->GetJob().id,
                                        -1,
                                        m_nextId++,
                                        begin,
                                        Simulator::Now().GetNanoSeconds()});
                }
            }));
}

void
Timeline::Write(const std::string& path, const std::vector<AccountedResult>& accounted) const
{
    std::ofstream file(path);
    EventWriter writer(file);
    for (const auto& slice : m_slices)
    {
        const double begin = slice.begin / 1e3; // the format counts microseconds
        const double end = slice.end / 1e3;
        Json event = {{"name", slice.name},
                      {"cat", slice.job},
                      {"pid", writer.GetProcess(slice.track)},
                      {"ts", begin},
                      {"args", {{"job", slice.job}}}};
        if (slice.gpu >= 0)
        {
            event["ph"] = "X";
            event["tid"] = slice.gpu;
            event["dur"] = end - begin;
            writer.Write(event);
            continue;
        }
        event["ph"] = "b";
        event["id"] = slice.id;
        writer.Write(event);
        event["ph"] = "e";
        event["ts"] = end;
        writer.Write(event);
    }
    WriteAccounted(accounted, writer);
    writer.End();
    CloseFile(file, path);
}

} // namespace ns3::bacepipe
