// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-receiver.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

BulkReceiver::BulkReceiver(uint32_t tag,
                           const BulkReceiverOptions& options,
                           BulkEndpoint& endpoint,
                           FrameHandler handler)
    : m_tag(tag),
      m_options(options),
      m_endpoint(endpoint),
      m_handler(std::move(handler)),
      m_timer([this] { HandleDelayedAck(); })
{
    m_endpoint.SetListener(*this);
}

void
BulkReceiver::Close()
{
    m_open = false;
    m_timer.Cancel();
}

void
BulkReceiver::HandleAck(const BulkAckHeader&)
{
}

void
BulkReceiver::HandleData(const BulkDataHeader& header,
                         const MessageStream::Piece& payload,
                         bool congested)
{
    if (!m_open || header.tag != m_tag)
    {
        return;
    }
    if (header.kind == BulkDataHeader::DATA && payload.bytes > 0)
    {
        HandleSegment(header, payload, congested);
    }
    else if (header.kind == BulkDataHeader::CONNECT)
    {
        m_endpoint.RefreshRoute(); // an earlier answer may have gone astray
        BulkAckHeader answer;
        answer.kind = BulkAckHeader::ACCEPT;
        answer.tag = m_tag;
        answer.echo = header.timestamp;
        m_endpoint.Send(answer);
    }
}

void
BulkReceiver::HandleSegment(const BulkDataHeader& header,
                            const MessageStream::Piece& payload,
                            bool congested)
{
    // The first segment too, as by ns-3's TCP: slow start begins a delayed acknowledgement earlier.
    bool atOnce = (header.flags & BulkDataHeader::ACK_AT_ONCE) != 0 || header.segment == 0 ||
                  congested != m_congested;
    m_congested = congested;
    m_marked += congested;
    if (header.segment == m_next)
    {
        Consume(payload);
        if (!m_waiting.empty())
        {
            atOnce = true; // it fills a hole, or a part of one (RFC 5681, 4.2)
            m_waiting.pop_front();
            while (!m_waiting.empty() && m_waiting.front().bytes > 0)
            {
                Consume(m_waiting.front());
                m_waiting.pop_front();
            }
            m_outOfOrder.subtract(Ranges::interval_type(0, m_next));
        }
        if (m_unacknowledged++ == 0)
        {
            m_firstTimestamp = header.timestamp;
            m_firstArrival = Simulator::Now();
        }
    }
    else
    {
        if (header.segment < m_next)
        {
            m_endpoint.RefreshRoute(); // sent twice: acknowledgements may have gone astray
        }
        else
        {
            Store(header.segment, payload);
        }
        atOnce = true;
    }

    if (atOnce || m_unacknowledged >= m_options.delayedAckCount)
    {
        Acknowledge(atOnce ? header.timestamp : m_firstTimestamp);
    }
    else if (!m_timer.IsSet())
    {
        m_timer.Set(m_firstArrival + m_options.delayedAckTimeout);
    }

    if (!m_complete.empty())
    {
        std::vector<MessageFrame> complete;
        complete.swap(m_complete);
        for (const MessageFrame& frame : complete)
        {
            if (m_open)
            {
                m_handler(frame);
            }
        }
    }
}

void
BulkReceiver::Consume(const MessageStream::Piece& payload)
{
    payload.ReadBy(m_reader, m_complete);
    ++m_next;
}

void
BulkReceiver::Store(uint64_t segment, const MessageStream::Piece& payload)
{
    const uint64_t place = segment - m_next;
    if (place >= m_waiting.size())
    {
        m_waiting.resize(place + 1);
    }
    if (m_waiting[place].bytes == 0)
    {
        m_waiting[place] = payload;
        m_outOfOrder.add(Ranges::interval_type(segment, segment + 1));
    }
    m_recent.insert(m_recent.begin(), segment);
}

void
BulkReceiver::Acknowledge(int64_t echo)
{
    BulkAckHeader header;
    header.tag = m_tag;
    header.marked = m_marked;
    header.cumulative = m_next;
    header.echo = echo;

    // The block of the latest segment first, then those reported before (RFC 2018, 4).
    std::size_t kept = 0;
    for (const uint64_t segment : m_recent)
    {
        const auto* const end = header.blocks.begin() + header.blockCount;
        const bool reported =
            std::any_of(header.blocks.cbegin(), end, [segment](const BulkAckHeader::Block& block) {
                return block.begin <= segment && segment < block.end;
            });
        if (segment < m_next || reported || header.blockCount == BulkAckHeader::MAX_BLOCKS)
        {
            continue;
        }
        const auto range = m_outOfOrder.find(segment);
        header.blocks[header.blockCount++] = {range->lower(), range->upper()};
        m_recent[kept++] = segment;
    }
    m_recent.resize(kept);

    m_unacknowledged = 0;
    m_timer.Clear();
    m_endpoint.Send(header);
}

void
BulkReceiver::HandleDelayedAck()
{
    Acknowledge(m_firstTimestamp + (Simulator::Now() - m_firstArrival).GetNanoSeconds());
}

} // namespace ns3::bacepipe
