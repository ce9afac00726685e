// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_RANDOM_NETWORK_H
#define BACE_TEST_RANDOM_NETWORK_H

#include "ns3/nstime.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "integration/disturbed-channel.h"

namespace ns3::bacepipe::test
{

/// A link of a random network.
struct RandomHop
{
    uint64_t rate;         //!< bit/s, each way
    Time delay;            //!< one way
    uint32_t queuePackets; //!< that wait at either end
};

/// A message of a random flow.
struct RandomMessage
{
    Time time;      //!< when it is sent
    uint64_t bytes; //!< its size
};

/// A channel of a random network, and what it carries.
struct RandomFlow
{
    bool backward;                       //!< from the last node to the first
    std::string control;                 //!< congestion control
    uint32_t connections;                //!< parallel ones
    uint32_t segmentSize;                //!< bytes
    uint32_t initialWindow;              //!< segments
    uint64_t maxWindow;                  //!< bytes
    uint32_t delayedAckCount;            //!< segments
    Time delayedAckTimeout;              //!< longest wait of an acknowledgement
    Time minRto;                         //!< least retransmission timeout
    Time connectTimeout;                 //!< first one
    std::optional<Time> close;           //!< when it is closed, be it done or not
    std::vector<RandomMessage> messages; //!< in the order of their times

    /// @return most packets of one direction that can be under way when none is sent twice
    uint64_t GetMostPackets() const;
};

/// A chain of links, and the flows between its ends.
struct RandomNetwork
{
    uint64_t index;                //!< from which all else follows
    std::vector<RandomHop> hops;   //!< from the first node to the last
    uint32_t disturbedHop;         //!< the link that loses and disturbs
    double lossForward;            //!< share of packets to the last node that it loses
    double lossBackward;           //!< share of packets to the first node that it loses
    Disturbance disturbance;       //!< what it does beside
    std::vector<RandomFlow> flows; //!< at least a forward one

    /// @return whether no packet is lost, late or doubled but for a full queue
    bool IsUndisturbed() const;

    /// @return least round-trip time that a sender can measure
    Time GetLeastRtt() const;

    /**
     * @param nothingAgain whether nothing is sent twice, so that queues hold no more than the flows
     * @return most time a packet can need from end to end
     */
    Time GetMostTransit(bool nothingAgain) const;

  private:
    /// @return bytes of the largest packet on the wire
    uint32_t GetLargestPacket() const;
};

/**
 * @param index any number
 * @param controls congestion controls to choose from
 * @return always the same network for the same arguments
 */
RandomNetwork DrawRandomNetwork(uint64_t index, const std::vector<std::string>& controls);

/**
 * @param os stream
 * @param network to describe in a line
 * @return os
 */
std::ostream& operator<<(std::ostream& os, const RandomNetwork& network);

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_RANDOM_NETWORK_H
