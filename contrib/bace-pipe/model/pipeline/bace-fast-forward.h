// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FAST_FORWARD_H
#define BACE_FAST_FORWARD_H

#include "ns3/bace-iteration-statistics.h"
#include "ns3/bace-job-execution.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Suspends job executions whose iterations have become steady, and resumes them.
 *
 * A job is steady when its last Window iterations agree within SteadyTolerance. Jobs that share a
 * directed WAN link, or a host's port of which they need more than NegligibleLoad together, with
 * each other or over others, form a component: it is suspended when all its jobs are steady, each
 * at the end of an iteration and at the mean of its last ones, and resumed when a job of it starts
 * or finishes. An iteration counts only if it began after the last change of its component, and
 * after the last of the component's jobs resumed its packets.
 */
class FastForward : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Watches an execution that has just started, in this instant; its component resumes.
     * @param execution not watched yet
     */
    void Add(Ptr<JobExecution> execution);

    /**
     * Stops watching an execution that has ended; what was its component resumes.
     * @param execution watched
     */
    void Remove(Ptr<JobExecution> execution);

  protected:
    void DoDispose() override;

  private:
    /// A watched execution.
    struct Member
    {
        Ptr<JobExecution> execution;      //!< watched
        JobExecution::NetworkLoads loads; //!< of what its packets pass
        IterationStatistics statistics;   //!< of its iterations
        Time since;                       //!< iterations that began before do not count
        bool suspendNext{false};          //!< at the end of its iteration under way
    };

    /**
     * @param index of a member
     * @return indices of its component, itself included, ascending
     */
    std::vector<std::size_t> FindComponent(std::size_t index) const;

    /**
     * @param execution watched
     * @return its index
     */
    std::size_t Find(Ptr<const JobExecution> execution) const;

    /**
     * The members' conditions have changed: measure anew from now on.
     * @param component indices of members
     */
    void Restart(const std::vector<std::size_t>& component);

    /**
     * @param execution whose iteration has ended
     * @param start of the iteration
     * @param duration of the iteration
     */
    void IterationEnded(Ptr<JobExecution> execution, Time start, Time duration);

    double m_tolerance{0.01};      //!< relative spread taken as steady
    uint32_t m_window{3};          //!< iterations that must agree
    double m_negligibleLoad{0.2};  //!< share of a port below which sharing it does not count
    std::vector<Member> m_members; //!< in order of their start
};

} // namespace ns3::bacepipe

#endif // BACE_FAST_FORWARD_H
