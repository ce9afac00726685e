// SPDX-License-Identifier: GPL-2.0-only
// Warm-up, batch means and intervals, against hand-computed ones and against many random series.
#include "ns3/bace-mean-estimate.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace ns3::bacepipe;

namespace
{

/// A first-order autoregression around a mean.
std::vector<double>
MakeAutoregression(std::mt19937& random, std::size_t length, double correlation)
{
    std::normal_distribution<double> normal(0, std::sqrt(1 - correlation * correlation));
    std::vector<double> series;
    double deviation = std::normal_distribution<double>(0, 1)(random);
    for (std::size_t i = 0; i < length; ++i)
    {
        series.push_back(50 + deviation);
        deviation = correlation * deviation + normal(random);
    }
    return series;
}

} // namespace

TEST(MeanEstimate, IsStudentsForIndependentObservations)
{
    // Mean 6, sample deviation 2, n = 3: t(0.975, 2 degrees) = 4.302653; 4.302653 * 2 / sqrt(3).
    const MeanEstimate estimate = EstimateMean({4, 8, 6});
    EXPECT_NEAR(estimate.mean, 6, 1e-12);
    EXPECT_EQ(estimate.samples, 3u);
    EXPECT_NEAR(estimate.GetHalfWidth(), 4.968275, 1e-6);
    // Of the sum of 12 more: their own variation too, sqrt(12^2 + 12 * 3) instead of 12.
    EXPECT_NEAR(estimate.GetSumHalfWidth(12), 4.968275 * std::sqrt(180.), 1e-4);
}

TEST(MeanEstimate, IsWidenedByWhatElseIsNotKnown)
{
    MeanEstimate estimate = EstimateMean({4, 8, 6});
    estimate.SetHalfWidth(3);
    EXPECT_NEAR(estimate.GetHalfWidth(), 3, 1e-12);
    estimate.Widen(-4);
    EXPECT_NEAR(estimate.GetHalfWidth(), 5, 1e-12); // 3 and 4 in quadrature
    EXPECT_EQ(estimate.mean, 6);
    MeanEstimate exact;
    exact.Widen(1);
    EXPECT_EQ(exact.GetHalfWidth(), 0);
}

TEST(MeanEstimate, ConstantOnesAreCertainAndFewOnesAreNot)
{
    EXPECT_EQ(EstimateMean({7, 7, 7, 7}).GetHalfWidth(), 0);
    EXPECT_TRUE(std::isinf(EstimateMean({7}).GetHalfWidth()));
    EXPECT_TRUE(std::isinf(EstimateMean({}).GetHalfWidth()));
    EXPECT_EQ(MeanEstimate().GetHalfWidth(), 0); // an exact one
    EXPECT_EQ(MeanEstimate().GetSumHalfWidth(1000), 0);
}

TEST(MeanEstimate, CoversTheMeanOfCorrelatedSeries)
{
    std::mt19937 random(1);
    for (const double correlation : {0.0, 0.3, 0.6, 0.8})
    {
        for (const std::size_t length : {20, 60, 200})
        {
            int covered = 0;
            for (int i = 0; i < 1000; ++i)
            {
                const auto estimate = EstimateMean(MakeAutoregression(random, length, correlation));
                covered += std::abs(estimate.mean - 50) <= estimate.GetHalfWidth();
            }
            // Too few that are worth independent ones, and it cannot tell well.
            const double worth = length * (1 - correlation) / (1 + correlation);
            EXPECT_GE(covered, worth > 6 ? 900 : 850)
                << "correlation " << correlation << ", length " << length;
        }
    }
}

TEST(MeanEstimate, CoversTheSumOfWhatFollows)
{
    std::mt19937 random(2);
    for (const double correlation : {0.0, 0.5})
    {
        int covered = 0;
        for (int i = 0; i < 1000; ++i)
        {
            const auto series = MakeAutoregression(random, 140, correlation);
            const auto estimate = EstimateMean({series.begin(), series.begin() + 40});
            const double sum = std::accumulate(series.begin() + 40, series.end(), 0.0);
            covered += std::abs(sum - 100 * estimate.mean) <= estimate.GetSumHalfWidth(100);
        }
        EXPECT_GE(covered, 900) << "correlation " << correlation;
        EXPECT_LE(covered, 995) << "an interval that always covers tells nothing";
    }
}

TEST(WarmUp, EndsWhereTheSeriesSettles)
{
    EXPECT_EQ(FindWarmUp({}), 0u);
    EXPECT_EQ(FindWarmUp({3}), 0u);
    EXPECT_EQ(FindWarmUp({3, 3, 3, 3}), 0u);
    EXPECT_EQ(FindWarmUp({9, 6, 3, 3, 3, 3, 3, 3}), 2u);
    EXPECT_EQ(FindWarmUp({9, 3.1, 3, 3.2, 2.9, 3, 3.1, 3}), 1u);
    // No end in sight: half of it is all that may be cut.
    EXPECT_EQ(FindWarmUp({8, 7, 6, 5, 4, 3, 2, 1}), 4u);
}
