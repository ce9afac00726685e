// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-timeline-tracks.h"

#include <iomanip>
#include <map>
#include <sstream>

namespace ns3::bacepipe
{

namespace
{

/// @return "640 iterations of 1.2345 s, together +- 0.67 s", and what they lack
std::string
Describe(const AccountedResult& span)
{
    std::ostringstream text;
    text << span.iterations << (span.iterations == 1 ? " iteration" : " iterations") << " of "
         << std::setprecision(5) << span.duration << " s, together +- " << std::setprecision(2)
         << span.halfWidth << " s" << (span.settled ? "" : ", not settled");
    return text.str();
}

} // namespace

int
GetLinkGroup(const Cluster& cluster)
{
    return static_cast<int>(cluster.GetRegions().size());
}

uint64_t
WriteTimelineCounters(const std::vector<LinkIntervalResult>& intervals,
                      const Cluster& cluster,
                      TraceEventWriter& writer)
{
    uint64_t leftOut = 0;
    for (std::size_t i = 0; i < intervals.size(); ++i)
    {
        const LinkIntervalResult& interval = intervals[i];
        if (!writer.HasRoom(TIMELINE_INTERVAL_BYTES + TIMELINE_NAME_BYTES))
        {
            ++leftOut;
            continue;
        }
        const int process = writer.GetProcess(interval.link, GetLinkGroup(cluster));
        const auto write = [&](double time, double utilization, uint64_t queue) {
            writer.Write({{"ph", "C"},
                          {"name", "utilization"},
                          {"pid", process},
                          {"ts", time * 1e6},
                          {"args", {{"share", utilization}}}});
            writer.Write({{"ph", "C"},
                          {"name", "queue"},
                          {"pid", process},
                          {"ts", time * 1e6},
                          {"args", {{"bytes", queue}}}});
        };
        write(interval.start, interval.utilization, interval.maxQueueBytes);
        const bool goesOn = i + 1 < intervals.size() && intervals[i + 1].link == interval.link &&
                            intervals[i + 1].start < interval.end * (1 + 1e-12);
        if (!goesOn)
        {
            write(interval.end, 0, 0);
        }
    }
    return leftOut;
}

uint64_t
WriteTimelineSpans(const std::vector<AccountedResult>& accounted,
                   const Cluster& cluster,
                   TraceEventWriter& writer)
{
    uint64_t leftOut = 0;
    std::map<std::string, int> threads;
    for (const AccountedResult& span : accounted)
    {
        if (!writer.HasRoom(TIMELINE_NAME_BYTES + 400 + 3 * span.job.size()))
        {
            ++leftOut;
            continue;
        }
        const int number =
            threads.emplace(span.job, static_cast<int>(threads.size()) + 1).first->second;
        // No host has a blank in its name.
        const auto track =
            writer.GetTrack("accounted iterations", span.job, number, GetLinkGroup(cluster) + 1);
        writer.Write({{"ph", "X"},
                      {"name", Describe(span)},
                      {"cat", span.job},
                      {"pid", track.process},
                      {"tid", track.thread},
                      {"ts", span.start * 1e6},
                      {"dur", (span.end - span.start) * 1e6},
                      {"args",
                       {{"job", span.job},
                        {"iterations", span.iterations},
                        {"duration_s", span.duration},
                        {"sum_ci_s", span.halfWidth},
                        {"settled", span.settled}}}});
    }
    return leftOut;
}

} // namespace ns3::bacepipe
