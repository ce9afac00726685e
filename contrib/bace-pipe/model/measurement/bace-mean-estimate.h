// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MEAN_ESTIMATE_H
#define BACE_MEAN_ESTIMATE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What a series of observations says of the mean that they have in the long run.
 */
struct MeanEstimate
{
    double mean{0};          //!< of the observations
    double standardError{0}; //!< of it, correlation between observations allowed for
    double freedom{0};       //!< degrees of freedom of the standard error; 0: the mean is exact
    uint64_t samples{0};     //!< observations it rests on

    /**
     * @return half-width of the 95 % confidence interval of the mean, by Student's t; 0 for an
     *         exact one
     */
    double GetHalfWidth() const;

    /**
     * The interval in which the sum of further observations lies: the mean is uncertain, and they
     * vary themselves.
     * @param count of them
     * @return half-width of the 95 % prediction interval of their sum
     */
    double GetSumHalfWidth(uint64_t count) const;

    /**
     * How far two sums of so many observations each lie apart.
     * @param count of them
     * @return half-width of the 95 % interval of the difference
     */
    double GetDifferenceHalfWidth(uint64_t count) const;

    /**
     * @param halfWidth of the 95 % confidence interval of the mean; without effect on an exact mean
     */
    void SetHalfWidth(double halfWidth);

    /**
     * Adds something else that is not known of the mean, independent of what is in the interval.
     * @param halfWidth of its 95 % interval, of either sign; without effect on an exact mean
     */
    void Widen(double halfWidth);
};

/**
 * How many observations at the beginning of a series belong to its warm-up, by MSER (White 1997):
 * the rest has the least standard error of its mean, were it independent.
 * @param series observations in order
 * @return how many; at most half of the series, and when it is half, the warm-up may go on
 */
std::size_t FindWarmUp(const std::vector<double>& series);

/**
 * Makes an estimate allow for rare events that a short series may have missed: one as large as the
 * largest seen comes up to three times more often (the rule of three: what was not seen in n
 * observations has a probability of at most 3/n, with 95 % confidence).
 * @param estimate of a series
 * @param series the observations
 */
void AllowForRareEvents(MeanEstimate& estimate, const std::vector<double>& series);

/**
 * Whether a series has no trend: of its earlier half between a quarter and three quarters lie above
 * the median of all, equal ones counted half.
 * @param series observations in order
 * @return whether that is so; false for fewer than four
 */
bool IsLevel(const std::vector<double>& series);

/**
 * Estimates the mean of a stationary series by batch means: observations are averaged in batches,
 * of twice the size until the means of neighbouring batches are not correlated any more or there
 * are fewer than eight batches; what correlation is left widens the interval as that of a
 * first-order autoregression would.
 * @param series observations in order, after the warm-up
 * @return the estimate; for fewer than two observations its standard error is infinite
 */
MeanEstimate EstimateMean(const std::vector<double>& series);

} // namespace ns3::bacepipe

#endif // BACE_MEAN_ESTIMATE_H
