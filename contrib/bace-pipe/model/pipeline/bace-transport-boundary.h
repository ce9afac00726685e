// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRANSPORT_BOUNDARY_H
#define BACE_TRANSPORT_BOUNDARY_H

#include "ns3/bace-boundary.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-service-meter.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>

namespace ns3::bacepipe
{

/// Where one of the two stages of a boundary is.
struct BoundaryEnd
{
    Ptr<Node> node;      //!< its host
    Ipv4Address address; //!< of the host
};

/// The way of a boundary's messages in one direction, as far as waits are explained by it.
struct TransportWay
{
    DataRate rate{0};                   //!< of its narrowest port; 0: not known
    Time propagation;                   //!< of all but a WAN link
    std::shared_ptr<ServiceMeter> link; //!< of its WAN link, as it is at the time; null: none
};

/**
 * @brief A boundary between hosts: two message channels, one each way.
 */
class TransportBoundary : public Boundary
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Opens both channels, on ports that are given back by Close(). To be called once.
     * @param activations a channel from stage s to stage s + 1, not yet open
     * @param gradients a channel from stage s + 1 to stage s, not yet open
     * @param before where stage s is
     * @param after where stage s + 1 is; another node
     * @param ports of the run's channels
     * @param owner who the job is, to the ports and on labels of messages; 0: nobody in particular
     */
    void Open(Ptr<MessageChannel> activations,
              Ptr<MessageChannel> gradients,
              const BoundaryEnd& before,
              const BoundaryEnd& after,
              std::shared_ptr<PortAllocator> ports,
              uint32_t owner = 0);

    /**
     * Says what a way is like, for GetPassage(). Without it the ideal time is 0, and nobody is
     * ahead.
     * @param message which way
     * @param way of its messages
     * @param owner who the job is to the link's meter
     */
    void SetWay(BoundaryMessage message, const TransportWay& way, uint32_t owner);

    /**
     * Labels of messages count the job's iterations, but the stages only those that are simulated.
     * @param iterations that have passed without messages since the last one
     */
    void SkipIterations(uint64_t iterations);

    /**
     * @param callback what is called once, when a channel can deliver no more
     */
    void SetBrokenCallback(Callback<void> callback);

    /**
     * @param message which way
     * @return the channel that carries it
     */
    Ptr<MessageChannel> GetChannel(BoundaryMessage message) const;

    /**
     * @param message which way
     * @return the first of the ports of its channel; 0 before Open()
     */
    uint16_t GetFirstPort(BoundaryMessage message) const;

    /// To be called after Open(): from now on the channel reports its progress.
    void SetSendStream(BoundaryMessage message, std::shared_ptr<SendStream> stream) override;
    Time GetIdealTime(BoundaryMessage message) const override;
    void Close() override;
    std::string DescribeState() const override;

  protected:
    void DoSend(BoundaryMessage message,
                const MessageKey& key,
                uint64_t id,
                uint64_t bytes) override;
    uint64_t GetUnsentBytes(BoundaryMessage message) const override;
    void DoDispose() override;

  private:
    /// Opens a channel on ports of its own.
    void OpenChannel(BoundaryMessage message,
                     const BoundaryEnd& source,
                     const BoundaryEnd& destination,
                     uint32_t owner);

    /// What explains the waits of one direction.
    struct Watched
    {
        TransportWay way;                      //!< of the messages
        uint32_t owner{0};                     //!< the job
        std::deque<ServiceMeter::Bytes> begun; //!< of the link, when each message was sent
    };

    /**
     * @param message which way; its first message has arrived
     * @return what its link served for others meanwhile
     */
    ServiceMeter::Shares TakeBehind(BoundaryMessage message);

    std::array<Ptr<MessageChannel>, 2> m_channels; //!< by BoundaryMessage
    std::array<Watched, 2> m_watched;              //!< likewise
    std::array<uint16_t, 2> m_firstPorts{};        //!< of the channels
    std::shared_ptr<PortAllocator> m_ports;        //!< null when they are given back
    uint32_t m_owner{0};                           //!< the job, on labels
    uint64_t m_skippedIterations{0};               //!< of the job, before the present one
};

} // namespace ns3::bacepipe

#endif // BACE_TRANSPORT_BOUNDARY_H
