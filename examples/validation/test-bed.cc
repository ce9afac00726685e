// SPDX-License-Identifier: GPL-2.0-only
#include "validation/test-bed.h"

#include "ns3/bace-message-channel.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-striped-message-channel.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <memory>
#include <vector>

namespace ns3::bacepipe::validation
{

namespace
{

/**
 * @brief Hosts on a switch, and the end of the simulation.
 */
class Cluster
{
  public:
    Cluster(uint32_t hosts, double gbps, double delayMs, const TransportSettings& settings)
        : m_settings(settings),
          m_switch(CreateObject<Node>())
    {
        Config::SetDefault("ns3::TcpCubic::HyStart", BooleanValue(settings.hystart));
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        m_internet.SetIpv6StackInstall(false);
        m_internet.Install(m_switch);
        const DataRate rate(static_cast<uint64_t>(gbps * 1e9));
        for (uint32_t i = 0; i < hosts; ++i)
        {
            AddHost(i, rate, Seconds(delayMs / 1000));
        }
    }

    ~Cluster()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    const std::vector<GpuHost>& GetHosts() const
    {
        return m_hosts;
    }

    /// @return a channel as the measured system has between two ranks
    Ptr<MessageChannel> MakeChannel() const
    {
        ObjectFactory factory("ns3::bacepipe::BulkMessageChannel");
        factory.Set("Path", StringValue("Express"));
        factory.Set("Connections", UintegerValue(m_settings.connections));
        factory.Set("SegmentSize",
                    UintegerValue(m_settings.mtu - StripedMessageChannel::PACKET_OVERHEAD));
        factory.Set("InitialWindow", UintegerValue(m_settings.initialWindow));
        factory.Set("MaxWindow", UintegerValue(m_settings.maxWindow));
        factory.Set("RestartAfterIdle", BooleanValue(m_settings.restartAfterIdle));
        return factory.Create<MessageChannel>();
    }

  private:
    /// Adds a host: a delay one way is that of its channel, there and back from the switch.
    void AddHost(uint32_t index, DataRate rate, Time delay)
    {
        auto node = CreateObject<Node>();
        m_internet.Install(node);
        PointToPointHelper link;
        link.SetDeviceAttribute("Mtu", UintegerValue(m_settings.mtu));
        link.SetDeviceAttribute("DataRate", DataRateValue(rate));
        link.SetChannelAttribute("Delay", TimeValue(delay / 2));
        // netem's limit was rate x delay x 1.5 in packets of 1500 bytes, and more: nothing is lost.
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("4000000000B"));
        link.DisableFlowControl();
        const auto devices = link.Install(node, m_switch);
        DynamicCast<PointToPointNetDevice>(devices.Get(1))->SetDataRate(DataRate("10Gbps"));
        const uint32_t network = (10U << 24) | (index << 2);
        const uint32_t interface = AddInterface(devices.Get(0), network + 1);
        AddInterface(devices.Get(1), network + 2);
        Ipv4StaticRoutingHelper()
            .GetStaticRouting(node->GetObject<Ipv4>())
            ->SetDefaultRoute(Ipv4Address(network + 2), interface);
        m_hosts.push_back({node, Ipv4Address(network + 1), rate, 1});
    }

    static uint32_t AddInterface(Ptr<NetDevice> device, uint32_t address)
    {
        auto ipv4 = device->GetNode()->GetObject<Ipv4>();
        const uint32_t interface = ipv4->AddInterface(device);
        ipv4->AddAddress(interface,
                         Ipv4InterfaceAddress(Ipv4Address(address), Ipv4Mask("255.255.255.252")));
        ipv4->SetMetric(interface, 1);
        ipv4->SetUp(interface);
        return interface;
    }

    TransportSettings m_settings;
    InternetStackHelper m_internet;
    Ptr<Node> m_switch;
    std::vector<GpuHost> m_hosts;
};

} // namespace

double
SimulateIteration(const Iteration& iteration, double stepTime, const TransportSettings& settings)
{
    const Cluster cluster(iteration.stages, iteration.bandwidthGbps, iteration.delayMs, settings);
    auto environment = std::make_shared<PacketEnvironment>();
    environment->makeChannel = [&cluster](RegionIndex, RegionIndex) {
        return cluster.MakeChannel();
    };
    Placement placement;
    for (uint32_t i = 0; i < iteration.stages; ++i)
    {
        auto region = CreateObject<RegionAgent>();
        region->SetUp({cluster.GetHosts()[i]}, DataRate("100Gbps"), Time(0)); // of one GPU
        environment->regions.push_back(region);
        placement.push_back({i, 1});
    }
    TrainingJob job;
    job.id = "measured";
    job.schedule = iteration.schedule;
    job.pipeline.sendBuffer = settings.sendBuffer;
    job.profile.computeTime = stepTime * iteration.stages;
    job.profile.backwardRatio = settings.backwardRatio;
    job.profile.boundaryBytes = iteration.boundaryBytes;
    job.profile.layers = iteration.stages;
    job.profile.microBatches = iteration.microBatches;
    job.profile.iterations = settings.iterations;
    auto execution = CreateObject<PacketExecution>();
    execution->SetJob(job, placement);
    execution->SetEnvironment(environment);
    double last = 0;
    execution->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, uint64_t, Time, Time>(
            [&last](uint64_t, Time, Time duration) { last = duration.GetSeconds(); }));
    execution->SetDoneCallback(Callback<void>([] {}));
    Simulator::ScheduleNow([execution] { execution->Start(); });
    Simulator::Run();
    execution->Dispose();
    return last;
}

double
FitStepTime(const Iteration& iteration, const TransportSettings& settings)
{
    // Nearly linear: secants, from the step of an ideal network on.
    const double steps = iteration.microBatches + iteration.stages - 1;
    double step = iteration.seconds / steps;
    double error = SimulateIteration(iteration, step, settings) - iteration.seconds;
    double next = step - error / steps;
    for (int i = 0; i < 5 && std::abs(error) > 1e-4 * iteration.seconds; ++i)
    {
        const double nextError = SimulateIteration(iteration, next, settings) - iteration.seconds;
        const double slope = (nextError - error) / (next - step);
        step = next;
        error = nextError;
        next = slope > 0 ? step - error / slope : step;
    }
    return step;
}

double
SimulateTransfer(const Transfer& transfer, const TransportSettings& settings)
{
    const Cluster cluster(2, transfer.bandwidthGbps, transfer.delayMs, settings);
    const auto& hosts = cluster.GetHosts();
    const auto channel = cluster.MakeChannel();
    Time begin;
    double last = 0;
    channel->SetDeliveredCallback(
        MessageChannel::DeliveredCallback([&](uint64_t id, uint64_t bytes) {
            last = (Simulator::Now() - begin).GetSeconds();
            if (id < 2)
            {
                Simulator::Schedule(Seconds(1), [&begin, channel, id, bytes] {
                    begin = Simulator::Now();
                    channel->Send(id + 1, bytes);
                });
            }
            else
            {
                Simulator::Stop();
            }
        }));
    channel->Open({hosts[0].node, hosts[1].node, hosts[0].address, hosts[1].address, 5000});
    channel->Send(0, transfer.bytes);
    Simulator::Run();
    channel->Close();
    return last;
}

} // namespace ns3::bacepipe::validation
