// SPDX-License-Identifier: GPL-2.0-only
// A first program of one's own: two regions joined by a WAN link, and ten messages over it. Copy it
// to another name in this folder; ./bace build makes build/scratch/NAME.
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/bace-cluster.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// Called by the channel's trace source for each message that has arrived whole.
void
PrintArrival(Time* lastArrival, uint64_t id, uint64_t bytes)
{
    *lastArrival = Simulator::Now();
    std::cout << Simulator::Now().As(Time::MS) << "  message " << id << " of " << bytes / 1e6
              << " MB has arrived\n";
}

/// @return the address of a node's first interface but the loopback
Ipv4Address
GetAddress(Ptr<Node> node)
{
    return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string rate = "10Gbps";
    Time delay = MilliSeconds(15);
    uint64_t bytes = 50000000;
    CommandLine commandLine(__FILE__);
    commandLine.AddValue("rate", "of the WAN link", rate);
    commandLine.AddValue("delay", "of the WAN link, one way", delay);
    commandLine.AddValue("bytes", "of a message", bytes);
    commandLine.Parse(argc, argv);

    // Two regions of eight GPUs, a link each way with a queue of one bandwidth-delay product.
    Region east;
    east.id = "east";
    east.gpus = 8;
    Region west = east;
    west.id = "west";
    WanLink link;
    link.source = 0;
    link.destination = 1;
    link.rate = DataRate(rate);
    link.delay = delay;
    link.queueBytes = static_cast<uint64_t>(link.rate.GetBitRate() / 8 * 2 * delay.GetSeconds());
    WanLink back = link;
    back.source = 1;
    back.destination = 0;
    const Cluster cluster({east, west}, {link, back});
    const Topology topology = TopologyHelper().Install(cluster, 0);

    // Between the first hosts of both.
    Ptr<Node> source = topology.hosts[0].Get(0);
    Ptr<Node> destination = topology.hosts[1].Get(0);
    Ptr<BulkMessageChannel> channel = CreateObject<BulkMessageChannel>();
    channel->SetAttribute("SegmentSize", UintegerValue(60000));
    Time lastArrival;
    channel->TraceConnectWithoutContext("MessageDelivered",
                                        MakeBoundCallback(&PrintArrival, &lastArrival));
    channel->Open({source, destination, GetAddress(source), GetAddress(destination), 5000});
    for (uint64_t id = 1; id <= 10; ++id)
    {
        channel->Send(id, bytes);
    }
    Simulator::Run();

    const double seconds = lastArrival.GetSeconds();
    std::cout << channel->GetDeliveredBytes() / 1e6 << " MB, and "
              << channel->GetRetransmittedBytes() / 1e6 << " MB sent again, in " << seconds
              << " s: " << channel->GetDeliveredBytes() * 8 / seconds / 1e9 << " Gbps\n";
    channel->Close();
    channel->Dispose();
    Simulator::Destroy();
    return 0;
}
