// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-link-counter.h"

#include "ns3/bace-express-link.h"
#include "ns3/bace-link-history.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

namespace ns3::bacepipe
{

LinkCounter::LinkCounter(const WanLink& link, const std::shared_ptr<const PortAllocator>& ports)
    : m_ports(ports),
      m_meter(CreateObject<LinkMeter>()),
      m_service(std::make_shared<ServiceMeter>(link.rate, link.delay))
{
    m_meter->SetCapacity(GetCapacity(link));
}

void
LinkCounter::WatchExpress(const Ptr<PointToPointNetDevice>& device, bool changes)
{
    const auto self = shared_from_this();
    const auto count = [self](uint32_t bytes, const Time& start, uint16_t port) {
        self->m_meter->CountTransmission(bytes, start);
        self->CountForOwner(bytes, start, port);
    };
    Ptr<ExpressLink> link = ExpressLink::Of(device);
    link->TraceConnectWithoutContext(
        "Transmission",
        Callback<void, uint32_t, Time, uint64_t, uint16_t>(
            [=](uint32_t bytes, Time start, uint64_t queued, uint16_t port) {
                if (!changes)
                {
                    count(bytes, start, port);
                }
                self->m_meter->CountQueue(queued);
                self->CountQueue(queued);
            }));
    if (changes)
    {
        link->TraceConnectWithoutContext(
            "Departure",
            Callback<void, uint32_t, uint16_t>(
                [=](uint32_t bytes, uint16_t port) { count(bytes, Simulator::Now(), port); }));
    }
    const Callback<void, uint32_t> countDrop([self](uint32_t) { self->m_meter->CountDrop(); });
    link->TraceConnectWithoutContext("Drop", countDrop);
    link->TraceConnectWithoutContext("Loss", countDrop);
}

void
LinkCounter::WatchStack(const LinkDevices& devices)
{
    m_meter->Attach(devices.source, devices.destination);
    devices.source->TraceConnectWithoutContext(
        "PhyTxBegin",
        Callback<void, Ptr<const Packet>>([self = shared_from_this()](Ptr<const Packet> packet) {
            self->CountForOwner(packet->GetSize(),
                                Simulator::Now(),
                                ServiceMeter::FindPort(*packet));
        }));
    WatchQueue(devices.source->GetQueue());
    auto control = devices.source->GetNode()->GetObject<TrafficControlLayer>();
    if (Ptr<QueueDisc> disc = control->GetRootQueueDiscOnDevice(devices.source))
    {
        WatchDisc(disc);
    }
}

void
LinkCounter::WatchDisc(const Ptr<QueueDisc>& disc)
{
    m_meter->Attach(disc);
    WatchQueue(disc);
}

template <typename QueueType>
void
LinkCounter::WatchQueue(const Ptr<QueueType>& queue)
{
    queue->TraceConnectWithoutContext(
        "BytesInQueue",
        Callback<void, uint32_t, uint32_t>(
            [self = shared_from_this()](uint32_t, uint32_t after) { self->CountQueue(after); }));
}

void
LinkCounter::SetHistory(const std::shared_ptr<LinkSeries>& history)
{
    m_history = history;
}

void
LinkCounter::SetDetail(const std::shared_ptr<LinkSeries>& detail)
{
    m_detail = detail;
}

const LinkMeter&
LinkCounter::GetMeter() const
{
    return *m_meter;
}

const std::shared_ptr<ServiceMeter>&
LinkCounter::GetService() const
{
    return m_service;
}

const std::shared_ptr<LinkSeries>&
LinkCounter::GetHistory() const
{
    return m_history;
}

void
LinkCounter::CountForOwner(uint32_t bytes, const Time& start, uint16_t port)
{
    const uint32_t owner = m_ports->GetOwner(port);
    const Time end = m_service->Count(owner, bytes, start);
    if (m_history)
    {
        m_history->Count(owner, bytes, start, end);
    }
    if (m_detail)
    {
        m_detail->Count(owner, bytes, start, end);
    }
}

void
LinkCounter::CountQueue(uint64_t bytes)
{
    if (!m_history && !m_detail)
    {
        return;
    }
    const Time now = Simulator::Now();
    if (m_history)
    {
        m_history->CountQueue(bytes, now);
    }
    if (m_detail)
    {
        m_detail->CountQueue(bytes, now);
    }
}

} // namespace ns3::bacepipe
