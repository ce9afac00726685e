// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_WAN_OBSERVER_H
#define BACE_WAN_OBSERVER_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-job-execution.h"
#include "ns3/bace-link-counter.h"
#include "ns3/bace-link-history.h"
#include "ns3/bace-message-channel.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-rate-steps.h"
#include "ns3/bace-run-result.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/bace-transport-boundary.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Gathers what links.csv tells: the meters of the WAN links, the channels that used them,
 * and the traffic of accounted iterations; and knows whom each link has served.
 */
class WanObserver
{
  public:
    /**
     * @param cluster of the run; must outlive the observer
     * @param topology its nodes
     * @param express whether express packets go over its links, or those of ns-3's stack
     * @param ports tell whose a packet is
     */
    WanObserver(const Cluster& cluster,
                const Topology& topology,
                bool express,
                const std::shared_ptr<const PortAllocator>& ports);

    /**
     * @param history of packets and accounted iterations, from now on; null for none
     */
    void SetHistory(const std::shared_ptr<LinkHistory>& history);

    /**
     * @param detail of packets alone, from now on; null for none
     */
    void SetDetail(const std::shared_ptr<LinkHistory>& detail);

    /**
     * @param source region
     * @param destination region; there is a link to it
     * @return the way between two of their hosts: port, link, port
     */
    TransportWay DescribeWay(RegionIndex source, RegionIndex destination) const;

    /**
     * @param source region
     * @param destination region; there is a link to it
     * @param channel that uses the link
     */
    void AddChannel(RegionIndex source, RegionIndex destination, Ptr<MessageChannel> channel);

    /**
     * @param link position in Cluster::GetLinks()
     * @param change what it is from now on
     */
    void Change(std::size_t link, const LinkChange& change);

    /**
     * @param link position in Cluster::GetLinks()
     * @param disc that is above its device from now on
     */
    void AddQueueDisc(std::size_t link, Ptr<QueueDisc> disc);

    /**
     * @param execution whose iterations were accounted
     * @param iterations how many; they end now
     * @param duration of each
     */
    void Account(const JobExecution& execution, uint64_t iterations, Time duration);

    /**
     * @param start when the run's first job arrived, s
     * @param makespan of the run, from then on, s
     * @return a row for each link
     */
    std::vector<LinkResult> Report(double start, double makespan) const;

  private:
    /// What is gathered about one link.
    struct Observed
    {
        std::shared_ptr<LinkCounter> counter;      //!< of its packets
        RateSteps capacity;                        //!< over time
        std::vector<Ptr<MessageChannel>> channels; //!< that used it
        uint64_t accountedBytes{0};                //!< payload that was not simulated
    };

    const Cluster& m_cluster;      //!< of the run
    std::vector<Observed> m_links; //!< by position in Cluster::GetLinks()
};

} // namespace ns3::bacepipe

#endif // BACE_WAN_OBSERVER_H
