// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ANALYTIC_EXECUTION_H
#define BACE_ANALYTIC_EXECUTION_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-job-execution.h"
#include "ns3/event-id.h"

namespace ns3::bacepipe
{

/**
 * @brief Runs a job by the equations: it ends after I_j times t_iter of its placement.
 */
class AnalyticExecution : public JobExecution
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param cluster what the placement's regions belong to; must outlive the execution
     */
    void SetCluster(const Cluster& cluster);

    void Start() override;
    bool IsSuspended() const override;
    uint64_t GetIterationsDone() const override;
    StageTimes GetMeanStageTimes() const override;
    std::string DescribeState() const override;

  protected:
    void DoDispose() override;

  private:
    const Cluster* m_cluster{nullptr}; //!< of the placement
    Time m_start;                      //!< of the first iteration
    double m_iterationTime{0};         //!< t_iter, s
    EventId m_end;                     //!< of the last iteration
};

} // namespace ns3::bacepipe

#endif // BACE_ANALYTIC_EXECUTION_H
