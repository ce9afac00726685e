// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-frame.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/**
 * Writes a number in network byte order.
 * @param bytes where its first byte goes
 * @param value the number
 */
void
Write64(uint8_t* bytes, uint64_t value)
{
    for (int i = 7; i >= 0; --i)
    {
        bytes[i] = static_cast<uint8_t>(value);
        value >>= 8;
    }
}

/**
 * @param bytes a number in network byte order
 * @return the number
 */
uint64_t
Read64(const uint8_t* bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i)
    {
        value = value << 8 | bytes[i];
    }
    return value;
}

} // namespace

MessageFrame::HeaderBytes
MessageFrame::Write() const
{
    HeaderBytes header{};
    header[0] = MAGIC >> 8;
    header[1] = MAGIC & 0xff;
    header[2] = VERSION;
    header[3] = HEADER_BYTES;
    Write64(&header[16], id);
    Write64(&header[24], bytes);
    return header;
}

MessageFrame
MessageFrame::Read(const HeaderBytes& header)
{
    const auto magic = static_cast<uint16_t>(header[0] << 8 | header[1]);
    NS_ABORT_MSG_IF(magic != MAGIC || header[2] != VERSION || header[3] != HEADER_BYTES,
                    "message stream out of step: magic " << magic << ", version " << +header[2]
                                                         << ", header of " << +header[3]
                                                         << " bytes");
    return MessageFrame{Read64(&header[16]), Read64(&header[24])};
}

void
FrameReader::Skip(uint64_t bytes, std::vector<MessageFrame>& complete)
{
    NS_ABORT_MSG_IF(bytes > m_awaited,
                    "message stream out of step: " << bytes << " bytes of payload where "
                                                   << m_awaited << " were awaited");
    m_awaited -= bytes;
    if (m_awaited == 0 && bytes > 0)
    {
        complete.push_back(m_frame);
    }
}

void
FrameReader::Read(Ptr<Packet> packet, std::vector<MessageFrame>& complete)
{
    uint32_t left = packet->GetSize();
    while (left > 0)
    {
        if (m_awaited > 0)
        {
            const auto payload = static_cast<uint32_t>(std::min<uint64_t>(left, m_awaited));
            Skip(payload, complete);
            left -= payload;
            if (left > 0)
            {
                packet->RemoveAtStart(payload);
            }
            continue;
        }
        const uint32_t wanted = std::min(left, MessageFrame::HEADER_BYTES - m_headerRead);
        packet->CopyData(&m_header[m_headerRead], wanted);
        packet->RemoveAtStart(wanted);
        left -= wanted;
        m_headerRead += wanted;
        if (m_headerRead == MessageFrame::HEADER_BYTES)
        {
            m_headerRead = 0;
            m_frame = MessageFrame::Read(m_header);
            m_awaited = m_frame.bytes;
            if (m_awaited == 0)
            {
                complete.push_back(m_frame);
            }
        }
    }
}

uint64_t
FrameReader::GetAwaitedBytes() const
{
    return m_awaited;
}

} // namespace ns3::bacepipe
