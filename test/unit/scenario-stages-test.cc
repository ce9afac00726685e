// SPDX-License-Identifier: GPL-2.0-only
// What a job says of its stages: layers, times beside them, memory.
#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

TrainingJob
ParseJob(const std::vector<std::string>& overrides)
{
    return ParseSmall(overrides).jobs.at(0);
}

/// 48 layers of 1 GB of state each; RTX A6000 hold 48 GB.
const std::string g_profile =
    "/jobs/0={\"id\":\"j\",\"micro_batches\":16,\"profile\":{\"compute_time_s\":1.5,"
    "\"boundary_bytes\":1000,\"layers\":48,\"memory_bytes\":48e9,\"iterations\":9}}";

} // namespace

TEST(ScenarioStages, DefaultsLeaveAllAlike)
{
    const TrainingJob job = ParseJob({});
    EXPECT_EQ(job.pipeline.layerSplit, LayerSplit::EVEN);
    EXPECT_EQ(job.pipeline.flush, Flush::GLOBAL);
    EXPECT_EQ(job.pipeline.embeddingTime, 0);
    EXPECT_EQ(job.pipeline.headTime, 0);
    EXPECT_EQ(job.pipeline.computeJitter, 0);
    EXPECT_EQ(job.profile.optimizerTime, 0);
    EXPECT_TRUE(job.profile.stageCounts.IsAny());
}

TEST(ScenarioStages, Values)
{
    const TrainingJob job = ParseJob({"/jobs/0/embedding_time_s=0.01",
                                      "/jobs/0/head_time_s=0.02",
                                      "/jobs/0/compute_jitter=0.05",
                                      "/jobs/0/optimizer_time_s=0.3",
                                      "/jobs/0/flush=per-stage",
                                      "/jobs/0/stage_layers=[10, 10, 10, 9, 9]"});
    EXPECT_EQ(job.pipeline.embeddingTime, 0.01);
    EXPECT_EQ(job.pipeline.headTime, 0.02);
    EXPECT_EQ(job.pipeline.computeJitter, 0.05);
    EXPECT_EQ(job.profile.optimizerTime, 0.3);
    EXPECT_EQ(job.pipeline.flush, Flush::PER_STAGE);
    EXPECT_EQ(job.pipeline.layerSplit, LayerSplit::GIVEN);
    EXPECT_EQ(job.pipeline.stageLayers, (std::vector<uint32_t>{10, 10, 10, 9, 9}));
    EXPECT_EQ(job.profile.stageCounts.GetSmallest(1), 5u);
    EXPECT_EQ(job.profile.stageCounts.GetLargest(100), 5u);
}

TEST(ScenarioStages, WholeLayersBoundTheStagesEvenWithoutLayerBound)
{
    const TrainingJob job = ParseJob(
        {"/jobs/0/stage_layers=whole", "/jobs/0/layers=10", "/scheduler/layer_bound=false"});
    EXPECT_EQ(job.pipeline.layerSplit, LayerSplit::WHOLE);
    EXPECT_EQ(job.profile.stageCounts.GetLargest(24), 10u);
}

TEST(ScenarioStages, NumbersOfStagesThatFit)
{
    // Even, GPipe, 16 micro-batches of a bytes a layer: (48e9 + 16 x 48 a) / L within 48 GB. With
    // a = 250 MB that is 240 GB: L from 5 on.
    const std::string activations = "/jobs/0/activation_bytes=250000000";
    const auto gpipe = ParseJob({g_profile, activations, "/jobs/0/schedule=gpipe"});
    EXPECT_EQ(gpipe.profile.stageCounts.GetSmallest(1), 5u);
    EXPECT_EQ(gpipe.profile.stageCounts.GetLargest(24), 24u);
    // 1F1B: the first stage holds min(16, L) of 48 / L layers: 12 GB up to L = 16, 48 / L GB beside
    // them: L = 2 has 36 GB; L = 1 has 48 + 12.
    const auto oneForward = ParseJob({g_profile, activations});
    EXPECT_EQ(oneForward.profile.stageCounts.GetSmallest(1), 2u);
    EXPECT_EQ(oneForward.profile.stageCounts.GetLargest(24), 24u);
}

