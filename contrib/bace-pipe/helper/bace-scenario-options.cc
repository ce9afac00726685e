// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-policy.h"
#include "ns3/bace-scenario-parts.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Most bytes of one connection in flight: what 100 Gbps need for 80 s.
constexpr uint64_t MAX_WINDOW = 1000000000000;

/**
 * An object that may be left out with all its keys.
 * @param root the document
 * @param key the object's key
 * @param keys the keys it may have
 * @return its place, or that of an empty object
 */
JsonCursor
GetSection(const JsonCursor& root, const std::string& key, const std::vector<std::string>& keys)
{
    static const Json nothing = Json::object();
    static const std::string nowhere;
    const JsonCursor section = root[key];
    if (!section.Exists())
    {
        return {nothing, nowhere};
    }
    section.CheckKeys(keys);
    return section;
}

/**
 * @param cursor the name of a policy, or absent: the first policy
 * @return the name
 */
std::string
ReadPolicy(const JsonCursor& cursor)
{
    std::vector<std::string> names;
    for (const Policy& policy : GetPolicies())
    {
        names.emplace_back(policy.name);
    }
    const std::string name = cursor.GetString(ListChoices(names), names.front());
    if (!FindPolicy(name))
    {
        cursor.FailValue(ListChoices(names));
    }
    return name;
}

/**
 * @param cursor a choice, or absent: the first
 * @param choices in the order of an enumeration
 * @return which
 */
std::size_t
ReadIndex(const JsonCursor& cursor, const std::vector<std::string>& choices)
{
    const std::string choice = cursor.GetChoice(choices, choices.front());
    return std::find(choices.begin(), choices.end(), choice) - choices.begin();
}

/**
 * @param scheduler the scheduler's section
 * @return what bounds the policy that looks ahead
 */
LookAheadOptions
ReadLookAhead(const JsonCursor& scheduler)
{
    const JsonCursor cursor = GetSection(scheduler, "look_ahead", {"cost_limit", "placements"});
    LookAheadOptions options;
    if (cursor["cost_limit"].Exists())
    {
        options.costLimit = cursor["cost_limit"].GetNumber({0, 1000});
    }
    options.placements = cursor["placements"].GetInteger(1, 1000000000, options.placements);
    return options;
}

/**
 * @param root the document
 * @return the scheduler's open readings
 */
SchedulingOptions
ReadScheduling(const JsonCursor& root)
{
    const JsonCursor cursor = GetSection(root,
                                         "scheduler",
                                         {"layer_bound",
                                          "memory_floor",
                                          "longest_first",
                                          "alpha",
                                          "time_tolerance",
                                          "span",
                                          "queueing",
                                          "shorten_chains",
                                          "cheapest_with_room",
                                          "ideal_bandwidth",
                                          "neighbour_width",
                                          "look_ahead"});
    SchedulingOptions options;
    options.layerBound = cursor["layer_bound"].GetBool(options.layerBound);
    options.memoryFloor = cursor["memory_floor"].GetBool(options.memoryFloor);
    if (cursor["alpha"].Exists())
    {
        options.alpha = cursor["alpha"].GetNumber({0, 1});
    }
    options.queueing =
        static_cast<Queueing>(ReadIndex(cursor["queueing"], {"policy", "strict", "backfill"}));
    options.shortenChains = cursor["shorten_chains"].GetBool(options.shortenChains);
    options.cheapestWithRoom = cursor["cheapest_with_room"].GetBool(options.cheapestWithRoom);
    options.idealBandwidth = static_cast<IdealBandwidth>(
        ReadIndex(cursor["ideal_bandwidth"], {"largest", "mean", "smallest"}));
    options.neighbourWidth =
        static_cast<NeighbourWidth>(ReadIndex(cursor["neighbour_width"], {"capacity", "residual"}));
    options.lookAhead = ReadLookAhead(cursor);
    options.longestFirst = cursor["longest_first"].GetBool(options.longestFirst);
    options.timeTolerance = cursor["time_tolerance"].GetNumber({0, 1}, options.timeTolerance);
    options.spanAll = cursor["span"].GetChoice({"minimal", "all"}, "minimal") == "all";
    return options;
}

/**
 * Reads the sizes of packets: one follows from the other where only one is given.
 * @param cursor the section of the network
 * @param options where they go
 */
