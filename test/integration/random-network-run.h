// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_RANDOM_NETWORK_RUN_H
#define BACE_TEST_RANDOM_NETWORK_RUN_H

#include "ns3/bace-message-channel.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integration/random-network.h"
#include "integration/stall-watch.h"

namespace ns3::bacepipe::test
{

/// A random network built, run once, and held against what the bulk transport owes.
class RandomNetworkRun
{
  public:
    /**
     * Builds it.
     * @param network what it is like
     * @param path way through the network
     */
    RandomNetworkRun(const RandomNetwork& network, const std::string& path);

    /// Ends the simulation.
    ~RandomNetworkRun();

    /// Runs it to its end and expects all that is owed.
    void Run();

    /// @return whether nothing was there that could make a sender send anything again
    bool IsCalm() const;

    /// @return longest silence of a channel in terms of what its timers allow
    double GetWorstSilence() const;

  private:
    /// A flow under way.
    struct Flow
    {
        const RandomFlow* plan;                                 //!< what it is to do
        Ptr<MessageChannel> channel;                            //!< that does it
        StallWatch watch;                                       //!< over the channel
        Time least{Time::Max()};                                //!< round-trip time measured
        Time most{Seconds(0)};                                  //!< round-trip time measured
        std::vector<bool> connected{};                          //!< connections that stand
        std::vector<std::pair<uint64_t, uint64_t>> sent{};      //!< messages: id, bytes
        std::vector<std::pair<uint64_t, uint64_t>> delivered{}; //!< messages: id, bytes
        uint64_t retransmitted{0};                              //!< bytes, as the trace says
        bool closed{false};                                     //!< from here on nothing may happen
        uint32_t afterClose{0};                                 //!< what happened all the same
    };

    /**
     * Builds the chain.
     * @param express whether express packets are to go over it
     */
    void Build(bool express);

    /// Counts packets that find a queue full, on express links.
    void CountExpressDrops();

    /**
     * Opens a channel and plans what it sends.
     * @param plan what it is to do
     * @param path way through the network
     * @param port first of its ports
     */
    void Open(const RandomFlow& plan, const std::string& path, uint16_t port);

    /**
     * Has a flow's channel tell what happens.
     * @param flow the flow
     */
    void Observe(Flow& flow);

    /**
     * Expects of a connection's first round trip that it began when a request was due: at first,
     * then each time after twice the time before.
     * @param flow it belongs to
     * @param connection its index
     * @param rtt measured
     */
    void CheckSetUp(Flow& flow, uint32_t connection, Time rtt);

    /**
     * Expects what is owed of a flow that has ended.
     * @param flow the flow
     */
    void CheckFlow(const Flow& flow);

    /**
     * Counts a packet that a full queue has no room for.
     * @param packet it
     */
    void CountDrop(Ptr<const Packet> packet);

    const RandomNetwork& m_network;             //!< what it is like
    NodeContainer m_nodes;                      //!< the chain
    std::vector<std::unique_ptr<Flow>> m_flows; //!< under way
    uint64_t m_drops{0};                        //!< packets that a full queue had no room for
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_RANDOM_NETWORK_RUN_H
