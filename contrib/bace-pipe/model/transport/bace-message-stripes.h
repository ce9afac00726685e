// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_STRIPES_H
#define BACE_MESSAGE_STRIPES_H

#include "ns3/bace-message-frame.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::bacepipe
{

/**
 * The share of a message that travels on one of several parallel connections: equal shares, the
 * first connections carry one byte more when the division leaves a rest.
 * @param bytes of the message
 * @param connections how many, at least 1
 * @param index of the connection, from 0
 * @return bytes of the share; 0 when the message has fewer bytes than there are connections
 */
uint64_t GetStripeShare(uint64_t bytes, uint32_t connections, uint32_t index);

/**
 * @brief Puts messages together again from the shares that arrive on parallel connections.
 *
 * Every connection carries a share of every message, in the order of the messages, so the n-th
 * frame of any connection belongs to the n-th message. A message is whole when all its shares are
 * in, and is handed out after all messages before it.
 */
class StripeAssembler
{
  public:
    /**
     * @param connections how many, at least 1
     */
    explicit StripeAssembler(uint32_t connections);

    /**
     * Takes a share. Aborts when its id is not that of the other shares of the message.
     * @param connection index of the connection on which it came, from 0
     * @param share the share
     */
    void Add(uint32_t connection, const MessageFrame& share);

    /**
     * Takes out the next message, if it is whole.
     * @param message where it goes: id, and bytes of all shares
     * @return whether there was one
     */
    bool Pop(MessageFrame& message);

    /// @return messages of which some shares, but not all, have arrived
    std::size_t GetPartialCount() const;

  private:
    /// A message of which something has arrived.
    struct Partial
    {
        MessageFrame message; //!< id, and bytes of the shares that are in
        uint32_t missing;     //!< shares still to come
    };

    std::vector<uint64_t> m_next;  //!< per connection: number of the message its next share is of
    std::deque<Partial> m_partial; //!< messages from number m_first on
    uint64_t m_first{0};           //!< number of the next message to hand out
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_STRIPES_H
