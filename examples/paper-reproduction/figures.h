// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_FIGURES_H
#define REPRODUCTION_FIGURES_H

#include <string>
#include <vector>

#include "paper-reproduction/outcomes.h"
#include "paper-reproduction/statistics.h"

namespace ns3::bacepipe::reproduction
{

/// A point of a figure.
struct FigureRow
{
    std::string text;    //!< of TEXTS
    std::string setting; //!< label of the variant
    std::string policy;  //!< its name
    std::string measure; //!< of MEASURES
    Summary summary;     //!< over the samples that count
};

/// jct_s, cost_usd: of the samples that the policy completes; jct_over_percent, cost_over_percent:
/// over BACE-Pipe, of the samples that both complete.
extern const std::vector<std::string> MEASURES;

/**
 * @param outcomes of all runs
 * @param variants settings, in order
 * @param policies in order; those without runs are left out
 * @return every text, setting, policy and measure
 */
std::vector<FigureRow> MakeFigure(const Outcomes& outcomes,
                                  const std::vector<Variant>& variants,
                                  const std::vector<std::string>& policies);

/**
 * @param rows of a figure
 * @param text of TEXTS
 * @param setting label
 * @param policy its name
 * @param measure of MEASURES
 * @return that row, or nullptr
 */
const FigureRow* FindRow(const std::vector<FigureRow>& rows,
                         const std::string& text,
                         const std::string& setting,
                         const std::string& policy,
                         const std::string& measure);

/// How far a policy is above what no schedule can beat.
struct BoundRow
{
    std::string text;   //!< of TEXTS
    std::string policy; //!< its name, or "best-baseline"
    Summary summary;    //!< average JCT over the bound, per cent
};

/**
 * @param outcomes of all runs
 * @return every text; BACE-Pipe, the best of the baselines in each sample, and the look-ahead
 */
std::vector<BoundRow> MakeBoundRows(const Outcomes& outcomes);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_FIGURES_H
