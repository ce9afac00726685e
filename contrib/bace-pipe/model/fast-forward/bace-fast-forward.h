// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FAST_FORWARD_H
#define BACE_FAST_FORWARD_H

#include "ns3/bace-component-conditions.h"
#include "ns3/bace-component-memo.h"
#include "ns3/bace-job-execution.h"
#include "ns3/bace-repetition.h"
#include "ns3/bace-steady-iteration.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Suspends job executions whose iterations have settled, and resumes them.
 *
 * Jobs that share a directed WAN link, or a host's port of which they need more than NegligibleLoad
 * together, with each other or over others, form a component. It has settled when
 *
 * - nothing in it is random and its jobs do the same again and again, transports included
 *   (FindRepetition()): the mean of a period is exact; or
 * - of each job, after a warm-up (FindWarmUp()), the relative half-width of the mean duration
 *   (EstimateMean()) is within SteadyTolerance, of MinIterations at least; durations and congestion
 *   windows show no trend (IsLevel()); where packets are lost at random, MinLossyIterations of them
 *   sent something again; where bursts of other traffic come and go, they last for MinCycles of
 *   these; and its phase against each other job has come round or keeps still (Phases); or
 * - one of its jobs has had MaxIterations: it is taken as it is, and counted as unsettled.
 *
 * Or it is known from before what its jobs do under the same conditions (SetMemo()).
 *
 * Each of its jobs is then suspended, at the end of its iteration, at its mean. Packets flow again
 * when something changes: a job of the component starts or finishes, or Change() says so. An
 * iteration is evidence only if it began after the last change, and after the last of the
 * component's jobs resumed its packets. A job that sends no packets and has nothing random is
 * suspended after its first iteration.
 */
