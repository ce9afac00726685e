// SPDX-License-Identifier: GPL-2.0-only
// Large messages from one host to another over a long link, by the bulk transport or by ns-3's TCP:
//
//   host 0 --- 100 Gbps, 10 us --- router 1 --- the WAN link --- router 2 --- ... --- host 3
//
// Prints when each message has arrived and what the transfer cost; writes the congestion window.
#include "ns3/bace-message-channel-helper.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-packet-capture.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/**
 * @param a a node
 * @param b another
 * @param rate of the link between them
 * @param delay of the link
 * @param queue of the link, at either end
 * @return their devices
 */
NetDeviceContainer
Connect(Ptr<Node> a, Ptr<Node> b, const std::string& rate, Time delay, const std::string& queue)
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue(rate));
    link.SetDeviceAttribute("Mtu", UintegerValue(65535));
    link.SetChannelAttribute("Delay", TimeValue(delay));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue(queue));
    return link.Install(a, b);
}

/**
 * Ends the program with status 2 unless an option has a value that it can have.
 * @param option its name
 * @param found its value
 * @param good whether it can have it
 * @param expected what it can have
 */
template <typename T>
void
Expect(const std::string& option, const T& found, bool good, const std::string& expected)
{
    if (!good)
    {
        std::cerr << "--" << option << ": found " << found << ", expected " << expected << "\n";
        std::exit(2);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string transport = "Bulk";
    std::string path = "Stack";
    std::string control = "ns3::TcpCubic";
    std::string rate = "10Gbps";
    Time delay = MilliSeconds(25);
    std::string queue = "1000p";
    double loss = 0;
    uint32_t segment = 8948;
    uint32_t connections = 1;
    uint64_t bytes = 500000000;
    uint32_t messages = 4;
    std::string pcap;
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(128)); // no payload
    CommandLine commandLine(__FILE__);
    commandLine.AddValue("transport", "Bulk or Tcp", transport);
    commandLine.AddValue("path", "of bulk packets: Stack or Express", path);
    commandLine.AddValue("control", "TypeId of the congestion control, such as TcpBbr", control);
    commandLine.AddValue("rate", "of the WAN link", rate);
    commandLine.AddValue("delay", "of the WAN link, one way", delay);
    commandLine.AddValue("queue", "of the WAN link, packets (1000p) or bytes (9MB)", queue);
    commandLine.AddValue("loss", "share of packets that the WAN link loses", loss);
    commandLine.AddValue("segment", "payload bytes of a packet", segment);
    commandLine.AddValue("connections", "parallel connections", connections);
    commandLine.AddValue("bytes", "of a message", bytes);
    commandLine.AddValue("messages", "how many", messages);
    commandLine.AddValue("pcap", "folder for captures of the WAN link; none when empty", pcap);
    commandLine.Parse(argc, argv);
    if (control.find("::") == std::string::npos)
    {
        control = "ns3::" + control;
    }
    TypeId known;
    DataRate wanRate;
    std::istringstream(rate) >> wanRate;
    const uint64_t most = MessageChannel::MAX_BYTES;
    Expect("transport", transport, transport == "Bulk" || transport == "Tcp", "Bulk or Tcp");
    Expect("path", path, path == "Stack" || path == "Express", "Stack or Express");
    Expect("path", path, transport == "Bulk" || path == "Stack", "Stack, for Tcp");
    Expect("control", control, TypeId::LookupByNameFailSafe(control, &known), "a TypeId of ns-3");
    Expect("rate", rate, wanRate.GetBitRate() > 0, "a rate such as 10Gbps");
    Expect("delay", delay, delay.IsPositive(), "a time such as 25ms");
    Expect("loss", loss, loss >= 0 && loss < 1, "at least 0, less than 1");
    Expect("segment", segment, segment > 0 && segment <= 65483, "1 to 65483");
    Expect("connections", connections, connections > 0 && connections <= 1024, "1 to 1024");
    Expect("messages", messages, messages > 0, "at least 1");
    Expect("bytes", bytes, bytes > 0 && bytes <= most / messages, "at least 1, 2^60 altogether");

    NodeContainer nodes(4);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    const auto left = Connect(nodes.Get(0), nodes.Get(1), "100Gbps", MicroSeconds(10), "1000000p");
    const auto wan = Connect(nodes.Get(1), nodes.Get(2), rate, delay, queue);
    const auto right = Connect(nodes.Get(2), nodes.Get(3), "100Gbps", MicroSeconds(10), "1000000p");
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (const auto& devices : {left, wan, right})
    {
        addresses.Assign(devices);
        addresses.NewNetwork();
        TrafficControlHelper().Uninstall(devices); // drop-tail at the devices alone
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    if (loss > 0)
    {
        auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(loss);
        wan.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }

    MessageChannelHelper channels("ns3::bacepipe::" + transport + "MessageChannel");
    channels.SetAttribute("CongestionControl", StringValue(control));
    channels.SetAttribute("SegmentSize", UintegerValue(segment));
    channels.SetAttribute("Connections", UintegerValue(connections));
    if (transport == "Bulk")
    {
        channels.SetAttribute("Path", StringValue(path));
    }
    else
    {
        channels.SetAttribute("BufferSize", UintegerValue(250000000));
    }
    Ptr<MessageChannel> channel = channels.Install(nodes.Get(0), nodes.Get(3));

    Time end;
    channel->SetDeliveredCallback(
        MessageChannel::DeliveredCallback([&end](uint64_t id, uint64_t size) {
            end = Simulator::Now();
            std::cout << end.As(Time::S) << "  message " << id << " of " << size / 1e6
                      << " MB has arrived\n";
        }));
    for (uint32_t i = 1; i <= messages; ++i)
    {
        channel->Send(i, bytes);
    }
    std::optional<PacketCapture> capture;
    if (!pcap.empty())
    {
        const bool express = transport == "Bulk" && path == "Express";
        capture.emplace(pcap);
        capture->Add(wan.Get(0), "router-1", express);
        capture->Add(wan.Get(1), "router-2", express);
    }

    const std::clock_t before = std::clock();
    Simulator::Run();
    const double cpu = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (capture)
    {
        capture->Close();
    }
    const double sent = static_cast<double>(channel->GetDeliveredBytes());
    std::cout << sent * 8 / end.GetSeconds() / 1e9 << " Gbps, "
              << channel->GetRetransmittedBytes() / 1e6 << " MB sent again, " << cpu / (sent / 1e9)
              << " s of processor time for each GB\n";
    channel->Close();
    channel = nullptr;
    Simulator::Destroy();
    return 0;
}
