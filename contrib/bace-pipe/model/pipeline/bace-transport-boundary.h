// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRANSPORT_BOUNDARY_H
#define BACE_TRANSPORT_BOUNDARY_H

#include "ns3/bace-boundary.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"

#include <array>
#include <memory>

namespace ns3::bacepipe
{

/// Where one of the two stages of a boundary is.
struct BoundaryEnd
{
    Ptr<Node> node;      //!< its host
    Ipv4Address address; //!< of the host
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
     */
    void Open(Ptr<MessageChannel> activations,
              Ptr<MessageChannel> gradients,
              const BoundaryEnd& before,
              const BoundaryEnd& after,
              std::shared_ptr<PortAllocator> ports);

    /**
     * @param callback what is called once, when a channel can deliver no more
     */
    void SetBrokenCallback(Callback<void> callback);

    /**
     * @param message which way
     * @return the channel that carries it
     */
    Ptr<MessageChannel> GetChannel(BoundaryMessage message) const;

    void Close() override;
    std::string DescribeState() const override;

  protected:
    void DoSend(BoundaryMessage message, uint64_t id, uint64_t bytes) override;
    void DoDispose() override;

  private:
    /// Opens a channel on ports of its own.
    void OpenChannel(BoundaryMessage message,
                     const BoundaryEnd& source,
                     const BoundaryEnd& destination);

    std::array<Ptr<MessageChannel>, 2> m_channels; //!< by BoundaryMessage
    std::array<uint16_t, 2> m_firstPorts{};        //!< of the channels
    std::shared_ptr<PortAllocator> m_ports;        //!< null when they are given back
};

} // namespace ns3::bacepipe

#endif // BACE_TRANSPORT_BOUNDARY_H
