// SPDX-License-Identifier: GPL-2.0-only
// What fast-forward remembers changes no result by more than the stated interval.
#include "ns3/bace-fast-forward.h"
#include "ns3/bace-random-links.h"
#include "ns3/bace-scenario-conditions.h"
#include "ns3/simulator.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

const Placement g_ab = {{0, 1}, {1, 1}};

TrainingJob
MakeSmall(const std::string& id, double stageTime, uint64_t bytes, uint64_t iterations)
{
    auto job = MakeJob(id, 2, stageTime, 8);
    job.profile.boundaryBytes = bytes;
    job.profile.iterations = iterations;
    return job;
}

/// Two regions with room for many jobs.
Scenario
MakeScenario(const std::string& rate)
{
    auto scenario =
        MakeTwoRegions(MakeSmall("j", 0.1, 1, 1), DataRate(rate), MilliSeconds(20), 4000000);
    scenario.regions[0].gpus = scenario.regions[1].gpus = 16;
    return scenario;
}

/// Jobs that start at given times, on both regions, under one fast-forward.
struct MemoRun
{
    /// What came of a job.
    struct Outcome
    {
        double time;
        double halfWidth;
        uint64_t simulated;
        StageTimes times;
    };

    MemoRun(const Scenario& scenario,
            const std::vector<std::pair<double, TrainingJob>>& jobs,
            std::shared_ptr<ComponentMemo> memo)
    {
        DirectRun run(scenario);
        auto fastForward = CreateObject<FastForward>();
        fastForward->SetLossy(FindLossyLinks(scenario));
        if (memo)
        {
            fastForward->SetMemo(memo,
                                 std::make_shared<ScenarioConditions>(scenario,
                                                                      run.GetCluster(),
                                                                      run.GetTopology(),
                                                                      ""));
        }
        std::vector<const DirectRun::Job*> started;
        for (const auto& [at, job] : jobs)
        {
            started.push_back(&run.Start(job, g_ab, at, fastForward));
        }
        Simulator::Run();
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            const auto& execution = started[i]->execution;
            outcomes.push_back({started[i]->finish - jobs[i].first,
                                execution->GetHalfWidth(),
                                execution->GetIterationsSimulated(),
                                execution->GetMeanStageTimes()});
            simulated += execution->GetIterationsSimulated();
        }
    }

    std::vector<Outcome> outcomes;
    uint64_t simulated{0};
};

/// A memo that counts how much it knows.
std::size_t
CountKnown(const ComponentMemo& memo)
{
    std::size_t count = 0;
    for (const auto& [conditions, components] : memo.GetContent())
    {
        count += components.size();
    }
    return count;
}

/// Neither result is further from the other than the two say that they may be.
void
ExpectAgreement(const MemoRun& a, const MemoRun& b, double tolerance = 0.01)
{
    for (std::size_t i = 0; i < a.outcomes.size(); ++i)
    {
        SCOPED_TRACE(i);
        const auto& one = a.outcomes[i];
        const auto& other = b.outcomes[i];
        EXPECT_LE(std::abs(one.time - other.time),
                  std::hypot(one.halfWidth, other.halfWidth) + 1e-6 * one.time);
        EXPECT_NEAR(one.time, other.time, tolerance * other.time);
        EXPECT_LT(one.halfWidth, 0.02 * one.time);
        // Where the time goes is remembered too.
        const double idle = one.times.waitGradient.total.GetSeconds();
        EXPECT_NEAR(idle, other.times.waitGradient.total.GetSeconds(), 0.03 * one.time);
        EXPECT_NEAR(one.times.compute.GetSeconds(), other.times.compute.GetSeconds(), 1e-6);
    }
}

} // namespace

