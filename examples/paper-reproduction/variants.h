// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_VARIANTS_H
#define REPRODUCTION_VARIANTS_H

#include "ns3/bace-scheduling-options.h"

#include <functional>
#include <string>
#include <vector>

#include "paper-reproduction/sample.h"

namespace ns3::bacepipe::reproduction
{

/// One thing that is done otherwise than in the base run.
struct Variant
{
    std::string name;                               //!< in files, as "bandwidth-0.3"
    std::string label;                              //!< in tables and figures
    Setting setting;                                //!< of the sample
    std::function<void(SchedulingOptions&)> change; //!< of the scheduler; may be empty
};

/// The base run.
extern const std::string BASE;

/// The two texts that everything is computed under: the paper's words, and with bounds that they
/// leave out (layers and memory).
extern const std::vector<std::string> TEXTS;

/// BACE-Pipe.
extern const std::string BACE_PIPE;

/// BACE-Pipe's rival that looks ahead.
extern const std::string LOOK_AHEAD;

/// Placements that one decision of the look-ahead tries out at most in scaled settings, for the
/// sake of time: with 24 jobs a run under the default takes most of a second.
constexpr uint32_t SCALED_PLACEMENTS = 500;

/// The paper's four baselines.
extern const std::vector<std::string> BASELINES;

/// The paper's three ablations.
extern const std::vector<std::string> ABLATIONS;

/**
 * @param policy its name
 * @return its name as the paper writes it
 */
std::string GetTitle(const std::string& policy);

/**
 * @param text of TEXTS
 * @return the scheduler's options under it
 */
SchedulingOptions GetTextOptions(const std::string& text);

/// @return bandwidths of Fig. 5, in order, the base run among them
std::vector<Variant> GetBandwidthVariants();

/// @return Fig. 5 where bandwidth is scarce, with chains cut to what is free instead of waiting
std::vector<Variant> GetShortenedVariants();

/// @return bandwidths of Fig. 5 with those inside regions scaled too
std::vector<Variant> GetRegionBandwidthVariants();

/// @return GPUs of Fig. 6, in order, the base run among them
std::vector<Variant> GetGpuVariants();

/// @return jobs of Fig. 7, in order, the base run among them
std::vector<Variant> GetJobVariants();

/// @return each open reading of the paper, alone
std::vector<Variant> GetReadingVariants();

/// @return cost limits of the policy that looks ahead, the last without any: the base run
std::vector<Variant> GetLimitVariants();

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_VARIANTS_H
