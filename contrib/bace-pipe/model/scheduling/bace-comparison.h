// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_COMPARISON_H
#define BACE_COMPARISON_H

#include <cmath>

namespace ns3::bacepipe
{

/// Relative difference below which two computed numbers count as equal: what rounding leaves
/// between sums that are equal on paper, such as L (t/L) for two values of L.
inline constexpr double ROUNDING = 1e-12;

/**
 * @param a a number
 * @param b a number
 * @return whether a is less than b by more than rounding explains
 */
inline bool
IsClearlyLess(double a, double b)
{
    return a < b - ROUNDING * std::abs(b);
}

} // namespace ns3::bacepipe

#endif // BACE_COMPARISON_H
