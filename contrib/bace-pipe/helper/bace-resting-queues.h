// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RESTING_QUEUES_H
#define BACE_RESTING_QUEUES_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-link-activity.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/bace-wan-observer.h"
#include "ns3/bace-wan-queue-helper.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Lets the timers of WAN queue discs rest while no job is simulated across their link.
 *
 * Of the disciplines PIE alone has one: it looks at its queue 67 times a second, also at an empty
 * one, and a run of months would consist of that. A PieQueueDisc that rests looks once a year; when
 * a job comes, a new one with the same attributes takes its place and what is in it.
 */
class RestingQueues
{
  public:
    /**
     * Puts all to rest, and wakes them as jobs come.
     * @param cluster of the run; must outlive this
     * @param topology its nodes
     * @param queues how the queue discs were made
     * @param observer of the links; must outlive this
     * @param activity of jobs; must not outlive this while jobs run
     * @param firstStream random stream of the first link's disc
     */
    RestingQueues(const Cluster& cluster,
                  const Topology& topology,
                  const WanQueueHelper& queues,
                  WanObserver& observer,
                  LinkActivity& activity,
                  int64_t firstStream);

  private:
    /**
     * @param index of a link in Cluster::GetLinks()
     * @param device at its entrance
     */
    void Wake(std::size_t index, const Ptr<NetDevice>& device);

    const Cluster& m_cluster; //!< of the run
    WanQueueHelper m_queues;  //!< how queue discs are made
    WanObserver& m_observer;  //!< of the links
    int64_t m_firstStream;    //!< random stream of the first link's disc
};

} // namespace ns3::bacepipe

#endif // BACE_RESTING_QUEUES_H
