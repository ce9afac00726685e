// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FLOW_TRAFFIC_H
#define BACE_FLOW_TRAFFIC_H

#include "ns3/bace-cross-traffic.h"
#include "ns3/bace-striped-message-channel.h"
#include "ns3/event-id.h"
#include "ns3/object-factory.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Connections that always have data to send.
 *
 * They are those of a message channel that is given a message for each one that arrives. At a pause
 * and at the end they are gone, and after a pause there are new ones, which begin with a slow
 * start. Connections that break are made anew as well.
 */
class FlowTraffic : public CrossTraffic
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    uint64_t GetSentBytes() const override;

    /// @return payload of messages that have arrived whole
    uint64_t GetDeliveredBytes() const override;

    /// @return packets sent again, counted in payload of full ones, rounded up
    uint64_t GetLostPackets() const override;

  protected:
    void Begin() override;
    void End() override;
    void DoDispose() override;

  private:
    /// Makes new connections in place of broken ones.
    void Renew();

    /// A message has arrived: another is sent.
    void Refill(uint64_t id, uint64_t bytes);

    ObjectFactory m_factory;              //!< of the channel
    uint64_t m_messageSize;               //!< bytes
    uint32_t m_messages;                  //!< queued or under way
    Ptr<StripedMessageChannel> m_channel; //!< while active
    EventId m_renewal;                    //!< of connections that broke
    uint64_t m_sentBytes{0};              //!< by channels that are gone
    uint64_t m_deliveredBytes{0};         //!< by all
    uint64_t m_retransmittedBytes{0};     //!< by channels that are gone
};

} // namespace ns3::bacepipe

#endif // BACE_FLOW_TRAFFIC_H
