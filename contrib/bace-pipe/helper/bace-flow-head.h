// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FLOW_HEAD_H
#define BACE_FLOW_HEAD_H

#include "ns3/ipv4-flow-classifier.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet.h"

#include <cstdint>
#include <optional>

namespace ns3::bacepipe
{

/// What the first bytes of a packet tell of its flow.
struct FlowHead
{
    Ipv4FlowClassifier::FiveTuple tuple; //!< as FlowMonitor tells flows apart
    uint32_t bytes{0};                   //!< of the IPv4 packet
    uint32_t payload{0};                 //!< bytes above the transport's header; 0 where none
};

/**
 * @param ip header of a packet
 * @param segment what lies in it
 * @return its head; none unless it is the first fragment of UDP or TCP, as with FlowMonitor
 */
std::optional<FlowHead> ReadFlowHead(const Ipv4Header& ip, const Packet& segment);

/**
 * @param frame a packet on a point-to-point link, with all its headers
 * @return the head of the IPv4 packet in it; none as above
 */
std::optional<FlowHead> ReadFlowHead(const Packet& frame);

} // namespace ns3::bacepipe

#endif // BACE_FLOW_HEAD_H
