// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-link-meter.h"

#include "ns3/queue.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(LinkMeter);

TypeId
LinkMeter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::LinkMeter")
                            .SetParent<Object>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<LinkMeter>()
                            .AddAttribute("Window",
                                          "Length of the windows among which the peak is sought.",
                                          TimeValue(Seconds(1)),
                                          MakeTimeAccessor(&LinkMeter::m_window),
                                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

void
LinkMeter::SetCapacity(const RateSteps& capacity)
{
    m_capacity = capacity;
}

void
LinkMeter::Attach(Ptr<PointToPointNetDevice> source, Ptr<PointToPointNetDevice> destination)
{
    source->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&LinkMeter::Sent, this));
    source->GetQueue()->TraceConnectWithoutContext("Drop", MakeCallback(&LinkMeter::Dropped, this));
    source->GetQueue()->TraceConnectWithoutContext("BytesInQueue",
                                                   MakeCallback(&LinkMeter::QueueChanged, this));
    destination->TraceConnectWithoutContext("PhyRxDrop", MakeCallback(&LinkMeter::Dropped, this));
}

void
LinkMeter::Attach(Ptr<QueueDisc> disc)
{
    // A disc tells what its classes do as well.
    disc->TraceConnectWithoutContext("Drop",
                                     Callback<void, Ptr<const QueueDiscItem>>(
                                         [this](Ptr<const QueueDiscItem>) { CountDrop(); }));
    disc->TraceConnectWithoutContext(
        "Mark",
        Callback<void, Ptr<const QueueDiscItem>, const char*>(
            [this](Ptr<const QueueDiscItem>, const char*) { ++m_marks; }));
    disc->TraceConnectWithoutContext("BytesInQueue", MakeCallback(&LinkMeter::QueueChanged, this));
}

void
LinkMeter::Sent(Ptr<const Packet> packet)
{
    CountTransmission(packet->GetSize(), Simulator::Now());
}

void
LinkMeter::CountTransmission(uint32_t bytes, Time start)
{
    m_bytes += bytes;
    ++m_packets;
    const int64_t window = start.GetTimeStep() / m_window.GetTimeStep();
    if (window != m_currentWindow)
    {
        m_peakWindowBytes = GetPeakWindowBytes();
        m_peakUtilization = GetPeakUtilization();
        m_currentWindow = window;
        m_windowBytes = 0;
    }
    m_windowBytes += bytes;
}

void
LinkMeter::CountDrop()
{
    ++m_drops;
}

void
LinkMeter::Dropped(Ptr<const Packet>)
{
    CountDrop();
}

void
LinkMeter::QueueChanged(uint32_t, uint32_t after)
{
    CountQueue(after);
}

void
LinkMeter::CountQueue(uint64_t bytes)
{
    m_maxQueueBytes = std::max(m_maxQueueBytes, bytes);
}

uint64_t
LinkMeter::GetBytes() const
{
    return m_bytes;
}

uint64_t
LinkMeter::GetPackets() const
{
    return m_packets;
}

uint64_t
LinkMeter::GetDrops() const
{
    return m_drops;
}

uint64_t
LinkMeter::GetMarks() const
{
    return m_marks;
}

uint64_t
LinkMeter::GetMaxQueueBytes() const
{
    return m_maxQueueBytes;
}

uint64_t
LinkMeter::GetPeakWindowBytes() const
{
    return std::max(m_peakWindowBytes, m_windowBytes);
}

double
LinkMeter::GetWindowUtilization() const
{
    if (m_windowBytes == 0)
    {
        return 0;
    }
    const Time start = m_window * m_currentWindow;
    return 8.0 * static_cast<double>(m_windowBytes) / m_capacity.GetMean(start, start + m_window) /
           m_window.GetSeconds();
}

double
LinkMeter::GetPeakUtilization() const
{
    return std::max(m_peakUtilization, GetWindowUtilization());
}

Time
LinkMeter::GetWindow() const
{
    return m_window;
}

} // namespace ns3::bacepipe
