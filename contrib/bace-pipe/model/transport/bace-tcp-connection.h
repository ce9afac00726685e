// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TCP_CONNECTION_H
#define BACE_TCP_CONNECTION_H

#include "ns3/bace-message-frame.h"
#include "ns3/bace-message-stream.h"
#include "ns3/bace-message-tcp-socket.h"
#include "ns3/bace-tcp-message-channel.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/// One of the parallel connections of a TcpMessageChannel: both of its sockets.
class TcpMessageChannel::TcpConnection : public Connection
{
  public:
    /**
     * Binds the sender and asks for the connection.
     * @param channel of which it is a part
     * @param index in the channel
     */
    TcpConnection(TcpMessageChannel& channel, uint32_t index);

    /**
     * The listener has accepted the connection.
     * @param socket at the destination
     */
    void Accept(Ptr<Socket> socket);

    void Start() override;
    void Queue(const MessageFrame& share) override;
    bool Send(uint64_t bytes) override;
    void Close() override;
    bool IsConnected() const override;
    uint64_t GetUnsentBytes() const override;
    uint64_t GetUnacknowledgedBytes() const override;
    uint64_t GetRetransmittedBytes() const override;

  private:
    /**
     * The sender is connected.
     * @param socket at the source
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * The connection could not be made, or broke.
     * @param socket at either end
     */
    void HandleFailure(Ptr<Socket> socket);

    /**
     * The sender has room.
     * @param socket at the source
     * @param available bytes
     */
    void HandleRoom(Ptr<Socket> socket, uint32_t available);

    /**
     * The receiver has data.
     * @param socket at the destination
     */
    void HandleData(Ptr<Socket> socket);

    /// Gives the sender as much as it takes. @return whether it has taken anything
    bool Fill();

    /// Does so, and reports the channel's progress.
    void FillAndReport();

    TcpMessageChannel& m_channel;         //!< of which it is a part
    uint32_t m_index;                     //!< in the channel
    Ptr<MessageTcpSocket> m_sender;       //!< end at the source
    Ptr<MessageTcpSocket> m_receiver;     //!< end at the destination, once accepted
    MessageStream m_stream;               //!< what the sender has to send
    uint64_t m_next{0};                   //!< first byte of the stream not given to the sender
    bool m_connected{false};              //!< whether the sender is connected
    bool m_open{true};                    //!< until Close()
    FrameReader m_reader;                 //!< of what the receiver receives
    std::vector<MessageFrame> m_complete; //!< scratch of HandleData()
};

} // namespace ns3::bacepipe

#endif // BACE_TCP_CONNECTION_H
