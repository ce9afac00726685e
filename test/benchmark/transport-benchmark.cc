// SPDX-License-Identifier: GPL-2.0-only
// What a simulated transfer costs: processor time by packet and by GB, memory by segment in flight.
// The floor is plain UDP through ns-3's IPv4 stack over the same chain of four nodes.
#include "ns3/bace-message-channel-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "benchmark/run-benchmarks.h"
#include "support/chain.h"

namespace ns3::bacepipe::test
{

namespace
{

/// A transfer over a chain.
struct Transfer
{
    std::string way;         //!< "udp", "tcp", "stack" or "express"
    PathOptions path;        //!< the chain
    uint32_t segment{60000}; //!< payload bytes of a packet
    uint64_t bytes{0};       //!< of the message
    uint64_t window{0};      //!< segments in flight from the start to the end; 0: Cubic's own
};

/// What a transfer cost beside its time.
struct Cost
{
    double end{0};             //!< simulated time of the delivery, s
    double memory{0};          //!< bytes allocated when the path is full
    uint64_t events{0};        //!< of the simulator
    uint64_t retransmitted{0}; //!< bytes
};

/// @return bytes that the process has allocated
double
GetAllocatedBytes()
{
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

/// Sends UDP datagrams at the rate of the WAN link.
class UdpFlow
{
  public:
    UdpFlow(const Chain& chain, const Transfer& transfer)
        : m_segment(transfer.segment),
          m_left(transfer.bytes)
    {
        Ptr<Node> last = chain.nodes.Get(chain.nodes.GetN() - 1);
        const auto address = last->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
        m_sink = Socket::CreateSocket(last, UdpSocketFactory::GetTypeId());
        m_sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5000));
        m_sink->SetRecvCallback(MakeCallback(&UdpFlow::Drain, this));
        m_socket = Socket::CreateSocket(chain.nodes.Get(0), UdpSocketFactory::GetTypeId());
        m_socket->Connect(InetSocketAddress(address, 5000));
        m_interval = DataRate(transfer.path.wanRate).CalculateBytesTxTime(m_segment + 54);
        Simulator::ScheduleNow(&UdpFlow::Send, this);
    }

  private:
    /// Sends a packet as large as one of the bulk transport, and arranges for the next.
    void Send()
    {
        m_socket->Send(Create<Packet>(m_segment + 24));
        if (m_left > m_segment)
        {
            m_left -= m_segment;
            Simulator::Schedule(m_interval, &UdpFlow::Send, this);
        }
    }

    /// Takes what has arrived.
    void Drain(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
        }
    }

    uint32_t m_segment;   //!< payload
    uint64_t m_left;      //!< bytes
    Time m_interval;      //!< between packets
    Ptr<Socket> m_socket; //!< sends
    Ptr<Socket> m_sink;   //!< receives
};

/**
 * @param transfer over a message channel
 * @return the channel's helper
 */
MessageChannelHelper
MakeHelper(const Transfer& transfer)
{
    if (transfer.way == "tcp")
    {
        MessageChannelHelper helper("ns3::bacepipe::TcpMessageChannel");
        helper.SetAttribute("SegmentSize", UintegerValue(transfer.segment));
        helper.SetAttribute("BufferSize", UintegerValue(500000000));
        return helper;
    }
    MessageChannelHelper helper;
    helper.SetAttribute("SegmentSize", UintegerValue(transfer.segment));
    helper.SetAttribute("Path", StringValue(transfer.way == "stack" ? "Stack" : "Express"));
    if (transfer.window > 0)
    {
        helper.SetAttribute("InitialWindow", UintegerValue(transfer.window));
        helper.SetAttribute("MaxWindow", UintegerValue(transfer.window * transfer.segment));
    }
    return helper;
}

/**
 * Simulates a transfer; the time outside the simulation is not counted.
 * @param state of the benchmark
 * @param transfer what to simulate
 * @return what it cost
 */
