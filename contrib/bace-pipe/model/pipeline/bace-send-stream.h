// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SEND_STREAM_H
#define BACE_SEND_STREAM_H

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The order in which a stage's messages enter the network, activations and gradients alike.
 *
 * A GPU sends by operations of one communication stream, one after another: each ends when its
 * message is in a buffer of fixed size, out of which the network takes it (NCCL: 4 MiB,
 * NCCL_BUFFSIZE). So a message enters when no more than the buffer's size of those before it, in
 * whichever direction, has still to be sent for the first time. (Our model of it.)
 */
class SendStream
{
  public:
    /// Hands a message to the network.
    using Send = std::function<void()>;

    /// @return bytes that an outlet holds and has not sent yet
    using Unsent = std::function<uint64_t()>;

    /**
     * @param buffer bytes
     */
    explicit SendStream(uint64_t buffer);

    /**
     * @param unsent what one of the ways out of the stage still holds
     */
    void AddOutlet(Unsent unsent);

    /**
     * Sends a message, now or when there is room.
     * @param send what hands it to the network
     */
    void Push(Send send);

    /// Something has been sent: hands over what there is room for now.
    void Proceed();

  private:
    /// @return whether a message may enter
    bool HasRoom() const;

    uint64_t m_buffer;             //!< bytes
    std::vector<Unsent> m_outlets; //!< ways out of the stage
    std::deque<Send> m_waiting;    //!< messages, in order
    bool m_proceeding{false};      //!< within Proceed(): sending reports back at once
};

} // namespace ns3::bacepipe

#endif // BACE_SEND_STREAM_H
