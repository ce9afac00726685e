// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LOOK_AHEAD_H
#define BACE_LOOK_AHEAD_H

#include "ns3/bace-job-scheduler.h"
#include "ns3/bace-plan-evaluator.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/// What a policy that looks ahead decides from.
struct SchedulingState
{
    const std::vector<PendingJob>& pending;           //!< who waits
    const std::map<std::size_t, RunningJob>& running; //!< who runs
    const Ledger& ledger;                             //!< what is free
    double spent;                                     //!< on completed jobs, $
    double alpha;                                     //!< weight of bandwidth in the priority
    Time now;                                         //!< the time
};

/**
 * @brief The ordering of bace-pipe-lookahead: tries plans by the equations and takes the best.
 *
 * A plan is an order of the pending jobs and, for each, the least and the most GPUs that it takes,
 * how much time it gives for a lower price, and whether others wait behind it: so the search
 * weighs waiting for GPUs against starting on leftovers. Its start points are the orders of
 * BACE-Pipe, of FCFS, by execution time and by work, and what is left of the last plan; with few
 * jobs, all orders. From the best of them a threshold search follows: random changes, of which
 * those are kept that make the plan no worse than a threshold that sinks to nothing. The random
 * numbers are of a fixed seed: the same state, the same plan.
 *
 * The best plan has the lowest sum of completion times; with a cost limit, among those plans with
 * which all jobs that have arrived so far cost no more than costLimit times what BACE-Pipe, by the
 * equations, would have had them cost. Where none that cheap is found, the cheapest found is taken.
 */
class LookAhead
{
  public:
    /**
     * @param policy how chains are found and GPUs allocated; must outlive this
     * @param options open readings, and what bounds the search
     */
    LookAhead(const Policy& policy, const SchedulingOptions& options);

    /**
     * A job has arrived.
     * @param job it
     */
    void Submit(const TrainingJob& job);

    /**
     * @param state what is known
     * @return the best plan found: the order of this round. Of many pending jobs only the first
     *         WINDOW in BACE-Pipe's order are planned; the others follow in that order.
     */
    Plan Rank(const SchedulingState& state);

    /// @return whether the last plan costs more than the limit allows: none within it was found
    bool ExceedsLimit() const
    {
        return m_bestScore.excess > 0;
    }

    static constexpr std::size_t WINDOW = 32; //!< jobs that a plan is made for
    static constexpr std::size_t FEW = 5;     //!< jobs of which all orders are tried

  private:
    /**
     * @param state what is known
     * @param planned jobs that a plan is made for
     * @return what these may cost together, $
     */
    double GetAllowance(const SchedulingState& state, const Plan& planned);

    /**
     * @param fresh the jobs to plan for
     * @return the last plan's of these, as planned, then the others
     */
    Plan ContinueLast(const Plan& fresh) const;

    /**
     * Takes a plan as the best if it is.
     * @param plan a plan
     * @param evaluator plays it
     */
    void Consider(const Plan& plan, PlanEvaluator& evaluator);

    /**
     * Considers all orders of a plan.
     * @param plan a plan of few jobs
     * @param evaluator plays them
     */
    void ConsiderAllOrders(const Plan& plan, PlanEvaluator& evaluator);

    /**
     * The threshold search from the best plan.
     * @param evaluator plays plans
     * @param cluster where
     */
    void Improve(PlanEvaluator& evaluator, const Cluster& cluster);

    /// Numbers of GPUs worth holding a job to: ascending, from its floor to its K*.
    using Sizes = std::vector<uint32_t>;

    /**
     * Makes one random change to a plan.
     * @param plan a plan
     * @param sizes of each job, by number
     */
    void Change(Plan& plan, const std::map<std::size_t, Sizes>& sizes);

    /**
     * @param bound at least 1
     * @return a random number below it
     */
    std::size_t Draw(std::size_t bound);

    const Policy& m_policy;          //!< chains and allocation
    SchedulingOptions m_options;     //!< open readings
    std::vector<TrainingJob> m_jobs; //!< all that have arrived, where the cost is limited
    std::size_t m_costedJobs{0};     //!< for how many of them m_referenceCost holds
    double m_referenceCost{0};       //!< of BACE-Pipe, $
    std::vector<std::pair<std::size_t, RankedJob>> m_last; //!< the last plan, by jobs' numbers
    std::minstd_rand m_random;                             //!< of this decision
    Plan m_best;                                           //!< of this decision
    PlanScore m_bestScore;                                 //!< of this decision
};

} // namespace ns3::bacepipe

#endif // BACE_LOOK_AHEAD_H
