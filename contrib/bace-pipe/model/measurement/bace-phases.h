// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PHASES_H
#define BACE_PHASES_H

#include "ns3/bace-repetition.h"

#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Where the ends of one job's iterations have come within the iterations of another.
 *
 * Two jobs that share a link slow one another down when their bursts coincide, and so by their
 * phase. With different periods the phase drifts, and comes round after their beat. (Our
 * reading.)
 */
class Phases
{
  public:
    /**
     * @param job iterations in order
     * @param other iterations of the other job
     */
    Phases(const std::vector<IterationMark>& job, const std::vector<IterationMark>& other);

    /// @return whether no eighth of the other's iteration has been without an end: the beat is
    /// covered
    bool IsCovered() const;

    /**
     * @param iterations still to come
     * @return whether the ends of the later half have come where those of the earlier had, and will
     *         for so many more: no drift that counts
     */
    bool IsStill(double iterations) const;

  private:
    std::vector<double> m_phases; //!< of ends, 0 to 1, in order of time
};

} // namespace ns3::bacepipe

#endif // BACE_PHASES_H
