// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JOB_EXECUTION_H
#define BACE_JOB_EXECUTION_H

#include "ns3/bace-placement.h"
#include "ns3/bace-stage-application.h"
#include "ns3/bace-steady-iteration.h"
#include "ns3/bace-training-job.h"
#include "ns3/bace-transport-state.h"
#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief The running of one placed job, from its start to its last iteration.
 *
 * Analytic and packet executions satisfy this one interface; the scheduler cannot tell them apart.
 * An execution may be suspended: it then accounts its iterations at a given duration instead of
 * simulating them, until it is resumed or done. An execution that simulates nothing ignores both.
 */
class JobExecution : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param job what runs
     * @param placement where
     */
    void SetJob(const TrainingJob& job, const Placement& placement);

    /// @return what runs
    const TrainingJob& GetJob() const;

    /// @return where
    const Placement& GetPlacement() const;

    /**
     * @param callback what is called once, when the last iteration is done
     */
    void SetDoneCallback(Callback<void> callback);

    /**
     * @param callback what is called when the execution can go on no more, for its network has
     * given up; DescribeState() says why
     */
    void SetBrokenCallback(Callback<void> callback);

    /// Starts the first iteration now.
    virtual void Start() = 0;

    /**
     * From the iteration boundary that is now on, account each iteration at a duration. To be
     * called at the end of an iteration only, from its trace.
     * @param iteration what each is taken for
     */
    virtual void Suspend(const SteadyIteration& iteration);

    /// Simulate again from the next iteration boundary on. Without effect unless suspended.
    virtual void Resume();

    /// @return whether iterations are being accounted instead of simulated
    virtual bool IsSuspended() const;

    /// @return iterations done so far, simulated and accounted
    virtual uint64_t GetIterationsDone() const = 0;

    /**
     * @return when it will complete at the pace so far; nothing where no more is known than the
     *         equations say
     */
    virtual std::optional<Time> GetExpectedEnd() const;

    /// @return iterations simulated so far; 0 for an analytic execution
    virtual uint64_t GetIterationsSimulated() const;

    /**
     * What is not known of the time that the iterations would have taken, had all been simulated.
     * @return half-width of its 95 % interval, s; 0 when nothing was accounted
     */
    double GetHalfWidth() const;

    /**
     * Adds something that is not known of that time, independent of what was added before.
     * @param halfWidth of its 95 % interval, s
     */
    void Widen(double halfWidth);

    /// @return whether nothing about its own computing is random
    virtual bool IsDeterministic() const;

    /// @return whether each iteration is bound to be as the first: deterministic, from the same
    /// start on all stages, and without packets
    virtual bool RepeatsAtOnce() const;

    /**
     * @return what the transports of its messages have learnt, as it is at the end of an
     *         iteration; nothing where that is not known
     */
    virtual std::optional<TransportState> GetTransportState() const;

    /// @return payload bytes that were sent more than once so far
    virtual uint64_t GetRetransmittedBytes() const;

    /// @return where the time of all iterations went, as the mean over the job's stages
    virtual StageTimes GetMeanStageTimes() const;

    /**
     * @param iterations how many of the last simulated ones, at least 1; fewer where there are
     *        fewer since the last suspension, or where that is no longer known
     * @return where their time went, as the mean over them and the job's stages
     */
    virtual StageTimes GetRecentStageTimes(uint64_t iterations) const;

    /// @return the job's number as owner of packets, in ServiceMeter::Shares; 0 if it has none
    virtual uint32_t GetOwner() const;

    /// @return bytes of activations and gradients over WAN boundaries, accounted iterations
    /// included
    virtual uint64_t GetWanBytes() const;

    /// @return a number that grows whenever the execution gets anywhere; for the stall detector
    virtual uint64_t GetProgress() const;

    /// @return whether all that could go on waits for messages; false if any end is scheduled
    virtual bool IsWaiting() const;

    /**
     * @param source a region
     * @param destination a neighbour
     * @return name of the directed WAN link between them in NetworkLoads
     */
    static std::string GetLinkName(RegionIndex source, RegionIndex destination);

    /// By name, a part of the network and the share of its capacity that a job needs.
    using NetworkLoads = std::map<std::string, double>;

    /**
     * @return what the execution sends packets through: jobs that share one may slow each other
     *         down. Here the directed WAN links of its placement, as if it needed all of them.
     */
    virtual NetworkLoads GetNetworkLoads() const;

    /// @return what the execution waits for, in a few words; for the stall report
    virtual std::string DescribeState() const = 0;

    /// Signature of the Iteration trace: index from 0, start, duration; it ends now.
    using IterationTracedCallback = void (*)(uint64_t index, Time start, Time duration);

    /// Signature of the StageTimes trace: index of the iteration, stage, where its time went.
    using StageTimesTracedCallback = void (*)(uint64_t index,
                                              uint32_t stage,
                                              const StageTimes& times);

    /// Signature of the Accounted trace: how many iterations, the duration of each; they end now.
    using AccountedTracedCallback = void (*)(uint64_t iterations, Time duration);

  protected:
    void DoDispose() override;

    /// To be called by the concrete execution when the last iteration is done.
    void Done();

    /// To be called by the concrete execution when it can go on no more.
    void Break();

    TracedCallback<uint64_t, Time, Time> m_iterationTrace; //!< an iteration was simulated
    TracedCallback<uint64_t, uint32_t, const StageTimes&> m_stageTimesTrace; //!< likewise
    TracedCallback<uint64_t, Time> m_accountedTrace; //!< iterations were accounted
    TracedCallback<> m_suspendedTrace;               //!< no packets flow any more
    TracedCallback<> m_resumedTrace;                 //!< packets flow again

  private:
    double m_halfWidth{0};   //!< of what is not known of its time, s
    TrainingJob m_job;       //!< what runs
    Placement m_placement;   //!< where
    Callback<void> m_done;   //!< of the scheduler
    Callback<void> m_broken; //!< of the scheduler
};

} // namespace ns3::bacepipe

#endif // BACE_JOB_EXECUTION_H
