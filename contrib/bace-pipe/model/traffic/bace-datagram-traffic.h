// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_DATAGRAM_TRAFFIC_H
#define BACE_DATAGRAM_TRAFFIC_H

#include "ns3/bace-bulk-endpoint-pair.h"
#include "ns3/bace-bulk-message-channel.h"
#include "ns3/bace-cross-traffic.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Datagrams at a rate that heeds no congestion, all the time or now and then.
 *
 * They are UDP with the header of the bulk transport's data packets, so that they can go where
 * those go. Over on-periods the time to the next packet runs on where it has stopped: the rate
 * while on is exact whatever the periods are. Each resumption begins with an on-period.
 */
class DatagramTraffic : public CrossTraffic, private BulkListener
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Fixes the random streams of the periods.
     * @param stream the first of two
     * @return how many were used
     */
    int64_t AssignStreams(int64_t stream);

    uint64_t GetSentBytes() const override;
    uint64_t GetDeliveredBytes() const override;

    /// @return packets sent before the last one that arrived, less those that arrived
    uint64_t GetLostPackets() const override;

  protected:
    void Begin() override;
    void End() override;
    void DoDispose() override;

  private:
    void HandleData(const BulkDataHeader& header,
                    const MessageStream::Piece& payload,
                    bool congested) override;
    void HandleAck(const BulkAckHeader& header) override;

    /// Takes a port at either end.
    void Open();

    /// An on-period begins.
    void SwitchOn();

    /// An off-period begins.
    void SwitchOff();

    /// Stops the clock to the next packet.
    void Halt();

    /// Sends a packet, and the next one when it is time.
    void Send();

    /// @return time from one packet to the next
    Time TakeInterval();

    DataRate m_rate;                 //!< while on, bits of IPv4 packets
    uint32_t m_packetSize;           //!< payload
    Ptr<RandomVariableStream> m_on;  //!< length of on-periods, s
    Ptr<RandomVariableStream> m_off; //!< length of off-periods, s; null: there are none
    BulkMessageChannel::Path m_path; //!< of its packets
    BulkEndpointPair m_pair;         //!< ports at either end
    uint16_t m_port{0};              //!< their number; 0 before the first packet
    EventId m_next;                  //!< the next packet
    EventId m_switch;                //!< the end of the period
    double m_fraction{0};            //!< of a step of the clock, that the next interval is longer
    Time m_left;                     //!< time to the next packet when the clock was stopped
    uint64_t m_sent{0};              //!< packets
    uint64_t m_arrived{0};           //!< packets
    uint64_t m_expected{0};          //!< one past the highest number that has arrived
    uint64_t m_arrivedBytes{0};      //!< payload
};

} // namespace ns3::bacepipe

#endif // BACE_DATAGRAM_TRAFFIC_H
