// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_DELAY_BOUNDARY_H
#define BACE_DELAY_BOUNDARY_H

#include "ns3/bace-boundary.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <array>
#include <deque>

namespace ns3::bacepipe
{

/**
 * @brief A boundary inside a region or a host: a serial pipe each way, without packets.
 *
 * A message takes bytes / Bandwidth in the pipe, one message after the other, and Latency on top:
 * so a boundary slower than its stages sets the pace, as the equations say.
 */
class DelayBoundary : public Boundary
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /// @return bytes over Bandwidth, and Latency
    Time GetIdealTime(BoundaryMessage message) const override;
    void Close() override;
    std::string DescribeState() const override;

  protected:
    void DoSend(BoundaryMessage message,
                const MessageKey& key,
                uint64_t id,
                uint64_t bytes) override;
    void DoDispose() override;

  private:
    /**
     * @param bytes of a message
     * @return bytes over Bandwidth, s
     */
    double GetSeconds(uint64_t bytes) const;

    /// One direction of the pipe.
    struct Pipe
    {
        Time busyUntil;             //!< when the pipe has taken all messages sent so far
        std::deque<EventId> events; //!< arrivals to come, in order
    };

    DataRate m_bandwidth;        //!< of the pipe
    Time m_latency;              //!< added to each message
    std::array<Pipe, 2> m_pipes; //!< by BoundaryMessage
};

} // namespace ns3::bacepipe

#endif // BACE_DELAY_BOUNDARY_H
