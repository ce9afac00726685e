// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_CHANNEL_H
#define BACE_MESSAGE_CHANNEL_H

#include "ns3/bace-message-label.h"
#include "ns3/bace-transport-state.h"
#include "ns3/callback.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::bacepipe
{

/// Where a channel starts and ends.
struct ChannelEndpoints
{
    Ptr<Node> source;               //!< node that sends
    Ptr<Node> destination;          //!< node that receives
    Ipv4Address sourceAddress;      //!< of the source
    Ipv4Address destinationAddress; //!< of the destination
    uint16_t port{0};               //!< first of the channel's ports, at both ends; it may use
                                    //!< GetPortCount() from here on
};

/**
 * @brief A one-way channel that carries whole messages between two nodes, reliably and in order.
 *
 * Both ends of a channel live in one object, for one process simulates both; what passes between
 * them passes through the network alone. A message is an id and a number of bytes: its content is
 * not simulated. Messages are delivered exactly once, whole, in the order sent.
 *
 * Use: Open() once, Send() any number of times, Close() once; keep a Ptr to it all the while. The
 * end of the simulation closes it too. Attributes are read by Open(): later changes have no effect.
 * Concrete channels are chosen by TypeId (TcpMessageChannel, BulkMessageChannel) and configured by
 * Attributes.
 */
class MessageChannel : public Object
{
  public:
    static constexpr uint64_t MAX_BYTES = uint64_t{1} << 60; //!< of all messages of a channel

    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /// Called when a message has arrived whole: id and bytes.
    using DeliveredCallback = Callback<void, uint64_t, uint64_t>;

    /// Signature of the message trace sources.
    using MessageTracedCallback = void (*)(uint64_t id, uint64_t bytes);

    /// Signature of MessageLabel.
    using LabelTracedCallback = void (*)(uint64_t id, const MessageLabel& label);

    /**
     * Sets up both ends; connection set-up packets leave in an event at the present time. May be
     * called before the simulation runs.
     * @param endpoints where; both nodes need an IPv4 stack and a route between them
     */
    virtual void Open(const ChannelEndpoints& endpoints) = 0;

    /**
     * Queues a message for sending. May be called before the connection stands.
     * @param id any number, handed out again at the other end
     * @param bytes its size, at least 1; aborts when all messages together exceed MAX_BYTES
     * @param label what packet captures shall tell of it
     */
    void Send(uint64_t id, uint64_t bytes, const MessageLabel& label = {});

    /// Ends both ends at once: sockets are closed, events cancelled, nothing is delivered any more.
    virtual void Close() = 0;

    /// @return how many consecutive ports the channel uses
    virtual uint16_t GetPortCount() const = 0;

    /**
     * @param callback what is called for each message that has arrived whole
     */
    void SetDeliveredCallback(DeliveredCallback callback);

    /**
     * @param callback what is called once when the channel can deliver no more, for its transport
     * has given up; DescribeState() says why. Without a callback the program ends, with a message.
     */
    void SetBrokenCallback(Callback<void> callback);

    /// @return bytes of messages given to Send()
    uint64_t GetSentBytes() const;

    /// @return bytes of messages delivered
    uint64_t GetDeliveredBytes() const;

    /// @return bytes of messages, framing included, that have not been sent for the first time yet;
    ///         of TCP: that its sockets have not taken
    virtual uint64_t GetUnsentBytes() const = 0;

    /**
     * @param callback what is called whenever GetUnsentBytes() has become less, until there is
     * another; may send
     */
    void SetProgressCallback(Callback<void> callback);

    /// @return payload bytes sent more than once
    virtual uint64_t GetRetransmittedBytes() const = 0;

    /**
     * @return what the transport has learnt of its way; nothing where it cannot tell
     */
    virtual std::optional<TransportState> GetState() const;

    /// @return in a few words what the channel waits for; for the stall report
    virtual std::string DescribeState() const = 0;

  protected:
    /**
     * Sends a message; Send() has counted it.
     * @param id of the message
     * @param bytes of the message
     * @param label of the message
     */
    virtual void DoSend(uint64_t id, uint64_t bytes, const MessageLabel& label) = 0;

    /**
     * To be called by the receiving end for each whole message, in order.
     * @param id of the message
     * @param bytes of the message
     */
    void Deliver(uint64_t id, uint64_t bytes);

    /**
     * To be called when the transport has given up.
     * @param reason for the user
     */
    void Break(const std::string& reason);

    /// To be called when something has been sent for the first time.
    void HandleProgress();

    void DoDispose() override;

  private:
    DeliveredCallback m_delivered;                                //!< the user's
    Callback<void> m_broken;                                      //!< the user's
    Callback<void> m_progress;                                    //!< the user's
    uint64_t m_sentBytes{0};                                      //!< given to Send()
    uint64_t m_deliveredBytes{0};                                 //!< handed out
    TracedCallback<uint64_t, uint64_t> m_messageSent;             //!< a message was given to Send()
    TracedCallback<uint64_t, const MessageLabel&> m_messageLabel; //!< likewise
    TracedCallback<uint64_t, uint64_t> m_messageDelivered;        //!< a message has arrived whole
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_CHANNEL_H
