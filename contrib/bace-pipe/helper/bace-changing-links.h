// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CHANGING_LINKS_H
#define BACE_CHANGING_LINKS_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Changes rate and delay of WAN links while a run goes on, as WanLink::changes say.
 *
 * What waits at a link's entrance leaves at the new rate and takes the new delay; a packet that is
 * being sent goes on at the old ones. Where the delay becomes shorter packets do not overtake those
 * under way: they arrive with the last of these, until the way is as short as it is now (our
 * reading: on a real path they may overtake, and how many do depends on how it was changed). An
 * express link keeps them in order itself. On ns-3's stack this does, by the delay that the channel
 * has for each packet.
 */
class ChangingLinks
{
  public:
    /// Told after each change: position of the link in Cluster::GetLinks(), what it is now.
    using ChangedCallback = std::function<void(std::size_t link, const LinkChange& change)>;

    /**
     * Schedules the changes; to be made when the simulation is at time 0.
     * @param cluster of the run; must outlive this
     * @param topology its nodes
     * @param express whether express packets go over its links, or those of ns-3's stack
     */
    ChangingLinks(const Cluster& cluster, const Topology& topology, bool express);

    ChangingLinks(const ChangingLinks&) = delete;
    ChangingLinks& operator=(const ChangingLinks&) = delete;

    /// Cancels what is still to come.
    ~ChangingLinks();

    /**
     * @param changed what is told after each change, after those that were added before
     */
    void AddCallback(const ChangedCallback& changed);

  private:
    /// In which order packets arrive over a link, on ns-3's stack.
    struct Order
    {
        PointToPointNetDevice* device; //!< sends; holds this by a trace sink
        Time delay;                    //!< of the link, at present
        Time lastArrival;              //!< of the packet sent last
    };

    /// A link that changes.
    struct Entry
    {
        std::size_t index;                 //!< in Cluster::GetLinks()
        Ptr<PointToPointNetDevice> device; //!< sends into it
        std::shared_ptr<Order> order;      //!< on ns-3's stack; packets may be sent to the very end
        std::size_t next{0};               //!< position of its next change
        EventId event{};                   //!< of that change
    };

    /// Schedules the next change of a link, if there is one.
    void ScheduleNext(std::size_t entry);

    /// Does it.
    void Change(std::size_t entry);

    /**
     * Has the channel deliver a packet no sooner than those before it.
     * @param order of the link
     * @param packet about to be sent
     */
    static void KeepOrder(Order& order, const Packet& packet);

    const Cluster& m_cluster;                 //!< of the run
    std::vector<Entry> m_links;               //!< those that change
    std::vector<ChangedCallback> m_callbacks; //!< told after each change
};

} // namespace ns3::bacepipe

#endif // BACE_CHANGING_LINKS_H
