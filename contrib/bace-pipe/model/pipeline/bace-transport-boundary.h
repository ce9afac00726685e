// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRANSPORT_BOUNDARY_H
#define BACE_TRANSPORT_BOUNDARY_H

#include "ns3/bace-boundary.h"
#include "ns3/bace-message-channel.h"

#include <array>

namespace ns3::bacepipe
{

/**
 * @brief A boundary between regions: two message channels, one each way.
 */
class TransportBoundary : public Boundary
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param activations an open channel from stage s to stage s + 1
     * @param gradients an open channel from stage s + 1 to stage s
     */
    void SetChannels(Ptr<MessageChannel> activations, Ptr<MessageChannel> gradients);

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
    uint64_t GetUnsentBytes(BoundaryMessage message) const override;
    void DoDispose() override;

  private:
    std::array<Ptr<MessageChannel>, 2> m_channels; //!< by BoundaryMessage
};

} // namespace ns3::bacepipe

#endif // BACE_TRANSPORT_BOUNDARY_H