TEST(FastForwardMemo, WhoIsAloneAgainIsKnown)
{
    const auto scenario = MakeScenario("600Mbps");
    const auto lasting = MakeSmall("p", 0.1, 2000000, 400);
    std::vector<std::pair<double, TrainingJob>> jobs{{0, lasting}};
    for (const double at : {100, 200, 300})
    {
        jobs.emplace_back(at, MakeSmall("q" + std::to_string(jobs.size()), 0.137, 1300000, 30));
    }
    const MemoRun without(scenario, jobs, nullptr);
    auto memo = std::make_shared<ComponentMemo>();
    const MemoRun with(scenario, jobs, memo);
    // After each of the short ones.
    EXPECT_GE(memo->GetHits(), 3U);
    EXPECT_EQ(memo->GetLoadedHits(), 0U);
    EXPECT_LT(with.simulated, without.simulated);
    ExpectAgreement(with, without);
}

TEST(FastForwardMemo, TheSamePairIsKnownWhenItsBeatWasCovered)
{
    const auto scenario = MakeScenario("600Mbps");
    std::vector<std::pair<double, TrainingJob>> jobs{{0, MakeSmall("p", 0.1, 2000000, 900)}};
    for (const double at : {100.0, 400.3, 700.7})
    {
        jobs.emplace_back(at, MakeSmall("q" + std::to_string(jobs.size()), 0.137, 1300000, 150));
    }
    const MemoRun without(scenario, jobs, nullptr);
    auto memo = std::make_shared<ComponentMemo>();
    const MemoRun with(scenario, jobs, memo);
    EXPECT_GE(memo->GetHits(), 4U) << "the pair twice, and alone";
    EXPECT_LE(2 * with.outcomes[2].simulated, without.outcomes[2].simulated);
    EXPECT_LE(2 * with.outcomes[3].simulated, without.outcomes[3].simulated);
    ExpectAgreement(with, without);
    // Names of those ahead are those of this pair, not of the first.
    EXPECT_GT(without.outcomes[3].times.GetBehind().size(), 0U);
    EXPECT_EQ(with.outcomes[3].times.GetBehind().begin()->first,
              without.outcomes[3].times.GetBehind().begin()->first);
}

TEST(FastForwardMemo, EqualPeriodsAtOtherPhasesAreMeasuredAgain)
{
    // On a link that one of them alone fills half of the time, what they do hangs on their phase.
    const auto scenario = MakeScenario("400Mbps");
    const auto jobs = [](double second) {
        return std::vector<std::pair<double, TrainingJob>>{
            {0, MakeSmall("p", 0.1, 2000000, 200)},
            {second, MakeSmall("q", 0.1, 2000000, 100)}};
    };
    auto memo = std::make_shared<ComponentMemo>();
    MemoRun(scenario, jobs(20), memo);
    const std::size_t known = CountKnown(*memo);
    const MemoRun same(scenario, jobs(20), memo);
    EXPECT_EQ(CountKnown(*memo), known);
    EXPECT_GT(memo->GetHits(), 1U);
    const MemoRun other(scenario, jobs(20.4), memo);
    EXPECT_GT(CountKnown(*memo), known);
    ExpectAgreement(other, MemoRun(scenario, jobs(20.4), nullptr));
    ExpectAgreement(same, MemoRun(scenario, jobs(20), nullptr));
}

TEST(FastForwardMemo, LossesAreKnownWithTheirInterval)
{
    auto scenario = MakeScenario("1Gbps");
    for (auto& link : scenario.links)
    {
        link.delay = MilliSeconds(1);
        link.lossRate = 0.01;
    }
    const std::vector<std::pair<double, TrainingJob>> jobs{{0, MakeSmall("p", 0.2, 2000000, 300)}};
    auto memo = std::make_shared<ComponentMemo>();
    const MemoRun first(scenario, jobs, memo);
    EXPECT_EQ(memo->GetHits(), 0U);
    const MemoRun second(scenario, jobs, memo);
    EXPECT_EQ(memo->GetHits(), 1U);
    EXPECT_EQ(second.simulated, 1U);
    EXPECT_GT(second.outcomes[0].halfWidth, 0);
    // Each has its own sample of losses.
    ExpectAgreement(second, first, 0.02);
}

