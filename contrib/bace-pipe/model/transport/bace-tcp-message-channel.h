// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TCP_MESSAGE_CHANNEL_H
#define BACE_TCP_MESSAGE_CHANNEL_H

#include "ns3/address.h"
#include "ns3/bace-message-tcp-socket.h"
#include "ns3/bace-striped-message-channel.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Messages over ns-3's own TCP: the reference that other transports are compared with.
 *
 * Every setting concerns the sockets of this channel alone; no default of ns-3 is used where it
 * matters, and none is changed.
 *
 * The receive buffer is made twice the send buffer and a little more: ns-3 3.37 crashes after a
 * loss when the receive window is what limits the sender.
 */
class TcpMessageChannel : public StripedMessageChannel
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    TcpMessageChannel();
    ~TcpMessageChannel() override;

    void Close() override;

  protected:
    void DoOpen() override;

  private:
    class TcpConnection;

    /**
     * Creates a socket with this channel's settings.
     * @param node where
     * @param index of its connection
     * @return the socket
     */
    Ptr<MessageTcpSocket> CreateSocket(Ptr<Node> node, uint32_t index) const;

    /**
     * Makes a socket pace as this channel's attributes say.
     * @param socket of a connection
     */
    void SetPacing(MessageTcpSocket& socket) const;

    /**
     * The listener has accepted a connection.
     * @param socket at the destination
     * @param from address and port of the source
     */
    void HandleAccepted(Ptr<Socket> socket, const Address& from);

    uint32_t m_bufferSize;                      //!< bytes a sender may have outstanding
    Ptr<MessageTcpSocket> m_listener;           //!< at the destination
    std::shared_ptr<TcpMessageChannel*> m_self; //!< this, while the channel is open
};

} // namespace ns3::bacepipe

#endif // BACE_TCP_MESSAGE_CHANNEL_H