Cost
Simulate(benchmark::State& state, const Transfer& transfer)
{
    state.PauseTiming();
    Cost cost;
    {
        const Chain chain = BuildChain(transfer.path);
        std::unique_ptr<UdpFlow> flow;
        MessageChannelHelper helper = MakeHelper(transfer);
        Ptr<MessageChannel> channel;
        if (transfer.way == "udp")
        {
            flow = std::make_unique<UdpFlow>(chain, transfer);
        }
        else
        {
            channel = helper.Install(chain.nodes.Get(0), chain.nodes.Get(3));
            channel->SetDeliveredCallback(MessageChannel::DeliveredCallback(
                [&cost](uint64_t, uint64_t) { cost.end = Simulator::Now().GetSeconds(); }));
            channel->Send(1, transfer.bytes);
        }
        const double before = GetAllocatedBytes();
        if (transfer.window > 0)
        {
            // The set-up takes a round trip; a little later the first window is on its way.
            Simulator::Schedule(3 * transfer.path.wanDelay - MilliSeconds(1),
                                [&cost, before] { cost.memory = GetAllocatedBytes() - before; });
        }
        state.ResumeTiming();
        Simulator::Run();
        state.PauseTiming();
        cost.events = Simulator::GetEventCount();
        if (channel)
        {
            cost.retransmitted = channel->GetRetransmittedBytes();
            channel->Close();
        }
    }
    Simulator::Destroy();
    state.ResumeTiming();
    return cost;
}

/// The benchmark of a transfer: its time is that of the whole transfer.
void
Run(benchmark::State& state, const Transfer& transfer)
{
    Cost cost;
    for (auto _ : state)
    {
        cost = Simulate(state, transfer);
    }
    const double packets = static_cast<double>(transfer.bytes) / transfer.segment;
    state.counters["gigabytes"] = static_cast<double>(transfer.bytes) / 1e9;
    state.counters["packets"] = packets;
    state.counters["events"] = static_cast<double>(cost.events);
    state.counters["simulated_s"] = cost.end;
    state.counters["retransmitted_bytes"] = static_cast<double>(cost.retransmitted);
    if (transfer.window > 0)
    {
        state.counters["window"] = static_cast<double>(transfer.window);
        state.counters["window_memory"] = cost.memory;
    }
}

/**
 * @param name of the benchmark
 * @param transfer what it simulates
 * @param repetitions how often; the least time counts, for all that disturbs makes it longer
 */
void
Register(const std::string& name, const Transfer& transfer, int repetitions)
{
    benchmark::RegisterBenchmark(name.c_str(), Run, transfer)
        ->Iterations(1)
        ->Repetitions(repetitions)
        ->Unit(benchmark::kSecond);
}

/// Registers all benchmarks.
void
RegisterAll()
{
    const auto path = [](const char* rate, int delay, uint32_t queue = 1u << 30) {
        PathOptions options;
        options.wanRate = rate;
        options.wanDelay = MilliSeconds(delay);
        options.queuePackets = queue;
        return options;
    };

    // By packet size: 10 Gbps, round trip of 100 ms.
    for (const auto& [segment, bytes] : {std::pair{1448u, 300000000ul},
                                         std::pair{8948u, 2000000000ul},
                                         std::pair{60000u, 10000000000ul}})
    {
        for (const char* const way : {"udp", "stack", "express"})
        {
            Register("size/" + std::to_string(segment) + "/" + way,
                     {way, path("10Gbps", 50), segment, bytes, 0},
                     5);
        }
    }
    // Against ns-3's TCP, where it comes to an end.
    for (const char* const way : {"tcp", "stack", "express"})
    {
        const int repetitions = std::string(way) == "tcp" ? 1 : 5;
        Register(std::string("tcp/1Gbps-30ms-1448/") + way,
                 {way, path("1Gbps", 15), 1448, 100000000, 0},
                 repetitions);
        Register(std::string("tcp/10Gbps-100ms-8948/") + way,
                 {way, path("10Gbps", 50), 8948, 1000000000, 0},
                 repetitions);
    }
    // By segments in flight: a fixed window at 100 Gbps, filled from the start.
    for (const char* const way : {"stack", "express"})
    {
        for (const uint64_t window : {1000ul, 250000ul})
        {
            Register("window/" + std::to_string(window) + "/" + way,
                     {way, path("100Gbps", 100), 8948, 1000000ul * 8948, window},
                     3);
        }
    }
    // With losses: a queue of half the bandwidth-delay product (10 Gbps x 100 ms / 9000 B = 13888).
    for (const char* const way : {"stack", "express"})
    {
        for (const auto& [name, queue] : {std::pair{"none", 1u << 30}, std::pair{"half", 6944u}})
        {
            Register(std::string("loss/") + name + "/" + way,
                     {way, path("10Gbps", 50, queue), 8948, 5000000000ul, 0},
                     3);
        }
    }
}

} // namespace

} // namespace ns3::bacepipe::test

int
main(int argc, char** argv)
{
    ns3::bacepipe::test::RegisterAll();
    return ns3::bacepipe::test::RunBenchmarks(argc, argv);
}