TEST(ScenarioStages, WholeLayersLeaveHoles)
{
    // 10 layers of 4 GB, 8 GB an activation of a layer, at most 48 GB, M = 100, 1F1B: the first
    // stage has n = ceil(10 / L) layers and holds L activations: n (4 + 8 L) GB.
    // L: 1 10 x 12 = 120, 2 5 x 20 = 100, 3 4 x 28, 4 3 x 36, 5 2 x 44 = 88, .. 9 2 x 76, 10 84.
    const std::string job =
        "/jobs/0={\"id\":\"j\",\"micro_batches\":100,\"stage_layers\":\"whole\",\"profile\":"
        "{\"compute_time_s\":1.5,\"boundary_bytes\":1000,\"layers\":10,\"memory_bytes\":40e9,"
        "\"iterations\":9}}";
    // A tenth of these activations: n (4 + 0.8 L) within 20 GB has holes. L = 3: 4 x 6.4 = 25.6,
    // 4: 3 x 7.2 = 21.6, 5: 2 x 8 = 16, 6: 17.6, 7: 19.2, 8: 20.8, 9: 22.4, 10: 12.
    const auto counts = ParseJob({job,
                                  "/jobs/0/activation_bytes=800000000",
                                  "/regions/0/gpu=V100 SXM2 16GB",
                                  "/regions/1/gpu=V100 SXM2 16GB"})
                            .profile.stageCounts; // 16 GB
    EXPECT_EQ(counts.GetSmallest(1), 5u);
    EXPECT_EQ(counts.GetSmallest(6), 10u);
    EXPECT_EQ(counts.GetLargest(9), 5u);
    EXPECT_EQ(GetError(g_smallScenario, {job, "/jobs/0/activation_bytes=8000000000"}),
              "small.json: /jobs/0: found job j that under the schedule 1f1b keeps 84 GB on stage "
              "0 of 10 (the number of stages where that is least), expected at most the 48 GB of a "
              "RTX A6000");
    // Without the floors of memory any number of whole layers goes.
    EXPECT_EQ(
        ParseJob({job, "/jobs/0/activation_bytes=8000000000", "/scheduler/memory_floor=false"})
            .profile.stageCounts.GetSmallest(1),
        1u);
}

TEST(ScenarioStages, AJobWithoutMemoryBytesIsNotCounted)
{
    EXPECT_TRUE(ParseJob({"/jobs/0/activation_bytes=0"}).profile.stageCounts.IsAny());
    const std::string bare = "/jobs/0={\"id\":\"j\",\"activation_bytes\":5,\"profile\":"
                             "{\"compute_time_s\":1.5,\"boundary_bytes\":1000,\"layers\":10,"
                             "\"iterations\":9}}";
    EXPECT_EQ(GetError(g_smallScenario, {bare}),
              "small.json: /jobs/0/activation_bytes: found a key that has no effect beside a "
              "profile without \"memory_bytes\", expected what the model keeps, in the profile");
}

TEST(ScenarioStages, ContradictionsAreRefused)
{
    // The model has 48 layers and needs five GPUs.
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/stage_layers=[20, 20]"}),
              "small.json: /jobs/0/stage_layers: found 40 layers in all, expected the model's 48");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/stage_layers=[24, 24]"}),
              "small.json: /jobs/0: found job j that needs 5 GPUs (min_gpus), expected at most the "
              "2 stages that its layers and memory allow");
    EXPECT_EQ(GetError(g_smallScenario,
                       {"/jobs/0/stage_layers=[24, 24]", "/scheduler/memory_floor=false"}),
              "");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/stage_layers=odd"}),
              "small.json: /jobs/0/stage_layers: found \"odd\", expected \"even\", \"whole\" or an "
              "array of layers");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/stage_layers=[48, 0]"}),
              "small.json: /jobs/0/stage_layers/1: found 0, expected an integer from 1 to 100000");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/flush=never"}),
              "small.json: /jobs/0/flush: found \"never\", expected \"global\" or \"per-stage\"");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/compute_jitter=-0.1"}),
              "small.json: /jobs/0/compute_jitter: found -0.1, expected a number from 0 to 10");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/optimizer_time_s=10000000"}),
              "small.json: /jobs/0/optimizer_time_s: found 10000000, expected a number from 0 to "
              "1000000 s");
}