class FastForward : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param resources parts of the network, by their names in JobExecution::NetworkLoads, where
     *        something other than losses is random: marks, other traffic; and the mean time that it
     * takes to come round, 0 where that is short
     */
    void SetRandom(std::map<std::string, Time> resources);

    /**
     * @param resources by name, such parts where packets are lost at random, with the losses to be
     *        expected in a byte sent; they need not be among those of SetRandom()
     */
    void SetLossy(std::map<std::string, double> resources);

    /**
     * Lets components settle by what was measured before, as soon as all their jobs send packets.
     * To be called before any execution is watched.
     * @param memo what is known, and where what is measured goes; null for nothing, the default
     * @param conditions tell components apart
     */
    void SetMemo(std::shared_ptr<ComponentMemo> memo,
                 std::shared_ptr<const ComponentConditions> conditions);

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

    /**
     * A part of the network is not what it was, from now on: a link's rate or delay, the traffic on
     * it. The component of it resumes.
     * @param resource its name in JobExecution::NetworkLoads
     */
    void Change(const std::string& resource);

    /// Signature of the Settled trace: a job is about to be suspended.
    using SettledTracedCallback = void (*)(Ptr<const JobExecution> execution,
                                           const SteadyIteration& iteration);

  protected:
    void DoDispose() override;

  private:
    /// What is known of a member's iterations.
    struct Verdict
    {
        SteadyIteration iteration; //!< of those to come
        double transient{0};       //!< half-width of what those before took more or less, s
    };

    /// A watched execution.
    struct Member
    {
        Ptr<JobExecution> execution;      //!< watched
        JobExecution::NetworkLoads loads; //!< of what its packets pass
        std::size_t component{0};         //!< the same number as the members of its component
        std::vector<IterationMark> marks; //!< iterations that are evidence, in order
        bool knowsStates{true};           //!< whether the transports' states are in the marks
        Time since;                       //!< iterations that began before do not count
        Time iterationStart;              //!< of the one under way
        uint64_t resentBytes{0};          //!< by its execution, when its last iteration ended
        Time offset;                      //!< in its iteration when all of the component sent
        std::string description;          //!< of its job, for the memo
        std::optional<Verdict> verdict;   //!< to be suspended at the end of its iteration
        std::optional<Time> before;       //!< its mean iteration until it was resumed
    };

    /// Members of one component.
    using Component = std::vector<Member*>;

    /// Finds out anew which members form components.
    void FindComponents();

    /**
     * @param member of a component
     * @return all its members, in order of their start
     */
    Component GetComponent(const Member& member);

    /**
     * @param execution watched
     * @return the member
     */
    std::vector<Member>::iterator Find(Ptr<const JobExecution> execution);

    /**
     * The members' conditions have changed: measure anew from now on.
     * @param component which ones
     */
    void Restart(const Component& component);

    /**
     * @param execution whose iteration has ended
     * @param start of the iteration
     * @param duration of the iteration
     */
    void IterationEnded(Ptr<JobExecution> execution, Time start, Time duration);

    /**
     * Gives each member a verdict, if the component has settled.
     * @param component of a member whose iteration has ended
     */
    void Judge(const Component& component);

    /**
     * @param component whose members have just been given their verdicts
     * @param anyPhase whether its phases do not matter, or have gone round
     */
    void Conclude(const Component& component, bool anyPhase);

    /// @return whether it repeats itself; the members have their verdicts then
    bool JudgeRepetition(const Component& component) const;

    /// @return whether something that a member does or meets is random
    bool IsRandom(const Member& member) const;

    /// @return the longest mean cycle of what is random about a member's links
    Time GetLongestCycle(const Member& member) const;

    /// @return packets of a member that are to be expected lost at random in what it has left
    double GetExpectedLosses(const Member& member) const;

    /**
     * Whether means are to be judged by so many iterations. They are looked at seldom: who looks
     * after each iteration stops when chance has made an interval narrow. (Our reading.)
     * @param iterations of a member
     * @return whether that is MinIterations, or so many times 5/4, rounded up each time
     */
    bool IsTimeToLook(std::size_t iterations) const;

    /**
     * Where windows still fall by losses, or were set by few of them, durations between losses are
     * alike and tell too little: what losses add to an iteration, its mean less the shortest seen,
     * may yet come to nothing or to twice as much. (Our reading.)
     * @param estimate of a member's iterations
     * @param member whose packets are lost at random
     */
    static void AllowForLosses(MeanEstimate& estimate, const Member& member);

    /**
     * Where too few bursts of other traffic have passed to tell how often they come: what they add
     * to an iteration, the mean of all less the shortest, may be out by all of itself. (Our
     * reading.)
     * @param estimate of a member's iterations
     * @param member whose links bursts cross
     */
    static void AllowForBursts(MeanEstimate& estimate, const Member& member);

    /**
     * What has not settled may go on to change: as much again as from the first half of its
     * iterations to the second counts in the interval. (Our reading.)
     */
    static void AllowForDrift(Verdict& verdict, const Member& member);

    /// @return what the iterations of a member tell of its mean
    Verdict Estimate(const Member& member) const;

    /// @return iterations that a member has not begun or not ended
    static uint64_t GetIterationsLeft(const Member& member);

    /**
     * @param component whose iterations since the last change are complete
     * @return how far apart the durations of a member's are at most, s
     */
    static double GetSpread(const Component& component);

    /**
     * Adds to what is not known of each member's time what its simulated iterations have of it:
     * where something was accounted before, or phases matter, they are other ones than they would
     * have been. They have their own variation, and a change costs a transient of as much as
     * iterations differ. (Our reading.)
     * @param component whose iterations since the last change are complete
     */
    void WidenBySimulated(const Component& component) const;

    /// What holds for each of a component's members against each other one.
    using Relation = bool (*)(const Member& member, const Member& other);

    /// @return whether it holds for all
    static bool HoldsForAll(const Component& component, Relation relation);

    /**
     * @param component whose members' descriptions and offsets are known; they are put in order
     * @return what their durations hang on
     */
    std::string DescribeConditions(Component& component) const;

    /// @return whether there is a memo, and a use for it
    bool IsRemembered(const Component& component) const;

    /**
     * Gives each member a verdict, if it is known what the component does now that it has changed.
     * @param component without effect while one of its members is suspended
     */
    void Recall(Component component);

    /**
     * Remembers the verdicts.
     * @param component that has settled, or has been given up
     * @param anyPhase whether its phases have gone round
     */
    void Remember(Component component, bool anyPhase);

    double m_tolerance{0.01};             //!< largest relative half-width
    uint32_t m_minIterations{20};         //!< after the warm-up, when they differ
    uint32_t m_maxIterations{200};        //!< when they do not settle
    uint32_t m_minLossyIterations{50};    //!< after the warm-up, where packets are lost at random
    double m_negligibleLoad{0.2};         //!< share of a port below which sharing it does not count
    bool m_hasAccounted{false};           //!< whether any job was ever suspended
    uint32_t m_minCycles{10};             //!< of what is random, after the warm-up
    std::map<std::string, Time> m_random; //!< parts of the network, cycles
    std::map<std::string, double> m_lossy;                   //!< likewise, losses per byte
    std::shared_ptr<ComponentMemo> m_memo;                   //!< what was measured before, or null
    std::shared_ptr<const ComponentConditions> m_conditions; //!< with a memo
    std::vector<Member> m_members;                           //!< in order of their start

    /// A job is about to be suspended.
    TracedCallback<Ptr<const JobExecution>, const SteadyIteration&> m_settledTrace;
};

} // namespace ns3::bacepipe

#endif // BACE_FAST_FORWARD_H
