// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/statistics.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe::reproduction
{

double
Quantile(const std::vector<double>& sorted, double p)
{
    const double position = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] +
           (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Summary
Summarize(std::vector<double> values)
{
    Summary summary;
    summary.samples = values.size();
    if (!values.empty())
    {
        std::sort(values.begin(), values.end());
        summary.median = Quantile(values, 0.5);
        summary.low = Quantile(values, 0.1);
        summary.high = Quantile(values, 0.9);
    }
    return summary;
}

Share
MakeShare(std::size_t holds, std::size_t samples)
{
    Share share;
    share.holds = holds;
    share.samples = samples;
    if (samples > 0)
    {
        const double z = 1.959963984540054; // 97.5 % of the normal distribution
        const auto n = static_cast<double>(samples);
        const double p = static_cast<double>(holds) / n;
        const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
        const double reach = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
        share.share = p;
        share.low = std::max(0.0, centre - reach);
        share.high = std::min(1.0, centre + reach);
    }
    return share;
}

} // namespace ns3::bacepipe::reproduction
