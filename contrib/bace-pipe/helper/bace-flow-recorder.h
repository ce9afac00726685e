// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FLOW_RECORDER_H
#define BACE_FLOW_RECORDER_H

#include "ns3/bace-channel-directory.h"
#include "ns3/bace-flow-head.h"
#include "ns3/bace-flow-use.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/ipv4-flow-classifier.h"
#include "ns3/ipv4-header.h"
#include "ns3/node.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief ns-3's FlowMonitor on all nodes, and whose its flows are: flowmon.xml and flows.csv.
 *
 * Sees packets of ns-3's stack alone. It looks at each packet after FlowMonitor did, where it is
 * sent and where it arrives, for what FlowMonitor does not keep: delays one by one, payload, losses
 * at once, and that a five-tuple has passed to another channel.
 */
class FlowRecorder
{
  public:
    /**
     * Begins to record.
     * @param cluster of the run; only read here
     * @param topology its nodes; likewise
     * @param traffic of the scenario, likewise
     * @param ports of the run's channels
     */
    FlowRecorder(const Cluster& cluster,
                 const Topology& topology,
                 const std::vector<TrafficSource>& traffic,
                 std::shared_ptr<const PortAllocator> ports);

    FlowRecorder(const FlowRecorder&) = delete;
    FlowRecorder& operator=(const FlowRecorder&) = delete;

    /**
     * @param execution that has started: its channels are open
     */
    void Watch(const PacketExecution& execution);

    /// @return flows so far, in order of their first packets
    const std::deque<FlowUse>& GetFlows() const;

    /// @return whose they are
    const ChannelDirectory& GetDirectory() const;

    /**
     * Writes flowmon.xml and flows.csv; a failure throws std::runtime_error.
     * @param directory where
     */
    void Write(const std::string& directory);

  private:
    /// Looks at what a node sends and what arrives there.
    void WatchHost(const Ptr<Node>& node);

    /// A packet has left its host.
    void HandleSent(const Ipv4Header& ip, Ptr<const Packet> segment, uint32_t interface);

    /// A packet has arrived at its host.
    void HandleArrived(const Ipv4Header& ip, Ptr<const Packet> segment, uint32_t interface);

    /// A packet was lost on a WAN link.
    void HandleLost(Ptr<const Packet> frame);

    /**
     * @param tuple of a packet
     * @return the present use of its flow; null where there is none
     */
    FlowUse* Find(const Ipv4FlowClassifier::FiveTuple& tuple);

    /**
     * Begins another use of a flow.
     * @param head of its first packet, which FlowMonitor has counted
     * @param last use of the same flow; null: this is the first
     * @return it; null when FlowMonitor does not count the flow
     */
    FlowUse* Begin(const FlowHead& head, FlowUse* last);

    FlowMonitorHelper m_helper;                   //!< ns-3's
    Ptr<FlowMonitor> m_monitor;                   //!< likewise
    ChannelDirectory m_directory;                 //!< whose flows are
    std::shared_ptr<const PortAllocator> m_ports; //!< of the run's channels
    std::deque<FlowUse> m_flows;                  //!< in order of their first packets
    std::map<Ipv4FlowClassifier::FiveTuple, FlowUse*> m_present; //!< the last use of each
};

} // namespace ns3::bacepipe

#endif // BACE_FLOW_RECORDER_H
