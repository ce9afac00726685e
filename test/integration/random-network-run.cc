// SPDX-License-Identifier: GPL-2.0-only
#include "integration/random-network-run.h"

#include "ns3/bace-express-link.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/names.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

namespace
{

/// 0.3 of all packets lost each way: some of ten thousand set-ups need more than the default.
constexpr uint32_t CONNECT_ATTEMPTS = 16;

/**
 * Lets a device lose what arrives at random.
 * @param device the device
 * @param rate share of packets
 * @param stream of random numbers
 */
void
Lose(Ptr<PointToPointNetDevice> device, double rate, int64_t stream)
{
    if (rate > 0)
    {
        Ptr<RateErrorModel> errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(rate);
        errors->AssignStreams(stream);
        device->SetReceiveErrorModel(errors);
    }
}

} // namespace

RandomNetworkRun::RandomNetworkRun(const RandomNetwork& network, const std::string& path)
    : m_network(network)
{
    Config::Reset();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(network.index + 1);
    Build(path == "Express");
    uint16_t port = 5000;
    for (const RandomFlow& plan : network.flows)
    {
        Open(plan, path, port);
        port += 100;
    }
}

RandomNetworkRun::~RandomNetworkRun()
{
    for (auto& flow : m_flows)
    {
        flow->channel->Close();
        flow->channel->Dispose();
    }
    m_flows.clear();
    m_nodes = NodeContainer();
    Simulator::Destroy();
    Names::Clear();
}

void
RandomNetworkRun::Build(bool express)
{
    m_nodes.Create(static_cast<uint32_t>(m_network.hops.size() + 1));
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (uint32_t i = 0; i < m_network.hops.size(); ++i)
    {
        const RandomHop& hop = m_network.hops[i];
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(hop.rate)));
        link.SetDeviceAttribute("Mtu", UintegerValue(65535));
        link.SetChannelAttribute("Delay", TimeValue(hop.delay));
        link.SetQueue("ns3::DropTailQueue<Packet>",
                      "MaxSize",
                      QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, hop.queuePackets)));
        const NetDeviceContainer devices = link.Install(m_nodes.Get(i), m_nodes.Get(i + 1));
        addresses.Assign(devices);
        addresses.NewNetwork();
        TrafficControlHelper().Uninstall(devices);
        if (i == m_network.disturbedHop)
        {
            const std::array<Ptr<PointToPointNetDevice>, 2> ends{
                DynamicCast<PointToPointNetDevice>(devices.Get(0)),
                DynamicCast<PointToPointNetDevice>(devices.Get(1))};
            Lose(ends[1], m_network.lossForward, 1);
            Lose(ends[0], m_network.lossBackward, 2);
            // Express links are for ns-3's own channels, which keep the order and double nothing.
            if (m_network.disturbance.IsAny() && !express)
            {
                DisturbedChannel::Replace(ends, hop.delay, m_network.disturbance, 3);
            }
        }
    }
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        m_nodes.Get(i)->GetObject<TrafficControlLayer>()->TraceConnectWithoutContext(
            "TcDrop",
            MakeCallback(&RandomNetworkRun::CountDrop, this));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    if (express)
    {
        CountExpressDrops();
    }
}

void
RandomNetworkRun::CountExpressDrops()
{
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        for (uint32_t j = 0; j < m_nodes.Get(i)->GetNDevices(); ++j)
        {
            auto device = DynamicCast<PointToPointNetDevice>(m_nodes.Get(i)->GetDevice(j));
            if (device)
            {
                ExpressLink::Of(device)->TraceConnectWithoutContext(
                    "Drop",
                    Callback<void, uint32_t>([this](uint32_t) { ++m_drops; }));
            }
        }
    }
}

void
RandomNetworkRun::Open(const RandomFlow& plan, const std::string& path, uint16_t port)
{
    ObjectFactory factory = MakeBulkFactory(path, plan.control);
    factory.Set("Connections", UintegerValue(plan.connections));
    factory.Set("SegmentSize", UintegerValue(plan.segmentSize));
    factory.Set("InitialWindow", UintegerValue(plan.initialWindow));
    factory.Set("MaxWindow", UintegerValue(plan.maxWindow));
    factory.Set("DelayedAckCount", UintegerValue(plan.delayedAckCount));
    factory.Set("DelayedAckTimeout", TimeValue(plan.delayedAckTimeout));
    factory.Set("MinRto", TimeValue(plan.minRto));
    factory.Set("ConnectTimeout", TimeValue(plan.connectTimeout));
    factory.Set("ConnectAttempts", UintegerValue(CONNECT_ATTEMPTS));
    m_flows.push_back(std::make_unique<Flow>(
        Flow{&plan, factory.Create<MessageChannel>(), StallWatch(plan.connections, plan.minRto)}));
    Flow& flow = *m_flows.back();
    flow.connected.resize(plan.connections, false);
    Observe(flow);

    Ptr<Node> first = m_nodes.Get(0);
    Ptr<Node> last = m_nodes.Get(m_nodes.GetN() - 1);
    const auto addressOf = [](Ptr<Node> node) {
        return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    };
    Ptr<Node> source = plan.backward ? last : first;
    Ptr<Node> destination = plan.backward ? first : last;
    flow.channel->Open({source, destination, addressOf(source), addressOf(destination), port});
    for (const RandomMessage& message : plan.messages)
    {
        Simulator::Schedule(message.time, [&flow, bytes = message.bytes] {
            if (!flow.closed)
            {
                flow.sent.emplace_back(7 * flow.sent.size() + 3, bytes);
                flow.watch.Start();
                flow.channel->Send(flow.sent.back().first, bytes);
            }
        });
    }
    if (plan.close)
    {
        Simulator::Schedule(*plan.close, [&flow] {
            flow.watch.Rest();
            flow.closed = true;
            flow.channel->Close();
        });
    }
}

