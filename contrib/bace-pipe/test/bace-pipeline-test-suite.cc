// SPDX-License-Identifier: GPL-2.0-only
// Pipeline schedules, and pipelines that run on simulated nodes, against the closed form.
#include "ns3/bace-one-forward-one-backward-schedule.h"
#include "ns3/bace-simulation.h"
#include "ns3/nstime.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/**
 * @brief The operations of each stage of 1F1B, two stages and three micro-batches.
 */
class OneForwardOneBackwardTestCase : public TestCase
{
  public:
    OneForwardOneBackwardTestCase()
        : TestCase("1F1B of two stages and three micro-batches")
    {
    }

  private:
    void DoRun() override
    {
        const auto schedule = MakeOneForwardOneBackward(2, 3);
        // Stage 0 warms up with L - 1 = 1 forward.
        NS_TEST_EXPECT_MSG_EQ(Write(schedule, 0), "F0 F1 B0 F2 B1 B2 ", "stage 0");
        NS_TEST_EXPECT_MSG_EQ(Write(schedule, 1), "F0 B0 F1 B1 F2 B2 ", "stage 1");
        NS_TEST_EXPECT_MSG_EQ(schedule.GetPeakActivations(0), 2, "stage 0");
        NS_TEST_EXPECT_MSG_EQ(schedule.GetPeakActivations(1), 1, "stage 1");
    }

    /// @return a stage's operations in short
    static std::string Write(const PipelineSchedule& schedule, uint32_t stage)
    {
        std::string text;
        for (const auto& operation : schedule.GetOperations(stage))
        {
            text += operation.type == OperationType::FORWARD ? 'F' : 'B';
            text += std::to_string(operation.microBatch) + ' ';
        }
        return text;
    }
};

/**
 * @brief One job in one region where transfers take no time: every iteration takes
 * (M + L - 1) (f + b), or what the schedule's paper says.
 */
class ClosedFormTestCase : public TestCase
{
  public:
    /**
     * @param schedule its name
     * @param stages L
     * @param microBatches M
     * @param backwardRatio b / f
     * @param expected of an iteration
     */
    ClosedFormTestCase(const std::string& schedule,
                       uint32_t stages,
                       uint32_t microBatches,
                       double backwardRatio,
                       Time expected)
        : TestCase(schedule + ", " + std::to_string(stages) + " stages, " +
                   std::to_string(microBatches) + " micro-batches"),
          m_schedule(schedule),
          m_stages(stages),
          m_microBatches(microBatches),
          m_backwardRatio(backwardRatio),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        Region region;
        region.id = "here";
        region.gpus = m_stages;
        region.price = PriceSchedule(0.2);
        region.bandwidth = DataRate(uint64_t{1000000000000000000});
        TrainingJob job;
        job.id = "job";
        job.schedule = m_schedule;
        job.profile.computeTime = STAGE_SECONDS * m_stages;
        job.profile.backwardRatio = m_backwardRatio;
        job.profile.boundaryBytes = 1;
        job.profile.chunks = m_schedule == "interleaved" ? 2 : 1;
        job.profile.layers = m_stages * job.profile.chunks;
        job.profile.minGpus = m_stages;
        job.profile.microBatches = m_microBatches;
        job.profile.iterations = 2;
        Scenario scenario;
        scenario.name = "closed-form";
        scenario.regions = {region};
        scenario.jobs = {job};
        scenario.run.fastForward = false;

        Simulation simulation(scenario, SimulationOptions());
        const RunResult result = simulation.Run();
        NS_TEST_ASSERT_MSG_EQ(result.CountCompleted(), 1, "the job is done");
        NS_TEST_ASSERT_MSG_EQ(result.iterations.size(), 2, "both iterations are reported");
        for (const auto& iteration : result.iterations)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(iteration.duration,
                                      m_expected.GetSeconds(),
                                      1e-6,
                                      "iteration " << iteration.index);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(result.jobs[0].GetJct(),
                                  2 * m_expected.GetSeconds(),
                                  2e-6,
                                  "completion time");
    }

    static constexpr double STAGE_SECONDS = 0.006; //!< f + b

    std::string m_schedule;  //!< name
    uint32_t m_stages;       //!< L
    uint32_t m_microBatches; //!< M
    double m_backwardRatio;  //!< b / f
    Time m_expected;         //!< of an iteration
};

/**
 * @brief Schedules and pipelines inside a region.
 */
class BacePipelineTestSuite : public TestSuite
{
  public:
    BacePipelineTestSuite()
        : TestSuite("bace-pipe-pipeline", Type::UNIT)
    {
        AddTestCase(new OneForwardOneBackwardTestCase());
        for (const char* schedule : {"gpipe", "1f1b", "eager-1f1b"})
        {
            // (5 + 1 - 1) x 6 ms, (1 + 4 - 1) x 6 ms, (8 + 4 - 1) x 6 ms, (32 + 16 - 1) x 6 ms
            AddTestCase(new ClosedFormTestCase(schedule, 1, 5, 1, MilliSeconds(30)));
            AddTestCase(new ClosedFormTestCase(schedule, 4, 1, 2, MilliSeconds(24)));
            AddTestCase(new ClosedFormTestCase(schedule, 4, 8, 2, MilliSeconds(66)));
            AddTestCase(new ClosedFormTestCase(schedule, 16, 32, 1, MilliSeconds(282)));
        }
        // T_F = T_B = T_W = 2 ms: 8 x 6 ms and (4 - 1) x 2 ms
        AddTestCase(new ClosedFormTestCase("zb-h1", 4, 8, 2, MilliSeconds(54)));
        // Two chunks: 8 x 6 ms and (4 - 1) x 6 ms / 2
        AddTestCase(new ClosedFormTestCase("interleaved", 4, 8, 2, MilliSeconds(57)));
    }
};

BacePipelineTestSuite g_bacePipelineTestSuite; //!< registers the suite

} // namespace
