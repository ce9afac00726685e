// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STEADY_ITERATION_H
#define BACE_STEADY_ITERATION_H

#include "ns3/bace-mean-estimate.h"
#include "ns3/bace-stage-times.h"
#include "ns3/nstime.h"

#include <optional>

namespace ns3::bacepipe
{

/// How the iterations of a suspended job are accounted.
struct SteadyIteration
{
    Time duration;          //!< of each
    MeanEstimate estimate;  //!< what that rests on
    bool settled{true};     //!< or only taken as it was
    bool remembered{false}; //!< measured earlier, not since the last change

    /// Where its time goes, as the mean over the job's stages; where not given, as in the last
    /// iterations, as many as the estimate rests on.
    std::optional<StageTimes> times;
};

} // namespace ns3::bacepipe

#endif // BACE_STEADY_ITERATION_H