void
RandomNetworkRun::Observe(Flow& flow)
{
    flow.channel->SetDeliveredCallback(
        MessageChannel::DeliveredCallback([&flow](uint64_t id, uint64_t bytes) {
            flow.afterClose += flow.closed;
            flow.delivered.emplace_back(id, bytes);
            if (flow.delivered.size() == flow.sent.size())
            {
                flow.watch.Rest();
            }
        }));
    const auto news = [this, &flow](uint32_t connection, Time, Time rtt) {
        flow.afterClose += flow.closed;
        if (!flow.connected.at(connection))
        {
            flow.connected[connection] = true;
            CheckSetUp(flow, connection, rtt);
        }
        flow.least = Min(flow.least, rtt);
        flow.most = Max(flow.most, rtt);
        flow.watch.NoteNews(connection, rtt);
    };
    const auto again = [&flow](uint32_t connection, uint64_t, uint32_t bytes) {
        flow.afterClose += flow.closed;
        flow.retransmitted += bytes;
        flow.watch.NoteRetransmission(connection);
    };
    flow.channel->TraceConnectWithoutContext("RTT", Callback<void, uint32_t, Time, Time>(news));
    flow.channel->TraceConnectWithoutContext("Retransmission",
                                             Callback<void, uint32_t, uint64_t, uint32_t>(again));
}

void
RandomNetworkRun::CheckSetUp(Flow& flow, uint32_t connection, Time rtt)
{
    // All channels are opened at time 0.
    const Time asked = Simulator::Now() - rtt;
    Time due = Seconds(0);
    Time wait = flow.plan->connectTimeout;
    for (uint32_t attempt = 1; due < asked && attempt < CONNECT_ATTEMPTS; ++attempt)
    {
        due += wait;
        wait = 2 * wait;
    }
    EXPECT_EQ(asked, due) << "request of connection " << connection;
}

void
RandomNetworkRun::Run()
{
    Simulator::Run(); // returns when nothing is left to happen
    for (const auto& flow : m_flows)
    {
        CheckFlow(*flow);
    }
    for (auto& flow : m_flows)
    {
        flow->closed = true;
        flow->channel->Close();
    }
    const Time end = Simulator::Now();
    Simulator::Run();
    EXPECT_EQ(Simulator::Now(), end) << "something was left after the close";
    for (const auto& flow : m_flows)
    {
        EXPECT_EQ(flow->afterClose, 0u);
    }
}

void
RandomNetworkRun::CheckFlow(const Flow& flow)
{
    if (flow.plan->close)
    {
        // A part of what was sent, from the first on.
        ASSERT_LE(flow.delivered.size(), flow.sent.size());
        EXPECT_TRUE(std::equal(flow.delivered.begin(), flow.delivered.end(), flow.sent.begin()));
    }
    else
    {
        EXPECT_EQ(flow.sent.size(), flow.plan->messages.size());
        EXPECT_EQ(flow.delivered, flow.sent) << flow.channel->DescribeState();
        EXPECT_EQ(flow.channel->GetDeliveredBytes(), flow.channel->GetSentBytes());
        EXPECT_NE(flow.channel->DescribeState().find(" 0 bytes not acknowledged"),
                  std::string::npos)
            << flow.channel->DescribeState();
    }
    EXPECT_EQ(flow.channel->GetRetransmittedBytes(), flow.retransmitted);
    EXPECT_LE(flow.watch.GetWorst(), 1) << "silence, in terms of the longest allowed";
    if (flow.most > Seconds(0))
    {
        EXPECT_GE(flow.least, m_network.GetLeastRtt());
        EXPECT_LE(flow.most, 2 * m_network.GetMostTransit(false) + flow.plan->delayedAckTimeout);
    }
    if (IsCalm())
    {
        EXPECT_EQ(flow.retransmitted, 0u);
    }
}

bool
RandomNetworkRun::IsCalm() const
{
    if (!m_network.IsUndisturbed() || m_drops > 0)
    {
        return false;
    }
    // A probe waits for twice the smoothed round-trip time, and a lone segment also for the delayed
    // acknowledgement; the timeout for MinRto at least.
    const Time most = 2 * m_network.GetMostTransit(true);
    return most <= 2 * m_network.GetLeastRtt() &&
           std::all_of(m_flows.begin(), m_flows.end(), [most](const auto& flow) {
               return flow->plan->delayedAckCount <= 2 &&
                      flow->plan->minRto >= most + flow->plan->delayedAckTimeout;
           });
}

double
RandomNetworkRun::GetWorstSilence() const
{
    double worst = 0;
    for (const auto& flow : m_flows)
    {
        worst = std::max(worst, flow->watch.GetWorst());
    }
    return worst;
}

void
RandomNetworkRun::CountDrop(Ptr<const Packet> /* packet */)
{
    ++m_drops;
}

} // namespace ns3::bacepipe::test
