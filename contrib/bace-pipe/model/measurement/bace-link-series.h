// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LINK_SERIES_H
#define BACE_LINK_SERIES_H

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What a link sent, and how full its queue was, by intervals of time.
 *
 * It keeps a bounded number of intervals in which something happened: when they become too many,
 * neighbours are merged, so that the length of all doubles. A packet counts where its transmission
 * begins.
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
     * Counts a packet.
     * @param owner whose it is; 0 for nobody known
     * @param bytes on the wire
     * @param start when it begins to be sent; not before that of the packet counted last
     */
    void Count(uint32_t owner, uint64_t bytes, Time start)
    {
        const int64_t number = start.GetTimeStep() / m_length.GetTimeStep();
        if (number != m_lastNumber || owner != m_lastOwner)
        {
            Select(owner, number);
        }
        *m_lastBytes += static_cast<double>(bytes);
    }

    /**
     * Counts a state of the queue.
     * @param bytes that wait in it
     * @param now when; not before that of the state counted last
     */
    void CountQueue(uint64_t bytes, Time now);

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
    /// Finds where bytes of an owner go.
    void Select(uint32_t owner, int64_t number);

    /**
     * @param number of an interval
     * @return it; made if need be, and then merged with others if they are too many
     */
    Interval& Get(int64_t number);

    /// Merges neighbours.
    void Double();

    Time m_length;                     //!< of an interval
    std::size_t m_limit;               //!< of their number
    std::vector<Interval> m_intervals; //!< in order
    int64_t m_lastNumber{-1};          //!< of the interval that m_lastBytes is of
    uint32_t m_lastOwner{0};           //!< whose they are
    double* m_lastBytes{nullptr};      //!< where the next packet is likely to be counted
};

} // namespace ns3::bacepipe

#endif // BACE_LINK_SERIES_H
