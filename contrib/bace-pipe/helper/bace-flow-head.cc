// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-flow-head.h"

#include "ns3/bace-bulk-header.h"
#include "ns3/ppp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-l4-protocol.h"

#include <algorithm>
#include <array>

namespace ns3::bacepipe
{

namespace
{

const uint32_t g_udpBytes = 8; //!< of UDP's header

/// @return bytes of a bulk packet above its header; acknowledgements have none
uint32_t
CountBulkPayload(uint8_t kind, uint32_t segmentBytes)
{
    const bool isData = kind == BulkDataHeader::CONNECT || kind == BulkDataHeader::DATA;
    return isData ? segmentBytes - std::min(segmentBytes, g_udpBytes + BulkDataHeader::BYTES) : 0;
}

} // namespace

std::optional<FlowHead>
ReadFlowHead(const Ipv4Header& ip, const Packet& segment)
{
    const bool isUdp = ip.GetProtocol() == UdpL4Protocol::PROT_NUMBER;
    const bool isTcp = ip.GetProtocol() == TcpL4Protocol::PROT_NUMBER;
    // By hand: deserializing TCP's options for each packet would cost more. The ports are the
    // first four bytes; UDP is followed by the bulk transport's kind; TCP has its own length at 12.
    std::array<uint8_t, 13> bytes{};
    const uint32_t read = segment.CopyData(bytes.data(), bytes.size());
    if ((!isUdp && !isTcp) || ip.GetFragmentOffset() > 0 || read < 4)
    {
        return std::nullopt;
    }
    FlowHead head;
    head.tuple = {ip.GetSource(),
                  ip.GetDestination(),
                  ip.GetProtocol(),
                  static_cast<uint16_t>(bytes[0] << 8 | bytes[1]),
                  static_cast<uint16_t>(bytes[2] << 8 | bytes[3])};
    head.bytes = ip.GetSerializedSize() + segment.GetSize();
    const uint32_t tcpBytes = 4 * (bytes[12] >> 4);
    head.payload = isUdp ? CountBulkPayload(bytes[g_udpBytes], segment.GetSize())
                         : segment.GetSize() - std::min(segment.GetSize(), tcpBytes);
    return head;
}

std::optional<FlowHead>
ReadFlowHead(const Packet& frame)
{
    Ptr<Packet> packet = frame.Copy();
    PppHeader ppp;
    Ipv4Header ip;
    if (packet->RemoveHeader(ppp) == 0 || packet->RemoveHeader(ip) == 0)
    {
        return std::nullopt;
    }
    return ReadFlowHead(ip, *packet);
}

} // namespace ns3::bacepipe
