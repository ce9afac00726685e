// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCENARIO_CONDITIONS_H
#define BACE_SCENARIO_CONDITIONS_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-component-conditions.h"
#include "ns3/bace-scenario.h"
#include "ns3/bace-topology-helper.h"

#include <map>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief Conditions of the components of a scenario's run.
 */
class ScenarioConditions : public ComponentConditions
{
  public:
    /**
     * @param scenario what runs, its network's path chosen; must outlive this
     * @param cluster of it; must outlive this
     * @param topology its nodes; must outlive this
     * @param between what else is the same for all components but may not be in another run
     */
    ScenarioConditions(const Scenario& scenario,
                       const Cluster& cluster,
                       const Topology& topology,
                       const std::string& between);

    /// @return transport and fast-forward; with the seed if something random counts
    std::string DescribeRun(bool random) const override;

    /// @return the job's profile and pipeline, and its placement with what counts of the regions
    std::string DescribeJob(const JobExecution& execution) const override;

    /// @return of a link, its rate and delay as they are now, its queue, its losses, and the
    /// traffic that is active on it; of a host's port, that it is one
    std::string DescribeResource(const std::string& resource) const override;

  private:
    const Scenario& m_scenario;                 //!< what runs
    const Cluster& m_cluster;                   //!< of it
    const Topology& m_topology;                 //!< its nodes
    std::string m_run;                          //!< what is the same for all components
    std::map<std::string, std::size_t> m_links; //!< in Cluster::GetLinks(), by their names
};

} // namespace ns3::bacepipe

#endif // BACE_SCENARIO_CONDITIONS_H
