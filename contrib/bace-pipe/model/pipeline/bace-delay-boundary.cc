// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-delay-boundary.h"

#include "ns3/bace-clock.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(DelayBoundary);

TypeId
DelayBoundary::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::DelayBoundary")
                            .SetParent<Boundary>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<DelayBoundary>()
                            .AddAttribute("Bandwidth",
                                          "Rate at which messages enter the pipe.",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&DelayBoundary::m_bandwidth),
                                          MakeDataRateChecker())
                            .AddAttribute("Latency",
                                          "Time added to each message.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&DelayBoundary::m_latency),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

double
DelayBoundary::GetSeconds(uint64_t bytes) const
{
    // In doubles: DataRate::CalculateBytesTxTime takes 32-bit byte counts.
    return 8.0 * bytes / m_bandwidth.GetBitRate();
}

Time
DelayBoundary::GetIdealTime(BoundaryMessage) const
{
    return Seconds(GetSeconds(GetMessageBytes())) + m_latency;
}

void
DelayBoundary::DoSend(BoundaryMessage message,
                      const MessageKey& /* key */,
                      uint64_t id,
                      uint64_t bytes)
{
    auto& pipe = m_pipes[static_cast<std::size_t>(message)];
    const double seconds = GetSeconds(bytes);
    const Time begin = std::max(pipe.busyUntil, Simulator::Now());
    CheckClock((begin - Simulator::Now()).GetSeconds() + seconds);
    const Time transmission = Seconds(seconds);
    pipe.busyUntil = begin + transmission;
    pipe.events.push_back(Simulator::Schedule(pipe.busyUntil + m_latency - Simulator::Now(),
                                              [this, &pipe, message, id, bytes]() {
                                                  pipe.events.pop_front();
                                                  Arrive(message, id, bytes);
                                              }));
}

void
DelayBoundary::Close()
{
    for (auto& pipe : m_pipes)
    {
        for (auto& event : pipe.events)
        {
            event.Cancel();
        }
        pipe.events.clear();
    }
}

std::string
DelayBoundary::DescribeState() const
{
    return std::to_string(GetInFlight()) + " messages in a delay of the region";
}

void
DelayBoundary::DoDispose()
{
    Close();
    Boundary::DoDispose();
}

} // namespace ns3::bacepipe
