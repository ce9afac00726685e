// SPDX-License-Identifier: GPL-2.0-only
// Reads timeline.json back as a viewer would, and holds it to the Chrome trace event format.
#ifndef BACE_TEST_TRACE_EVENTS_H
#define BACE_TEST_TRACE_EVENTS_H

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace ns3::bacepipe::test
{

/// A complete event ("X").
struct TraceSlice
{
    std::string process; //!< name
    std::string thread;  //!< name
    std::string name;    //!< of the slice
    double begin{0};     //!< us
    double end{0};       //!< us
    nlohmann::json args; //!< of the slice

    /// @return an argument that is a whole number
    uint64_t Get(const char* argument) const
    {
        return args.at(argument).get<uint64_t>();
    }
};

/// An arrow: the slices at its ends.
struct TraceArrow
{
    const TraceSlice* from{nullptr};        //!< around "s"
    const TraceSlice* to{nullptr};          //!< around "f"
    std::vector<const TraceSlice*> through; //!< around each "t"
};

/// A counter at a time.
struct TraceSample
{
    std::string process; //!< name
    double time{0};      //!< us
    double value{0};     //!< of its only series
};

/// What a file holds.
struct Trace
{
    std::vector<TraceSlice> slices;                          //!< in the file's order
    std::map<uint64_t, TraceArrow> arrows;                   //!< by id
    std::map<std::string, std::vector<TraceSample>> samples; //!< of counters, by name
    nlohmann::json other;                                    //!< otherData

    /// @return slices of threads whose name begins with a text
    std::vector<const TraceSlice*> Find(const std::string& thread) const
    {
        std::vector<const TraceSlice*> found;
        for (const TraceSlice& slice : slices)
        {
            if (slice.thread.rfind(thread, 0) == 0)
            {
                found.push_back(&slice);
            }
        }
        return found;
    }
};

/**
 * Expects that all is as the format has it: known phases, names for all pids and tids, times that
 * ascend on each track, slices of a thread that do not overlap, arrows with both ends in slices.
 */
inline Trace
ReadTrace(const nlohmann::json& document)
{
    constexpr double rounding = 2e-3; // us, of sums of times
    Trace trace;
    trace.other = document.at("otherData");
    const auto& events = document.at("traceEvents");
    using Track = std::pair<int, int>;
    std::map<int, std::string> processes;
    std::map<Track, std::string> threads;
    for (const auto& event : events)
    {
        if (event.at("ph") == "M" && event.at("name") == "process_name")
        {
            EXPECT_TRUE(processes.emplace(event.at("pid"), event.at("args").at("name")).second);
        }
        else if (event.at("ph") == "M" && event.at("name") == "thread_name")
        {
            const Track track{event.at("pid"), event.at("tid")};
            EXPECT_TRUE(threads.emplace(track, event.at("args").at("name")).second);
        }
    }
    std::map<Track, double> last;
    std::map<std::pair<int, std::string>, double> lastSample;
    std::map<Track, std::vector<std::size_t>> byTrack;
    for (const auto& event : events)
    {
        const std::string phase = event.at("ph");
        const int pid = event.at("pid");
        if (phase == "M")
        {
            continue;
        }
        EXPECT_EQ(processes.count(pid), 1U) << event;
        const double time = event.at("ts");
        EXPECT_GE(time, 0) << event;
        if (phase == "C")
        {
            double& before = lastSample[{pid, event.at("name")}];
            EXPECT_GE(time, before) << event;
            before = time;
            EXPECT_EQ(event.at("args").size(), 1U);
            trace.samples[event.at("name")].push_back(
                {processes.at(pid), time, event.at("args").begin()->get<double>()});
            continue;
        }
        const Track track{pid, event.at("tid")};
        EXPECT_EQ(threads.count(track), 1U) << event;
        EXPECT_GE(time, last[track]) << event;
        last[track] = time;
        if (phase == "X")
        {
            const double duration = event.at("dur");
            EXPECT_GE(duration, 0) << event;
            auto& others = byTrack[track];
            if (!others.empty())
            {
                EXPECT_GE(time, trace.slices[others.back()].end - rounding) << event;
            }
            others.push_back(trace.slices.size());
            trace.slices.push_back({processes.at(pid),
                                    threads.at(track),
                                    event.at("name"),
                                    time,
                                    time + duration,
                                    event.at("args")});
        }
        else
        {
            EXPECT_TRUE(phase == "s" || phase == "t" || phase == "f") << event;
        }
    }
    std::map<uint64_t, std::string> phases;
    for (const auto& event : events)
    {
        const std::string phase = event.at("ph");
        if (phase != "s" && phase != "t" && phase != "f")
        {
            continue;
        }
        const double time = event.at("ts");
        const TraceSlice* around = nullptr; // the last one that has begun
        for (const std::size_t index : byTrack[{event.at("pid"), event.at("tid")}])
        {
            const TraceSlice& slice = trace.slices[index];
            around = slice.begin <= time ? &slice : around;
        }
        EXPECT_NE(around, nullptr) << event;
        EXPECT_LE(time, around->end + rounding) << event;
        TraceArrow& arrow = trace.arrows[event.at("id")];
        phases[event.at("id")] += phase;
        if (phase == "t")
        {
            arrow.through.push_back(around);
        }
        else
        {
            (phase == "s" ? arrow.from : arrow.to) = around;
            EXPECT_EQ(event.value("bp", ""), phase == "f" ? "e" : "");
        }
    }
    for (const auto& [id, text] : phases)
    {
        EXPECT_EQ(text, "stf") << "arrow " << id; // both ends, in order of time
    }
    return trace;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_TRACE_EVENTS_H