TEST(FastForwardMemo, WhateverIsDifferentIsMeasuredAgain)
{
    const auto base = MakeScenario("600Mbps");
    const auto job = MakeSmall("p", 0.1, 2000000, 40);
    auto memo = std::make_shared<ComponentMemo>();
    const auto simulates = [&](const Scenario& scenario, const TrainingJob& other) {
        return MemoRun(scenario, {{0, other}}, memo).simulated > 1;
    };
    EXPECT_TRUE(simulates(base, job));
    auto renamed = job;
    renamed.id = "another";
    renamed.profile.iterations = 50;
    EXPECT_FALSE(simulates(base, renamed)) << "name and length do not matter";
    auto priced = base;
    priced.regions[0].price = PriceSchedule(3);
    EXPECT_FALSE(simulates(priced, job)) << "nor do prices";
    const std::vector<std::function<void(TrainingJob&)>> jobChanges{
        [](auto& j) { j.schedule = "gpipe"; },
        [](auto& j) { j.profile.microBatches = 9; },
        [](auto& j) { j.profile.boundaryBytes += 1; },
        [](auto& j) { j.profile.computeTime *= 1 + 1e-12; },
        [](auto& j) { j.profile.backwardRatio = 1; },
        [](auto& j) { j.profile.optimizerTime = 0.01; },
        [](auto& j) { j.pipeline.embeddingTime = 0.01; },
        [](auto& j) { j.pipeline.headTime = 0.01; },
        [](auto& j) { j.pipeline.sendBuffer = 1000000; },
        [](auto& j) { j.pipeline.flush = Flush::PER_STAGE; },
    };
    for (std::size_t i = 0; i < jobChanges.size(); ++i)
    {
        auto changed = job;
        jobChanges[i](changed);
        EXPECT_TRUE(simulates(base, changed)) << "change " << i << " of the job";
    }
    const std::vector<std::function<void(Scenario&)>> changes{
        [](auto& s) { s.links[0].rate = DataRate("601Mbps"); },
        [](auto& s) { s.links[1].delay = MilliSeconds(21); },
        [](auto& s) { s.links[0].queueBytes += 1; },
        [](auto& s) { s.links[0].lossRate = 1e-9; },
        [](auto& s) { s.regions[1].latency = MicroSeconds(10); },
        [](auto& s) { s.regions[1].bandwidth = DataRate("99Gbps"); },
        [](auto& s) { s.regions[0].speed = 0.9; },
        [](auto& s) { s.network.connections = 2; },
        [](auto& s) { s.network.segmentBytes = 50000; },
        [](auto& s) { s.network.congestionControl = "linux-reno"; },
        [](auto& s) { s.network.initialWindow = 4; },
        [](auto& s) { s.network.maxWindow = 3000000; },
        [](auto& s) { s.network.mtu = 61000; },
        [](auto& s) { s.network.connectionRate = DataRate("500Mbps"); },
        [](auto& s) { s.network.path = "stack"; },
        [](auto& s) { s.network.restartAfterIdle = true; },
        [](auto& s) { s.run.steadyTolerance = 0.02; },
        [](auto& s) { s.run.maxIterations = 100; },
    };
    for (std::size_t i = 0; i < changes.size(); ++i)
    {
        auto changed = base;
        changes[i](changed);
        EXPECT_TRUE(simulates(changed, job)) << "change " << i << " of the scenario";
        EXPECT_FALSE(simulates(changed, job)) << "change " << i << " of the scenario, again";
    }
    auto seeded = base;
    seeded.seed = 2;
    EXPECT_FALSE(simulates(seeded, job)) << "a seed without anything random";
    auto jittered = job;
    jittered.pipeline.computeJitter = 0.01;
    EXPECT_TRUE(simulates(base, jittered));
    EXPECT_TRUE(simulates(seeded, jittered));
}
