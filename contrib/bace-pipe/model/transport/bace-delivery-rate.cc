// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-delivery-rate.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

void
DeliveryRate::NoteSent(uint64_t segment, Time now, bool isFirst)
{
    if (isFirst)
    {
        m_firstSent = now;
        m_deliveredTime = now;
    }
    const Record record{m_delivered, IsApplicationLimited(), m_deliveredTime, m_firstSent, now};
    const uint64_t place = segment - m_first;
    if (place == m_records.size())
    {
        m_records.push_back(record);
    }
    else
    {
        m_records[place] = record;
    }
}

void
DeliveryRate::NoteDelivered(uint64_t segment)
{
    const Record& record = m_records[segment - m_first];
    ++m_delivered;
    if (!m_hasSample || record.sent >= m_sampleSent)
    {
        m_hasSample = true;
        m_sample.priorDelivered = record.delivered;
        m_sample.applicationLimited = record.applicationLimited;
        m_sample.interval = record.sent - record.firstSent;
        m_sampleTime = record.deliveredTime;
        m_sampleSent = record.sent;
    }
}

void
DeliveryRate::NoteApplicationLimited(uint64_t pipe)
{
    m_applicationLimited = std::max<uint64_t>(m_delivered + pipe, 1);
}

DeliveryRate::Sample
DeliveryRate::TakeSample(Time now, uint64_t unacknowledged, Time minRtt)
{
    while (m_first < unacknowledged)
    {
        m_records.pop_front();
        ++m_first;
    }
    if (m_delivered > m_applicationLimited)
    {
        m_applicationLimited = 0; // the last of what was sent then is delivered
    }
    if (!std::exchange(m_hasSample, false))
    {
        return {};
    }
    m_deliveredTime = now;
    m_firstSent = m_sampleSent;
    // The longer of the intervals in which it was sent and in which it was acknowledged.
    m_sample.interval = Max(m_sample.interval, now - m_sampleTime);
    m_sample.delivered = m_delivered - m_sample.priorDelivered;
    if (m_sample.interval < minRtt)
    {
        m_sample.interval = Time();
    }
    return m_sample;
}

} // namespace ns3::bacepipe
