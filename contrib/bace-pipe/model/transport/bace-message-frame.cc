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
 * @tparam N bytes of the field
 * @param bytes where its first byte goes
 * @param value the number; one too large for the field is written as the largest that is not
 */
template <int N>
void
Put(uint8_t* bytes, uint64_t value)
{
    value = std::min(value, UINT64_MAX >> (64 - 8 * N));
    for (int i = N - 1; i >= 0; --i)
    {
        bytes[i] = static_cast<uint8_t>(value);
        value >>= 8;
    }
}

/**
 * @tparam N bytes of the field
 * @param bytes a number in network byte order
 * @return the number
 */
template <int N>
uint64_t
Get(const uint8_t* bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < N; ++i)
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
    header[4] = label.kind;
    Put<3>(&header[5], label.owner);
    Put<1>(&header[8], label.chunk);
    Put<3>(&header[9], label.microBatch);
    Put<4>(&header[12], label.iteration);
    Put<8>(&header[16], id);
    Put<8>(&header[24], bytes);
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
    return MessageFrame{Get<8>(&header[16]),
                        Get<8>(&header[24]),
                        {static_cast<MessageLabel::Kind>(header[4]),
                         static_cast<uint32_t>(Get<3>(&header[5])),
                         header[8],
                         static_cast<uint32_t>(Get<3>(&header[9])),
                         Get<4>(&header[12])}};
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
