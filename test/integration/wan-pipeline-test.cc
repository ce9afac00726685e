// SPDX-License-Identifier: GPL-2.0-only
// A pipeline over one WAN link, packet by packet, against what the link allows.
#include <gtest/gtest.h>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Payload rate of a link whose packets carry so much payload and these headers, bytes/s.
double
Goodput(double bitRate, double payload, double headers)
{
    return bitRate / 8 * payload / (payload + headers);
}

/// 125 MB for each micro-batch: one second at 1 Gbps, against which computing is nothing.
TrainingJob
MakeCommunicationBoundJob(const std::string& schedule, uint32_t microBatches)
{
    auto job = MakeJob("j", 2, 0.001, microBatches);
    job.schedule = schedule;
    job.profile.boundaryBytes = 125000000;
    return job;
}

/// Runs one iteration over a link of 1 Gbps and 10 ms; returns its duration.
double
RunOverLink(const TrainingJob& job, const std::string& transport)
{
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(10), 5000000);
    scenario.network.transport = transport;
    DirectRun run(scenario);
    const auto& started = run.Start(job, {{0, 1}, {1, 1}}, 0);
    Simulator::Run();
    EXPECT_EQ(started.iterations.size(), 1u);
    return started.iterations.at(0).duration;
}

// Headers of both transports: IPv4 20, TCP with timestamps 32 or UDP and bulk 32, PPP 2.
const double g_headers = 54;

} // namespace

TEST(WanPipeline, GPipeTakesMTransfersEachWay)
{
    // The first gradient leaves when the last activation has come: M transfers, twice.
    const double expected = 2 * 20 * 125e6 / Goodput(1e9, 60000, g_headers);
    const double duration = RunOverLink(MakeCommunicationBoundJob("gpipe", 20), "bulk");
    EXPECT_NEAR(duration / expected, 1, 0.03);
    EXPECT_GT(duration, expected);
}

TEST(WanPipeline, TcpTakesAsLongAsBulk)
{
    const auto job = MakeCommunicationBoundJob("gpipe", 3);
    EXPECT_NEAR(RunOverLink(job, "tcp") / RunOverLink(job, "bulk"), 1, 0.01);
}

TEST(WanPipeline, TwoWayTrafficIsSlowerThanTheLinkWithEitherTransport)
{
    // 1F1B sends activations and gradients at the same time: M transfers would do, but the ACKs of
    // each direction wait in the queue behind the data of the other, and the windows of TCP do not
    // cover that (two-way traffic; Zhang, Shenker, Clark, SIGCOMM 1991).
    const auto job = MakeCommunicationBoundJob("1f1b", 12);
    const double least = 12 * 125e6 / Goodput(1e9, 60000, g_headers);
    const double bulk = RunOverLink(job, "bulk");
    EXPECT_GT(bulk, least);
    EXPECT_LT(bulk, 1.6 * least);
    EXPECT_NEAR(bulk / RunOverLink(job, "tcp"), 1, 0.05);
}

TEST(WanPipeline, LatencyIsPaidOnFillUpAndFlush)
{
    // Tiny messages, one micro-batch, 50 ms: set-up round trip aside, an activation goes there and
    // a gradient back, so an iteration takes 2 (f + b) + 2 x 50 ms and a little.
    auto job = MakeJob("j", 2, 0.012, 1);
    job.profile.boundaryBytes = 1000;
    job.profile.iterations = 3;
    const auto scenario = MakeTwoRegions(job, DataRate("10Gbps"), MilliSeconds(50), 5000000);
    DirectRun run(scenario);
    const auto& started = run.Start(job, {{0, 1}, {1, 1}}, 0);
    Simulator::Run();
    ASSERT_EQ(started.iterations.size(), 3u);
    EXPECT_GT(started.iterations[0].duration, 0.124);
    for (int i = 1; i < 3; ++i)
    {
        EXPECT_GT(started.iterations[i].duration, 0.124);
        EXPECT_LT(started.iterations[i].duration, 0.1242);
    }
}

TEST(WanPipeline, LossesDelayButLoseNothing)
{
    auto job = MakeJob("j", 2, 0.1, 8);
    job.profile.boundaryBytes = 5000000;
    job.profile.iterations = 2;
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(5), 1000000);
    scenario.network.segmentBytes = 8000;
    double before = 0;
    for (const double loss : {0.0, 0.02})
    {
        for (auto& link : scenario.links)
        {
            link.lossRate = loss;
        }
        DirectRun run(scenario);
        const auto& started = run.Start(job, {{0, 1}, {1, 1}}, 0);
        Simulator::Run();
        // The execution itself ends the program unless all bytes of all micro-batches arrived.
        ASSERT_EQ(started.iterations.size(), 2u);
        EXPECT_GT(started.finish, before);
        before = started.finish;
    }
}

TEST(WanPipeline, AsymmetricRatesAreThoseOfTheDirection)
{
    // GPipe: M activations at 1 Gbps, then M gradients at 100 Mbps.
    auto job = MakeCommunicationBoundJob("gpipe", 4);
    job.profile.boundaryBytes = 25000000;
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(1), 5000000);
    scenario.links[1].rate = DataRate("100Mbps");
    DirectRun run(scenario);
    const auto& started = run.Start(job, {{0, 1}, {1, 1}}, 0);
    Simulator::Run();
    const double expected =
        4 * 25e6 / Goodput(1e9, 60000, g_headers) + 4 * 25e6 / Goodput(1e8, 60000, g_headers);
    ASSERT_EQ(started.iterations.size(), 1u);
    EXPECT_NEAR(started.iterations[0].duration / expected, 1, 0.03);
}
