// SPDX-License-Identifier: GPL-2.0-only
// Slices of computations and messages, and the arrows between them.
#include "ns3/bace-link-history.h"
#include "ns3/bace-timeline-tracks.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ns3::bacepipe
{

namespace
{

using Json = nlohmann::json;

/// The format counts microseconds.
double
ToMicroseconds(int64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1e3;
}

/// Which computation: job, iteration, stage, what, chunk, micro-batch.
using Key = std::tuple<std::string, uint64_t, uint32_t, OperationType, uint32_t, uint32_t>;

/// @return the computation of a message's job, iteration, direction and micro-batch
Key
MakeKey(const TimelineTransfer& transfer, uint32_t stage, uint32_t chunk)
{
    const MessageLabel& label = transfer.label;
    const bool isActivation = label.kind == MessageLabel::ACTIVATION;
    return {transfer.job,
            label.iteration,
            stage,
            isActivation ? OperationType::FORWARD : OperationType::BACKWARD,
            chunk,
            label.microBatch};
}

/// @return the computation that sends a message
Key
FindSender(const TimelineTransfer& transfer)
{
    const MessageLabel& label = transfer.label;
    const bool isActivation = label.kind == MessageLabel::ACTIVATION;
    // The label has the chunk of the stage that receives; on the way from the last stage to the
    // first it is one more than that of the sender.
    const bool isNextChunk = isActivation ? transfer.to == 0 : transfer.from == 0;
    const uint32_t chunk = !isNextChunk   ? label.chunk
                           : isActivation ? label.chunk - 1
                                          : label.chunk + 1;
    return MakeKey(transfer, transfer.from, chunk);
}

/// @return the computation that a message feeds
Key
FindFed(const TimelineTransfer& transfer)
{
    return MakeKey(transfer, transfer.to, transfer.label.chunk);
}

/// Writes computations and transfers.
class SliceWriter
{
  public:
    SliceWriter(const std::vector<TimelineComputation>& computations,
                const std::vector<TimelineTransfer>& transfers,
                const Cluster& cluster,
                TraceEventWriter& writer)
        : m_computations(computations),
          m_transfers(transfers),
          m_cluster(cluster),
          m_writer(writer)
    {
    }

    /// Writes all, by time.
    void Write()
    {
        AssignThreads();
        AddEvents();
        std::sort(m_events.begin(), m_events.end());
        for (const auto& [time, kind, index] : m_events)
        {
            if (kind == COMPUTATION)
            {
                WriteComputation(m_computations[index]);
            }
            else if (kind == TRANSFER)
            {
                WriteTransfer(m_transfers[index], m_threads[index]);
            }
            else
            {
                WriteArrow(kind, index, time);
            }
        }
    }

  private:
    /// Kinds of events; at the same time a slice comes before what points at it.
    enum Kind : uint8_t
    {
        COMPUTATION,
        TRANSFER,
        ARROW_BEGIN,
        ARROW_STEP,
        ARROW_END
    };

    /// When, what, and its index among computations or transfers.
    using Event = std::tuple<int64_t, Kind, std::size_t>;

    /// An arrow's ends.
    using Ends = std::pair<const TimelineComputation*, const TimelineComputation*>;

    /// Slices of one thread must not overlap: each message gets the first free one of its link.
    void AssignThreads()
    {
        std::vector<std::size_t> order(m_transfers.size());
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            order[i] = i;
        }
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return m_transfers[a].begin < m_transfers[b].begin;
        });
        std::map<std::size_t, std::vector<int64_t>> ends; // by link and thread
        m_threads.resize(m_transfers.size());
        for (const std::size_t index : order)
        {
            const TimelineTransfer& transfer = m_transfers[index];
            auto& threads = ends[transfer.link];
            const auto free = std::find_if(threads.begin(), threads.end(), [&](int64_t end) {
                return end <= transfer.begin;
            });
            m_threads[index] = static_cast<int>(free - threads.begin());
            if (free == threads.end())
            {
                threads.push_back(transfer.end);
            }
            else
            {
                *free = transfer.end;
            }
        }
    }

    /// Finds out what there is to write, and when.
    void AddEvents()
    {
        std::map<Key, const TimelineComputation*> places;
        for (std::size_t i = 0; i < m_computations.size(); ++i)
        {
            const TimelineComputation& computation = m_computations[i];
            m_events.emplace_back(computation.begin, COMPUTATION, i);
            if (const auto& operation = computation.operation)
            {
                places[{computation.job,
                        computation.iteration,
                        computation.stage,
                        operation->type,
                        operation->chunk,
                        operation->microBatch}] = &computation;
            }
        }
        for (std::size_t i = 0; i < m_transfers.size(); ++i)
        {
            const TimelineTransfer& transfer = m_transfers[i];
            m_events.emplace_back(transfer.begin, TRANSFER, i);
            const auto sender = places.find(FindSender(transfer));
            const auto fed = places.find(FindFed(transfer));
            if (sender == places.end() || fed == places.end())
            {
                continue; // a job that was stopped
            }
            m_arrows[i] = {sender->second, fed->second};
            // Within the slice: at its very end another one may begin.
            m_events.emplace_back(std::max(sender->second->begin, sender->second->end - 1),
                                  ARROW_BEGIN,
                                  i);
            m_events.emplace_back(transfer.begin, ARROW_STEP, i);
            m_events.emplace_back(fed->second->begin, ARROW_END, i);
        }
    }

    /// @return the thread of a GPU
    TraceEventWriter::Track GetTrack(const TimelineComputation& computation)
    {
        return m_writer.GetTrack(computation.host,
                                 "gpu-" + std::to_string(computation.gpu),
                                 static_cast<int>(computation.gpu),
                                 static_cast<int>(computation.region));
    }

    /// @return a thread of a link
    TraceEventWriter::Track GetTrack(const TimelineTransfer& transfer, int thread)
    {
        return m_writer.GetTrack(GetLinkName(m_cluster, transfer.link),
                                 "messages" + (thread > 0 ? " " + std::to_string(thread + 1) : ""),
                                 thread,
                                 GetLinkGroup(m_cluster));
    }

    void WriteComputation(const TimelineComputation& computation)
    {
        const auto track = GetTrack(computation);
        Json arguments = {{"job", computation.job},
                          {"iteration", computation.iteration},
                          {"stage", computation.stage}};
        if (const auto& operation = computation.operation)
        {
            arguments["micro_batch"] = operation->microBatch;
            arguments["chunk"] = operation->chunk;
        }
        m_writer.Write(
            {{"ph", "X"},
             {"name", computation.operation ? ToString(*computation.operation) : "optimizer"},
             {"cat", computation.job},
             {"pid", track.process},
             {"tid", track.thread},
             {"ts", ToMicroseconds(computation.begin)},
             {"dur", ToMicroseconds(computation.end - computation.begin)},
             {"args", arguments}});
    }

    static const char* GetName(const TimelineTransfer& transfer)
    {
        return transfer.label.kind == MessageLabel::ACTIVATION ? "activation" : "gradient";
    }

    void WriteTransfer(const TimelineTransfer& transfer, int thread)
    {
        const auto track = GetTrack(transfer, thread);
        const MessageLabel& label = transfer.label;
        m_writer.Write(
            {{"ph", "X"},
             {"name", std::string(GetName(transfer)) + " " + std::to_string(label.microBatch)},
             {"cat", transfer.job},
             {"pid", track.process},
             {"tid", track.thread},
             {"ts", ToMicroseconds(transfer.begin)},
             {"dur", ToMicroseconds(transfer.end - transfer.begin)},
             {"args",
              {{"job", transfer.job},
               {"iteration", label.iteration},
               {"micro_batch", label.microBatch},
               {"chunk", label.chunk},
               {"message", transfer.id},
               {"bytes", transfer.bytes}}}});
    }

    void WriteArrow(Kind kind, std::size_t index, int64_t time)
    {
        const TimelineTransfer& transfer = m_transfers[index];
        const Ends& ends = m_arrows.at(index);
        const auto track = kind == ARROW_STEP    ? GetTrack(transfer, m_threads[index])
                           : kind == ARROW_BEGIN ? GetTrack(*ends.first)
                                                 : GetTrack(*ends.second);
        Json event = {{"ph",
                       kind == ARROW_BEGIN  ? "s"
                       : kind == ARROW_STEP ? "t"
                                            : "f"},
                      {"name", GetName(transfer)},
                      {"cat", transfer.job},
                      {"id", index},
                      {"pid", track.process},
                      {"tid", track.thread},
                      {"ts", ToMicroseconds(time)}};
        if (kind == ARROW_END)
        {
            event["bp"] = "e"; // it ends at the slice around it, not at the next one
        }
        m_writer.Write(event);
    }

    const std::vector<TimelineComputation>& m_computations; //!< in any order
    const std::vector<TimelineTransfer>& m_transfers;       //!< likewise
    const Cluster& m_cluster;                               //!< of the run
    TraceEventWriter& m_writer;                             //!< of the file
    std::vector<int> m_threads;                             //!< of transfers
    std::map<std::size_t, Ends> m_arrows;                   //!< by transfer
    std::vector<Event> m_events;                            //!< by time
};

} // namespace

uint64_t
GetComputationBytes(const std::string& job)
{
    return 220 + 2 * job.size();
}

uint64_t
GetTransferBytes(const std::string& job)
{
    return 700 + 5 * job.size(); // a slice, three events of an arrow, the name of a thread
}

void
WriteTimelineSlices(const std::vector<TimelineComputation>& computations,
                    const std::vector<TimelineTransfer>& transfers,
                    const Cluster& cluster,
                    TraceEventWriter& writer)
{
    SliceWriter(computations, transfers, cluster, writer).Write();
}

} // namespace ns3::bacepipe
