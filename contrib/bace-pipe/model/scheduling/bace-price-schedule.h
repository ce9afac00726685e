// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PRICE_SCHEDULE_H
#define BACE_PRICE_SCHEDULE_H

#include "ns3/nstime.h"

#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The electricity price of a region over time, piecewise constant.
 *
 * Prices are in US dollars per kWh, and may be negative as wholesale prices are. The last step
 * holds for ever; before the first step the first price holds.
 */
class PriceSchedule
{
  public:
    /// A step: from this time on, this price in $/kWh.
    using Step = std::pair<Time, double>;

    /**
     * A constant price.
     * @param usdPerKwh the price in $/kWh; must be finite
     */
    explicit PriceSchedule(double usdPerKwh = 0);

    /**
     * A price that changes at given times.
     * @param steps at least one, with strictly ascending times and finite prices; anything else
     *        throws std::invalid_argument
     */
    explicit PriceSchedule(std::vector<Step> steps);

    /**
     * @param at a time
     * @return the price at that time in $/kWh
     */
    double At(Time at) const;

    /**
     * @param from start of a span
     * @param to end of the span; before its start ends the program
     * @return the mean price over the span in $/kWh; At(from) if the span is empty
     */
    double Mean(Time from, Time to) const;

    /// @return its steps, at least one, in ascending order of time
    const std::vector<Step>& GetSteps() const;

  private:
    std::vector<Step> m_steps; //!< at least one, ascending
};

} // namespace ns3::bacepipe

#endif // BACE_PRICE_SCHEDULE_H
