// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-timeline.h"

#include "ns3/bace-wan-joint.h"
#include "ns3/names.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace ns3::bacepipe
{

namespace
{

/// Shares of the file, %; what is left is for spans of accounted iterations.
const uint64_t g_slicesPercent = 70;
const uint64_t g_countersPercent = 20;

/// Intervals of a link that a viewer can still show.
const uint64_t g_mostIntervals = 4096;

} // namespace

Timeline::Timeline(const Cluster& cluster, WanObserver& observer, const TimelineOptions& options)
    : m_cluster(cluster),
      m_observer(observer),
      m_options(options)
{
    const uint64_t intervals = options.limit * g_countersPercent / 100 / TIMELINE_INTERVAL_BYTES;
    const uint64_t links = std::max<uint64_t>(cluster.GetLinks().size(), 1);
    m_detail = std::make_shared<LinkHistory>(
        cluster,
        MicroSeconds(100),
        std::min(std::max<uint64_t>(intervals / links, 2), g_mostIntervals));
}

bool
Timeline::IsRecorded(Job& job, uint64_t iteration)
{
    if (iteration < m_options.first || iteration > m_options.last)
    {
        return false;
    }
    const auto [found, isNew] = job.chosen.emplace(iteration, false);
    if (isNew)
    {
        const uint64_t cost = job.cost + job.names;
        found->second = m_reserved + cost <= m_options.limit * g_slicesPercent / 100;
        m_reserved += found->second ? cost : 0;
        m_leftOut += found->second ? 0 : 1;
        job.names = found->second ? 0 : job.names;
    }
    const bool isRecorded = found->second;
    // Stages are at most one iteration ahead.
    job.chosen.erase(job.chosen.begin(),
                     job.chosen.lower_bound(std::max<uint64_t>(iteration, 1) - 1));
    return isRecorded;
}

void
Timeline::Watch(Ptr<PacketExecution> execution)
{
    m_jobs.push_back(std::make_unique<Job>());
    Job& job = *m_jobs.back();
    job.id = execution->GetJob().id;
    job.execution = PeekPointer(execution);
    const auto stages = execution->GetStages();
    std::size_t next = 0;
    for (const auto& segment : execution->GetPlacement())
    {
        for (uint32_t i = 0; i < segment.gpus; ++i)
        {
            WatchStage(job, stages.at(next++), segment.region);
        }
    }
    const auto joints =
        FindWanJoints(execution->GetPlacement(), execution->GetJob().profile.chunks);
    const auto& boundaries = execution->GetWanBoundaries();
    for (std::size_t i = 0; i < joints.size(); ++i)
    {
        const WanJoint& joint = joints[i];
        const auto watch =
            [&](BoundaryMessage message, uint32_t from, uint32_t to, auto u, auto v) {
                TimelineTransfer common{};
                common.job = job.id;
                common.link = m_cluster.FindLink(u, v).value();
                common.from = from;
                common.to = to;
                WatchChannel(job, boundaries[i]->GetChannel(message), common);
            };
        const RegionIndex u = joint.beforeRegion;
        const RegionIndex v = joint.afterRegion;
        watch(BoundaryMessage::ACTIVATION, joint.before, joint.after, u, v);
        watch(BoundaryMessage::GRADIENT, joint.after, joint.before, v, u);
        job.cost += uint64_t{2} * joint.messages * execution->GetJob().profile.microBatches *
                    GetTransferBytes(job.id);
        job.names += 2 * TIMELINE_NAME_BYTES;
    }
    const auto update = [this, &job] { Update(job); };
    execution->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, uint64_t, Time, Time>([update](uint64_t, Time, Time) { update(); }));
    execution->TraceConnectWithoutContext("Suspended", Callback<void>(update));
    execution->TraceConnectWithoutContext("Resumed", Callback<void>(update));
    Update(job);
}

