// SPDX-License-Identifier: GPL-2.0-only
// Executions without a scheduler: for placements that it would refuse.
#ifndef BACE_TEST_DIRECT_RUN_H
#define BACE_TEST_DIRECT_RUN_H

#include "ns3/bace-fast-forward.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-packet-network.h"
#include "ns3/bace-scenario.h"
#include "ns3/bace-simulation.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/bace-wan-queue-helper.h"
#include "ns3/names.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <memory>
#include <vector>

namespace ns3::bacepipe::test
{

/// The nodes of a scenario, and jobs started on them by hand.
class DirectRun
{
  public:
    /// An iteration as traced.
    struct Iteration
    {
        uint64_t index;
        double start;
        double duration;
    };

    /// A job under way and what was traced of it.
    struct Job
    {
        Ptr<PacketExecution> execution;
        std::vector<Iteration> iterations;
        std::vector<StageTimes> stages;                     ///< of each iteration
        std::vector<std::pair<uint64_t, double>> accounted; ///< how many, duration in s
        double finish{-1};
    };

    explicit DirectRun(const Scenario& scenario)
        : m_cluster(scenario.regions, scenario.links)
    {
        RngSeedManager::SetSeed(scenario.seed);
        RngSeedManager::SetRun(1);
        NetworkOptions network = scenario.network;
        network.ChoosePath(NeedStack(scenario.links));
        WanQueueHelper queues;
        queues.SetPacketBytes(network.segmentBytes + PACKET_HEADER_BYTES);
        TopologyHelper topology;
        topology.SetMtu(network.mtu);
        topology.SetQueues(queues);
        m_network = std::make_unique<PacketNetwork>(m_cluster, network, topology);
    }

    ~DirectRun()
    {
        for (const auto& job : m_jobs)
        {
            job->execution->Dispose();
        }
        m_network = nullptr;
        Simulator::Destroy();
        Names::Clear();
    }

    /// Starts a job at a time; what becomes of it is in what is returned.
    Job& Start(const TrainingJob& trainingJob,
               const Placement& placement,
               double at,
               Ptr<FastForward> fastForward = nullptr)
    {
        m_jobs.push_back(std::make_unique<Job>());
        Job& job = *m_jobs.back();
        job.execution = CreateObject<PacketExecution>();
        job.execution->SetJob(trainingJob, placement);
        job.execution->SetEnvironment(m_network->GetEnvironment());
        job.execution->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, uint64_t, Time, Time>([&job](uint64_t index, Time start, Time duration) {
                job.iterations.push_back({index, start.GetSeconds(), duration.GetSeconds()});
            }));
        job.execution->TraceConnectWithoutContext(
            "StageTimes",
            Callback<void, uint64_t, uint32_t, const StageTimes&>(
                [&job](uint64_t, uint32_t, const StageTimes& times) {
                    job.stages.push_back(times);
                }));
        job.execution->TraceConnectWithoutContext(
            "Accounted",
            Callback<void, uint64_t, Time>([&job](uint64_t count, Time duration) {
                job.accounted.emplace_back(count, duration.GetSeconds());
            }));
        job.execution->SetDoneCallback(Callback<void>([&job, fastForward]() {
            job.finish = Simulator::Now().GetSeconds();
            if (fastForward)
            {
                fastForward->Remove(job.execution);
            }
        }));
        Simulator::Schedule(Seconds(at), [&job, fastForward]() {
            job.execution->Start();
            if (fastForward)
            {
                fastForward->Add(job.execution);
            }
        });
        return job;
    }

    const Cluster& GetCluster() const
    {
        return m_cluster;
    }

    const Topology& GetTopology() const
    {
        return m_network->GetTopology();
    }

    PacketNetwork& GetNetwork() const
    {
        return *m_network;
    }

    /// Lets fast-forward know of the changes of links.
    void TellChanges(Ptr<FastForward> fastForward) const
    {
        m_network->GetChangingLinks().AddCallback(
            [this, fastForward](std::size_t link, const LinkChange&) {
                const WanLink& changed = m_cluster.GetLinks()[link];
                fastForward->Change(JobExecution::GetLinkName(changed.source, changed.destination));
            });
    }

    PortAllocator& GetPorts() const
    {
        return *m_network->GetEnvironment()->ports;
    }

  private:
    Cluster m_cluster;
    std::unique_ptr<PacketNetwork> m_network;
    std::vector<std::unique_ptr<Job>> m_jobs;
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_DIRECT_RUN_H
