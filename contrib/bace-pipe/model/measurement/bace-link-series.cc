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
LinkSeries::Select(uint32_t owner, int64_t number)
{
    const Time start = m_length * number;
    m_lastBytes = &Get(number).bytes[owner];
    m_lastNumber = start.GetTimeStep() / m_length.GetTimeStep(); // they may be longer now
    m_lastOwner = owner;
}

void
LinkSeries::CountQueue(uint64_t bytes, Time now)
{
    const int64_t number = now.GetTimeStep() / m_length.GetTimeStep();
    if (bytes == 0 && (m_intervals.empty() || m_intervals.back().number < number))
    {
        return; // an empty queue is nothing that happens
    }
    Interval& interval = Get(number);
    interval.maxQueueBytes = std::max(interval.maxQueueBytes, bytes);
}

void
LinkSeries::AddSpan(uint32_t owner, double bytes, Time from, Time to)
{
    if (to <= from)
    {
        return; // nothing is left of it
    }
    const auto last = [this, to]() {
        return (to - TimeStep(1)).GetTimeStep() / m_length.GetTimeStep();
    };
    const auto first = [this, from]() { return from.GetTimeStep() / m_length.GetTimeStep(); };
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
        m_lastNumber = -1; // what it points at moves
        place = m_intervals.insert(place, Interval());
        place->number = number;
        while (m_intervals.size() > m_limit)
        {
            Double();
        }
        place = find(start.GetTimeStep() / m_length.GetTimeStep());
    }
    return *place;
}

void
LinkSeries::Double()
{
    m_length = m_length * 2;
    m_lastNumber = -1;
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