void
Timeline::WatchStage(Job& job, const Ptr<StageApplication>& stage, RegionIndex region)
{
    const StageSettings& settings = stage->GetSettings();
    const std::size_t each = settings.schedule->GetOperations(settings.stage).size();
    job.cost += (each + 1) * GetComputationBytes(job.id);
    job.names += TIMELINE_NAME_BYTES;
    TimelineComputation common{};
    common.job = job.id;
    common.region = region;
    common.host = Names::FindName(stage->GetNode());
    common.gpu = settings.gpu;
    common.stage = settings.stage;
    // Stages count the iterations that are simulated.
    const auto record = [this, &job, common](uint64_t simulated,
                                             const std::optional<Operation>& operation,
                                             Time begin) {
        const PacketExecution& execution = *job.execution;
        const uint64_t iteration =
            simulated + execution.GetIterationsDone() - execution.GetIterationsSimulated();
        if (IsRecorded(job, iteration))
        {
            m_computations.push_back(common);
            TimelineComputation& computation = m_computations.back();
            computation.iteration = iteration;
            computation.operation = operation;
            computation.begin = begin.GetNanoSeconds();
            computation.end = Simulator::Now().GetNanoSeconds();
        }
    };
    stage->TraceConnectWithoutContext(
        "Operation",
        Callback<void, Ptr<const StageApplication>, const Operation&, Time>(
            [record, each](Ptr<const StageApplication> application,
                           const Operation& operation,
                           Time begin) {
                record(application->GetOperationsDone() / each, operation, begin);
            }));
    stage->TraceConnectWithoutContext(
        "Optimizer",
        Callback<void, Ptr<const StageApplication>, Time>(
            [record, each](Ptr<const StageApplication> application, Time begin) {
                record(application->GetOperationsDone() / each - 1, std::nullopt, begin);
            }));
}

void
Timeline::WatchChannel(Job& job, const Ptr<MessageChannel>& channel, const TimelineTransfer& common)
{
    // Messages arrive in the order sent: what they are waits in a queue.
    auto sent = std::make_shared<std::deque<TimelineTransfer>>();
    channel->TraceConnectWithoutContext("MessageLabel",
                                        Callback<void, uint64_t, const MessageLabel&>(
                                            [sent, common](uint64_t id, const MessageLabel& label) {
                                                sent->push_back(common);
                                                sent->back().id = id;
                                                sent->back().label = label;
                                                sent->back().begin =
                                                    Simulator::Now().GetNanoSeconds();
                                            }));
    channel->TraceConnectWithoutContext(
        "MessageDelivered",
        Callback<void, uint64_t, uint64_t>([this, &job, sent](uint64_t, uint64_t bytes) {
            TimelineTransfer transfer = sent->front();
            sent->pop_front();
            if (IsRecorded(job, transfer.label.iteration))
            {
                transfer.bytes = bytes;
                transfer.end = Simulator::Now().GetNanoSeconds();
                m_transfers.push_back(transfer);
            }
        }));
}

void
Timeline::Update(Job& job)
{
    const uint64_t done = job.execution->GetIterationsDone();
    const bool open = !job.execution->IsSuspended() && done >= m_options.first &&
                      done <= m_options.last && done < job.execution->GetJob().profile.iterations;
    if (open == job.open)
    {
        return;
    }
    job.open = open;
    const uint32_t before = m_open;
    m_open = open ? m_open + 1 : m_open - 1;
    if (before == 0 || m_open == 0)
    {
        m_observer.SetDetail(open ? m_detail : nullptr);
    }
}

void
Timeline::Write(const std::string& path,
                const std::vector<AccountedResult>& accounted,
                const PortAllocator& ports)
{
    TraceEventWriter writer(path, m_options.limit);
    WriteTimelineSlices(m_computations, m_transfers, m_cluster, writer);
    const uint64_t intervals = WriteTimelineCounters(m_detail->Report(ports), m_cluster, writer);
    const uint64_t spans = WriteTimelineSpans(accounted, m_cluster, writer);
    writer.Close(
        {{"first_iteration", m_options.first},
         {"last_iteration", m_options.last},
         {"limit_bytes", m_options.limit},
         {"left_out",
          {{"iterations", m_leftOut}, {"link_intervals", intervals}, {"accounted_spans", spans}}}});
}

} // namespace ns3::bacepipe
