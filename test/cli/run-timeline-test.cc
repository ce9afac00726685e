// SPDX-License-Identifier: GPL-2.0-only
// timeline.json, read back: that it is what viewers expect, and what the other files tell.
#include <cmath>
#include <ostream>
#include <set>

#include "support/command-line.h"
#include "support/trace-events.h"

namespace ns3::bacepipe::test
{

namespace
{

/// A way of running.
struct Way
{
    const char* name;
    std::vector<std::string> options;
};

void
PrintTo(const Way& way, std::ostream* os)
{
    *os << way.name;
}

class RunTimelineTest : public CommandLineTest, public ::testing::WithParamInterface<Way>
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }
};

/// A job's iteration: its id and index.
using Iteration = std::pair<std::string, uint64_t>;

/// @return when the computing of each iteration begins and ends, us, from slices alone
std::map<Iteration, std::pair<double, double>>
FindIterations(const Trace& trace)
{
    std::map<Iteration, std::pair<double, double>> iterations;
    for (const TraceSlice* slice : trace.Find("gpu-"))
    {
        const Iteration iteration{slice->args.at("job"), slice->Get("iteration")};
        const auto [found, added] = iterations.try_emplace(iteration, slice->begin, slice->end);
        auto& [begin, end] = found->second;
        begin = std::min(begin, slice->begin);
        end = std::max(end, slice->end);
    }
    return iterations;
}

} // namespace

/// An iteration begins where the one before ends, or with its first computation, and ends with its
/// last one: as in iterations.csv.
TEST_P(RunTimelineTest, TellsWhenEachIterationIs)
{
    auto options = GetParam().options;
    options.emplace_back("--timeline-iterations=0:1000000");
    const auto output = RunWell("lossy.json", "out", options);
    const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
    const auto iterations = FindIterations(trace);
    const Csv expected = ReadCsv(output / "iterations.csv");
    EXPECT_EQ(iterations.size(), expected.rows.size());
    for (const auto& row : expected.rows)
    {
        const uint64_t index = std::stoull(row.at("iteration"));
        SCOPED_TRACE(row.at("job") + " " + row.at("iteration"));
        const auto found = iterations.find({row.at("job"), index});
        ASSERT_NE(found, iterations.end());
        const auto before = iterations.find({row.at("job"), index - 1});
        const double begin =
            before != iterations.end() ? before->second.second : found->second.first;
        const double start = Csv::Number(row, "start_s");
        EXPECT_NEAR(begin / 1e6, start, 1e-8);
        EXPECT_NEAR((found->second.second - begin) / 1e6, Csv::Number(row, "duration_s"), 1e-8);
    }
    EXPECT_EQ(trace.other.at("left_out").at("iterations"), 0);
}

