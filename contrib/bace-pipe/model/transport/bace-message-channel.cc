// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-channel.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(MessageChannel);

TypeId
MessageChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::MessageChannel")
            .SetParent<Object>()
            .SetGroupName("BacePipe")
            .AddTraceSource("MessageSent",
                            "A message was given to the channel: id, bytes",
                            MakeTraceSourceAccessor(&MessageChannel::m_messageSent),
                            "ns3::bacepipe::MessageChannel::MessageTracedCallback")
            .AddTraceSource("MessageLabel",
                            "What a message is that was given to the channel: id, label",
                            MakeTraceSourceAccessor(&MessageChannel::m_messageLabel),
                            "ns3::bacepipe::MessageChannel::LabelTracedCallback")
            .AddTraceSource("MessageDelivered",
                            "A message has arrived whole: id, bytes",
                            MakeTraceSourceAccessor(&MessageChannel::m_messageDelivered),
                            "ns3::bacepipe::MessageChannel::MessageTracedCallback");
    return tid;
}

void
MessageChannel::Send(uint64_t id, uint64_t bytes, const MessageLabel& label)
{
    NS_ABORT_MSG_IF(bytes == 0, "a message has at least one byte");
    NS_ABORT_MSG_IF(bytes > MAX_BYTES - m_sentBytes, "a channel carries at most 2^60 bytes");
    m_sentBytes += bytes;
    m_messageSent(id, bytes);
    m_messageLabel(id, label);
    DoSend(id, bytes, label);
}

void
MessageChannel::SetDeliveredCallback(DeliveredCallback callback)
{
    m_delivered = callback;
}

void
MessageChannel::SetBrokenCallback(Callback<void> callback)
{
    m_broken = callback;
}

void
MessageChannel::Break(const std::string& reason)
{
    if (m_broken.IsNull())
    {
        NS_FATAL_ERROR(reason);
    }
    const Callback<void> broken = m_broken;
    m_broken = MakeNullCallback<void>();
    broken();
}

void
MessageChannel::SetProgressCallback(Callback<void> callback)
{
    m_progress = callback;
}

std::optional<TransportState>
MessageChannel::GetState() const
{
    return std::nullopt;
}

void
MessageChannel::HandleProgress()
{
    if (!m_progress.IsNull())
    {
        m_progress();
    }
}

uint64_t
MessageChannel::GetSentBytes() const
{
    return m_sentBytes;
}

uint64_t
MessageChannel::GetDeliveredBytes() const
{
    return m_deliveredBytes;
}

void
MessageChannel::Deliver(uint64_t id, uint64_t bytes)
{
    m_deliveredBytes += bytes;
    NS_ABORT_MSG_IF(m_deliveredBytes > m_sentBytes,
                    "channel delivered more than was sent, with message " << id);
    m_messageDelivered(id, bytes);
    if (!m_delivered.IsNull())
    {
        m_delivered(id, bytes);
    }
}

void
MessageChannel::DoDispose()
{
    m_delivered = DeliveredCallback();
    m_broken = MakeNullCallback<void>();
    m_progress = MakeNullCallback<void>();
    Object::DoDispose();
}

} // namespace ns3::bacepipe
