// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/assignment.h"

#include <cstddef>
#include <limits>

namespace ns3::bacepipe::reproduction
{

double
LeastAssignment(const std::vector<std::vector<double>>& costs)
{
    const std::size_t n = costs.size();
    // Position 0 of both sides stands for "none"; potentials keep all reduced costs at 0 or above.
    std::vector<double> rowPotential(n + 1, 0);
    std::vector<double> columnPotential(n + 1, 0);
    std::vector<std::size_t> rowOf(n + 1, 0);
    for (std::size_t row = 1; row <= n; ++row)
    {
        // The shortest augmenting path from this row to a free column, as Dijkstra finds it.
        std::vector<double> distance(n + 1, std::numeric_limits<double>::infinity());
        std::vector<std::size_t> before(n + 1, 0);
        std::vector<bool> done(n + 1, false);
        std::size_t column = 0;
        rowOf[0] = row;
        while (rowOf[column] != 0)
        {
            done[column] = true;
            double step = std::numeric_limits<double>::infinity();
            std::size_t next = 0;
            for (std::size_t j = 1; j <= n; ++j)
            {
                if (done[j])
                {
                    continue;
                }
                const double reduced = costs[rowOf[column] - 1][j - 1] -
                                       rowPotential[rowOf[column]] - columnPotential[j];
                if (reduced < distance[j])
                {
                    distance[j] = reduced;
                    before[j] = column;
                }
                if (distance[j] < step)
                {
                    step = distance[j];
                    next = j;
                }
            }
            for (std::size_t j = 0; j <= n; ++j)
            {
                if (done[j])
                {
                    rowPotential[rowOf[j]] += step;
                    columnPotential[j] -= step;
                }
                else
                {
                    distance[j] -= step;
                }
            }
            column = next;
        }
        for (; column != 0; column = before[column])
        {
            rowOf[column] = rowOf[before[column]];
        }
    }
    double sum = 0;
    for (std::size_t j = 1; j <= n; ++j)
    {
        sum += costs[rowOf[j] - 1][j - 1];
    }
    return sum;
}

} // namespace ns3::bacepipe::reproduction
