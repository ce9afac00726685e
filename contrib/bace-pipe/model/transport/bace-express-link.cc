// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-express-link.h"

#include "ns3/abort.h"
#include "ns3/bace-express-route.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(ExpressLink);

namespace
{

/// When the event that is under way was scheduled, if it is an arrival over an express link.
std::optional<Time> g_cause;

/**
 * @param device a device
 * @return the device, for messages
 */
std::string
Describe(const NetDevice& device)
{
    Ptr<Node> node = device.GetNode();
    const std::string name = Names::FindName(node);
    return "device " + std::to_string(device.GetIfIndex()) + " of node " +
           (name.empty() ? std::to_string(node->GetId()) : name);
}

} // namespace

TypeId
ExpressLink::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::ExpressLink")
            .SetParent<Object>()
            .SetGroupName("BacePipe")
            .AddTraceSource("Transmission",
                            "A packet was taken into the queue: bytes, when its transmission "
                            "begins, bytes in the queue with it, its destination port",
                            MakeTraceSourceAccessor(&ExpressLink::m_transmission),
                            "ns3::bacepipe::ExpressLink::TransmissionTracedCallback")
            .AddTraceSource("Drop",
                            "A packet found the queue full: bytes",
                            MakeTraceSourceAccessor(&ExpressLink::m_drop),
                            "ns3::bacepipe::ExpressLink::BytesTracedCallback")
            .AddTraceSource("Loss",
                            "A packet was lost on the way by the error model: bytes",
                            MakeTraceSourceAccessor(&ExpressLink::m_loss),
                            "ns3::bacepipe::ExpressLink::BytesTracedCallback")
            .AddTraceSource("Departure",
                            "The transmission of a packet begins, which costs an event: bytes, its "
                            "destination port",
                            MakeTraceSourceAccessor(&ExpressLink::m_departure),
                            "ns3::bacepipe::ExpressLink::DepartureTracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The transmission of a packet begins, which costs an event; the packet "
                            "with all headers",
                            MakeTraceSourceAccessor(&ExpressLink::m_txBegin),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A packet has arrived at the other end; the packet with all headers",
                            MakeTraceSourceAccessor(&ExpressLink::m_rxEnd),
                            "ns3::Packet::TracedCallback");
    return tid;
}

Ptr<ExpressLink>
ExpressLink::Of(Ptr<PointToPointNetDevice> device)
{
    Ptr<ExpressLink> link = device->GetObject<ExpressLink>();
    if (!link)
    {
        link = CreateObject<ExpressLink>();
        link->SetUp(device);
        device->AggregateObject(link);
    }
    return link;
}

void
ExpressLink::SetUp(Ptr<PointToPointNetDevice> device)
{
    Ptr<Channel> channel = device->GetChannel();
    // A class derived from it might do something else to packets.
    NS_ABORT_MSG_UNLESS(channel && channel->GetNDevices() == 2 &&
                            channel->GetInstanceTypeId() == PointToPointChannel::GetTypeId(),
                        "no express packets over "
                            << Describe(*device)
                            << ": its channel is not a plain "
                               "PointToPointChannel; use the path \"Stack\"");
    Ptr<NetDevice> other = channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0);
    m_sender = PeekPointer(device);
    m_receiver = PeekPointer(DynamicCast<PointToPointNetDevice>(other));
    m_receiverNode = other->GetNode()->GetId();
    NS_ABORT_MSG_UNLESS(DynamicCast<DropTailQueue<Packet>>(m_sender->GetQueue()),
                        "no express packets over "
                            << Describe(*m_sender)
                            << ": its queue is no DropTailQueue; use the path \"Stack\"");
    Ptr<TrafficControlLayer> control = m_sender->GetNode()->GetObject<TrafficControlLayer>();
    NS_ABORT_MSG_IF(control && control->GetRootQueueDiscOnDevice(m_sender),
                    "no express packets over "
                        << Describe(*m_sender)
                        << ": it has a queue disc; uninstall it or use the path \"Stack\"");
    m_senderInterface = GetInterface(*m_sender);
    m_receiverInterface = GetInterface(*m_receiver);
    // With flow control ns-3's device takes packets as long as the largest one has room.
    m_room = m_sender->GetObject<NetDeviceQueueInterface>() ? m_sender->GetMtu() : 0;
    m_rate.Bind(*m_sender, "DataRate");
    m_gap.Bind(*m_sender, "InterframeGap");
    m_delay.Bind(*channel, "Delay");
    m_errors.Bind(*m_receiver, "ReceiveErrorModel");
}

