// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-link-series.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::bacepipe
{

LinkSeries::LinkSeries(Time length, std::size_t limit)
    : m_length(length),
      m_limit(limit)
{
    NS_ABORT_MSG_IF(length <= Time(0) || limit < 2, "intervals of a series have a length");
}

void
LinkSeries::CountElsewhere(uint32_t owner, uint64_t bytes, Time start, Time end)
{
    if (start.GetTimeStep() < m_sent.begin || end.GetTimeStep() > m_sent.end)
    {
        const Time last = Max(start, end - TimeStep(1));
        if (GetNumber(start) != GetNumber(last))
        {
            AddSpan(owner, static_cast<double>(bytes), start, end);
            bytes = 0;
        }
        m_sent = Find(last);
    }
    m_lastOwner = owner;
    m_lastBytes = &m_sent.interval->bytes[owner];
    *m_lastBytes += static_cast<double>(bytes);
}

void
LinkSeries::AddSpan(uint32_t owner, double bytes, Time from, Time to)
{
    if (to <= from)
    {
        return; // nothing is left of it
    }
    const auto last = [this, to]() { return GetNumber(to - TimeStep(1)); };
    const auto first = [this, from]() { return GetNumber(from); };
    while (last() - first() >= static_cast<int64_t>(m_limit))
    {
        Double();
    }
    const double rate = bytes / static_cast<double>((to - from).GetTimeStep());
    for (int64_t number = first(); number <= last(); ++number)
    {
        const Time begin = Max(from, m_length * number);
        const Time end = Min(to, m_length * (number + 1));
        const Time before = m_length;
        Get(number).bytes[owner] += rate * static_cast<double>((end - begin).GetTimeStep());
        if (m_length != before)
        {
            // The interval is a part of a longer one: go on after what is counted.
            AddSpan(owner, rate * static_cast<double>((to - end).GetTimeStep()), end, to);
            return;
        }
    }
}

void
LinkSeries::Coarsen(Time length)
{
    while (m_length < length)
    {
        Double();
    }
    NS_ABORT_MSG_IF(m_length != length, "intervals become longer by powers of two");
}

Time
LinkSeries::GetLength() const
{
    return m_length;
}

const std::vector<LinkSeries::Interval>&
LinkSeries::GetIntervals() const
{
    return m_intervals;
}

int64_t
LinkSeries::GetNumber(Time time) const
{
    return time.GetTimeStep() / m_length.GetTimeStep();
}

LinkSeries::Interval&
LinkSeries::Get(int64_t number)
{
    const auto find = [this](int64_t wanted) {
        return std::lower_bound(
            m_intervals.begin(),
            m_intervals.end(),
            wanted,
            [](const Interval& interval, int64_t value) { return interval.number < value; });
    };
    auto place = find(number);
    if (place == m_intervals.end() || place->number != number)
    {
        const Time start = m_length * number;
        Forget();
        place = m_intervals.insert(place, Interval());
        place->number = number;
        while (m_intervals.size() > m_limit)
        {
            Double();
        }
        place = find(GetNumber(start));
    }
    return *place;
}

LinkSeries::Place
LinkSeries::Find(Time time)
{
    Interval& interval = Get(GetNumber(time));
    const int64_t length = m_length.GetTimeStep();
    return {&interval, interval.number * length, (interval.number + 1) * length};
}

void
LinkSeries::Forget()
{
    m_sent = Place();
    m_queued = Place();
}

void
LinkSeries::Double()
{
    m_length = m_length * 2;
    Forget();
    std::vector<Interval> merged;
    for (Interval& interval : m_intervals)
    {
        interval.number /= 2;
        if (merged.empty() || merged.back().number != interval.number)
        {
            merged.push_back(std::move(interval));
            continue;
        }
        Interval& into = merged.back();
        into.maxQueueBytes = std::max(into.maxQueueBytes, interval.maxQueueBytes);
        for (const auto& [owner, bytes] : interval.bytes)
        {
            into.bytes[owner] += bytes;
        }
    }
    m_intervals = std::move(merged);
}

} // namespace ns3::bacepipe
