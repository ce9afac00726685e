// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CROSS_TRAFFIC_H
#define BACE_CROSS_TRAFFIC_H

#include "ns3/application.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/**
 * @brief Traffic of others: it takes its share of links and waits for nobody.
 *
 * An application of the node where the traffic starts; the other end is in the same object, as with
 * MessageChannel. It sends from its start time to its stop time, and not while it is paused. What
 * is under way when it stops or is paused arrives or is lost, and schedules nothing more.
 */
class CrossTraffic : public Application
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param ends of the traffic: nodes and addresses; the port is not used
     * @param ports where it takes ports from
     */
    void SetUp(const ChannelEndpoints& ends, std::shared_ptr<PortAllocator> ports);

    /**
     * @param owner who it is to the allocator of its ports: PortAllocator::AddOwner()
     */
    void SetOwner(uint32_t owner);

    /// Sends nothing until Resume(). May be called at any time, and again.
    void Pause();

    /// Sends again, from the start time on. May be called at any time, and again.
    void Resume();

    /// @return payload bytes sent
    virtual uint64_t GetSentBytes() const = 0;

    /// @return payload bytes that have arrived
    virtual uint64_t GetDeliveredBytes() const = 0;

    /// @return packets that did not arrive, as far as that shows at the other end
    virtual uint64_t GetLostPackets() const = 0;

    /// @return how long it was neither before its start, nor after its stop, nor paused
    Time GetActiveTime() const;

    /**
     * Signature of Delivered.
     * @param bytes of payload
     */
    using DeliveredTracedCallback = void (*)(uint64_t bytes);

  protected:
    /// Begins to send.
    virtual void Begin() = 0;

    /// Stops to send.
    virtual void End() = 0;

    void DoDispose() override;

    /// @return where it takes ports from
    PortAllocator& GetPorts() const;

    uint32_t m_owner{0};                  //!< who takes ports
    ChannelEndpoints m_ends;              //!< of the traffic
    TracedCallback<uint64_t> m_delivered; //!< payload has arrived

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// Begins or ends, as its times and its pauses have it.
    void Update();

    std::shared_ptr<PortAllocator> m_ports; //!< where it takes ports from
    bool m_started{false};                  //!< between start and stop
    bool m_paused{false};                   //!< by Pause()
    TracedValue<bool> m_active{false};      //!< it sends
    Time m_since;                           //!< since when, if it does
    Time m_activeTime;                      //!< before that
};

} // namespace ns3::bacepipe

#endif // BACE_CROSS_TRAFFIC_H