Ptr<Ipv4Interface>
ExpressLink::GetInterface(const PointToPointNetDevice& device)
{
    Ptr<Ipv4L3Protocol> ipv4 = device.GetNode()->GetObject<Ipv4L3Protocol>();
    const int32_t interface = ipv4 ? ipv4->GetInterfaceForDevice(&device) : -1;
    NS_ABORT_MSG_IF(interface < 0,
                    "no express packets over " << Describe(device) << ": it has no IPv4");
    return ipv4->GetInterface(interface);
}

void
ExpressLink::Send(std::unique_ptr<ExpressPacket> packet)
{
    if (!m_used)
    {
        TakeDevice();
    }
    const Time now = Simulator::Now();
    Update();
    AdvanceQueue();
    const uint32_t bytes = packet->bytes;
    const QueueSize limit = m_sender->GetQueue()->GetMaxSize();
    const uint64_t filled = limit.GetUnit() == QueueSizeUnit::BYTES
                                ? m_queuedBytes + std::max(bytes, m_room)
                                : m_line.size() - m_started + 1;
    if (filled > limit.GetValue() || !m_senderInterface->IsUp())
    {
        m_drop(bytes);
        return;
    }
    const bool idle = m_started == m_line.size() && IsOver(m_free);
    const Time start = Max(now, m_free);
    m_queuedBytes += bytes;
    m_transmission(bytes, start, m_queuedBytes, packet->route->GetDestination().port);
    m_line.push_back(Entry{start, start, std::move(packet)});
    SetTimes(m_line.back());
    if (idle)
    {
        StartNext();
    }
    if (IsWatched() && !m_nextDeparture.IsRunning())
    {
        m_departed = m_line.size() - 1;
        ScheduleDeparture();
    }
    if (m_line.size() == 1)
    {
        ScheduleArrival();
    }
}

void
ExpressLink::TakeDevice()
{
    if (m_sender->GetQueue()->GetNPackets() > 0)
    {
        RefuseStackPacket(nullptr);
    }
    m_used = true;
    m_sender->TraceConnectWithoutContext("MacTx",
                                         MakeCallback(&ExpressLink::RefuseStackPacket, this));
}

bool
ExpressLink::IsOver(Time end) const
{
    // In a tie ns-3 runs first what was scheduled first: the end of a transmission was at its
    // beginning, an arrival when the packet set out on the link before.
    const Time now = Simulator::Now();
    return end < now || (end == now && m_lastStart < g_cause.value_or(now));
}

void
ExpressLink::AdvanceQueue()
{
    while (m_started < m_line.size() && IsOver(m_line[m_started].start))
    {
        StartNext();
    }
}

void
ExpressLink::StartNext()
{
    const Entry& entry = m_line[m_started];
    m_queuedBytes -= entry.packet->bytes;
    m_lastStart = entry.start;
    ++m_started;
}

void
ExpressLink::SetTimes(Entry& entry)
{
    const uint32_t bytes = entry.packet->bytes;
    if (bytes != m_timedBytes)
    {
        m_timedBytes = bytes;
        m_timedTime = DataRate(m_timedRate).CalculateBytesTxTime(bytes);
    }
    const Time end = entry.start + m_timedTime;
    m_free = end + m_gap.Get().Get();
    entry.arrival = Max(end + m_timedDelay, m_lastArrival);
    m_lastArrival = entry.arrival;
}

