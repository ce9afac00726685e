// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cross-traffic.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(CrossTraffic);

TypeId
CrossTraffic::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::CrossTraffic")
                            .SetParent<Application>()
                            .SetGroupName("BacePipe")
                            .AddTraceSource("Delivered",
                                            "Payload has arrived: bytes",
                                            MakeTraceSourceAccessor(&CrossTraffic::m_delivered),
                                            "ns3::bacepipe::CrossTraffic::DeliveredTracedCallback")
                            .AddTraceSource("Active",
                                            "Whether it sends: old, new",
                                            MakeTraceSourceAccessor(&CrossTraffic::m_active),
                                            "ns3::TracedValueCallback::Bool");
    return tid;
}

void
CrossTraffic::SetUp(const ChannelEndpoints& ends, std::shared_ptr<PortAllocator> ports)
{
    m_ends = ends;
    m_ports = std::move(ports);
}

void
CrossTraffic::SetOwner(uint32_t owner)
{
    m_owner = owner;
}

void
CrossTraffic::Pause()
{
    m_paused = true;
    Update();
}

void
CrossTraffic::Resume()
{
    m_paused = false;
    Update();
}

Time
CrossTraffic::GetActiveTime() const
{
    return m_active ? m_activeTime + Simulator::Now() - m_since : m_activeTime;
}

PortAllocator&
CrossTraffic::GetPorts() const
{
    NS_ABORT_MSG_UNLESS(m_ports, "cross traffic was not set up");
    return *m_ports;
}

void
CrossTraffic::StartApplication()
{
    m_started = true;
    Update();
}

void
CrossTraffic::StopApplication()
{
    m_started = false;
    Update();
}

void
CrossTraffic::Update()
{
    const bool active = m_started && !m_paused;
    if (active == m_active)
    {
        return;
    }
    m_activeTime = GetActiveTime();
    m_since = Simulator::Now();
    m_active = active;
    if (active)
    {
        Begin();
    }
    else
    {
        End();
    }
}

void
CrossTraffic::DoDispose()
{
    m_ends = ChannelEndpoints();
    m_ports = nullptr;
    Application::DoDispose();
}

} // namespace ns3::bacepipe
