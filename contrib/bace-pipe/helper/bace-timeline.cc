// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-timeline.h"

#include "ns3/names.h"
#include "ns3/simulator.h"

#include <deque>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::bacepipe
{

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
Timeline::Write(const std::string& path) const
{
    using nlohmann::json;
    std::ofstream file(path);
    std::map<std::string, int> processes;
    bool first = true;
    const auto write = [&](const json& event) {
        file << (first ? "\n" : ",\n") << event.dump();
        first = false;
    };
    file << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
    for (const auto& slice : m_slices)
    {
        const auto [process, added] =
            processes.emplace(slice.track, static_cast<int>(processes.size()) + 1);
        if (added)
        {
            write({{"ph", "M"},
                   {"name", "process_name"},
                   {"pid", process->second},
                   {"args", {{"name", slice.track}}}});
        }
        const double begin = slice.begin / 1e3; // the format counts microseconds
        const double end = slice.end / 1e3;
        json event = {{"name", slice.name},
                      {"cat", slice.job},
                      {"pid", process->second},
                      {"ts", begin},
                      {"args", {{"job", slice.job}}}};
        if (slice.gpu >= 0)
        {
            event["ph"] = "X";
            event["tid"] = slice.gpu;
            event["dur"] = end - begin;
            write(event);
            continue;
        }
        event["ph"] = "b";
        event["id"] = slice.id;
        write(event);
        event["ph"] = "e";
        event["ts"] = end;
        write(event);
    }
    file << "\n]}\n";
    file.close();
    if (!file)
    {
        throw std::runtime_error("cannot write " + path);
    }
}

} // namespace ns3::bacepipe
