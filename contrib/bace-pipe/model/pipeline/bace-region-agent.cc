// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-region-agent.h"

#include "ns3/abort.h"
#include "ns3/bace-delay-boundary.h"
#include "ns3/boolean.h"
#include "ns3/double.h"

#include <limits>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(RegionAgent);

TypeId
RegionAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::RegionAgent")
            .SetParent<Object>()
            .SetGroupName("BacePipe")
            .AddConstructor<RegionAgent>()
            .AddAttribute("Speed",
                          "Of its GPUs, relative to the fastest of the cluster: "
                          "what stages compute takes 1 / speed times as long.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&RegionAgent::m_speed),
                          MakeDoubleChecker<double>(std::numeric_limits<double>::min(), 1))
            .AddAttribute(
                "Packets",
                "Whether stages on different hosts are joined by packets, instead of by a delay.",
                BooleanValue(false),
                MakeBooleanAccessor(&RegionAgent::m_packets),
                MakeBooleanChecker());
    return tid;
}

void
RegionAgent::SetUp(std::vector<GpuHost> hosts, DataRate bandwidth, Time latency)
{
    m_hosts = std::move(hosts);
    m_bandwidth = bandwidth;
    m_latency = latency;
    m_free.clear();
    for (uint32_t host = 0; host < m_hosts.size(); ++host)
    {
        for (uint32_t gpu = 0; gpu < m_hosts[host].gpus; ++gpu)
        {
            m_free.emplace(host, gpu);
        }
    }
}

void
RegionAgent::SetChannels(ChannelMaker make, std::shared_ptr<PortAllocator> ports)
{
    m_makeChannel = std::move(make);
    m_ports = std::move(ports);
}

Deployment
RegionAgent::Deploy(const DeploymentOrder& order)
{
    NS_ABORT_MSG_IF(m_holdings.count(order.job), order.job << " runs in the region already");
    NS_ABORT_MSG_IF(order.times.size() > m_free.size(),
                    order.job << " is placed on " << order.times.size() << " GPUs where "
                              << m_free.size() << " are free");
    const auto schedule = MakePipelineSchedule(order.schedule,
                                               order.stages,
                                               order.microBatches,
                                               order.scheduleOptions);
    Holding& holding = m_holdings[order.job];
    Deployment deployed;
    const auto join = [&](uint32_t before, uint32_t after, uint32_t messages) {
        const auto boundary = Join(holding, before, after, order.owner);
        boundary->SetMessageBytes(order.boundaryBytes);
        if (auto packets = DynamicCast<TransportBoundary>(boundary))
        {
            deployed.joints.push_back(
                {order.firstStage + before, order.firstStage + after, messages, packets});
        }
    };
    for (uint32_t i = 0; i < order.times.size(); ++i)
    {
        const Slot slot = *m_free.begin();
        m_free.erase(m_free.begin());
        holding.slots.push_back(slot);

        auto stage = CreateObject<StageApplication>();
        const uint32_t number = order.firstStage + i;
        stage->SetSettings({order.job,
                            number,
                            slot.second,
                            schedule,
                            order.times[i],
                            order.optimizerTime,
                            order.computeJitter,
                            order.jitterStream + number,
                            order.sendBuffer});
        m_hosts[slot.first].node->AddApplication(stage);
        holding.stages.push_back(stage);
        deployed.stages.push_back({stage, &m_hosts[slot.first]});
        if (i > 0)
        {
            join(i - 1, i, schedule->GetChunks());
        }
    }
    if (schedule->GetChunks() > 1 && order.times.size() == order.stages)
    {
        join(order.stages - 1, 0, schedule->GetChunks() - 1);
    }
    return deployed;
}

Ptr<Boundary>
RegionAgent::Join(Holding& holding, std::size_t before, std::size_t after, uint32_t owner)
{
    const GpuHost& from = m_hosts[holding.slots[before].first];
    const GpuHost& to = m_hosts[holding.slots[after].first];
    const bool sameHost = &from == &to;
    Ptr<Boundary> boundary;
    if (m_packets && !sameHost)
    {
        NS_ABORT_MSG_UNLESS(m_makeChannel && m_ports, "a region has no channels for packets");
        auto packets = CreateObject<TransportBoundary>();
        packets->Open(m_makeChannel(),
                      m_makeChannel(),
                      {from.node, from.address},
                      {to.node, to.address},
                      m_ports,
                      owner);
        // One way is like the other; a port of a host is no WAN link, whose users are told apart.
        const TransportWay way{m_bandwidth, m_latency, nullptr};
        packets->SetWay(BoundaryMessage::ACTIVATION, way, 0);
        packets->SetWay(BoundaryMessage::GRADIENT, way, 0);
        boundary = packets;
    }
    else
    {
        boundary = CreateObject<DelayBoundary>();
        boundary->SetAttribute("Bandwidth", DataRateValue(m_bandwidth));
        boundary->SetAttribute("Latency", TimeValue(sameHost ? Time(0) : m_latency));
    }
    holding.stages[before]->SetNext(boundary);
    holding.stages[after]->SetPrevious(boundary);
    holding.boundaries.push_back(boundary);
    return boundary;
}

void
RegionAgent::Withdraw(const std::string& job)
{
    const auto holding = m_holdings.find(job);
    NS_ABORT_MSG_IF(holding == m_holdings.end(), job << " does not run in the region");
    for (const auto& stage : holding->second.stages)
    {
        stage->Halt();
    }
    for (const auto& boundary : holding->second.boundaries)
    {
        boundary->Close();
        boundary->Dispose();
    }
    m_free.insert(holding->second.slots.begin(), holding->second.slots.end());
    m_holdings.erase(holding);
}

uint32_t
RegionAgent::GetFreeGpus() const
{
    return m_free.size();
}

double
RegionAgent::GetSpeed() const
{
    return m_speed;
}

const std::vector<GpuHost>&
RegionAgent::GetHosts() const
{
    return m_hosts;
}

void
RegionAgent::DoDispose()
{
    m_holdings.clear();
    m_hosts.clear();
    m_makeChannel = nullptr;
    m_ports = nullptr;
    Object::DoDispose();
}

} // namespace ns3::bacepipe
