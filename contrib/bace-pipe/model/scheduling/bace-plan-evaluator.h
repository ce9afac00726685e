// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PLAN_EVALUATOR_H
#define BACE_PLAN_EVALUATOR_H

#include "ns3/bace-job-scheduler.h"
#include "ns3/bace-ledger.h"
#include "ns3/bace-ordering.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace ns3::bacepipe
{

/// An order of pending jobs, with what each may take: what a policy that looks ahead searches over.
using Plan = std::vector<RankedJob>;

/// What a plan comes to. The less, the better: first by what never starts, then by the excess.
struct PlanScore
{
    std::size_t unplaced{0}; //!< jobs that never start
    double excess{0};        //!< cost above what is allowed, $
    double completionSum{0}; //!< sum of the completion times of the jobs that start, s
    double cost{0};          //!< of these jobs, $

    /**
     * @param other another score
     * @return whether this one is better by more than rounding explains
     */
    bool IsBetterThan(const PlanScore& other) const;
};

/**
 * @brief Plays a plan forward by the equations, from a state of the cluster to its last start.
 *
 * The plan's order holds throughout: at each completion all jobs that still wait are tried in it.
 * Nothing arrives.
 */
class PlanEvaluator
{
  public:
    /**
     * @param policy how chains are found and GPUs allocated
     * @param options open readings; these, the policy and the running jobs must outlive this
     * @param running the jobs that run, with their expected ends
     * @param ledger what is free now
     * @param now the time
     */
    PlanEvaluator(const Policy& policy,
                  const SchedulingOptions& options,
                  const std::map<std::size_t, RunningJob>& running,
                  const Ledger& ledger,
                  Time now);

    /**
     * @param allowance what the plan's jobs may cost together, $
     */
    void SetAllowance(double allowance);

    /**
     * @param plan what to play
     * @param limit a completion sum: a plan that exceeds it is not played to its end
     * @return what it comes to; nothing where the limit was exceeded
     */
    std::optional<PlanScore> Evaluate(const Plan& plan,
                                      double limit = std::numeric_limits<double>::infinity());

    /// @return placements tried so far: what evaluating costs
    uint64_t CountSearches() const
    {
        return m_searches;
    }

  private:
    /// What a job gives back, and when.
    struct End
    {
        Time time;           //!< when
        Placement placement; //!< its GPUs
        DataRate bandwidth;  //!< for each message of a boundary
        uint32_t chunks;     //!< of the model on each GPU

        /// Orders a heap whose top is the earliest.
        bool operator<(const End& other) const
        {
            return time > other.time;
        }
    };

    /// Tries the jobs that wait, in order; what starts is taken out.
    void PlayRound(Time now);

    /// Lets the next job that runs complete, and all that complete with it; returns when that is.
    Time PlayCompletions();

    const Policy& m_policy;                  //!< chains and allocation
    const SchedulingOptions& m_options;      //!< open readings
    const Ledger m_initialLedger;            //!< at the start
    std::vector<End> m_initialEnds;          //!< at the start, a heap
    Time m_now;                              //!< the start
    double m_allowance;                      //!< $
    uint64_t m_searches{0};                  //!< so far
    Ledger m_ledger;                         //!< of the plan being played
    std::vector<End> m_ends;                 //!< of the plan being played, a heap
    std::vector<const RankedJob*> m_waiting; //!< of the plan being played
    PlanScore m_score;                       //!< of the plan being played
};

} // namespace ns3::bacepipe

#endif // BACE_PLAN_EVALUATOR_H
