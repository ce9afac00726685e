// SPDX-License-Identifier: GPL-2.0-only
// Why stages wait, and behind whom, against waits worked out by hand or by the test itself.
#include "ns3/bace-wait-report.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

void
ExpectWait(const WaitTime& wait, double notSent, double transmission, double queued)
{
    EXPECT_NEAR(wait.notSent.GetSeconds(), notSent, 1e-8);
    EXPECT_NEAR(wait.transmission.GetSeconds(), transmission, 1e-8);
    EXPECT_NEAR(wait.GetQueued().GetSeconds(), queued, 1e-8);
}

/// Two regions without latency, 100 Gbps inside them, links of 1 Gbps and 10 ms.
Scenario
MakeLinked(const TrainingJob& job, const std::string& path)
{
    auto scenario = MakeTwoRegions(job, DataRate("1Gbps"), MilliSeconds(10), 5000000);
    scenario.network.path = path;
    return scenario;
}

} // namespace

TEST(WaitCauses, InsideARegionByHand)
{
    // The pipeline of DelayedPipeline.OneForwardOneBackwardWithTwoStagesByHand: a message takes
    // 10 ms. Stage 0 waits 8-36 for gradient 0, sent at 26, and 56-80 for gradient 2, sent at 70.
    // Stage 1 waits 0-14 for activation 0, sent at 4, and 38-58 for activation 2, sent at 48.
    auto job = MakeJob("j", 2, 0.012, 3);
    job.profile.boundaryBytes = 10000000;
    auto scenario = MakeSingleRegion(job);
    scenario.regions[0].gpusPerHost = 1;
    scenario.regions[0].bandwidth = DataRate("10Gbps");
    scenario.regions[0].latency = MilliSeconds(2);
    DirectRun run(scenario);
    const auto& started = run.Start(job, {{0, 2}}, 0);
    Simulator::Run();
    ASSERT_EQ(started.stages.size(), 2u);
    ExpectWait(started.stages[0].waitActivation, 0, 0, 0);
    ExpectWait(started.stages[0].waitGradient, 0.018 + 0.014, 0.010 + 0.010, 0);
    ExpectWait(started.stages[1].waitActivation, 0.004 + 0.010, 0.010 + 0.010, 0);
    ExpectWait(started.stages[1].waitGradient, 0, 0, 0);
}

TEST(WaitCauses, OfAPipeWhoseMessagesWaitForEachOther)
{
    // Two chunks on two stages, two micro-batches; f = 2 and b = 4 ms a chunk, a message 10 ms.
    auto job = MakeJob("j", 2, 0.012, 2);
    job.schedule = "interleaved";
    job.profile.chunks = 2;
    job.profile.layers = 4;
    job.profile.boundaryBytes = 10000000;
    auto scenario = MakeSingleRegion(job);
    scenario.regions[0].bandwidth = DataRate("8Gbps"); // 10 ms, no latency between GPUs of a host
    DirectRun run(scenario);
    const auto& started = run.Start(job, {{0, 2}}, 0);
    Simulator::Run();
    ASSERT_EQ(started.stages.size(), 2u);
    // F of chunk 0: 0-2, 2-4 on stage 0; its messages arrive at 12 and 22. Stage 1: 12-14, then
    // waits 14-22 for the second, which was sent at 4, and in the pipe until 12: all of that is
    // time in transmission, for it lasts less than the ideal. F 22-24; back to stage 0 at 24, 34;
    // stage 0 has waited from 4 to 24: not sent until 14. F 24-26, then 34-36, sent to arrive at 36
    // and 46. Stage 1 has waited 24-36: sent at 26. F 36-38, B 38-42, then waits 42-46, sent at 36.
    const WaitTime& first = started.stages[0].waitActivation;
    ExpectWait(first, 0.010, 0.010 + 0.008, 0);
    const WaitTime& second = started.stages[1].waitActivation;
    ExpectWait(second, 0.002 + 0.002, 0.010 + 0.008 + 0.010 + 0.004, 0);
}

class WaitCausesPath : public testing::TestWithParam<std::string>
{
};

INSTANTIATE_TEST_SUITE_P(Paths, WaitCausesPath, testing::Values("express", "stack"));

