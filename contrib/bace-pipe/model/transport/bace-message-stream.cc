// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-message-stream.h"

#include "ns3/abort.h"

#include <algorithm>
#include <vector>

namespace ns3::bacepipe
{

void
MessageStream::Push(const MessageFrame& frame)
{
    m_entries.push_back(Entry{m_end, frame});
    m_end += frame.GetStreamBytes();
}

uint64_t
MessageStream::GetEnd() const
{
    return m_end;
}

MessageStream::Piece
MessageStream::Copy(uint64_t begin, uint32_t bytes) const
{
    const uint64_t end = begin + bytes;
    NS_ABORT_MSG_IF(m_entries.empty() || begin < m_entries.front().begin || end > m_end,
                    "range of the message stream is not there: " << begin << " to " << end);
    auto entry =
        std::upper_bound(m_entries.begin(),
                         m_entries.end(),
                         begin,
                         [](uint64_t position, const Entry& e) { return position < e.begin; }) -
        1;
    if (begin >= entry->begin + MessageFrame::HEADER_BYTES &&
        end <= entry->begin + entry->frame.GetStreamBytes())
    {
        return Piece{bytes, nullptr};
    }

    // Real bytes up to the last byte of a header, then virtual ones.
    std::vector<uint8_t> real;
    for (; entry != m_entries.end() && entry->begin < end; ++entry)
    {
        const uint64_t headerBegin = std::max(begin, entry->begin);
        const uint64_t headerEnd = std::min(end, entry->begin + MessageFrame::HEADER_BYTES);
        if (headerBegin < headerEnd)
        {
            const MessageFrame::HeaderBytes header = entry->frame.Write();
            real.resize(headerEnd - begin, 0);
            std::copy(header.begin() + (headerBegin - entry->begin),
                      header.begin() + (headerEnd - entry->begin),
                      real.begin() + (headerBegin - begin));
        }
    }
    Ptr<Packet> packet = Create<Packet>(real.data(), real.size());
    if (real.size() < bytes)
    {
        packet->AddAtEnd(Create<Packet>(bytes - static_cast<uint32_t>(real.size())));
    }
    return Piece{bytes, packet};
}

void
MessageStream::Release(uint64_t position)
{
    while (!m_entries.empty() &&
           m_entries.front().begin + m_entries.front().frame.GetStreamBytes() <= position)
    {
        m_entries.pop_front();
    }
}

std::size_t
MessageStream::GetFrameCount() const
{
    return m_entries.size();
}

} // namespace ns3::bacepipe
