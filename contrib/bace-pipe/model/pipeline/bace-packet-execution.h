// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PACKET_EXECUTION_H
#define BACE_PACKET_EXECUTION_H

#include "ns3/bace-job-execution.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-region-agent.h"
#include "ns3/bace-transport-boundary.h"
#include "ns3/event-id.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What packet executions share: the regions, and how a boundary between two is carried.
 */
struct PacketEnvironment
{
    std::vector<Ptr<RegionAgent>> regions; //!< by region index

    /// Makes a channel from one region to another, configured for the link between them.
    std::function<Ptr<MessageChannel>(RegionIndex source, RegionIndex destination)> makeChannel;

    /// What the way of messages from one region to another is like; may be empty.
    std::function<TransportWay(RegionIndex source, RegionIndex destination)> describeWay;

    /// Of channels, the same numbers on all nodes.
    std::shared_ptr<PortAllocator> ports{std::make_shared<PortAllocator>()};
};

/**
 * @brief Runs a job stage by stage on the regions' nodes, its WAN boundaries as packets; those
 * inside regions too where the regions have it so.
 *
 * An iteration is done when the last stage is. With a global flush the next one begins on all
 * stages then, else on each when that is done itself; an iteration then lasts from the end of the
 * one before. While suspended nothing is sent and ns-3's clock jumps to the end of the remaining
 * iterations; on resuming, packets flow from the next iteration boundary on. Where stages are
 * ahead, a suspension first lets them come to the end of one more iteration.
 *
 * Each run is held to its promises: every message of an iteration has arrived, and the bytes sent
 * as packets are those of M micro-batches both ways; a breach ends the program.
 */
class PacketExecution : public JobExecution
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param environment shared by all executions of a run
     */
    void SetEnvironment(std::shared_ptr<PacketEnvironment> environment);

    /// @return the job's stages in order; empty before Start() and after the end
    std::vector<Ptr<StageApplication>> GetStages() const;

    /// @return the job's WAN boundaries, in the order of FindWanJoints(); empty before Start() and
    /// after the end
    const std::vector<Ptr<TransportBoundary>>& GetWanBoundaries() const;

    /// @return the boundaries that send packets, those inside regions first, and the stages that
    /// they join; empty before Start() and after the end
    const std::vector<PacketJoint>& GetJoints() const;

    void Start() override;
    void Suspend(const SteadyIteration& iteration) override;
    void Resume() override;
    bool IsSuspended() const override;
    uint64_t GetIterationsDone() const override;

    /// @return the end of a suspension, or of as many more iterations as are left at the mean so
    /// far
    std::optional<Time> GetExpectedEnd() const override;
    uint64_t GetIterationsSimulated() const override;

    /// @return whether the job has no compute jitter
    bool IsDeterministic() const override;
    bool RepeatsAtOnce() const override;
    std::optional<TransportState> GetTransportState() const override;
    uint64_t GetRetransmittedBytes() const override;
    StageTimes GetMeanStageTimes() const override;
    StageTimes GetRecentStageTimes(uint64_t iterations) const override;
    uint32_t GetOwner() const override;
    uint64_t GetProgress() const override;
    bool IsWaiting() const override;

    /// @return the WAN links, and the ports of the hosts at both ends of each boundary that sends
    /// packets with the share that b_j is of them
    NetworkLoads GetNetworkLoads() const override;
    std::string DescribeState() const override;

  protected:
    void DoDispose() override;

  private:
    /// Gives each region its order.
    void Deploy();

    /// Joins stages of different regions by channels.
    void JoinRegions();

    /// All stages that have not done so begin an iteration now.
    void BeginStages();

    /**
     * @param stage is done with the iteration
     */
    void StageDone(std::size_t stage);

    /// All stages are.
    void IterationDone();

    /// @return the channels of all boundaries that send packets
    std::vector<Ptr<MessageChannel>> GetChannels() const;

    /// @return whether any stage is in an iteration
    bool IsAnyStageBusy() const;

    /// Ends the program unless the iteration's traffic is complete.
    void CheckTraffic() const;

    /**
     * @param iterations that have passed while suspended
     */
    void Account(uint64_t iterations);

    /// The suspension has come to the job's last iteration.
    void FinishSuspended();

    /**
     * @param accounted iterations that have passed while suspended
     */
    void Restart(uint64_t accounted);

    /// Stops and withdraws everything, and says that the job is done.
    void Finish();

    /// Stops and withdraws everything.
    void TearDown();

    std::shared_ptr<PacketEnvironment> m_environment; //!< shared by all executions
    std::vector<DeployedStage> m_stages;              //!< in order
    std::vector<Ptr<TransportBoundary>> m_boundaries; //!< between regions, in order
    std::vector<PacketJoint> m_joints;                //!< these, and those inside regions
    bool m_deployed{false};                           //!< regions hold stages of the job
    uint32_t m_stagesDone{0};                         //!< with this iteration
    std::vector<bool> m_isDone;                       //!< which ones are
    std::vector<StageTimes> m_doneTimes;              //!< of these
    uint32_t m_owner{0};                              //!< the job, to ports and meters
    /// Most iterations of which it is remembered where their time went.
    static constexpr std::size_t MAX_RECENT = 1024;

    std::optional<SteadyIteration> m_suspendNext; //!< to begin at the end of this iteration
    uint64_t m_done{0};                           //!< iterations, simulated and accounted
    uint64_t m_simulated{0};                      //!< iterations simulated
    Time m_start;                                 //!< of the first iteration
    Time m_iterationStart;                        //!< of the iteration under way
    StageTimes m_times;                           //!< mean over stages, summed over iterations
    std::deque<StageTimes> m_recent; //!< mean over stages, iterations since the last suspension
    StageTimes m_accountedTimes;     //!< the same of an accounted iteration
    bool m_suspended{false};         //!< accounting instead of simulating
    Time m_suspendedAt;              //!< since when
    SteadyIteration m_suspension;    //!< under way
    EventId m_event;                 //!< end of the suspension
    bool m_resuming{false};          //!< the end of the suspension is its restart
};

} // namespace ns3::bacepipe

#endif // BACE_PACKET_EXECUTION_H