TEST_P(WaitCausesPath, OfOneMessageOverALink)
{
    // f = 1 s, b = 2 s; 1000 bytes: 8 us at 1 Gbps, and 10 ms. Beyond that there are headers, and
    // the ports of both hosts: less than 2 us.
    auto job = MakeJob("j", 2, 3, 1);
    job.profile.boundaryBytes = 1000;
    DirectRun run(MakeLinked(job, GetParam()));
    const auto& started = run.Start(job, {{0, 1}, {1, 1}}, 0);
    Simulator::Run();
    ASSERT_EQ(started.stages.size(), 2u);
    const WaitTime& activation = started.stages[1].waitActivation;
    EXPECT_EQ(activation.notSent, Seconds(1));
    EXPECT_EQ(activation.transmission, MicroSeconds(10008));
    EXPECT_GT(activation.GetQueued(), Time(0));
    EXPECT_LT(activation.GetQueued(), MicroSeconds(2));
    // Sent when both operations of stage 1 are done, which began with the activation.
    const WaitTime& gradient = started.stages[0].waitGradient;
    EXPECT_EQ(gradient.notSent, activation.total + Seconds(3) - Seconds(1));
    EXPECT_EQ(gradient.transmission, MicroSeconds(10008));
    EXPECT_EQ(gradient.GetQueued(), activation.GetQueued());
    EXPECT_TRUE(gradient.behind.empty());
}

TEST_P(WaitCausesPath, BehindAnotherJobByHand)
{
    // At 1 s job a gives ten packets to the link, all within its initial window: 480.432 us each,
    // the last of 59000 and what frames a message. At 1.001 s job b sends one small packet. By then
    // three packets have begun; b waits for the rest of the third, which is not counted, and for
    // seven more.
    auto a = MakeJob("a", 2, 3, 1);
    a.profile.boundaryBytes = 599000;
    auto b = MakeJob("b", 2, 3, 1);
    b.profile.boundaryBytes = 1000;
    auto scenario = MakeLinked(a, GetParam());
    for (auto& region : scenario.regions)
    {
        region.gpus = 2;
        region.gpusPerHost = 1;
    }
    DirectRun run(scenario);
    const auto& first = run.Start(a, {{0, 1}, {1, 1}}, 0);
    const auto& second = run.Start(b, {{0, 1}, {1, 1}}, 0.001);
    Simulator::Run();
    const WaitTime& wait = second.stages.at(1).waitActivation;
    EXPECT_EQ(wait.notSent, Seconds(1));
    const double packet = 8 * 60054 / 1e9;
    EXPECT_NEAR(wait.GetQueued().GetSeconds(),
                9 * packet + 8 * 59054 / 1e9 - 0.001,
                1e-5); // the ports
    ASSERT_EQ(wait.behind.size(), 1u);
    EXPECT_EQ(run.GetPorts().GetOwnerName(wait.behind.begin()->first), "a");
    EXPECT_NEAR(wait.behind.begin()->second.GetSeconds(), 6 * packet + 8 * 59054 / 1e9, 2e-6);
    // Of a's own message what is over the ideal is ten headers of 54 bytes, a packet in each port
    // at 4.8 us, and what frames a message.
    const WaitTime& other = first.stages.at(1).waitActivation;
    EXPECT_NEAR(other.transmission.GetSeconds(), 8 * 599000 / 1e9 + 0.01, 1e-9);
    EXPECT_NEAR(other.GetQueued().GetSeconds(), 14e-6, 4e-7);
}

TEST(WaitCauses, BehindCrossTrafficAndTheSameOnBothPaths)
{
    // A source that nearly fills the link: what the job sends besides makes a queue that stays.
    TrafficSource traffic;
    traffic.id = "t";
    traffic.destination = 1;
    traffic.kind = TrafficKind::CONSTANT;
    traffic.rate = DataRate("990Mbps");
    traffic.packetBytes = 60000;
    auto job = MakeJob("j", 2, 0.06, 8);
    job.profile.boundaryBytes = 500000;
    job.profile.iterations = 3;
    std::map<std::string, JobResult> rows;
    for (const std::string path : {"express", "stack"})
    {
        auto scenario = MakeLinked(job, path);
        scenario.traffic = {traffic};
        scenario.links[0].queueBytes = 20000000;
        rows[path] = RunScenario(scenario).jobs.at(0);
    }
    const JobResult& row = rows["express"];
    ASSERT_EQ(row.behind.size(), 1u);
    EXPECT_EQ(row.behind[0].first, "t");
    EXPECT_GT(row.behind[0].second, 0.5 * row.wait.queued);
    EXPECT_LE(row.behind[0].second, row.wait.queued);
    EXPECT_EQ(FormatNamed(row.behind), FormatNamed(rows["stack"].behind));
    EXPECT_EQ(row.wait.queued, rows["stack"].wait.queued);
    EXPECT_EQ(row.wait.notSent, rows["stack"].wait.notSent);
    // What goes back meets no traffic: all of its queue is set-up and windows.
    EXPECT_LT(row.gradient.queued, 0.1 * row.wait.queued);
}

