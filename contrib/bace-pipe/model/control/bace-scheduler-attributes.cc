// SPDX-License-Identifier: GPL-2.0-only
// What a user can set of the scheduler, and what it traces.
#include "ns3/bace-scheduler-application.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3::bacepipe
{

namespace
{

/**
 * @param value of an enumeration
 * @return what stands for it in an EnumValue, which holds an int
 */
template <typename Enumeration>
int
ToInt(Enumeration value)
{
    return static_cast<int>(value);
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(SchedulerApplication);

TypeId
SchedulerApplication::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::SchedulerApplication")
            .SetParent<Application>()
            .SetGroupName("BacePipe")
            .AddConstructor<SchedulerApplication>()
            .AddAttribute("Policy",
                          "Name of the scheduling policy, as of --policy.",
                          StringValue("bace-pipe"),
                          MakeStringAccessor(&SchedulerApplication::m_policyName),
                          MakeStringChecker())
            .AddAttribute("LayerBound",
                          "Whether a pipeline has no more stages than its model has layers.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SchedulerApplication::m_layerBound),
                          MakeBooleanChecker())
            .AddAttribute("MemoryFloor",
                          "Whether a job starts on no fewer GPUs than its floor.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SchedulerApplication::m_memoryFloor),
                          MakeBooleanChecker())
            .AddAttribute("LongestFirst",
                          "Whether the sign of the computation intensity is reversed.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SchedulerApplication::m_longestFirst),
                          MakeBooleanChecker())
            .AddAttribute("Alpha",
                          "Weight of bandwidth in the priority, from 0 to 1; below 0 the "
                          "congestion of the moment.",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&SchedulerApplication::m_alpha),
                          MakeDoubleChecker<double>(-1, 1))
            .AddAttribute("TimeTolerance",
                          "Relative difference of iteration times that the pathfinder takes as "
                          "equal.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&SchedulerApplication::m_timeTolerance),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("SpanAll",
                          "Whether a chain of regions goes on past K* GPUs, for the allocator to "
                          "pick K* of it.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SchedulerApplication::m_spanAll),
                          MakeBooleanChecker())
            .AddAttribute("Queueing",
                          "Who waits behind a job that cannot be placed: as the policy has it, "
                          "everybody, or nobody.",
                          EnumValue(ToInt(Queueing::POLICY)),
                          MakeEnumAccessor(&SchedulerApplication::m_queueing),
                          MakeEnumChecker(ToInt(Queueing::POLICY),
                                          "Policy",
                                          ToInt(Queueing::STRICT),
                                          "Strict",
                                          ToInt(Queueing::BACKFILL),
                                          "Backfill"))
            .AddAttribute("ShortenChains",
                          "Whether a chain that is blind to bandwidth is cut to what is free, "
                          "instead of waiting.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SchedulerApplication::m_shortenChains),
                          MakeBooleanChecker())
            .AddAttribute("CheapestWithRoom",
                          "Whether LCF passes over regions without room for the job's floor.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SchedulerApplication::m_cheapestWithRoom),
                          MakeBooleanChecker())
            .AddAttribute("IdealBandwidth",
                          "Which intra-region bandwidth of the cluster joins the stages of the "
                          "pipeline that K* is taken from.",
                          EnumValue(ToInt(IdealBandwidth::LARGEST)),
                          MakeEnumAccessor(&SchedulerApplication::m_idealBandwidth),
                          MakeEnumChecker(ToInt(IdealBandwidth::LARGEST),
                                          "Largest",
                                          ToInt(IdealBandwidth::MEAN),
                                          "Mean",
                                          ToInt(IdealBandwidth::SMALLEST),
                                          "Smallest"))
            .AddAttribute("NeighbourWidth",
                          "What makes a neighbour wide for CR-LDF and no-pathfinder: the link's "
                          "capacity, or what it has left.",
                          EnumValue(ToInt(NeighbourWidth::CAPACITY)),
                          MakeEnumAccessor(&SchedulerApplication::m_neighbourWidth),
                          MakeEnumChecker(ToInt(NeighbourWidth::CAPACITY),
                                          "Capacity",
                                          ToInt(NeighbourWidth::RESIDUAL),
                                          "Residual"))
            .AddAttribute("LookAheadCostLimit",
                          "Most that all jobs may cost under bace-pipe-lookahead, relative to "
                          "what BACE-Pipe would have them cost: price against time. Below 0 any.",
                          DoubleValue(-1), // ns-3 does not read infinity back
                          MakeDoubleAccessor(&SchedulerApplication::m_lookAheadCostLimit),
                          MakeDoubleChecker<double>(-1))
            .AddAttribute("LookAheadPlacements",
                          "Most placements that one decision of bace-pipe-lookahead tries out.",
                          UintegerValue(LookAheadOptions().placements),
                          MakeUintegerAccessor(&SchedulerApplication::m_lookAheadPlacements),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("StallTimeout",
                          "Simulated time without any operation of a job after which the run is "
                          "stopped as stalled.",
                          TimeValue(Hours(24)),
                          MakeTimeAccessor(&SchedulerApplication::m_stallTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddTraceSource("Decision",
                            "A job was placed or deferred.",
                            MakeTraceSourceAccessor(&SchedulerApplication::m_decisionTrace),
                            "ns3::bacepipe::SchedulerApplication::DecisionTracedCallback")
            .AddTraceSource("JobStarted",
                            "A placed job is about to start; its execution exists.",
                            MakeTraceSourceAccessor(&SchedulerApplication::m_startedTrace),
                            "ns3::bacepipe::SchedulerApplication::JobTracedCallback")
            .AddTraceSource("JobFinished",
                            "A job has done its last iteration.",
                            MakeTraceSourceAccessor(&SchedulerApplication::m_finishedTrace),
                            "ns3::bacepipe::SchedulerApplication::JobTracedCallback");
    return tid;
}

void
SchedulerApplication::SetOptions(const SchedulingOptions& options)
{
    m_layerBound = options.layerBound;
    m_memoryFloor = options.memoryFloor;
    m_longestFirst = options.longestFirst;
    m_timeTolerance = options.timeTolerance;
    m_spanAll = options.spanAll;
    m_queueing = ToInt(options.queueing);
    m_shortenChains = options.shortenChains;
    m_cheapestWithRoom = options.cheapestWithRoom;
    m_idealBandwidth = ToInt(options.idealBandwidth);
    m_neighbourWidth = ToInt(options.neighbourWidth);
    m_alpha = options.alpha.value_or(-1);
    m_lookAheadCostLimit =
        std::isfinite(options.lookAhead.costLimit) ? options.lookAhead.costLimit : -1;
    m_lookAheadPlacements = options.lookAhead.placements;
}

SchedulingOptions
SchedulerApplication::GetOptions() const
{
    SchedulingOptions options;
    options.layerBound = m_layerBound;
    options.memoryFloor = m_memoryFloor;
    options.longestFirst = m_longestFirst;
    options.timeTolerance = m_timeTolerance;
    options.spanAll = m_spanAll;
    options.queueing = static_cast<Queueing>(m_queueing);
    options.shortenChains = m_shortenChains;
    options.cheapestWithRoom = m_cheapestWithRoom;
    options.idealBandwidth = static_cast<IdealBandwidth>(m_idealBandwidth);
    options.neighbourWidth = static_cast<NeighbourWidth>(m_neighbourWidth);
    if (m_alpha >= 0)
    {
        options.alpha = m_alpha;
    }
    if (m_lookAheadCostLimit >= 0)
    {
        options.lookAhead.costLimit = m_lookAheadCostLimit;
    }
    options.lookAhead.placements = m_lookAheadPlacements;
    return options;
}

} // namespace ns3::bacepipe