/// Every message has an arrow, from the computation that ends as it is sent to the one that waits
/// for it.
TEST_P(RunTimelineTest, ArrowsLeadFromSenderToReceiver)
{
    auto options = GetParam().options;
    options.emplace_back("--timeline");
    const auto output = RunWell("lossy.json", "out", options);
    const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
    EXPECT_GT(trace.arrows.size(), 0U);
    EXPECT_EQ(trace.arrows.size(), trace.Find("messages").size());
    std::map<std::string, uint64_t> counts; // of stages
    for (const TraceSlice* slice : trace.Find("gpu-"))
    {
        uint64_t& count = counts[slice->args.at("job")];
        count = std::max(count, slice->Get("stage") + 1);
    }
    std::set<const TraceSlice*> passed;
    for (const auto& [id, arrow] : trace.arrows)
    {
        SCOPED_TRACE(id);
        ASSERT_TRUE(arrow.from && arrow.to && arrow.through.size() == 1);
        const TraceSlice& message = *arrow.through.front();
        EXPECT_TRUE(passed.insert(&message).second);
        EXPECT_LE(arrow.from->end, message.begin + 2e-3);
        EXPECT_GE(arrow.to->begin, message.end - 2e-3);
        for (const char* const argument : {"job", "iteration", "micro_batch"})
        {
            EXPECT_EQ(arrow.from->args.at(argument), message.args.at(argument));
            EXPECT_EQ(arrow.to->args.at(argument), message.args.at(argument));
        }
        const bool isForward = message.name.rfind("activation ", 0) == 0;
        for (const TraceSlice* end : {arrow.from, arrow.to})
        {
            EXPECT_EQ(end->name.rfind(isForward ? "forward " : "backward ", 0), 0U) << end->name;
        }
        EXPECT_EQ(arrow.to->args.at("chunk"), message.args.at("chunk"));
        // Stages in a ring of virtual stages, and the link is that between their regions.
        const uint64_t stages = counts.at(message.args.at("job"));
        const auto place = [&](const TraceSlice& slice) {
            return slice.Get("chunk") * stages + slice.Get("stage");
        };
        EXPECT_EQ(place(*arrow.to), place(*arrow.from) + (isForward ? 1 : -1));
        const auto region = [](const TraceSlice& slice) { return Split(slice.process, ':').at(0); };
        EXPECT_EQ(message.process, region(*arrow.from) + ">" + region(*arrow.to));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Ways,
    RunTimelineTest,
    ::testing::Values(Way{"Express", {"--set=/run/fast_forward=false"}},
                      Way{"Stack", {"--set=/run/fast_forward=false", "--set=/network/path=stack"}},
                      Way{"Tcp", {"--set=/network/transport=tcp", "--set=/network/connections=2"}},
                      Way{"Suspended",
                          {"--set=/wan/mesh/loss_rate=0",
                           "--set=/jobs/0/profile/iterations=200",
                           "--set=/jobs/1/profile/iterations=90",
                           "--set=/run/max_iterations=25"}},
                      Way{"Chunks",
                          {"--set=/jobs/0/schedule=interleaved",
                           "--set=/jobs/0/chunks=2",
                           "--set=/jobs/0/micro_batches=12"}},
                      Way{"Split", {"--set=/jobs/0/schedule=zb-h1"}},
                      Way{"Optimizer",
                          {"--set=/jobs/0/optimizer_time_s=0.05",
                           "--set=/jobs/1/compute_jitter=0.1"}},
                      Way{"NoFlush",
                          {"--set=/jobs/0/flush=per-stage",
                           "--set=/jobs/1/flush=per-stage",
                           "--set=/jobs/0/optimizer_time_s=0.05",
                           "--set=/run/fast_forward=false"}},
                      Way{"SendBuffer", {"--set=/jobs/0/send_buffer=1MB"}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(RunTimelineTest, HoldsTheFirstIterations)
{
    const auto output =
        RunWell("lossy.json", "out", {"--timeline", "--set=/run/fast_forward=false"});
    const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
    std::map<std::string, std::map<std::string, int>> slices;
    double end = 0;
    for (const TraceSlice* slice : trace.Find("gpu-"))
    {
        const std::string job = slice->args.at("job");
        const std::string& name = slice->name;
        ++slices[job][name.substr(0, name.find(' '))];
        // A third of the time forward, two thirds backward; shared by 12 or 8 GPUs.
        const double whole = job == "third" ? 0.3e6 / 8 : 0.4e6 / 12;
        const double part = name.front() == 'f' ? whole / 3 : whole * 2 / 3;
        EXPECT_NEAR(slice->end - slice->begin, part, 0.01) << job << " " << name;
        EXPECT_LE(slice->Get("iteration"), 1U);
        end = std::max(end, slice->end);
    }
    for (const TraceSlice* slice : trace.Find("messages"))
    {
        EXPECT_GE(slice->end - slice->begin, 5000) << "faster than light";
    }
    // Two iterations: stages x micro-batches x 2.
    EXPECT_EQ(slices["first"]["forward"], 12 * 8 * 2);
    EXPECT_EQ(slices["first"]["backward"], 12 * 8 * 2);
    EXPECT_EQ(slices["second"]["forward"], 12 * 8 * 2);
    EXPECT_EQ(slices["third"]["backward"], 8 * 4 * 2);
    EXPECT_LT(end / 1e6, ReadJson(output / "summary.json").at("makespan_s").get<double>() + 0.001);
}

TEST_F(RunTimelineTest, HoldsTheIterationsThatAreAskedFor)
{
    const auto output = RunWell("lossy.json",
                                "out",
                                {"--timeline-iterations=3:5", "--set=/run/fast_forward=false"});
    const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
    std::map<std::string, std::set<uint64_t>> indices;
    for (const auto& [iteration, times] : FindIterations(trace))
    {
        indices[iteration.first].insert(iteration.second);
    }
    const std::set<uint64_t> asked{3, 4, 5};
    EXPECT_EQ(indices["first"], asked);
    EXPECT_EQ(indices["second"], asked);
    EXPECT_EQ(indices["third"], asked);
    EXPECT_EQ(trace.other.at("first_iteration"), 3);
    EXPECT_EQ(trace.other.at("last_iteration"), 5);
    // Links are counted meanwhile alone: no sooner than the first of these begins.
    const auto rows = ReadCsv(output / "iterations.csv").rows;
    double begin = 1e9;
    for (const auto& row : rows)
    {
        begin = row.at("iteration") == "3" ? std::min(begin, Csv::Number(row, "start_s")) : begin;
    }
    for (const TraceSample& sample : trace.samples.at("utilization"))
    {
        EXPECT_GT(sample.time / 1e6, begin - 0.1);
    }
}

/// The areas under the counters are the bytes of links.csv.
TEST_F(RunTimelineTest, CountersAddUpToWhatLinksSent)
{
    const auto output = RunWell("lossy.json",
                                "out",
                                {"--timeline-iterations=0:100", "--set=/run/fast_forward=false"});
    const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
    std::map<std::string, double> bytes;
    std::map<std::string, double> queues;
    std::map<std::string, TraceSample> last;
    for (const TraceSample& sample : trace.samples.at("utilization"))
    {
        TraceSample& before = last[sample.process];
        bytes[sample.process] += before.value * (sample.time - before.time) / 1e6 * 1e9 / 8;
        before = sample;
    }
    for (const TraceSample& sample : trace.samples.at("queue"))
    {
        queues[sample.process] = std::max(queues[sample.process], sample.value);
    }
    for (const auto& row : ReadCsv(output / "links.csv").rows)
    {
        SCOPED_TRACE(row.at("link"));
        const double total = Csv::Number(row, "bytes");
        // Acknowledgements of the last messages come after the last iteration.
        EXPECT_NEAR(bytes[row.at("link")], total, 1e-3 * total);
        EXPECT_EQ(last[row.at("link")].value, 0);
        EXPECT_EQ(queues[row.at("link")], Csv::Number(row, "max_queue_bytes"));
    }
}

/// Read back, the spans are those of accounted.csv, each on the track of its job.
TEST_F(RunTimelineTest, ShowsAccountedSpans)
{
    const auto output = RunWell("lossy.json",
                                "out",
                                {"--timeline",
                                 "--set=/wan/mesh/loss_rate=0",
                                 "--set=/jobs/0/profile/iterations=200",
                                 "--set=/jobs/1/profile/iterations=90",
                                 "--set=/run/max_iterations=25"});
    const auto rows = ReadCsv(output / "accounted.csv").rows;
    ASSERT_GE(rows.size(), 3U);
    const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
    std::vector<const TraceSlice*> spans;
    for (const TraceSlice& slice : trace.slices)
    {
        if (slice.process == "accounted iterations")
        {
            spans.push_back(&slice);
        }
    }
    ASSERT_EQ(spans.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        SCOPED_TRACE(i);
        const auto& row = rows[i];
        const TraceSlice& span = *spans[i];
        EXPECT_EQ(span.thread, row.at("job"));
        EXPECT_NEAR(span.begin / 1e6, Csv::Number(row, "start_s"), 1e-6);
        EXPECT_NEAR(span.end / 1e6, Csv::Number(row, "end_s"), 1e-6);
        EXPECT_EQ(span.args.at("job"), row.at("job"));
        EXPECT_EQ(span.args.at("iterations"), Csv::Number(row, "iterations"));
        EXPECT_NEAR(span.args.at("duration_s"), Csv::Number(row, "duration_s"), 1e-6);
        EXPECT_NEAR(span.args.at("sum_ci_s"), Csv::Number(row, "sum_ci_s"), 1e-6);
        EXPECT_EQ(span.args.at("settled"), row.at("settled") == "yes");
        EXPECT_THAT(span.name, ::testing::StartsWith(row.at("iterations") + " iteration"));
    }
}

TEST_F(RunTimelineTest, BadIterationsAreRefused)
{
    for (const char* const value :
         {"3", "3:", ":3", "4:3", "-1:3", "0:+3", "0:3 ", "0:3:4", "a:b", "0:99999999999999999999"})
    {
        SCOPED_TRACE(value);
        ExpectRefused(Run({"lossy.json", std::string("--timeline-iterations=") + value}),
                      std::string("--timeline-iterations: found '") + value +
                          "', expected FIRST:LAST");
    }
    ExpectRefused(Run({"lossy.json", "--timeline-iterations=0:1", "--network=analytic"}),
                  "--timeline: found an analytic run");
}

} // namespace ns3::bacepipe::test
