// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-named-schedules.h"

#include "ns3/bace-gpipe-schedule.h"
#include "ns3/bace-interleaved-schedule.h"
#include "ns3/bace-one-forward-one-backward-schedule.h"
#include "ns3/bace-zero-bubble-schedule.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::bacepipe
{

namespace
{

/// The size of a schedule and what else it is told.
struct Request
{
    uint32_t stages;                //!< L
    uint32_t microBatches;          //!< M
    const ScheduleOptions& options; //!< what else
};

/// A named schedule: a row to add for a new one.
struct NamedSchedule
{
    const char* name;                              //!< as in a scenario
    PipelineSchedule (*make)(const Request&);      //!< the schedule
    uint64_t (*getPeak)(const Request&, uint32_t); //!< most activations that a stage holds
};

/// @return the peak of a 1F1B with some extra warm-up
uint64_t
GetWarmedUpPeak(const Request& request, uint32_t extraWarmUp, uint32_t stage)
{
    const uint32_t warmUp = CountWarmUp(request.stages, request.microBatches, extraWarmUp, stage);
    return std::min<uint64_t>(request.microBatches, uint64_t{warmUp} + 1);
}

const NamedSchedule g_schedules[] = {
    {"gpipe",
     [](const Request& request) { return MakeGPipe(request.stages, request.microBatches); },
     [](const Request& request, uint32_t) { return uint64_t{request.microBatches}; }},
    {"1f1b",
     [](const Request& request) {
         return MakeOneForwardOneBackward(request.stages, request.microBatches);
     },
     [](const Request& request, uint32_t stage) { return GetWarmedUpPeak(request, 0, stage); }},
    {"eager-1f1b",
     [](const Request& request) {
         return MakeEagerOneForwardOneBackward(request.stages,
                                               request.microBatches,
                                               request.options.extraWarmUp);
     },
     [](const Request& request, uint32_t stage) {
         return GetWarmedUpPeak(request, request.options.extraWarmUp, stage);
     }},
    {"interleaved",
     [](const Request& request) {
         return MakeInterleaved(request.stages, request.microBatches, request.options.chunks);
     },
     [](const Request& request, uint32_t stage) {
         return GetInterleavedPeak(request.stages,
                                   request.microBatches,
                                   request.options.chunks,
                                   stage);
     }},
    {"zb-h1",
     [](const Request& request) { return MakeZeroBubbleH1(request.stages, request.microBatches); },
     [](const Request& request, uint32_t) {
         return uint64_t{std::min(request.stages, request.microBatches)};
     }},
};

/// @return the row of a name; throws if there is none
const NamedSchedule&
FindSchedule(const std::string& name)
{
    const auto found = std::find_if(std::begin(g_schedules),
                                    std::end(g_schedules),
                                    [&](const auto& schedule) { return name == schedule.name; });
    if (found == std::end(g_schedules))
    {
        throw std::invalid_argument("no pipeline schedule is called " + name);
    }
    return *found;
}

} // namespace

std::vector<std::string>
GetPipelineScheduleNames()
{
    std::vector<std::string> names;
    for (const auto& schedule : g_schedules)
    {
        names.emplace_back(schedule.name);
    }
    return names;
}

std::shared_ptr<const PipelineSchedule>
MakePipelineSchedule(const std::string& name,
                     uint32_t stages,
                     uint32_t microBatches,
                     const ScheduleOptions& options)
{
    return std::make_shared<const PipelineSchedule>(
        FindSchedule(name).make({stages, microBatches, options}));
}

uint64_t
GetPeakActivations(const std::string& name,
                   uint32_t stages,
                   uint32_t microBatches,
                   const ScheduleOptions& options,
                   uint32_t stage)
{
    return FindSchedule(name).getPeak({stages, microBatches, options}, stage);
}

} // namespace ns3::bacepipe
