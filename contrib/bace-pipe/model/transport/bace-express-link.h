// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_EXPRESS_LINK_H
#define BACE_EXPRESS_LINK_H

#include "ns3/bace-express-packet.h"
#include "ns3/bace-live-attribute.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace ns3::bacepipe
{

/**
 * @brief One direction of a point-to-point link, at one event a packet.
 *
 * It is aggregated to the PointToPointNetDevice that sends, and does to express packets what the
 * device, its drop-tail queue, its channel and the receive error model at the other end do to
 * ns-3's: a packet that finds the queue full is dropped; else it leaves when those before it have
 * left, takes its size over the rate, and arrives a delay later, unless the error model loses it or
 * an IPv4 interface at either end is down.
 * A queue is not an object here but arithmetic: a packet departs at max(now, time at which the link
 * is free), so neither the end of a transmission nor the queue needs an event. Of all packets under
 * way only the first has an event, so that ns-3's scheduler stays small whatever the
 * bandwidth-delay product.
 *
 * Packets of ns-3's stack and express packets would not see each other: the run is aborted, with
 * the name of the device, when a device that carries express packets is given one by the stack.
 *
 * Rate, interframe gap, delay, queue size and error model are those of the device and its channel
 * at the instant at which a packet is sent or arrives: changes of their attributes during a run
 * take effect with the next packet, or at once with Update(). What waits leaves at the new rate and
 * takes the new delay; what is being sent or has left keeps the old ones, and a delay that becomes
 * shorter does not make packets overtake each other.
 */
class ExpressLink : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Signature of Transmission.
     * @param bytes of the packet on the wire
     * @param start when the link begins to send it; may lie in the future, and then changes with
     *        the rate: Departure tells it when it has come
     * @param queued bytes in the queue, this packet included
     * @param port at which the packet will arrive
     */
    using TransmissionTracedCallback = void (*)(uint32_t bytes,
                                                Time start,
                                                uint64_t queued,
                                                uint16_t port);

    /**
     * Signature of Departure.
     * @param bytes of the packet on the wire
     * @param port at which the packet will arrive
     */
    using DepartureTracedCallback = void (*)(uint32_t bytes, uint16_t port);

    /**
     * Signature of Drop and Loss; an interface that is down drops, too.
     * @param bytes of the packet on the wire
     */
    using BytesTracedCallback = void (*)(uint32_t bytes);

    /**
     * Aborts, saying why, when the device cannot be one end of an express link: it has no plain
     * PointToPointChannel with two devices, no DropTailQueue, no IPv4, or a queue disc above.
     * @param device that sends into the link
     * @return the link; made if need be, and the same each time
     */
    static Ptr<ExpressLink> Of(Ptr<PointToPointNetDevice> device);

    /**
     * Sends a packet.
     * @param packet to send; dropped when the queue is full
     */
    void Send(std::unique_ptr<ExpressPacket> packet);

    /// Looks whether the device's rate or the channel's delay has changed; if so, what waits leaves
    /// at the new ones.
    void Update();

    /**
     * IPv4 counts the packets from one address to another. Here those do that begin on this link.
     * @param source of the packets
     * @param destination of the packets
     * @return the identification of the next one; lives as long as this
     */
    uint16_t& GetIdentification(Ipv4Address source, Ipv4Address destination);

    /// @return the device at the other end
    Ptr<PointToPointNetDevice> GetReceiver() const;

  protected:
    void DoDispose() override;

  private:
    /// A packet in the queue or under way.
    struct Entry
    {
        Time start;                            //!< when its transmission begins
        Time arrival;                          //!< when it is at the other end
        std::unique_ptr<ExpressPacket> packet; //!< the packet
    };

    /**
     * @param device that sends
     */
    void SetUp(Ptr<PointToPointNetDevice> device);

    /// The first packet is to be sent: from now on the device is for express packets alone.
    void TakeDevice();

    /**
     * @param end of a transmission, the latest that has begun
     * @return whether ns-3 would have got to it already
     */
    bool IsOver(Time end) const;

    /// Takes out of the queue what has begun to leave.
    void AdvanceQueue();

    /// Takes the first packet out of the queue.
    void StartNext();

    /**
     * Sets the arrival of the last packet, and when the link is free after it.
     * @param entry of the packet; its start is set
     */
    void SetTimes(Entry& entry);

    /// @return whether somebody wants to know when transmissions begin
    bool IsWatched() const;

    /// Schedules what is told when the transmission of the next packet begins.
    void ScheduleDeparture();

    /// The transmission of a packet begins.
    void Depart();

    /**
     * @param bytes of a packet that has arrived
     * @return whether the receiver's present error model loses it
     */
    bool IsLost(uint32_t bytes);

    /// Schedules the arrival of the first packet.
    void ScheduleArrival();

    /// The first packet has arrived.
    void Arrive();

    /**
     * The stack has given the device a packet: aborts.
     * @param packet of the stack
     */
    void RefuseStackPacket(Ptr<const Packet> packet);

    /**
     * @param device a device
     * @return its IPv4 interface; aborts when it has none
     */
    static Ptr<Ipv4Interface> GetInterface(const PointToPointNetDevice& device);

    PointToPointNetDevice* m_sender{nullptr};   //!< owns this
    PointToPointNetDevice* m_receiver{nullptr}; //!< at the other end
    uint32_t m_receiverNode{0};                 //!< its node's id
    Ptr<Ipv4Interface> m_senderInterface;       //!< packets leave while it is up
    Ptr<Ipv4Interface> m_receiverInterface;     //!< packets are taken while it is up
    bool m_used{false};                         //!< whether a packet was sent

    LiveAttribute<DataRateValue> m_rate;  //!< of the sender
    LiveAttribute<TimeValue> m_gap;       //!< interframe gap, of the sender
    LiveAttribute<TimeValue> m_delay;     //!< of the channel
    LiveAttribute<PointerValue> m_errors; //!< error model, of the receiver
    uint32_t m_room{0};                   //!< bytes that a queue with flow control keeps free
    uint64_t m_timedRate{0};              //!< bit/s for which m_timedTime was calculated
    Time m_timedDelay;                    //!< delay for which arrivals were
    uint32_t m_timedBytes{0};             //!< size for which it was
    Time m_timedTime;                     //!< transmission time
    std::deque<Entry> m_line;             //!< packets, in order
    std::size_t m_started{0};             //!< how many of them are out of the queue
    uint64_t m_queuedBytes{0};            //!< of the others
    std::size_t m_departed{0};            //!< how many of them were told to have left
    EventId m_nextDeparture;              //!< of the packet after them, if somebody listens
    Time m_lastStart;                     //!< when the latest transmission began
    Time m_lastArrival;                   //!< of the last packet
    Time m_free;                          //!< when the link can begin with the next

    std::map<std::pair<Ipv4Address, Ipv4Address>, uint16_t> m_identifications; //!< next ones

    TracedCallback<uint32_t, Time, uint64_t, uint16_t>
        m_transmission;                             //!< a packet goes into the queue
    TracedCallback<uint32_t, uint16_t> m_departure; //!< a packet leaves
    TracedCallback<uint32_t> m_drop;                //!< a packet finds the queue full
    TracedCallback<uint32_t> m_loss;                //!< the error model loses a packet
    TracedCallback<Ptr<const Packet>> m_txBegin;    //!< a packet leaves, with its headers
    TracedCallback<Ptr<const Packet>> m_rxEnd;      //!< a packet arrives, likewise
};

} // namespace ns3::bacepipe

#endif // BACE_EXPRESS_LINK_H
