// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LINK_SERIES_H
#define BACE_LINK_SERIES_H

#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What a link sent, and how full its queue was, by intervals of time.
 *
 * It keeps a bounded number of intervals in which something happened: when they become too many,
 * neighbours are merged, so that the length of all doubles.
 */
class LinkSeries
{
  public:
    /// What happened in an interval.
    struct Interval
    {
        int64_t number{0};                //!< it begins at this many lengths after time 0
        std::map<uint32_t, double> bytes; //!< sent, by owner; 0 for nobody known
        uint64_t maxQueueBytes{0};        //!< that waited at most
    };

    /**
     * @param length of an interval at first, above 0
     * @param limit of intervals that are kept, at least 2
     */
    LinkSeries(Time length, std::size_t limit);

    /**
     * Counts a packet, spread evenly over its transmission.
     * @param owner whose it is; 0 for nobody known
     * @param bytes on the wire
     * @param start when it begins to be sent
     * @param end when it is sent; not before that
     */
    void Count(uint32_t owner, uint64_t bytes, const Time& start, const Time& end)
    {
        if (start.GetTimeStep() >= m_sent.begin && end.GetTimeStep() <= m_sent.end &&
            owner == m_lastOwner)
        {
            *m_lastBytes += static_cast<double>(bytes);
        }
        else
        {
            CountElsewhere(owner, bytes, start, end);
        }
    }

    /**
     * Counts a state of the queue.
     * @param bytes that wait in it
     * @param now when
     */
    void CountQueue(uint64_t bytes, const Time& now)
    {
        if (bytes == 0)
        {
            return; // nothing that happens
        }
        if (now.GetTimeStep() < m_queued.begin || now.GetTimeStep() >= m_queued.end)
        {
            m_queued = Find(now);
        }
        m_queued.interval->maxQueueBytes = std::max(m_queued.interval->maxQueueBytes, bytes);
    }

    /**
     * Counts what was not sent packet by packet, spread evenly.
     * @param owner whose it is
     * @param bytes of all of it
     * @param from when it began
     * @param to when it ended; unless that is later, nothing is counted
     */
    void AddSpan(uint32_t owner, double bytes, Time from, Time to);

    /**
     * Merges intervals until they are as long as is wanted.
     * @param length the present one times a power of 2; any other ends the program
     */
    void Coarsen(Time length);

    /// @return the length of an interval
    Time GetLength() const;

    /// @return those in which something happened, in order
    const std::vector<Interval>& GetIntervals() const;

  private:
    /// An interval that is likely to be needed again. Times are steps, for each packet is compared.
    struct Place
    {
        Interval* interval{nullptr}; //!< null: none
        int64_t begin{0};            //!< of it
        int64_t end{-1};             //!< of it; without one before any time
    };

    /// Counts a packet that is not where the last one was.
    void CountElsewhere(uint32_t owner, uint64_t bytes, Time start, Time end);

    /**
     * @param time not below 0
     * @return number of its interval
     */
    int64_t GetNumber(Time time) const;

    /**
     * @param number of an interval
     * @return it; made if need be, and then merged with others if they are too many
     */
    Interval& Get(int64_t number);

    /**
     * @param time not below 0
     * @return its interval, made if need be
     */
    Place Find(Time time);

    /// Intervals have moved.
    void Forget();

    /// Merges neighbours.
    void Double();

    Time m_length;                     //!< of an interval
    std::size_t m_limit;               //!< of their number
    std::vector<Interval> m_intervals; //!< in order
    Place m_sent;                      //!< of the last packet's end
    uint32_t m_lastOwner{0};           //!< whose it was
    double* m_lastBytes{nullptr};      //!< where it was counted
    Place m_queued;                    //!< of the last state of the queue
};

} // namespace ns3::bacepipe

#endif // BACE_LINK_SERIES_H
