// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_CHANNEL_HELPER_H
#define BACE_MESSAGE_CHANNEL_HELPER_H

#include "ns3/attribute.h"
#include "ns3/bace-message-channel.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::bacepipe
{

/**
 * @brief Opens message channels between nodes: finds addresses and free ports.
 *
 * Ports are given out across all helpers of a simulation, the same numbers on all nodes, from 10000
 * on.
 */
class MessageChannelHelper
{
  public:
    /**
     * @param typeId of the channels: "ns3::bacepipe::BulkMessageChannel" or
     * "ns3::bacepipe::TcpMessageChannel"; ends the program when there is no such class
     */
    explicit MessageChannelHelper(const std::string& typeId = "ns3::bacepipe::BulkMessageChannel");

    /**
     * @param name of an attribute of the channels made from now on; ends the program when they have
     * none of that name
     * @param value for it
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Makes a channel and opens it at the present time. It sends from the address that the source's
     * routing picks to the first address of the destination. Ends the program, saying why, when
     * a node has no IPv4 stack or no address, when there is no route, or when both are one node.
     * @param source node that sends
     * @param destination node that receives
     * @return the channel
     */
    Ptr<MessageChannel> Install(Ptr<Node> source, Ptr<Node> destination);

  private:
    ObjectFactory m_factory; //!< of channels
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_CHANNEL_HELPER_H
