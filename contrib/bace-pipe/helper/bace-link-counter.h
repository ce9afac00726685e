// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LINK_COUNTER_H
#define BACE_LINK_COUNTER_H

#include "ns3/bace-link-meter.h"
#include "ns3/bace-link-series.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-service-meter.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/bace-wan-link.h"

#include <cstdint>
#include <memory>

namespace ns3::bacepipe
{

/**
 * @brief Sees each packet that a WAN link sends, once, and tells all who count them.
 *
 * Made by std::make_shared: the sources that it listens to keep it.
 */
class LinkCounter : public std::enable_shared_from_this<LinkCounter>
{
  public:
    /**
     * @param link that sends
     * @param ports tell whose a packet is
     */
    LinkCounter(const WanLink& link, const std::shared_ptr<const PortAllocator>& ports);

    /**
     * Watches express packets.
     * @param device that sends them
     * @param changes whether its link does: when a packet leaves is then known when it does, by an
     * event
     */
    void WatchExpress(const Ptr<PointToPointNetDevice>& device, bool changes);

    /**
     * Watches packets of ns-3's stack.
     * @param devices of the link
     */
    void WatchStack(const LinkDevices& devices);

    /**
     * @param disc that is above the device from now on
     */
    void WatchDisc(const Ptr<QueueDisc>& disc);

    /**
     * @param history that is told from now on, or null
     */
    void SetHistory(const std::shared_ptr<LinkSeries>& history);

    /**
     * @param detail another one, or null
     */
    void SetDetail(const std::shared_ptr<LinkSeries>& detail);

    /// @return totals
    const LinkMeter& GetMeter() const;

    /// @return whom the link has served; not null
    const std::shared_ptr<ServiceMeter>& GetService() const;

    /// @return what is told over time, or null
    const std::shared_ptr<LinkSeries>& GetHistory() const;

  private:
    /// Counts a packet for all but the meter.
    void CountForOwner(uint32_t bytes, const Time& start, uint16_t port);

    /// Counts a state of the queue for all but the meter.
    void CountQueue(uint64_t bytes);

    /**
     * @param queue a queue or a disc
     */
    template <typename QueueType>
    void WatchQueue(const Ptr<QueueType>& queue);

    std::shared_ptr<const PortAllocator> m_ports; //!< tell whose a packet is
    Ptr<LinkMeter> m_meter;                       //!< totals
    std::shared_ptr<ServiceMeter> m_service;      //!< by owner
    std::shared_ptr<LinkSeries> m_history;        //!< of the whole run, or null
    std::shared_ptr<LinkSeries> m_detail;         //!< of a part of it, or null
};

} // namespace ns3::bacepipe

#endif // BACE_LINK_COUNTER_H
