// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_STATISTICS_H
#define REPRODUCTION_STATISTICS_H

#include <cstddef>
#include <vector>

namespace ns3::bacepipe::reproduction
{

/// Where the middle of some values is, and how far they spread.
struct Summary
{
    std::size_t samples{0}; //!< values; without any the rest is 0
    double median{0};       //!< 50 %
    double low{0};          //!< 10 %
    double high{0};         //!< 90 %
};

/// In how many samples something holds.
struct Share
{
    std::size_t holds{0};   //!< samples in which it does
    std::size_t samples{0}; //!< all of them; without any the rest is 0
    double share{0};        //!< holds / samples
    double low{0};          //!< lower end of the 95 % Wilson interval
    double high{0};         //!< upper end
};

/**
 * @param sorted at least one value, ascending
 * @param p from 0 to 1
 * @return the quantile, linear between the two values that enclose it (as R's and NumPy's default)
 */
double Quantile(const std::vector<double>& sorted, double p);

/**
 * @param values in any order
 * @return their median and 10..90 % range
 */
Summary Summarize(std::vector<double> values);

/**
 * @param holds samples in which something holds
 * @param samples all of them
 * @return the share with its 95 % Wilson score interval
 */
Share MakeShare(std::size_t holds, std::size_t samples);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_STATISTICS_H