namespace
{

/// Adds up, from the trace of its operations, for how long a stage idled before one.
void
WatchIdling(const Ptr<StageApplication>& stage, std::map<uint32_t, Time>& idle, Time& end)
{
    stage->TraceConnectWithoutContext(
        "Operation",
        Callback<void, Ptr<const StageApplication>, const Operation&, Time>(
            [&idle, &end](Ptr<const StageApplication> which, const Operation&, Time begin) {
                idle[which->GetSettings().stage] += begin - end;
                end = Simulator::Now();
            }));
}

} // namespace

TEST(WaitCauses, AddUpInRandomRuns)
{
    std::mt19937 random(20260417);
    const auto draw = [&random](uint32_t least, uint32_t most) {
        return least + static_cast<uint32_t>(random() % (most - least + 1));
    };
    const std::vector<std::string> schedules{"gpipe", "1f1b", "eager-1f1b", "interleaved", "zb-h1"};
    Time behind;
    for (uint32_t i = 0; i < 30; ++i)
    {
        SCOPED_TRACE(i);
        std::vector<TrainingJob> jobs;
        for (const std::string id : {"a", "b"})
        {
            auto job = MakeJob(id, 4, 0.001 * draw(1, 30), 4 * draw(1, 3));
            job.schedule = schedules[draw(0, 4)];
            job.profile.chunks = job.schedule == "interleaved" ? 2 : 1;
            job.profile.layers = 8;
            job.profile.boundaryBytes = draw(1, 1000000);
            job.profile.iterations = 3;
            job.profile.optimizerTime = 0.001 * draw(0, 5);
            job.pipeline.computeJitter = draw(0, 1) ? 0.2 : 0;
            job.pipeline.flush = draw(0, 1) ? Flush::PER_STAGE : Flush::GLOBAL;
            jobs.push_back(job);
        }
        auto scenario = MakeLinked(jobs[0], draw(0, 1) ? "express" : "stack");
        for (auto& region : scenario.regions)
        {
            region.gpus = 4;
            region.gpusPerHost = draw(1, 4);
            region.latency = MicroSeconds(draw(0, 1000));
        }
        for (auto& link : scenario.links)
        {
            link.lossRate = draw(0, 2) ? 0 : 0.01;
        }
        DirectRun run(scenario);
        std::array<std::map<uint32_t, Time>, 2> idle;
        std::array<std::array<Time, 4>, 2> ends;
        std::vector<const DirectRun::Job*> started;
        for (std::size_t j = 0; j < jobs.size(); ++j)
        {
            started.push_back(&run.Start(jobs[j], {{0, 2}, {1, 2}}, 0));
            Simulator::Schedule(Time(0), [&, j] {
                for (const auto& stage : started[j]->execution->GetStages())
                {
                    WatchIdling(stage, idle[j], ends[j][stage->GetSettings().stage]);
                }
            });
        }
        Simulator::Run();
        for (std::size_t j = 0; j < jobs.size(); ++j)
        {
            ASSERT_EQ(started[j]->stages.size(), 4u * 3);
            StageTimes all;
            std::array<Time, 4> waits;
            for (std::size_t n = 0; n < started[j]->stages.size(); ++n)
            {
                const StageTimes& times = started[j]->stages[n];
                all += times;
                Time queued;
                Time others;
                for (const WaitTime* const wait : {&times.waitActivation, &times.waitGradient})
                {
                    EXPECT_GE(wait->notSent, Time(0));
                    EXPECT_GE(wait->transmission, Time(0));
                    EXPECT_GE(wait->GetQueued(), Time(0));
                    queued += wait->GetQueued();
                    waits[n % 4] += wait->total;
                }
                for (const auto& [owner, time] : times.GetBehind())
                {
                    EXPECT_EQ(run.GetPorts().GetOwnerName(owner), jobs[1 - j].id);
                    others += time;
                }
                EXPECT_LE(others, queued);
                behind += others;
            }
            // A stage that idles waits for a message, or for the iteration's end: without a flush
            // and an optimizer it is all the first.
            for (uint32_t stage = 0; stage < 4; ++stage)
            {
                EXPECT_LE(waits[stage], idle[j][stage]);
                if (jobs[j].pipeline.flush == Flush::PER_STAGE &&
                    jobs[j].profile.optimizerTime == 0)
                {
                    EXPECT_EQ(waits[stage], idle[j][stage]);
                }
            }
            const StageTimes mean = started[j]->execution->GetMeanStageTimes();
            EXPECT_NEAR(mean.waitActivation.notSent.GetSeconds(),
                        all.waitActivation.notSent.GetSeconds() / 4,
                        1e-8);
            EXPECT_NEAR(mean.waitGradient.GetQueued().GetSeconds(),
                        all.waitGradient.GetQueued().GetSeconds() / 4,
                        1e-8);
        }
    }
    EXPECT_GT(behind, Time(0));
}
