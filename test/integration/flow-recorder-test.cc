// SPDX-License-Identifier: GPL-2.0-only
// Whose flows are: of jobs one after another, on ports that have gone round, inside regions.
#include "ns3/bace-flow-recorder.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "support/direct-run.h"
#include "support/scenarios.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace ns3::bacepipe::test;

namespace
{

/// Jobs of two stages in two regions, started by hand, and their flows.
class FlowRecorderTest : public testing::TestWithParam<const char*>
{
  protected:
    FlowRecorderTest()
    {
        m_job = MakeJob("p", 2, 0.01, 4);
        m_job.profile.boundaryBytes = 1000000;
        auto scenario = MakeTwoRegions(m_job, DataRate("1Gbps"), MilliSeconds(5), 10000000);
        scenario.network.path = "stack";
        scenario.network.transport = GetParam();
        m_run = std::make_unique<DirectRun>(scenario);
        m_recorder = std::make_unique<FlowRecorder>(
            m_run->GetCluster(),
            m_run->GetTopology(),
            scenario.traffic,
            // Not to be deleted.
            std::shared_ptr<const PortAllocator>(std::shared_ptr<void>(), &m_run->GetPorts()));
    }

    /// Starts a job over both regions.
    void Start(const std::string& id, double at)
    {
        m_job.id = id;
        const auto& started = m_run->Start(m_job, {{0, 1}, {1, 1}}, at);
        Simulator::Schedule(Seconds(at),
                            [this, &started] { m_recorder->Watch(*started.execution); });
    }

    /// All ports that no channel has at that time are taken and given back.
    void GoRound(double at)
    {
        Simulator::Schedule(Seconds(at), [this] {
            const auto all = PortAllocator::END - PortAllocator::FIRST;
            m_run->GetPorts().Return(m_run->GetPorts().Take(all), all);
        });
    }

    /// Runs for so many seconds.
    std::vector<FlowUse> Run(double seconds)
    {
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
        return {m_recorder->GetFlows().begin(), m_recorder->GetFlows().end()};
    }

    ChannelUse Find(const FlowUse& flow) const
    {
        return m_recorder->GetDirectory().Find(flow.take, flow.owner);
    }

    TrainingJob m_job;
    std::unique_ptr<DirectRun> m_run;
    std::unique_ptr<FlowRecorder> m_recorder;
};

} // namespace

TEST_P(FlowRecorderTest, JobsOneAfterAnotherHaveFlowsOfTheirOwn)
{
    Start("p", 0);
    Start("q", 10);
    const auto flows = Run(20);
    ASSERT_EQ(flows.size(), 8U);
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        EXPECT_EQ(flows[i].flow, i + 1);
        EXPECT_EQ(Find(flows[i]).owner, i < 4 ? "p" : "q");
        EXPECT_EQ(Find(flows[i]).boundary, "0>1");
    }
    EXPECT_EQ(Find(flows[0]).direction, "activation");
    EXPECT_EQ(Find(flows[0]).source, "a:host-0:gpu-0");
    EXPECT_EQ(Find(flows[0]).destination, "b:host-0:gpu-0");
    EXPECT_EQ(Find(flows[1]).direction, "gradient");
    EXPECT_EQ(Find(flows[1]).source, "b:host-0:gpu-0");
}

/// Two equal jobs on the same hosts and, as ports have gone round between them, the same ports.
TEST_P(FlowRecorderTest, AFiveTupleOfTwoJobsIsTwoFlowsOfOneNumber)
{
    Start("p", 0);
    GoRound(9);
    Start("q", 10);
    const auto flows = Run(20);
    ASSERT_EQ(flows.size(), 8U);
    for (std::size_t i = 0; i < 4; ++i)
    {
        const FlowUse& p = flows[i];
        const FlowUse& q = flows[i + 4];
        EXPECT_EQ(p.flow, q.flow);
        EXPECT_TRUE(p.tuple == q.tuple);
        EXPECT_EQ(Find(p).owner, "p");
        EXPECT_EQ(Find(q).owner, "q");
        EXPECT_EQ(Find(p).direction, Find(q).direction);
        // The second did as the first, ten seconds later.
        EXPECT_GT(p.GetCounts().txPackets, 1U);
        EXPECT_EQ(p.GetCounts().txPackets, q.GetCounts().txPackets);
        EXPECT_EQ(p.GetCounts().txBytes, q.GetCounts().txBytes);
        EXPECT_EQ(p.GetCounts().rxPackets, q.GetCounts().rxPackets);
        EXPECT_EQ(p.GetCounts().rxBytes, q.GetCounts().rxBytes);
        EXPECT_EQ(p.GetCounts().delay, q.GetCounts().delay);
        EXPECT_EQ(p.payloadBytes, q.payloadBytes);
        EXPECT_EQ(p.delays.GetCount(), q.delays.GetCount());
        EXPECT_EQ(p.delays.GetQuantile(0.99), q.delays.GetQuantile(0.99));
        EXPECT_EQ(p.firstTx + Seconds(10), q.firstTx);
        EXPECT_EQ(*p.lastRx + Seconds(10), *q.lastRx);
        // Together they are what FlowMonitor has under the number.
        EXPECT_EQ(p.GetCounts().txBytes + q.GetCounts().txBytes, q.stats->txBytes);
        EXPECT_EQ(p.GetCounts().delay + q.GetCounts().delay, q.stats->delaySum);
    }
}

/// All that arrive are counted, and their delays are those of the way.
TEST_P(FlowRecorderTest, DelaysAreThoseOfFlowMonitor)
{
    Start("p", 0);
    for (const FlowUse& flow : Run(10))
    {
        const FlowCounts counts = flow.GetCounts();
        EXPECT_EQ(flow.delays.GetCount(), counts.rxPackets);
        EXPECT_EQ(counts.rxPackets, counts.txPackets);
        const Time mean = counts.delay / static_cast<int64_t>(counts.rxPackets);
        EXPECT_GE(mean, MilliSeconds(5));
        EXPECT_GE(flow.delays.GetQuantile(1), mean);
        EXPECT_GE(flow.delays.GetQuantile(1), flow.delays.GetQuantile(0.99));
        // A message takes 8 ms to be sent and is the only one: no packet waits longer for others.
        EXPECT_LE(flow.delays.GetQuantile(1), MilliSeconds(5 + 9 + 9));
    }
}

INSTANTIATE_TEST_SUITE_P(Transports,
                         FlowRecorderTest,
                         testing::Values("bulk", "tcp"),
                         [](const auto& info) { return std::string(info.param); });
