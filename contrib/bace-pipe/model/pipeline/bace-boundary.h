// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BOUNDARY_H
#define BACE_BOUNDARY_H

#include "ns3/bace-send-stream.h"
#include "ns3/bace-stage-times.h"
#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace ns3::bacepipe
{

/// What crosses a boundary, and so which way.
enum class BoundaryMessage : uint8_t
{
    ACTIVATION, //!< from stage s to stage s + 1
    GRADIENT,   //!< from stage s + 1 to stage s
};

/// What a message of a boundary belongs to.
struct MessageKey
{
    uint64_t iteration{0};  //!< counted by the stages, from 0
    uint32_t chunk{0};      //!< of the stage that receives it
    uint32_t microBatch{0}; //!< of the iteration
};

/**
 * @brief Joins stage s and stage s + 1 of a job: activations go one way, gradients the other.
 *
 * Where stages hold several chunks of the model, one more joins the last stage (as s) and the first
 * (as s + 1).
 *
 * How they travel is the affair of the concrete boundary: a delay inside a region, messages over a
 * transport between regions. The base class holds every run to the promise that each message
 * arrives exactly once, whole and in order; a breach ends the program.
 */
class Boundary : public Object
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /// Called on arrival.
    using ArrivalCallback = Callback<void, const MessageKey&>;

    /**
     * @param bytes A_j: size of every message; 0 is taken as 1
     */
    void SetMessageBytes(uint64_t bytes);

    /// @return the size of every message, bytes
    uint64_t GetMessageBytes() const;

    /**
     * @param message which way
     * @param callback what is called at the receiving stage
     */
    void SetArrivalCallback(BoundaryMessage message, ArrivalCallback callback);

    /**
     * Sends one message; returns at once, for sending overlaps computing.
     * @param message which way
     * @param key what it belongs to
     */
    void Send(BoundaryMessage message, const MessageKey& key);

    /**
     * @param message which way
     * @param stream the order in which its sender's messages enter the network; not null. Without
     *        this call they enter at once.
     */
    virtual void SetSendStream(BoundaryMessage message, std::shared_ptr<SendStream> stream);

    /// @return bytes sent so far, both ways
    uint64_t GetSentBytes() const;

    /// @return messages sent that have not arrived, both ways
    std::size_t GetInFlight() const;

    /**
     * @param message which way
     * @return how the message that arrived last has travelled
     */
    const Passage& GetPassage(BoundaryMessage message) const;

    /**
     * @param message which way
     * @return what a message takes on a way that is empty: its bytes over the rate of the narrowest
     *         link, and the propagation
     */
    virtual Time GetIdealTime(BoundaryMessage message) const = 0;

    /// Stops carrying; called when the job ends.
    virtual void Close() = 0;

    /// @return in a few words how far the messages in flight are; for the stall report
    virtual std::string DescribeState() const = 0;

  protected:
    /**
     * Carries a message that Send() has recorded.
     * @param message which way
     * @param key what it belongs to
     * @param id of the message: unique in its direction
     * @param bytes of the message
     */
    virtual void DoSend(BoundaryMessage message,
                        const MessageKey& key,
                        uint64_t id,
                        uint64_t bytes) = 0;

    /**
     * @param message which way
     * @return bytes given to DoSend() that the network has not taken yet
     */
    virtual uint64_t GetUnsentBytes(BoundaryMessage message) const;

    /**
     * To be called by the concrete boundary when GetUnsentBytes() has become less, where there is a
     * SendStream.
     * @param message which way
     */
    void HandleProgress(BoundaryMessage message);

    /**
     * To be called by the concrete boundary when a message has arrived whole.
     * @param message which way
     * @param id as given to DoSend()
     * @param bytes that arrived
     * @param behind what the way has served for others since the message was sent
     */
    void Arrive(BoundaryMessage message,
                uint64_t id,
                uint64_t bytes,
                ServiceMeter::Shares behind = {});

    void DoDispose() override;

  private:
    /// A message that has not arrived.
    struct Message
    {
        uint64_t id;    //!< unique in its direction
        MessageKey key; //!< what it belongs to
        Time sent;      //!< when
    };

    /// One direction of the boundary.
    struct Direction
    {
        ArrivalCallback arrival;            //!< of the receiving stage
        std::shared_ptr<SendStream> stream; //!< of the sending stage, or null
        std::deque<Message> inFlight;       //!< in order sent
        uint64_t nextId{0};                 //!< of the next message
        Passage passage;                    //!< of the message that arrived last
    };

    std::array<Direction, 2> m_directions; //!< by BoundaryMessage
    uint64_t m_messageBytes{1};            //!< of every message
    uint64_t m_sentBytes{0};               //!< both ways
};

} // namespace ns3::bacepipe

#endif // BACE_BOUNDARY_H
