// SPDX-License-Identifier: GPL-2.0-only
#include "contention/run.h"

#include "ns3/bace-packet-execution.h"
#include "ns3/bace-packet-network.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/names.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace ns3::bacepipe::contention
{

namespace
{

/// A job under way.
struct Running
{
    Ptr<PacketExecution> execution;           //!< of it
    std::vector<std::pair<Time, Time>> spans; //!< start and end of each iteration
};

/// Times of messages, over all channels.
struct MessageTimes
{
    double sum{0};     //!< s
    double largest{0}; //!< s
    uint64_t count{0}; //!< of messages

    /// Counts the messages of a channel, which arrive in the order sent.
    void Watch(Ptr<MessageChannel> channel)
    {
        auto sent = std::make_shared<std::deque<Time>>();
        channel->TraceConnectWithoutContext(
            "MessageSent",
            Callback<void, uint64_t, uint64_t>(
                [sent](uint64_t, uint64_t) { sent->push_back(Simulator::Now()); }));
        channel->TraceConnectWithoutContext(
            "MessageDelivered",
            Callback<void, uint64_t, uint64_t>([this, sent](uint64_t, uint64_t) {
                const double seconds = (Simulator::Now() - sent->front()).GetSeconds();
                sent->pop_front();
                sum += seconds;
                largest = std::max(largest, seconds);
                ++count;
            }));
    }
};

/// Lets the queues of FqCoDel grow without end.
void
StopCoDel(const Topology& topology)
{
    for (const auto& devices : topology.wanLinks)
    {
        const auto control = devices.source->GetNode()->GetObject<TrafficControlLayer>();
        if (const auto disc = control->GetRootQueueDiscOnDevice(devices.source))
        {
            disc->SetAttribute("Target", StringValue("1000s"));
            disc->SetAttribute("MaxSize", QueueSizeValue(QueueSize("10000000p")));
        }
    }
}

/// @return figures of the iterations, but the first, that lie in a span of time
JobFigures
Summarise(const Running& job, Time from, Time to)
{
    JobFigures figures;
    uint32_t counted = 0;
    for (std::size_t i = 1; i < job.spans.size(); ++i)
    {
        const auto& [start, end] = job.spans[i];
        if (start >= from && end <= to)
        {
            const double duration = (end - start).GetSeconds();
            figures.mean += duration;
            figures.largest = std::max(figures.largest, duration);
            ++counted;
        }
    }
    figures.mean /= std::max(1U, counted);
    return figures;
}

} // namespace

RunFigures
RunJobs(const Scenario& scenario, bool codel)
{
    RngSeedManager::SetSeed(scenario.seed);
    RngSeedManager::SetRun(1);
    NetworkOptions options = scenario.network;
    options.ChoosePath(NeedStack(scenario.links));
    const Cluster cluster(scenario.regions, scenario.links);
    TopologyHelper helper;
    helper.SetMtu(options.mtu);
    auto network = std::make_unique<PacketNetwork>(cluster, options, helper);
    if (!codel)
    {
        StopCoDel(network->GetTopology());
    }
    MessageTimes messages;
    auto& makeChannel = network->GetEnvironment()->makeChannel;
    makeChannel = [&messages, make = makeChannel](RegionIndex source, RegionIndex destination) {
        auto channel = make(source, destination);
        messages.Watch(channel);
        return channel;
    };

    std::vector<Running> jobs(scenario.jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        const TrainingJob& job = scenario.jobs[i];
        Running& running = jobs[i];
        const auto half = static_cast<uint32_t>(job.profile.layers / 2);
        running.execution = CreateObject<PacketExecution>();
        running.execution->SetJob(job, {{0, half}, {1, half}});
        running.execution->SetEnvironment(network->GetEnvironment());
        running.execution->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, uint64_t, Time, Time>([&running](uint64_t, Time start, Time duration) {
                running.spans.emplace_back(start, start + duration);
            }));
        Simulator::Schedule(job.arrival, &PacketExecution::Start, PeekPointer(running.execution));
    }
    Simulator::Run();

    Time from;
    Time to = Time::Max();
    for (const auto& job : jobs)
    {
        from = std::max(from, job.spans.front().first);
        to = std::min(to, job.spans.back().second);
    }
    RunFigures figures;
    figures.messageMean = messages.sum / static_cast<double>(messages.count);
    figures.messageLargest = messages.largest;
    for (const auto& job : jobs)
    {
        figures.jobs.push_back(Summarise(job, from, to));
        job.execution->Dispose();
    }
    for (const auto& link :
         network->GetObserver().Report(from.GetSeconds(), (to - from).GetSeconds()))
    {
        figures.maxQueueBytes = std::max(figures.maxQueueBytes, link.maxQueueBytes);
        figures.drops += link.drops;
        figures.retransmittedBytes += link.retransmittedBytes;
    }
    network = nullptr;
    Simulator::Destroy();
    Names::Clear();
    return figures;
}

} // namespace ns3::bacepipe::contention
