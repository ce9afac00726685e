// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_CHAIN_H
#define BACE_TEST_CHAIN_H

#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe::test
{

/// What a chain of nodes is like: 100 Gbps 10 us, a WAN link, 100 Gbps 10 us.
struct PathOptions
{
    std::string wanRate{"100Mbps"};  //!< of the middle link
    Time wanDelay{MilliSeconds(15)}; //!< of the middle link, one way
    uint32_t queuePackets{1u << 30}; //!< of each device of the middle link
    uint32_t queueBytes{0};          //!< the same in bytes, instead, when it is not 0
    bool flowControl{true};          //!< whether full devices push back, as by ns-3's default
    uint32_t mtu{65535};             //!< of every device
    bool direct{false};              //!< the WAN link alone, between two nodes
};

/// A chain of nodes, without queue discs.
struct Chain
{
    NodeContainer nodes;                         //!< in order
    std::vector<Ptr<PointToPointNetDevice>> wan; //!< both devices of the middle link
};

/**
 * @param options what it is like
 * @return the chain, with addresses and routes
 */
inline Chain
BuildChain(const PathOptions& options)
{
    Chain chain;
    const uint32_t hops = options.direct ? 1 : 3;
    chain.nodes.Create(hops + 1);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(chain.nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (uint32_t i = 0; i < hops; ++i)
    {
        PointToPointHelper link;
        const bool wan = i == hops / 2;
        link.SetDeviceAttribute("DataRate", StringValue(wan ? options.wanRate : "100Gbps"));
        link.SetDeviceAttribute("Mtu", UintegerValue(options.mtu));
        link.SetChannelAttribute("Delay", TimeValue(wan ? options.wanDelay : MicroSeconds(10)));
        QueueSize queue(QueueSizeUnit::PACKETS, wan ? options.queuePackets : 1u << 30);
        if (wan && options.queueBytes > 0)
        {
            queue = QueueSize(QueueSizeUnit::BYTES, options.queueBytes);
        }
        if (!options.flowControl)
        {
            link.DisableFlowControl();
        }
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(queue));
        const auto devices = link.Install(chain.nodes.Get(i), chain.nodes.Get(i + 1));
        addresses.Assign(devices);
        addresses.NewNetwork();
        if (options.flowControl) // else ns-3 has installed no queue disc
        {
            TrafficControlHelper().Uninstall(devices);
        }
        if (wan)
        {
            chain.wan = {DynamicCast<PointToPointNetDevice>(devices.Get(0)),
                         DynamicCast<PointToPointNetDevice>(devices.Get(1))};
        }
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    return chain;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_CHAIN_H
