// SPDX-License-Identifier: GPL-2.0-only
// CPU seconds per simulated GB on a chain of four nodes: 100 Gbps 10 us, WAN, 100 Gbps 10 us, no
// queue discs. Arguments: --transport=udp|ns3::bacepipe::BulkMessageChannel|... --segment=60000 ...
#include "ns3/bace-message-channel.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <ctime>
#include <iostream>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// What to measure.
struct Options
{
    std::string transport{"ns3::bacepipe::BulkMessageChannel"}; //!< TypeId, or udp
    std::string control{"ns3::TcpCubic"};                       //!< congestion control
    std::string wanRate{"10Gbps"};                              //!< of the middle link
    std::string wanDelay{"50ms"};                               //!< of the middle link
    uint32_t segment{60000};                                    //!< payload bytes of a packet
    uint32_t queue{1u << 30};                                   //!< packets, of the middle link
    uint64_t bytes{20000000000};                                //!< of the message
    uint32_t connections{1};                                    //!< parallel
};

/// Sends plain UDP datagrams at the link's rate, as a floor for what IP costs.
struct UdpFlow
{
    Ptr<Socket> socket;  //!< at the source
    uint32_t segment{0}; //!< payload bytes of a packet, less what the transport's header has
    uint64_t left{0};    //!< bytes
    Time interval;       //!< between packets

    /// Sends a packet.
    void Send()
    {
        socket->Send(Create<Packet>(segment + 24));
        if (left > segment)
        {
            left -= segment;
            Simulator::Schedule(interval, &UdpFlow::Send, this);
        }
    }
};

/// Receives and drops.
void
Drain(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
    }
}

} // namespace

int
main(int argc, char** argv)
{
    Options o;
    CommandLine command(__FILE__);
    command.AddValue("transport", "TypeId of a channel, or udp", o.transport);
    command.AddValue("control", "TypeId of the congestion control", o.control);
    command.AddValue("rate", "of the WAN link", o.wanRate);
    command.AddValue("delay", "of the WAN link, one way", o.wanDelay);
    command.AddValue("segment", "payload bytes of a packet", o.segment);
    command.AddValue("queue", "packets in the WAN link's queue", o.queue);
    command.AddValue("bytes", "of the message", o.bytes);
    command.AddValue("connections", "parallel connections", o.connections);
    command.Parse(argc, argv);

    NodeContainer nodes(4);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (uint32_t i = 0; i < 3; ++i)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(i == 1 ? o.wanRate : "100Gbps"));
        link.SetDeviceAttribute("Mtu", UintegerValue(65535));
        link.SetChannelAttribute("Delay", StringValue(i == 1 ? o.wanDelay : "10us"));
        const QueueSize size(QueueSizeUnit::PACKETS, i == 1 ? o.queue : 1u << 30);
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(size));
        const NetDeviceContainer devices = link.Install(nodes.Get(i), nodes.Get(i + 1));
        addresses.Assign(devices);
        addresses.NewNetwork();
        TrafficControlHelper().Uninstall(devices);
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    const auto addressOf = [&](uint32_t n) {
        return nodes.Get(n)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    };

    UdpFlow flow;
    Ptr<Socket> sink;
    Ptr<MessageChannel> channel;
    Time end;
    if (o.transport == "udp")
    {
        flow.socket = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        flow.socket->Connect(InetSocketAddress(addressOf(3), 5000));
        sink = Socket::CreateSocket(nodes.Get(3), UdpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5000));
        sink->SetRecvCallback(MakeCallback(&Drain));
        flow.segment = o.segment;
        flow.left = o.bytes;
        flow.interval = DataRate(o.wanRate).CalculateBytesTxTime(o.segment + 54);
        Simulator::ScheduleNow(&UdpFlow::Send, &flow);
    }
    else
    {
        ObjectFactory factory(o.transport);
        factory.Set("SegmentSize", UintegerValue(o.segment));
        factory.Set("Connections", UintegerValue(o.connections));
        factory.Set("CongestionControl", StringValue(o.control));
        channel = factory.Create<MessageChannel>();
        if (o.transport == "ns3::bacepipe::TcpMessageChannel")
        {
            channel->SetAttribute("BufferSize", UintegerValue(500000000));
        }
        channel->SetDeliveredCallback(MessageChannel::DeliveredCallback(
            [&end](uint64_t, uint64_t) { end = Simulator::Now(); }));
        channel->Open({nodes.Get(0), nodes.Get(3), addressOf(0), addressOf(3), 5000});
        channel->Send(1, o.bytes);
    }

    const std::clock_t before = std::clock();
    Simulator::Run();
    const double cpu = double(std::clock() - before) / CLOCKS_PER_SEC;
    std::cout << o.transport << " " << o.segment << " B: " << cpu << " s CPU, "
              << cpu / (o.bytes / 1e9) << " s per GB, " << Simulator::GetEventCount()
              << " events, ended at " << end.GetSeconds() << " s, again "
              << (channel ? channel->GetRetransmittedBytes() : 0) << " bytes\n";
    if (channel)
    {
        channel->Close();
        channel = nullptr;
    }
    Simulator::Destroy();
    return 0;
}