void
ReadPacketSizes(const JsonCursor& cursor, NetworkOptions& options)
{
    const JsonCursor mtu = cursor["mtu"];
    const JsonCursor segment = cursor["segment_bytes"];
    options.mtu = mtu.GetInteger(576, UINT16_MAX, options.mtu);
    const uint32_t most = options.mtu - PACKET_HEADER_BYTES;
    options.segmentBytes =
        segment.GetInteger(64, 65000, mtu.Exists() ? most : options.segmentBytes);
    if (options.segmentBytes > most)
    {
        segment.FailValue("at most " + std::to_string(most) + ": an \"mtu\" of " +
                          std::to_string(options.mtu) + " less headers of " +
                          std::to_string(PACKET_HEADER_BYTES));
    }
}

/**
 * @param root the document
 * @return how boundaries are carried
 */
NetworkOptions
ReadNetwork(const JsonCursor& root)
{
    const JsonCursor cursor = GetSection(root,
                                         "network",
                                         {"level",
                                          "intra_region",
                                          "transport",
                                          "path",
                                          "congestion_control",
                                          "connections",
                                          "connection_rate",
                                          "initial_window",
                                          "max_window",
                                          "mtu",
                                          "restart_after_idle",
                                          "segment_bytes"});
    NetworkOptions options;
    options.packetLevel = cursor["level"].GetChoice({"packet", "analytic"}, "packet") == "packet";
    options.intraRegionPackets =
        cursor["intra_region"].GetChoice({"delay", "packet"}, "delay") == "packet";
    options.transport = cursor["transport"].GetChoice({"bulk", "tcp"}, options.transport);
    std::vector<std::string> paths{"stack"};
    if (options.transport == "bulk")
    {
        paths.insert(paths.begin(), "express");
    }
    if (cursor["path"].Exists())
    {
        options.path = cursor["path"].GetChoice(paths, {});
    }
    options.congestionControl =
        cursor["congestion_control"].GetChoice(GetCongestionControls(), options.congestionControl);
    options.connections = cursor["connections"].GetInteger(1, 1024, options.connections);
    if (cursor["initial_window"].Exists())
    {
        options.initialWindow = cursor["initial_window"].GetInteger(1, 10000);
    }
    if (cursor["connection_rate"].Exists())
    {
        options.connectionRate = ReadRate(cursor["connection_rate"]);
    }
    ReadPacketSizes(cursor, options);
    if (cursor["max_window"].Exists())
    {
        options.maxWindow = ReadSize(cursor["max_window"],
                                     options.segmentBytes,
                                     options.transport == "tcp" ? MAX_TCP_WINDOW : MAX_WINDOW);
    }
    options.restartAfterIdle = cursor["restart_after_idle"].GetBool(false);
    if (options.restartAfterIdle && options.transport == "tcp")
    {
        cursor["restart_after_idle"].FailValue("false with tcp, whose windows ns-3 keeps");
    }
    if (options.restartAfterIdle && options.congestionControl == "bbr")
    {
        cursor["restart_after_idle"].FailValue("false with bbr, which has its own way");
    }
    return options;
}

/**
 * @param root the document
 * @return how the run goes
 */
RunSettings
ReadRun(const JsonCursor& root)
{
    const JsonCursor cursor = GetSection(
        root,
        "run",
        {"fast_forward", "steady_tolerance", "max_iterations", "memo", "link_interval_s"});
    RunSettings settings;
    settings.fastForward = cursor["fast_forward"].GetBool(settings.fastForward);
    settings.steadyTolerance =
        cursor["steady_tolerance"].GetNumber({0, 1}, settings.steadyTolerance);
    settings.maxIterations = static_cast<uint32_t>(
        cursor["max_iterations"].GetInteger(2, 1000000, settings.maxIterations));
    settings.memo = cursor["memo"].GetBool(settings.memo);
    const JsonCursor interval = cursor["link_interval_s"];
    if (interval.Exists())
    {
        const double seconds = interval.GetNumber({0, 1e6}, 0);
        if (seconds > 0 && seconds < 1e-6)
        {
            interval.FailValue("0 or at least 1e-06");
        }
        settings.linkInterval = Seconds(seconds);
    }
    return settings;
}

} // namespace

const std::vector<std::string>&
GetCongestionControls()
{
    static const std::vector<std::string> names{"cubic", "linux-reno", "new-reno", "bbr", "dctcp"};
    return names;
}

void
ReadOptions(const JsonCursor& root, Scenario& scenario)
{
    scenario.policy = ReadPolicy(root["policy"]);
    scenario.scheduling = ReadScheduling(root);
    scenario.network = ReadNetwork(root);
    scenario.run = ReadRun(root);
}

} // namespace ns3::bacepipe
