// SPDX-License-Identifier: GPL-2.0-only
// The size of a timeline, whatever the run.
#include "ns3/bace-timeline.h"

#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "support/direct-run.h"
#include "support/process.h"
#include "support/scenarios.h"
#include "support/trace-events.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Longest ids, most digits.
const std::string g_longName(64, 'j');

/// What a run left in a file of a limited size.
struct Outcome
{
    Trace trace;
    uint64_t size{0};
};

/// Runs a job of 2 stages with 4 micro-batches, 40 iterations and 100 spans, all of it recorded.
Outcome
RunWithLimit(uint64_t limit, const std::string& id)
{
    auto job = MakeJob(id, 2, 0.004, 4);
    job.profile.boundaryBytes = 100000;
    job.profile.iterations = 40;
    const auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(5), 5000000);
    DirectRun run(scenario);
    Timeline timeline(run.GetCluster(), run.GetNetwork().GetObserver(), {0, 1000000, limit});
    auto& started = run.Start(job, {{0, 1}, {1, 1}}, 0);
    Simulator::Schedule(TimeStep(1), [&] { timeline.Watch(started.execution); });
    Simulator::Run();
    std::vector<AccountedResult> spans(100);
    for (auto& span : spans)
    {
        span.job = id;
        span.iterations = 1234567890;
        span.duration = 1.2345678901234567;
        span.halfWidth = 1.2345678901234567e-300;
    }
    const TemporaryFolder folder;
    const std::string path = folder.GetPath() / "timeline.json";
    timeline.Write(path, spans, run.GetPorts());
    std::ifstream file(path);
    return {ReadTrace(nlohmann::json::parse(file)), std::filesystem::file_size(path)};
}

} // namespace

class TimelineLimit : public testing::TestWithParam<uint64_t>
{
};

/// Below the limit, iterations whole, and it says what is missing.
TEST_P(TimelineLimit, IsKept)
{
    for (const std::string& id : {std::string("j"), g_longName})
    {
        SCOPED_TRACE(id);
        const auto [trace, size] = RunWithLimit(GetParam(), id);
        EXPECT_LE(size, GetParam());
        std::map<uint64_t, int> computations;
        std::map<uint64_t, int> messages;
        int spans = 0;
        for (const TraceSlice& slice : trace.slices)
        {
            const bool isMessage = slice.thread.rfind("messages", 0) == 0;
            const bool isSpan = slice.process == "accounted iterations";
            spans += isSpan;
            if (!isSpan)
            {
                ++(isMessage ? messages : computations)[slice.Get("iteration")];
            }
        }
        for (const auto& [iteration, count] : computations)
        {
            EXPECT_EQ(count, 2 * 4 * 2) << iteration;
            EXPECT_EQ(messages[iteration], 4 * 2) << iteration;
        }
        EXPECT_EQ(trace.arrows.size(), computations.size() * 4 * 2);
        const auto& leftOut = trace.other.at("left_out");
        EXPECT_EQ(computations.size() + leftOut.at("iterations").get<uint64_t>(), 40U);
        EXPECT_EQ(spans + leftOut.at("accounted_spans").get<int>(), 100);
        EXPECT_EQ(trace.other.at("limit_bytes"), GetParam());
        // What there is room for is there.
        EXPECT_EQ(computations.size() == 40, GetParam() >= 2000000);
        EXPECT_EQ(computations.empty(), GetParam() <= 5000);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         TimelineLimit,
                         testing::Values(2000, 5000, 50000, 100000, 300000, 2000000, 50000000));
