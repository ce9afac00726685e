// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_ITERATION_STATISTICS_H
#define BACE_ITERATION_STATISTICS_H

#include "ns3/nstime.h"

#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics/count.hpp>
#include <boost/accumulators/statistics/mean.hpp>
#include <boost/accumulators/statistics/stats.hpp>
#include <boost/accumulators/statistics/variance.hpp>
#include <boost/circular_buffer.hpp>
#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Durations of a job's iterations: the last few, to see whether they agree, and all.
 */
class IterationStatistics
{
  public:
    /**
     * @param window how many iterations must agree, at least 1
     */
    explicit IterationStatistics(uint32_t window = 3);

    /**
     * @param duration of an iteration that has ended
     */
    void Add(Time duration);

    /// Forgets the last few: what comes is under other conditions. The overall figures stay.
    void ClearWindow();

    /**
     * @param tolerance relative
     * @return whether the window is full and its spread, largest less smallest, is within the
     *         tolerance of its mean
     */
    bool IsSteady(double tolerance) const;

    /// @return mean duration in the window, rounded down to a time step; 0 if it is empty
    Time GetWindowMean() const;

    /// @return iterations added in all
    uint64_t GetCount() const;

    /// @return mean duration of all iterations added, s; 0 without any
    double GetMean() const;

    /**
     * @return half-width of the 95 % confidence interval of that mean by Student's t, s; it takes
     *         iterations as independent, which they nearly are not, so it is a first estimate; 0
     *         for fewer than two iterations
     */
    double GetHalfWidth() const;

  private:
    /// Count, mean and variance of all iterations.
    using Accumulator = boost::accumulators::accumulator_set<
        double,
        boost::accumulators::stats<boost::accumulators::tag::count,
                                   boost::accumulators::tag::mean,
                                   boost::accumulators::tag::variance>>;

    boost::circular_buffer<Time> m_window; //!< the last few
    Accumulator m_all;                     //!< all
};

} // namespace ns3::bacepipe

#endif // BACE_ITERATION_STATISTICS_H
