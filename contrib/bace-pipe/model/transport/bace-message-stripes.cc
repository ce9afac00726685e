// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-stripes.h"

#include "ns3/abort.h"

namespace ns3::bacepipe
{

uint64_t
GetStripeShare(uint64_t bytes, uint32_t connections, uint32_t index)
{
    return bytes / connections + (index < bytes % connections ? 1 : 0);
}

StripeAssembler::StripeAssembler(uint32_t connections)
    : m_next(connections, 0)
{
}

void
StripeAssembler::Add(uint32_t connection, const MessageFrame& share)
{
    const uint64_t place = m_next.at(connection)++ - m_first;
    if (place == m_partial.size())
    {
        m_partial.push_back(
            Partial{MessageFrame{share.id, 0, share.label}, static_cast<uint32_t>(m_next.size())});
    }
    Partial& partial = m_partial.at(place);
    NS_ABORT_MSG_IF(partial.message.id != share.id,
                    "share of message " << share.id << " where one of " << partial.message.id
                                        << " was due");
    partial.message.bytes += share.bytes;
    --partial.missing;
}

bool
StripeAssembler::Pop(MessageFrame& message)
{
    if (m_partial.empty() || m_partial.front().missing > 0)
    {
        return false;
    }
    message = m_partial.front().message;
    m_partial.pop_front();
    ++m_first;
    return true;
}

std::size_t
StripeAssembler::GetPartialCount() const
{
    return m_partial.size();
}

} // namespace ns3::bacepipe
