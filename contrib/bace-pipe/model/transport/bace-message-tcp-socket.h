// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_TCP_SOCKET_H
#define BACE_MESSAGE_TCP_SOCKET_H

#include "ns3/attribute.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief ns-3's TCP socket, with what ns-3 lets only a derived class do: settings of one socket
 * that are otherwise global, an end without farewell, and a count of retransmitted bytes.
 *
 * Protocol behaviour is ns-3's own.
 */
class MessageTcpSocket : public TcpSocketBase
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;

    /**
     * Creates a socket on a node, independent of the node's and the program's TCP defaults for
     * congestion control. Aborts when the node has no TCP.
     * @param node where
     * @param congestionControl a TcpCongestionOps
     * @param randomStream index of the random stream for a congestion control that draws (TcpBbr)
     * @return the socket
     */
    static Ptr<MessageTcpSocket> CreateOn(Ptr<Node> node,
                                          TypeId congestionControl,
                                          uint32_t randomStream);

    /**
     * Sets an attribute of TcpSocketState, which the socket keeps to itself.
     * @param name of the attribute; aborts when there is none
     * @param value of the attribute
     */
    void SetPacing(const std::string& name, const AttributeValue& value);

    /// Ends the connection at this end at once: no packet is sent, no timer runs on.
    void Abort();

    /// @return payload bytes sent more than once
    uint64_t GetRetransmittedBytes() const;

    /// @return bytes given to the socket and not acknowledged yet
    uint64_t GetUnacknowledgedBytes() const;

  protected:
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    Ptr<TcpSocketBase> Fork() override;

  private:
    uint64_t m_retransmittedBytes{0}; //!< payload bytes sent more than once
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_TCP_SOCKET_H