void
ExpressLink::Update()
{
    const uint64_t rate = m_rate.Get().Get().GetBitRate();
    const Time delay = m_delay.Get().Get();
    if (rate == m_timedRate && delay == m_timedDelay)
    {
        return;
    }
    m_timedRate = rate;
    m_timedDelay = delay;
    m_timedBytes = 0;
    AdvanceQueue();
    if (m_started == m_line.size())
    {
        return;
    }
    // What waits leaves at the new rate; what is leaving goes on at the old one.
    m_free = m_line[m_started].start;
    m_lastArrival = m_started > 0 ? m_line[m_started - 1].arrival : Simulator::Now();
    for (std::size_t i = m_started; i < m_line.size(); ++i)
    {
        m_line[i].start = m_free;
        SetTimes(m_line[i]);
    }
    if (m_nextDeparture.IsRunning())
    {
        m_nextDeparture.Cancel();
        ScheduleDeparture();
    }
}

bool
ExpressLink::IsWatched() const
{
    return !m_departure.IsEmpty() || !m_txBegin.IsEmpty();
}

void
ExpressLink::ScheduleDeparture()
{
    m_nextDeparture = Simulator::Schedule(m_line[m_departed].start - Simulator::Now(),
                                          &ExpressLink::Depart,
                                          this);
}

void
ExpressLink::Depart()
{
    const ExpressPacket& packet = *m_line[m_departed].packet;
    ++m_departed;
    if (m_departed < m_line.size())
    {
        ScheduleDeparture();
    }
    m_departure(packet.bytes, packet.route->GetDestination().port);
    if (!m_txBegin.IsEmpty())
    {
        m_txBegin(packet.MakeWirePacket());
    }
}

void
ExpressLink::ScheduleArrival()
{
    Simulator::ScheduleWithContext(m_receiverNode,
                                   m_line.front().arrival - Simulator::Now(),
                                   &ExpressLink::Arrive,
                                   this);
}

void
ExpressLink::Arrive()
{
    if (m_rate.Get().Get().GetBitRate() != m_timedRate)
    {
        Update();
    }
    while (m_started == 0)
    {
        StartNext();
    }
    if (m_departed == 0 && m_nextDeparture.IsRunning())
    {
        m_nextDeparture.Cancel(); // of this instant
        Depart();
    }
    std::unique_ptr<ExpressPacket> packet = std::move(m_line.front().packet);
    const Time start = m_line.front().start;
    m_line.pop_front();
    --m_started;
    m_departed -= std::min<std::size_t>(m_departed, 1);
    if (!m_line.empty())
    {
        ScheduleArrival();
    }
    if (IsLost(packet->bytes) || !m_receiverInterface->IsUp())
    {
        m_loss(packet->bytes);
        return;
    }
    if (!m_rxEnd.IsEmpty())
    {
        m_rxEnd(packet->MakeWirePacket());
    }
    g_cause = start;
    ExpressRoute::Forward(std::move(packet));
    g_cause.reset();
}

bool
ExpressLink::IsLost(uint32_t bytes)
{
    Ptr<ErrorModel> errors = m_errors.Get().Get<ErrorModel>();
    return errors && errors->IsCorrupt(Create<Packet>(bytes));
}

uint16_t&
ExpressLink::GetIdentification(Ipv4Address source, Ipv4Address destination)
{
    return m_identifications[{source, destination}];
}

Ptr<PointToPointNetDevice>
ExpressLink::GetReceiver() const
{
    return m_receiver;
}

void
ExpressLink::RefuseStackPacket(Ptr<const Packet>)
{
    NS_FATAL_ERROR(Describe(*m_sender) << " carries express packets and was given one by ns-3's "
                                          "stack: they would not see each other; use the path "
                                          "\"Stack\" for all");
}

void
ExpressLink::DoDispose()
{
    m_senderInterface = nullptr;
    m_receiverInterface = nullptr;
    m_nextDeparture.Cancel();
    m_line.clear();
    m_started = 0;
    m_departed = 0;
    m_queuedBytes = 0;
    Object::DoDispose();
}

} // namespace ns3::bacepipe
