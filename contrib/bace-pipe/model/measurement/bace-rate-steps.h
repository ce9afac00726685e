// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RATE_STEPS_H
#define BACE_RATE_STEPS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief A link's capacity over time: constant but for some steps.
 */
class RateSteps
{
  public:
    /**
     * @param rate until the first step, above 0
     */
    explicit RateSteps(DataRate rate = DataRate(1));

    /**
     * @param from when a step is, since the simulation's start; after the one added last
     * @param rate from then on, above 0
     */
    void Add(Time from, DataRate rate);

    /**
     * @param from start of a span
     * @param to its end; not before its start
     * @return mean capacity in between, bit/s; of an empty span what it is then
     */
    double GetMean(Time from, Time to) const;

  private:
    std::vector<std::pair<Time, DataRate>> m_steps; //!< the first one has no start
};

} // namespace ns3::bacepipe

#endif // BACE_RATE_STEPS_H
