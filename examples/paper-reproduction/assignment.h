// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_ASSIGNMENT_H
#define REPRODUCTION_ASSIGNMENT_H

#include <vector>

namespace ns3::bacepipe::reproduction
{

/**
 * The assignment problem, by the Hungarian method in O(n^3).
 * @param costs n rows of n finite costs
 * @return the least sum of one cost from each row, no two from one column
 */
double LeastAssignment(const std::vector<std::vector<double>>& costs);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_ASSIGNMENT_H
