// SPDX-License-Identifier: GPL-2.0-only
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "paper-reproduction/assignment.h"
#include "paper-reproduction/statistics.h"

using namespace ns3::bacepipe::reproduction;

TEST(ReproductionStatistics, QuantilesLieBetweenValues)
{
    const std::vector<double> sorted{1, 2, 4, 8};
    EXPECT_DOUBLE_EQ(Quantile(sorted, 0), 1);
    EXPECT_DOUBLE_EQ(Quantile(sorted, 0.5), 3);   // position 1.5
    EXPECT_DOUBLE_EQ(Quantile(sorted, 0.1), 1.3); // position 0.3
    EXPECT_DOUBLE_EQ(Quantile(sorted, 1), 8);
    EXPECT_DOUBLE_EQ(Quantile({7}, 0.9), 7);
}

TEST(ReproductionStatistics, SummarySortsItsValues)
{
    const Summary summary = Summarize({8, 1, 4, 2});
    EXPECT_EQ(summary.samples, 4U);
    EXPECT_DOUBLE_EQ(summary.median, 3);
    EXPECT_DOUBLE_EQ(summary.low, 1.3);
    EXPECT_DOUBLE_EQ(summary.high, 6.8); // position 2.7: 4 + 0.7 x 4
    EXPECT_EQ(Summarize({}).samples, 0U);
}

TEST(ReproductionStatistics, WilsonIntervalIsThePublishedOne)
{
    // 8 of 10: (0.8 + 1.9208/10 +- 1.96 sqrt(0.016 + 0.009604)) / 1.38416, as in textbooks
    const Share share = MakeShare(8, 10);
    EXPECT_DOUBLE_EQ(share.share, 0.8);
    EXPECT_NEAR(share.low, 0.4902, 0.0001);
    EXPECT_NEAR(share.high, 0.9433, 0.0001);
    // none of n: from 0 to z^2 / (n + z^2)
    EXPECT_DOUBLE_EQ(MakeShare(0, 20).low, 0);
    EXPECT_NEAR(MakeShare(0, 20).high, 3.8415 / 23.8415, 0.0001);
    EXPECT_DOUBLE_EQ(MakeShare(20, 20).high, 1);
    EXPECT_EQ(MakeShare(0, 0).samples, 0U);
}

TEST(ReproductionAssignment, AsAllPermutationsHaveIt)
{
    std::mt19937 random(7);
    for (std::size_t n = 1; n <= 6; ++n)
    {
        for (int repetition = 0; repetition < 50; ++repetition)
        {
            std::vector<std::vector<double>> costs(n, std::vector<double>(n));
            for (auto& row : costs)
            {
                for (double& cost : row)
                {
                    cost = static_cast<double>(random() % 100) - 20;
                }
            }
            std::vector<std::size_t> columns(n);
            std::iota(columns.begin(), columns.end(), 0);
            double least = 1e9;
            do
            {
                double sum = 0;
                for (std::size_t i = 0; i < n; ++i)
                {
                    sum += costs[i][columns[i]];
                }
                least = std::min(least, sum);
            } while (std::next_permutation(columns.begin(), columns.end()));
            EXPECT_DOUBLE_EQ(LeastAssignment(costs), least) << n;
        }
    }
}
