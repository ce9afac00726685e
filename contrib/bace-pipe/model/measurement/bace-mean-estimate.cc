// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-mean-estimate.h"

#include <algorithm>
#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics/count.hpp>
#include <boost/accumulators/statistics/mean.hpp>
#include <boost/accumulators/statistics/stats.hpp>
#include <boost/accumulators/statistics/variance.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace ns3::bacepipe
{

using namespace boost::accumulators;

namespace
{

/// Fewest batches whose means tell a standard error.
constexpr std::size_t MIN_BATCHES = 8;

/// Most correlation of batch means that is corrected for: beyond it the series is too short.
constexpr double MAX_CORRELATION = 0.9;

/// Count, mean and variance.
using Moments = accumulator_set<double, stats<tag::count, tag::mean, tag::variance>>;

/// @return averages of the last whole batches of a size
std::vector<double>
MakeBatches(const std::vector<double>& series, std::size_t size)
{
    std::vector<double> batches;
    for (std::size_t begin = series.size() % size; begin < series.size(); begin += size)
    {
        Moments batch;
        std::for_each(series.begin() + begin, series.begin() + begin + size, std::ref(batch));
        batches.push_back(boost::accumulators::mean(batch));
    }
    return batches;
}

/// @return correlation between neighbours; 0 for a constant series
double
Correlate(const std::vector<double>& series, double mean)
{
    double with = 0;
    double own = 0;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        own += (series[i] - mean) * (series[i] - mean);
        with += i > 0 ? (series[i] - mean) * (series[i - 1] - mean) : 0;
    }
    return own > 0 ? with / own : 0;
}

/// @return what a standard error is multiplied by
double
GetQuantile(double freedom)
{
    return boost::math::quantile(boost::math::students_t(freedom), 0.975);
}

} // namespace

double
MeanEstimate::GetHalfWidth() const
{
    return freedom > 0 ? GetQuantile(freedom) * standardError : 0;
}

double
MeanEstimate::GetSumHalfWidth(uint64_t count) const
{
    const auto n = static_cast<double>(count);
    return GetHalfWidth() * std::sqrt(n * n + n * static_cast<double>(samples));
}

double
MeanEstimate::GetDifferenceHalfWidth(uint64_t count) const
{
    return GetHalfWidth() * std::sqrt(2. * static_cast<double>(count * samples));
}

void
MeanEstimate::SetHalfWidth(double halfWidth)
{
    if (freedom > 0)
    {
        standardError = halfWidth / GetQuantile(freedom);
    }
}

void
MeanEstimate::Widen(double halfWidth)
{
    SetHalfWidth(std::hypot(GetHalfWidth(), halfWidth));
}

std::size_t
FindWarmUp(const std::vector<double>& series)
{
    const std::size_t n = series.size();
    std::size_t warmUp = 0;
    double least = std::numeric_limits<double>::infinity();
    // From the end, so that each truncation takes one observation more.
    Moments rest;
    for (std::size_t begin = n; begin-- > 0;)
    {
        rest(series[begin]);
        const auto kept = static_cast<double>(n - begin);
        const double error = boost::accumulators::variance(rest) / kept;
        // Rounding makes a constant series vary a little.
        if (begin <= n / 2 && error <= least * (1 + 1e-9))
        {
            least = error;
            warmUp = begin;
        }
    }
    return warmUp;
}

void
AllowForRareEvents(MeanEstimate& estimate, const std::vector<double>& series)
{
    if (series.empty() || estimate.freedom == 0)
    {
        return;
    }
    const double largest = *std::max_element(series.begin(), series.end()) - estimate.mean;
    estimate.standardError +=
        3 * largest / static_cast<double>(series.size()) / GetQuantile(estimate.freedom);
}

bool
IsLevel(const std::vector<double>& series)
{
    const std::size_t half = series.size() / 2;
    if (half < 2)
    {
        return false;
    }
    std::vector<double> sorted = series;
    std::sort(sorted.begin(), sorted.end());
    const double median = (sorted[half] + sorted[(series.size() - 1) / 2]) / 2;
    double above = 0;
    for (std::size_t i = 0; i < half; ++i)
    {
        above += series[i] > median ? 1 : series[i] == median ? 0.5 : 0;
    }
    const double share = above / static_cast<double>(half);
    return share >= 0.25 && share <= 0.75;
}

MeanEstimate
EstimateMean(const std::vector<double>& series)
{
    MeanEstimate estimate;
    estimate.samples = series.size();
    estimate.freedom = 1;
    estimate.standardError = std::numeric_limits<double>::infinity();
    Moments all;
    std::for_each(series.begin(), series.end(), std::ref(all));
    if (series.empty())
    {
        return estimate;
    }
    estimate.mean = boost::accumulators::mean(all);
    for (std::size_t size = 1; series.size() / size >= (size == 1 ? 2 : MIN_BATCHES); size *= 2)
    {
        const std::vector<double> batches = MakeBatches(series, size);
        const auto count = static_cast<double>(batches.size());
        Moments moments;
        std::for_each(batches.begin(), batches.end(), std::ref(moments));
        // Boost's variance divides by n; the sample's divides by n - 1.
        const double variance = boost::accumulators::variance(moments) * count / (count - 1);
        const double correlation = Correlate(batches, boost::accumulators::mean(moments));
        // Short series show less of it than there is (Kendall 1954); none is taken as none.
        const double corrected = correlation > 0 ? correlation + (1 + 4 * correlation) / count : 0;
        const double left = std::min(corrected, MAX_CORRELATION);
        const double widening = (1 + left) / (1 - left);
        estimate.standardError = std::sqrt(std::max(0.0, variance) / count * widening);
        estimate.freedom = std::max(1.0, (count - 1) / widening);
        if (correlation <= 1 / std::sqrt(count)) // within one deviation of none
        {
            break;
        }
    }
    return estimate;
}

} // namespace ns3::bacepipe
