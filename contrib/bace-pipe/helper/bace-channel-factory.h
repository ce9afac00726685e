// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CHANNEL_FACTORY_H
#define BACE_CHANNEL_FACTORY_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-scenario.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief Makes the channels of boundaries as a scenario's network options say, with buffers sized
 * for the path: a WAN link, or inside a region the ports of two hosts.
 */
class ChannelFactory
{
  public:
    /**
     * @param cluster of the run; must outlive the factory
     * @param options how boundaries are carried
     */
    ChannelFactory(const Cluster& cluster, const NetworkOptions& options);

    /**
     * @param source region
     * @param destination the same region, or one that links join with it both ways
     * @return a channel for the path between them, not yet open
     */
    Ptr<MessageChannel> Make(RegionIndex source, RegionIndex destination) const;

    /**
     * @param source region
     * @param destination the same region, or one that links join with it both ways
     * @return what Make() makes channels with: their class and its attributes
     */
    ObjectFactory GetFactory(RegionIndex source, RegionIndex destination) const;

    /**
     * What a sender may have under way so that the network alone limits it: twice what the path and
     * its queue hold, at least 1 MB; of a path that changes, what it holds when that is most.
     * Inside a region the path alone: what waits, waits in the sender's own port, which more of it
     * would not make faster.
     * @param source region
     * @param destination region, or the same
     * @return bytes
     */
    uint64_t GetWindowBytes(RegionIndex source, RegionIndex destination) const;

    /// @return bytes of the largest packet on the wire, headers included
    uint32_t GetPacketBytes() const;

  private:
    const Cluster& m_cluster; //!< of the run
    NetworkOptions m_options; //!< how boundaries are carried
};

} // namespace ns3::bacepipe

#endif // BACE_CHANNEL_FACTORY_H
