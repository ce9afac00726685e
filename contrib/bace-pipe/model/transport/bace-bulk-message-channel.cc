// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-message-channel.h"

#include "ns3/bace-bulk-connection.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(BulkMessageChannel);

TypeId
BulkMessageChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::BulkMessageChannel")
            .SetParent<StripedMessageChannel>()
            .SetGroupName("BacePipe")
            .AddConstructor<BulkMessageChannel>()
            .AddAttribute("SegmentSize",
                          "Most payload bytes of a packet, message framing included; the packet "
                          "has 52 bytes more, and every MTU on the path must hold it",
                          UintegerValue(60000),
                          MakeUintegerAccessor(&BulkMessageChannel::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65535 - PACKET_OVERHEAD))
            .AddAttribute("MaxWindow",
                          "Receive window: bytes that each connection may have sent and not "
                          "acknowledged",
                          UintegerValue(uint64_t{4} << 30),
                          MakeUintegerAccessor(&BulkMessageChannel::m_maxWindow),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Turn",
                          "Bytes of a message that one connection sends before the next does, as "
                          "far as their windows allow; NCCL's share",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&BulkMessageChannel::m_turn),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("RestartAfterIdle",
                          "Whether the congestion window decays while nothing is sent, half of it "
                          "a retransmission timeout, down to the initial window (RFC 2861; Linux: "
                          "tcp_slow_start_after_idle); not under TcpBbr",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BulkMessageChannel::m_restartAfterIdle),
                          MakeBooleanChecker())
            .AddAttribute("Path",
                          "Way of the packets through the network: Stack, ns-3's IPv4 stack, queue "
                          "discs and devices; or Express, the same point-to-point links at one "
                          "event a hop",
                          EnumValue(STACK),
                          MakeEnumAccessor(&BulkMessageChannel::m_path),
                          MakeEnumChecker(STACK, "Stack", EXPRESS, "Express"))
            .AddTraceSource("CongestionWindow",
                            "Congestion window, bytes: connection, old, new",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_congestionWindowTrace),
                            "ns3::bacepipe::BulkMessageChannel::BytesTracedCallback")
            .AddTraceSource("SlowStartThreshold",
                            "Slow start threshold, bytes; 2^64 - 1 until there is one: connection, "
                            "old, new",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_slowStartThresholdTrace),
                            "ns3::bacepipe::BulkMessageChannel::BytesTracedCallback")
            .AddTraceSource("RTT",
                            "Last measurement of the round-trip time: connection, old, new",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_rttTrace),
                            "ns3::bacepipe::BulkMessageChannel::RttTracedCallback")
            .AddTraceSource("State",
                            "State of the connection, one of ns-3's for TCP: connection, old, new",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_stateTrace),
                            "ns3::bacepipe::BulkMessageChannel::StateTracedCallback")
            .AddTraceSource("CongState",
                            "State of the congestion control: connection, old, new",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_congestionStateTrace),
                            "ns3::bacepipe::BulkMessageChannel::CongestionStateTracedCallback")
            .AddTraceSource("CongestionEstimate",
                            "TcpDctcp's estimate of the share of segments that are marked, once a "
                            "round trip: connection, old, new",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_congestionEstimateTrace),
                            "ns3::bacepipe::BulkMessageChannel::EstimateTracedCallback")
            .AddTraceSource("Retransmission",
                            "A segment was sent again: connection, number, payload bytes",
                            MakeTraceSourceAccessor(&BulkMessageChannel::m_retransmissionTrace),
                            "ns3::bacepipe::BulkMessageChannel::RetransmissionTracedCallback");
    return tid;
}

BulkMessageChannel::BulkMessageChannel()
    : StripedMessageChannel("bulk", "the window"),
      m_traces{m_congestionWindowTrace,
               m_slowStartThresholdTrace,
               m_rttTrace,
               m_stateTrace,
               m_congestionStateTrace,
               m_congestionEstimateTrace,
               m_retransmissionTrace}
{
}

BulkMessageChannel::~BulkMessageChannel()
{
    BulkMessageChannel::Close();
}

void
BulkMessageChannel::DoOpen()
{
    // Packets of an earlier channel on the same ports may still be under way.
    const auto now = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    const auto tag = static_cast<uint32_t>(now ^ now >> 32);
    for (uint32_t i = 0; i < m_connectionCount; ++i)
    {
        AddConnection(std::make_unique<BulkConnection>(*this, i, tag));
    }
}

BulkSenderOptions
BulkMessageChannel::GetSenderOptions(uint32_t index) const
{
    BulkSenderOptions options;
    options.congestion.congestionControl = m_congestionControl;
    options.congestion.segmentSize = m_segmentSize;
    options.congestion.initialWindow = m_initialWindow;
    options.congestion.maxWindow = std::max<uint64_t>(m_maxWindow / m_segmentSize, 1);
    options.congestion.pacing = m_pacing;
    options.congestion.pacingSsRatio = m_pacingSsRatio;
    options.congestion.pacingCaRatio = m_pacingCaRatio;
    options.congestion.restartAfterIdle = m_restartAfterIdle;
    options.congestion.useEcn = m_useEcn == TcpSocketState::On;
    options.congestion.maxRate =
        m_maxPacingRate.GetBitRate() * m_segmentSize / (m_segmentSize + PACKET_OVERHEAD);
    options.congestion.randomStream = GetRandomStream(m_endpoints.source, index);
    options.minRto = m_minRto;
    options.delayedAckTimeout = m_delayedAckTimeout;
    options.connectTimeout = m_connectTimeout;
    options.connectAttempts = m_connectAttempts;
    options.paceInitialWindow = m_paceInitialWindow;
    options.maxRate = m_maxPacingRate.GetBitRate();
    return options;
}

} // namespace ns3::bacepipe
