// SPDX-License-Identifier: GPL-2.0-only
// Suspending steady jobs and resuming them, against runs in which every iteration is simulated.
#include "ns3/double.h"

#include <gtest/gtest.h>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Two stages, 2 MB a micro-batch: a second or so an iteration.
TrainingJob
MakeSmallJob(const std::string& id, uint64_t iterations)
{
    auto job = MakeJob(id, 2, 0.1, 8);
    job.profile.boundaryBytes = 2000000;
    job.profile.iterations = iterations;
    return job;
}

/// Two regions of four GPUs, room for four such jobs.
Scenario
MakeSharedLink()
{
    auto scenario =
        MakeTwoRegions(MakeSmallJob("j", 1), DataRate("2Gbps"), MilliSeconds(20), 10000000);
    for (auto& region : scenario.regions)
    {
        region.gpus = 4;
    }
    return scenario;
}

const Placement g_across = {{0, 1}, {1, 1}};

} // namespace

TEST(FastForward, SingleJobSimulatesFewIterationsAndEndsAsTheFullRun)
{
    double finish[2];
    for (const bool fast : {false, true})
    {
        DirectRun run(MakeSharedLink());
        auto fastForward = fast ? CreateObject<FastForward>() : nullptr;
        const auto& job = run.Start(MakeSmallJob("j", 100), g_across, 0, fastForward);
        Simulator::Run();
        finish[fast] = job.finish;
        EXPECT_EQ(job.execution->GetIterationsDone(), 100u);
        if (fast)
        {
            EXPECT_LE(job.iterations.size(), 5u);
            ASSERT_EQ(job.accounted.size(), 1u);
            EXPECT_EQ(job.iterations.size() + job.accounted[0].first, 100u);
            EXPECT_EQ(job.execution->GetIterationsSimulated(), job.iterations.size());
            // 2 x 8 messages of 2 MB an iteration, accounted ones included
            EXPECT_EQ(job.execution->GetWanBytes(), uint64_t{100} * 16 * 2000000);
        }
        else
        {
            EXPECT_EQ(job.iterations.size(), 100u);
        }
    }
    EXPECT_NEAR(finish[1] / finish[0], 1, 0.01);
}

TEST(FastForward, StartOnASharedLinkResumesPackets)
{
    DirectRun run(MakeSharedLink());
    auto fastForward = CreateObject<FastForward>();
    const auto& first = run.Start(MakeSmallJob("p", 200), g_across, 0, fastForward);
    const auto& second = run.Start(MakeSmallJob("q", 40), g_across, 50, fastForward);
    Simulator::Run();
    // Suspended when q starts, resumed beside it, suspended with it, resumed when it finishes.
    ASSERT_EQ(first.accounted.size(), 3u);
    ASSERT_EQ(second.accounted.size(), 1u);
    std::vector<double> starts;
    for (const auto& iteration : first.iterations)
    {
        starts.push_back(iteration.start);
    }
    const auto resumed =
        std::count_if(starts.begin(), starts.end(), [](double start) { return start >= 50; });
    EXPECT_GE(resumed, 3);
    uint64_t accounted = 0;
    for (const auto& [count, duration] : first.accounted)
    {
        accounted += count;
    }
    EXPECT_EQ(accounted + first.iterations.size(), 200u);
}

TEST(FastForward, SharedLinkAgreesWithTheFullRun)
{
    double finish[2][2];
    for (const bool fast : {false, true})
    {
        auto scenario = MakeSharedLink();
        for (auto& link : scenario.links)
        {
            link.rate = DataRate("240Mbps"); // both jobs at once are held up by the link
        }
        DirectRun run(scenario);
        auto fastForward = fast ? CreateObject<FastForward>() : nullptr;
        const auto& first = run.Start(MakeSmallJob("p", 120), g_across, 0, fastForward);
        const auto& second = run.Start(MakeSmallJob("q", 40), g_across, 30, fastForward);
        Simulator::Run();
        finish[fast][0] = first.finish;
        finish[fast][1] = second.finish;
        EXPECT_EQ(first.iterations.size() == 120, !fast);
    }
    EXPECT_NEAR(finish[1][0] / finish[0][0], 1, 0.01);
    EXPECT_NEAR(finish[1][1] / finish[0][1], 1, 0.01);
}

TEST(FastForward, JobsOnOtherLinksStaySuspended)
{
    DirectRun run(MakeSharedLink());
    auto fastForward = CreateObject<FastForward>();
    const auto& across = run.Start(MakeSmallJob("p", 100), g_across, 0, fastForward);
    const auto& inside = run.Start(MakeSmallJob("q", 20), {{0, 2}}, 40, fastForward);
    Simulator::Run();
    EXPECT_EQ(across.accounted.size(), 1u);
    EXPECT_EQ(inside.accounted.size(), 1u);
    EXPECT_EQ(inside.iterations.size(), 1u); // nothing can differ: no packets, nothing random
    EXPECT_EQ(inside.execution->GetWanBytes(), 0u);
}

TEST(FastForward, AHostsPortIsSharedToo)
{
    // Three regions: two jobs leave the same host of a over links of their own.
    double finish[2][2];
    for (const bool fast : {false, true})
    {
        auto scenario = MakeSharedLink();
        scenario.regions.push_back(scenario.regions[1]);
        scenario.regions[2].id = "c";
        scenario.regions[0].bandwidth = DataRate("200Mbps"); // of the port: it holds both up
        scenario.links.push_back({0, 2, DataRate("2Gbps"), MilliSeconds(20), 10000000, 0});
        scenario.links.push_back({2, 0, DataRate("2Gbps"), MilliSeconds(20), 10000000, 0});
        DirectRun run(scenario);
        auto fastForward = fast ? CreateObject<FastForward>() : nullptr;
        const auto& first = run.Start(MakeSmallJob("p", 40), g_across, 0, fastForward);
        const auto& second = run.Start(MakeSmallJob("q", 40), {{0, 1}, {2, 1}}, 15, fastForward);
        Simulator::Run();
        finish[fast][0] = first.finish;
        finish[fast][1] = second.finish;
    }
    EXPECT_NEAR(finish[1][0] / finish[0][0], 1, 0.01);
    EXPECT_NEAR(finish[1][1] / finish[0][1], 1, 0.01);
}

TEST(FastForward, LoneIterationsAreAllSimulated)
{
    DirectRun run(MakeSharedLink());
    auto fastForward = CreateObject<FastForward>();
    const auto& job = run.Start(MakeSmallJob("p", 2), g_across, 0, fastForward);
    Simulator::Run();
    EXPECT_EQ(job.iterations.size(), 2u);
    EXPECT_TRUE(job.accounted.empty());
}

TEST(FastForward, ToleranceOfZeroWaitsForExactAgreement)
{
    DirectRun run(MakeSharedLink());
    auto fastForward = CreateObject<FastForward>();
    fastForward->SetAttribute("SteadyTolerance", DoubleValue(0));
    const auto& job = run.Start(MakeSmallJob("p", 60), g_across, 0, fastForward);
    Simulator::Run();
    ASSERT_GE(job.iterations.size(), 3u);
    if (!job.accounted.empty())
    {
        const auto last = job.iterations.end() - 1;
        EXPECT_EQ(last->duration, (last - 1)->duration);
        EXPECT_EQ(last->duration, (last - 2)->duration);
    }
}
