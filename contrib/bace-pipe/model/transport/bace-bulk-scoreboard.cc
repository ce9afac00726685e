// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-scoreboard.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::bacepipe
{

uint64_t
BulkScoreboard::Send(uint64_t end)
{
    const uint64_t number = GetNext();
    m_segments.push_back(Segment{end, m_firstSerial + m_transmissions.size(), IN_NETWORK, 0});
    m_transmissions.push_back(number);
    ++m_pipe;
    return number;
}

void
BulkScoreboard::Resend(uint64_t segment, int64_t now)
{
    Segment& record = At(segment);
    if (record.state == LOST)
    {
        m_lost.erase(segment);
        ++m_pipe;
    }
    record.state = IN_NETWORK;
    record.serial = m_firstSerial + m_transmissions.size();
    record.resent = 1;
    m_resentAt[segment] = now;
    m_transmissions.push_back(segment);
    Trim(); // its earlier transmission may have been at the front
}

uint64_t
BulkScoreboard::Acknowledge(const BulkAckHeader& ack)
{
    NS_ABORT_MSG_IF(ack.cumulative > GetNext(),
                    "acknowledgement of segment " << ack.cumulative << ", sent were " << GetNext());
    uint64_t delivered = 0;
    m_repaired = false;
    if (ack.cumulative > m_unacknowledged)
    {
        const uint64_t begin = m_unacknowledged;
        while (m_unacknowledged < ack.cumulative)
        {
            Segment& segment = m_segments.front();
            if (segment.state != DELIVERED)
            {
                Deliver(m_unacknowledged, segment, ack.echo);
                m_repaired |= segment.resent;
                ++delivered;
            }
            m_begin = segment.end;
            m_segments.pop_front();
            ++m_unacknowledged;
        }
        if (!m_delivered.empty())
        {
            m_delivered.subtract(Ranges::interval_type(begin, ack.cumulative));
        }
    }
    for (uint32_t i = 0; i < ack.blockCount; ++i)
    {
        const BulkAckHeader::Block& block = ack.blocks[i];
        NS_ABORT_MSG_IF(block.end > GetNext(),
                        "SACK of segments up to " << block.end << ", sent were " << GetNext());
        const uint64_t begin = std::max(block.begin, m_unacknowledged);
        if (begin < block.end)
        {
            delivered += DeliverRange(begin, block.end, ack.echo);
        }
    }
    Trim();
    return delivered;
}

uint64_t
BulkScoreboard::DeliverRange(uint64_t begin, uint64_t end, int64_t echo)
{
    const Ranges::interval_type range(begin, end);
    uint64_t count = 0;
    const auto deliver = [&](uint64_t from, uint64_t to) {
        for (uint64_t number = from; number < to; ++number)
        {
            Deliver(number, At(number), echo);
            ++count;
        }
    };
    const auto known = m_delivered.equal_range(range);
    uint64_t next = begin;
    for (auto it = known.first; it != known.second; ++it)
    {
        if (it->lower() > next)
        {
            deliver(next, it->lower());
        }
        next = std::max(next, it->upper());
    }
    if (next < end)
    {
        deliver(next, end);
    }
    if (count > 0)
    {
        m_delivered.add(range);
    }
    return count;
}

void
BulkScoreboard::Deliver(uint64_t number, Segment& segment, int64_t echo)
{
    if (segment.state == IN_NETWORK)
    {
        --m_pipe;
    }
    else
    {
        m_lost.erase(number);
    }
    segment.state = DELIVERED;
    if (m_rate)
    {
        m_rate->NoteDelivered(number);
    }
    bool isLast = true;
    if (segment.resent)
    {
        // News older than the retransmission speak of an earlier transmission.
        const auto resent = m_resentAt.find(number);
        isLast = echo >= resent->second;
        m_resentAt.erase(resent);
    }
    if (isLast)
    {
        m_latestDelivered = std::max<uint64_t>(m_latestDelivered, segment.serial + 1);
    }
}

uint64_t
BulkScoreboard::DetectLosses()
{
    return m_latestDelivered > REORDERING_THRESHOLD
               ? LoseBefore(m_latestDelivered - REORDERING_THRESHOLD)
               : 0;
}

bool
BulkScoreboard::HasReordering() const
{
    return !m_transmissions.empty() && m_firstSerial + 1 < m_latestDelivered;
}

uint64_t
BulkScoreboard::GiveUpReordered()
{
    return m_latestDelivered > 0 ? LoseBefore(m_latestDelivered - 1) : 0;
}

void
BulkScoreboard::GiveUpAll()
{
    LoseBefore(m_firstSerial + m_transmissions.size());
}

void
BulkScoreboard::Reinstate()
{
    for (const uint64_t number : m_lost)
    {
        Segment& segment = At(number);
        segment.state = IN_NETWORK;
        // A new serial, for the old one is gone: it is found lost later, if it is after all.
        segment.serial = m_firstSerial + m_transmissions.size();
        m_transmissions.push_back(number);
        ++m_pipe;
    }
    m_lost.clear();
}

uint64_t
BulkScoreboard::LoseBefore(uint64_t serial)
{
    uint64_t count = 0;
    while (m_firstSerial < serial && !m_transmissions.empty())
    {
        const uint64_t number = m_transmissions.front();
        if (number >= m_unacknowledged)
        {
            Segment& segment = At(number);
            if (segment.state == IN_NETWORK && segment.serial == m_firstSerial)
            {
                segment.state = LOST;
                --m_pipe;
                m_lost.insert(m_lost.end(), number);
                ++count;
            }
        }
        m_transmissions.pop_front();
        ++m_firstSerial;
    }
    Trim();
    return count;
}

void
BulkScoreboard::Trim()
{
    while (!m_transmissions.empty())
    {
        const uint64_t number = m_transmissions.front();
        if (number >= m_unacknowledged && At(number).state == IN_NETWORK &&
            At(number).serial == m_firstSerial)
        {
            break;
        }
        m_transmissions.pop_front();
        ++m_firstSerial;
    }
}

bool
BulkScoreboard::FindLastInNetwork(uint64_t& segment) const
{
    for (uint64_t i = m_segments.size(); m_pipe > 0 && i > 0; --i)
    {
        if (m_segments[i - 1].state == IN_NETWORK)
        {
            segment = m_unacknowledged + i - 1;
            return true;
        }
    }
    return false;
}

uint64_t
BulkScoreboard::GetBegin(uint64_t segment) const
{
    return segment == m_unacknowledged ? m_begin : At(segment - 1).end;
}

uint64_t
BulkScoreboard::GetEnd(uint64_t segment) const
{
    return At(segment).end;
}

bool
BulkScoreboard::IsResent(uint64_t segment) const
{
    return At(segment).resent;
}

} // namespace ns3::bacepipe
