// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LINK_ACTIVITY_H
#define BACE_LINK_ACTIVITY_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-job-execution.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Knows between which regions jobs are simulated, packet by packet, at the moment.
 *
 * With fast-forward a run may last for months of simulated time: what goes on between two regions
 * of its own accord should rest while there is no job to meet it.
 */
class LinkActivity
{
  public:
    /// Called when the first job begins to be simulated across two regions: true; and when the last
    /// one ends to be: false.
    using Listener = std::function<void(bool active)>;

    /**
     * @param a a region
     * @param b another region
     * @param listener told of changes from now on; at first there is no job
     */
    void Listen(RegionIndex a, RegionIndex b, Listener listener);

    /**
     * A job starts now: its packets flow.
     * @param execution of the job; must not outlive this while it runs
     */
    void Add(const Ptr<JobExecution>& execution);

    /**
     * A job has ended.
     * @param execution of the job; without effect for one that was not added
     */
    void Remove(const Ptr<JobExecution>& execution);

  private:
    /// Two regions, the lower index first.
    using Pair = std::pair<RegionIndex, RegionIndex>;

    /**
     * @param execution whose packets flow from now on, or do not
     * @param simulated whether they do
     */
    void SetSimulated(const JobExecution* execution, bool simulated);

    std::map<Pair, std::vector<Listener>> m_listeners; //!< of two regions
    std::map<Pair, uint32_t> m_jobs;                   //!< that are simulated across them
    std::set<const JobExecution*> m_simulated;         //!< jobs whose packets flow
};

} // namespace ns3::bacepipe

#endif // BACE_LINK_ACTIVITY_H
