// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-datagram-traffic.h"

#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(DatagramTraffic);

TypeId
DatagramTraffic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::DatagramTraffic")
            .SetParent<CrossTraffic>()
            .SetGroupName("BacePipe")
            .AddConstructor<DatagramTraffic>()
            .AddAttribute("Rate",
                          "Rate while on, in bits of IPv4 packets",
                          DataRateValue(DataRate("1Gbps")),
                          MakeDataRateAccessor(&DatagramTraffic::m_rate),
                          MakeDataRateChecker())
            .AddAttribute(
                "PacketSize",
                "Payload bytes of a packet; the IPv4 packet has 52 bytes more, and every "
                "MTU on the path must hold it",
                UintegerValue(60000),
                MakeUintegerAccessor(&DatagramTraffic::m_packetSize),
                MakeUintegerChecker<uint32_t>(1, 65535 - StripedMessageChannel::PACKET_OVERHEAD))
            .AddAttribute("OnTime",
                          "Random variable of the length of on-periods, seconds",
                          StringValue("ns3::ConstantRandomVariable[Constant=1]"),
                          MakePointerAccessor(&DatagramTraffic::m_on),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("OffTime",
                          "Random variable of the length of off-periods, seconds; without one it "
                          "is always on",
                          PointerValue(),
                          MakePointerAccessor(&DatagramTraffic::m_off),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Path",
                          "Way of the packets through the network, as that of BulkMessageChannel",
                          EnumValue(BulkMessageChannel::STACK),
                          MakeEnumAccessor(&DatagramTraffic::m_path),
                          MakeEnumChecker(BulkMessageChannel::STACK,
                                          "Stack",
                                          BulkMessageChannel::EXPRESS,
                                          "Express"));
    return tid;
}

int64_t
DatagramTraffic::AssignStreams(int64_t stream)
{
    m_on->SetStream(stream);
    if (m_off)
    {
        m_off->SetStream(stream + 1);
    }
    return 2;
}

uint64_t
DatagramTraffic::GetSentBytes() const
{
    return m_sent * m_packetSize;
}

uint64_t
DatagramTraffic::GetDeliveredBytes() const
{
    return m_arrivedBytes;
}

uint64_t
DatagramTraffic::GetLostPackets() const
{
    return m_expected - m_arrived;
}

void
DatagramTraffic::Begin()
{
    if (m_port == 0)
    {
        Open();
    }
    SwitchOn();
}

void
DatagramTraffic::End()
{
    m_switch.Cancel();
    Halt();
}

void
DatagramTraffic::Open()
{
    m_port = GetPorts().Take(1, m_owner);
    m_ends.port = m_port;
    m_pair = BulkEndpointPair::Make(m_ends, 0, m_path == BulkMessageChannel::EXPRESS);
    m_pair.source->SetListener(*this);
    m_pair.destination->SetListener(*this);
}

void
DatagramTraffic::SwitchOn()
{
    if (m_off)
    {
        m_switch =
            Simulator::Schedule(Seconds(m_on->GetValue()), &DatagramTraffic::SwitchOff, this);
    }
    m_next = Simulator::Schedule(m_left, &DatagramTraffic::Send, this);
}

void
DatagramTraffic::SwitchOff()
{
    Halt();
    m_switch = Simulator::Schedule(Seconds(m_off->GetValue()), &DatagramTraffic::SwitchOn, this);
}

void
DatagramTraffic::Halt()
{
    if (!m_next.IsExpired())
    {
        m_left = Simulator::GetDelayLeft(m_next);
        m_next.Cancel();
    }
}

void
DatagramTraffic::Send()
{
    BulkDataHeader header;
    header.segment = m_sent++;
    header.timestamp = Simulator::Now().GetNanoSeconds();
    m_pair.source->Send(header, {m_packetSize, nullptr});
    m_next = Simulator::Schedule(TakeInterval(), &DatagramTraffic::Send, this);
}

Time
DatagramTraffic::TakeInterval()
{
    const double bits = 8. * (m_packetSize + StripedMessageChannel::PACKET_OVERHEAD);
    const double steps = bits / static_cast<double>(m_rate.GetBitRate()) *
                             static_cast<double>(Seconds(1).GetTimeStep()) +
                         m_fraction;
    // At least one, or the clock would stand still.
    const double whole = std::max(std::floor(steps), 1.);
    m_fraction = std::max(steps - whole, 0.);
    return TimeStep(static_cast<uint64_t>(whole));
}

void
DatagramTraffic::HandleData(const BulkDataHeader& header,
                            const MessageStream::Piece& payload,
                            bool /* congested */)
{
    ++m_arrived;
    m_arrivedBytes += payload.bytes;
    m_expected = std::max(m_expected, header.segment + 1);
    m_delivered(payload.bytes);
}

void
DatagramTraffic::HandleAck(const BulkAckHeader& /* header */)
{
}

void
DatagramTraffic::DoDispose()
{
    End();
    m_pair = BulkEndpointPair();
    CrossTraffic::DoDispose();
}

} // namespace ns3::bacepipe
