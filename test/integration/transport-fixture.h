// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_TRANSPORT_FIXTURE_H
#define BACE_TEST_TRANSPORT_FIXTURE_H

#include "ns3/bace-message-channel.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-net-device.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "support/chain.h"

namespace ns3::bacepipe::test
{

/// @return ways through the network of the bulk transport, all of which owe the same
std::vector<std::string> GetPaths();

/// @return congestion controls of the bulk transport: last names of ns-3's TypeIds
std::vector<std::string> GetCongestionControls();

/// @return those of them that add one segment a round trip and halve the window
std::vector<std::string> GetRenos();

/**
 * @param path one of GetPaths()
 * @param control one of GetCongestionControls()
 * @return factory of bulk channels
 */
ObjectFactory MakeBulkFactory(const std::string& path, const std::string& control = "TcpCubic");

/// Four nodes in a chain, or two, without queue discs; messages between the first and the last.
class TransportTest : public testing::Test
{
  protected:
    void SetUp() override;
    void TearDown() override;

    /**
     * Builds the chain.
     * @param options what it is like
     */
    void BuildPath(const PathOptions& options);

    /**
     * @param channel to open, forward or backward along the chain
     * @param port first of its ports
     * @param backward whether it goes from the last node to the first
     */
    void Open(Ptr<MessageChannel> channel, uint16_t port = 5000, bool backward = false);

    /**
     * Drops packets at random where the middle link arrives.
     * @param device index on the middle link: 1 for data, 0 for acknowledgements
     * @param rate share of packets
     */
    void DropAtRandom(uint32_t device, double rate);

    /**
     * Drops chosen packets where the middle link arrives.
     * @param device index on the middle link: 1 for data, 0 for acknowledgements
     * @param packets their numbers, from 0, in order of arrival
     */
    void DropChosen(uint32_t device, const std::list<uint32_t>& packets);

    /**
     * Sends messages at once, runs, and expects each delivered once, whole, in order.
     * @param channel over which; open
     * @param sizes of the messages
     * @return time of the last delivery
     */
    Time SendAndExpectAll(Ptr<MessageChannel> channel, const std::vector<uint64_t>& sizes);

    /// A delivery: id, bytes.
    using Delivery = std::pair<uint64_t, uint64_t>;

    /**
     * @param channel whose deliveries to record
     * @param deliveries where
     */
    void Record(Ptr<MessageChannel> channel, std::vector<Delivery>& deliveries);

    NodeContainer m_nodes;                         //!< the chain
    std::vector<Ptr<PointToPointNetDevice>> m_wan; //!< devices of the middle link
    Time m_lastDelivery;                           //!< time of the last delivery recorded
    std::vector<Ptr<MessageChannel>> m_channels;   //!< opened; closed in TearDown()

  private:
    /// Adds a delivery to a record.
    void AddDelivery(std::vector<Delivery>* deliveries, uint64_t id, uint64_t bytes);
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_TRANSPORT_FIXTURE_H
