// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_REGION_AGENT_H
#define BACE_REGION_AGENT_H

#include "ns3/bace-named-schedules.h"
#include "ns3/bace-stage-application.h"
#include "ns3/bace-transport-boundary.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What a region is told to run: the stages of one job that lie in it.
 *
 * Plain values only, so that an order could travel a network.
 */
struct DeploymentOrder
{
    std::string job;                 //!< the job's id
    uint32_t owner{0};               //!< who it is, to ports and on labels of messages
    std::string schedule;            //!< name of its pipeline schedule
    ScheduleOptions scheduleOptions; //!< what else the schedule is told
    uint32_t stages{1};              //!< L, of the whole job
    uint32_t microBatches{1};        //!< M
    uint32_t firstStage{0};          //!< of this region
    uint64_t boundaryBytes{0};       //!< A_j
    /// Of each stage of this region, by chunk; their number is that of the stages.
    std::vector<std::vector<ChunkTimes>> times;
    Time optimizerTime;      //!< after a stage's last operation
    double computeJitter{0}; //!< relative standard deviation of an operation's duration
    int64_t jitterStream{0}; //!< of stage 0's random numbers; the others' follow
    uint64_t sendBuffer{0};  //!< of each stage's SendStream, bytes; 0: none
};

/// A GPU host of a region.
struct GpuHost
{
    Ptr<Node> node;      //!< on it the stages run
    Ipv4Address address; //!< of its network port
    DataRate portRate;   //!< of its network port
    uint32_t gpus{0};    //!< how many it holds
};

/// A stage that a region has made ready.
struct DeployedStage
{
    Ptr<StageApplication> application; //!< ready for its first iteration
    const GpuHost* host{nullptr};      //!< where it runs
};

/// Two stages of a job that packets join.
struct PacketJoint
{
    uint32_t before{0};              //!< the stage that sends activations, of the whole job
    uint32_t after{0};               //!< the stage that receives them
    uint32_t messages{1};            //!< each way, for one micro-batch
    Ptr<TransportBoundary> boundary; //!< between them
};

/// What a region has made of an order.
struct Deployment
{
    std::vector<DeployedStage> stages; //!< in order
    std::vector<PacketJoint> joints;   //!< inside the region; none where boundaries are delays
};

/**
 * @brief Runs a region: gives GPUs to stages and joins the stages inside the region.
 *
 * Nothing above a region picks its hosts: an order goes in, ready stages come back.
 */
class RegionAgent : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param hosts the region's GPU hosts
     * @param bandwidth between two of its GPUs
     * @param latency one way between two of its hosts; between GPUs of one host there is none
     */
    void SetUp(std::vector<GpuHost> hosts, DataRate bandwidth, Time latency);

    /// Makes a channel for a path between two hosts of the region, not yet open.
    using ChannelMaker = std::function<Ptr<MessageChannel>()>;

    /**
     * What the attribute Packets needs.
     * @param make makes the channels that join stages on different hosts
     * @param ports of the run's channels
     */
    void SetChannels(ChannelMaker make, std::shared_ptr<PortAllocator> ports);

    /**
     * Gives GPUs to an order's stages, lowest host first, and joins neighbours; also the last with
     * the first, where all the job's stages are here and hold several chunks. On one host a
     * boundary is a delay, between hosts with the attribute Packets two channels.
     * Too few free GPUs end the program: the scheduler's ledger and the region disagree. So does
     * Packets without SetChannels().
     * @param order what to run
     * @return the stages and the boundaries that send packets
     */
    Deployment Deploy(const DeploymentOrder& order);

    /**
     * Halts a job's stages, closes the boundaries between them and takes their GPUs back.
     * @param job its id
     */
    void Withdraw(const std::string& job);

    /// @return GPUs that no stage runs on
    uint32_t GetFreeGpus() const;

    /// @return of its GPUs, relative to the fastest of the cluster
    double GetSpeed() const;

    /// @return the region's hosts
    const std::vector<GpuHost>& GetHosts() const;

  protected:
    void DoDispose() override;

  private:
    /// A GPU: host and number on it.
    using Slot = std::pair<uint32_t, uint32_t>;

    /// What one job has in the region.
    struct Holding
    {
        std::vector<Slot> slots;                   //!< its GPUs
        std::vector<Ptr<StageApplication>> stages; //!< on them
        std::vector<Ptr<Boundary>> boundaries;     //!< between them
    };

    /**
     * Joins two stages of a job.
     * @param holding of the job
     * @param before position of the stage that sends activations
     * @param after position of the stage that receives them
     * @param owner number of the job
     * @return the boundary between them
     */
    Ptr<Boundary> Join(Holding& holding, std::size_t before, std::size_t after, uint32_t owner);

    std::vector<GpuHost> m_hosts;              //!< of the region
    DataRate m_bandwidth;                      //!< between two GPUs
    Time m_latency;                            //!< between two hosts
    bool m_packets{false};                     //!< between hosts, instead of delays
    ChannelMaker m_makeChannel;                //!< for a path between two hosts
    std::shared_ptr<PortAllocator> m_ports;    //!< of channels
    double m_speed;                            //!< of a GPU
    std::set<Slot> m_free;                     //!< GPUs that no stage runs on
    std::map<std::string, Holding> m_holdings; //!< by job
};

} // namespace ns3::bacepipe

#endif // BACE_REGION_AGENT_H
