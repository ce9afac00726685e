// SPDX-License-Identifier: GPL-2.0-only
#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/**
 * @param overrides what to change in the small scenario
 * @return its job
 */
TrainingJob
ParseJob(const std::vector<std::string>& overrides = {})
{
    return ParseSmall(overrides).jobs.at(0);
}

const std::string g_profile =
    "/jobs/0={\"id\":\"j\",\"profile\":{\"compute_time_s\":1.5,\"boundary_bytes\":1000,"
    "\"layers\":4,\"min_gpus\":2,\"iterations\":9}}";

} // namespace

TEST(ScenarioJobs, ProfileOfACatalogueModel)
{
    const TrainingJob job = ParseJob();
    EXPECT_EQ(job.id, "j");
    EXPECT_EQ(job.model, "Qwen2.5-14B");
    EXPECT_EQ(job.dataset, "Alpaca-52k");
    EXPECT_EQ(job.schedule, "1f1b");
    EXPECT_EQ(job.arrival, Time(0));
    EXPECT_NEAR(job.profile.computeTime, 2.333767442, 1e-9); // 6 x 14.7e9 x 2048 / 77.4e12
    EXPECT_EQ(job.profile.backwardRatio, 2);
    EXPECT_EQ(job.profile.boundaryBytes, 20971520u); // 2048 x 5120 x 2
    EXPECT_EQ(job.profile.layers, 48u);
    EXPECT_EQ(job.profile.minGpus, 5u);
    EXPECT_EQ(job.profile.microBatches, 128u);
    EXPECT_EQ(job.profile.iterations, 17u);
}

TEST(ScenarioJobs, GpuTypeCounts)
{
    const Scenario scenario =
        ParseSmall({"/regions/0/gpu=H100 SXM 80GB", "/regions/1/gpu=H100 SXM 80GB"});
    EXPECT_EQ(scenario.regions[1].gpuWatts, 700);
    EXPECT_NEAR(scenario.jobs[0].profile.computeTime, 0.3652853387, 1e-9); // / (0.5 x 989e12)
    EXPECT_EQ(scenario.jobs[0].profile.minGpus, 3u);                       // 235.2 / 80
}

TEST(ScenarioJobs, DerivedValuesCanBeOverridden)
{
    const TrainingJob job = ParseJob({"/jobs/0/boundary_bytes=530000",
                                      "/jobs/0/min_gpus=1",
                                      "/jobs/0/iterations=5",
                                      "/jobs/0/layers=40"});
    EXPECT_EQ(job.profile.boundaryBytes, 530000u);
    EXPECT_EQ(job.profile.minGpus, 1u);
    EXPECT_EQ(job.profile.iterations, 5u);
    EXPECT_EQ(job.profile.layers, 40u);
    EXPECT_NEAR(job.profile.computeTime, 2.333767442, 1e-9);
}

TEST(ScenarioJobs, ShapeOfTheData)
{
    const TrainingJob job = ParseJob({"/jobs/0/micro_batches=64",
                                      "/jobs/0/micro_batch_size=2",
                                      "/jobs/0/sequence_length=83",
                                      "/jobs/0/mfu=1",
                                      "/jobs/0/bytes_per_element=4",
                                      "/jobs/0/backward_ratio=1",
                                      "/jobs/0/schedule=gpipe",
                                      "/jobs/0/arrival_s=12.5",
                                      "/jobs/0/packing=padded",
                                      "/jobs/0/epochs=2"});
    EXPECT_EQ(job.profile.microBatches, 64u);
    EXPECT_NEAR(job.profile.computeTime, 0.0945813953, 1e-10); // twice the tokens, twice the speed
    EXPECT_EQ(job.profile.boundaryBytes, 3399680u);            // 2 x 83 x 5120 x 4
    EXPECT_EQ(job.profile.backwardRatio, 1);
    EXPECT_EQ(job.profile.iterations, 813u); // 104004 / 128 = 812.5
    EXPECT_EQ(job.schedule, "gpipe");
    EXPECT_EQ(job.arrival, MilliSeconds(12500));
}

TEST(ScenarioJobs, Schedules)
{
    EXPECT_EQ(ParseJob().profile.chunks, 1u);
    EXPECT_EQ(ParseJob({"/jobs/0/schedule=interleaved"}).profile.chunks, 2u);
    const TrainingJob job = ParseJob({"/jobs/0/schedule=interleaved", "/jobs/0/chunks=4"});
    EXPECT_EQ(job.schedule, "interleaved");
    EXPECT_EQ(job.profile.chunks, 4u);
    EXPECT_EQ(ParseJob({"/jobs/0/schedule=zb-h1"}).pipeline.weightShare, 0.5);
    EXPECT_EQ(
        ParseJob({"/jobs/0/schedule=zb-h1", "/jobs/0/weight_share=0.25"}).pipeline.weightShare,
        0.25);
    EXPECT_EQ(ParseJob({"/jobs/0/schedule=eager-1f1b"}).pipeline.extraWarmUp, UINT32_MAX);
    EXPECT_EQ(
        ParseJob({"/jobs/0/schedule=eager-1f1b", "/jobs/0/extra_warm_up=3"}).pipeline.extraWarmUp,
        3u);
}

TEST(ScenarioJobs, KeysOfOtherSchedulesAreRefused)
{
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/chunks=2"}),
              "small.json: /jobs/0/chunks: found a key that has no effect beside the schedule "
              "\"1f1b\", expected it beside \"interleaved\" only");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/schedule=gpipe", "/jobs/0/weight_share=0.5"}),
              "small.json: /jobs/0/weight_share: found a key that has no effect beside the "
              "schedule \"gpipe\", expected it beside \"zb-h1\" only");
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/schedule=zb-h1", "/jobs/0/extra_warm_up=1"}),
              "small.json: /jobs/0/extra_warm_up: found a key that has no effect beside the "
              "schedule \"zb-h1\", expected it beside \"eager-1f1b\" only");
    // Five GPUs hold the model: 5 x 16 chunks are more than its 48 layers.
    EXPECT_EQ(GetError(g_smallScenario, {"/jobs/0/schedule=interleaved", "/jobs/0/chunks=16"}),
              "small.json: /jobs/0: found job j that needs 5 GPUs (min_gpus) and has 48 layers, "
              "expected no more than one GPU for each 16 layers (chunks) under layer_bound");
}

TEST(ScenarioJobs, PackedOrPadded)
{
    EXPECT_EQ(ParseJob({"/jobs/0/packing=packed"}).profile.iterations, 17u);
    EXPECT_EQ(ParseJob({"/jobs/0/packing=padded"}).profile.iterations, 407u);
    // 1809468 rows of 65 tokens are 117615420: / 262144 = 448.7
    EXPECT_EQ(ParseJob({"/jobs/0/dataset=WikiText-103"}).profile.iterations, 449u);
    // 9040017095 / 262144 = 34484.9
    EXPECT_EQ(ParseJob({"/jobs/0/dataset=OpenWebText"}).profile.iterations, 34485u);
    EXPECT_EQ(ParseJob({"/jobs/0/dataset=OpenWebText", "/jobs/0/epochs=10"}).profile.iterations,
              344850u); // 344849.3
}

TEST(ScenarioJobs, SamplesArePadded)
{
    const std::string job = "/jobs/0={\"id\":\"j\",\"model\":\"Qwen2.5-14B\",\"samples\":1000}";
    EXPECT_EQ(ParseJob({job}).profile.iterations, 8u); // 1000 / 128 = 7.8
    EXPECT_EQ(ParseJob({job}).dataset, "custom");
    EXPECT_EQ(ParseJob({job, "/jobs/0/packing=padded"}).profile.iterations, 8u);
    EXPECT_EQ(GetError(g_smallScenario, {job, "/jobs/0/packing=packed"}),
              "small.json: /jobs/0/packing: found \"packed\", expected \"padded\" (packing needs "
              "the tokens of a \"dataset\" of the catalogue)");
}

TEST(ScenarioJobs, Architecture)
{
    const TrainingJob job = ParseJob({"/jobs/0={\"id\":\"j\",\"architecture\":{\"parameters\":"
                                      "70.6e9,\"layers\":80,\"hidden\":8192},\"iterations\":3}"});
    EXPECT_EQ(job.model, "custom");
    EXPECT_EQ(job.dataset, "none");
    EXPECT_NEAR(job.profile.computeTime, 11.20843411, 1e-8);
    EXPECT_EQ(job.profile.boundaryBytes, 33554432u);
    EXPECT_EQ(job.profile.layers, 80u);
    EXPECT_EQ(job.profile.minGpus, 24u);
    EXPECT_EQ(job.profile.iterations, 3u);
}

TEST(ScenarioJobs, Profile)
{
    const TrainingJob job = ParseJob({g_profile});
    EXPECT_EQ(job.model, "custom");
    EXPECT_EQ(job.profile.computeTime, 1.5);
    EXPECT_EQ(job.profile.boundaryBytes, 1000u);
    EXPECT_EQ(job.profile.layers, 4u);
    EXPECT_EQ(job.profile.minGpus, 2u);
    EXPECT_EQ(job.profile.iterations, 9u);
    const std::string bare = "/jobs/0={\"id\":\"j\",\"profile\":{\"compute_time_s\":1.5,"
                             "\"boundary_bytes\":1000,\"layers\":4},\"samples\":1280}";
    EXPECT_EQ(ParseJob({bare}).profile.minGpus, 1u);
    EXPECT_EQ(ParseJob({bare}).profile.iterations, 10u);
}

TEST(ScenarioJobs, ProfileTakesNothingBeside)
{
    for (const char* key :
         {"mfu", "bytes_per_element", "boundary_bytes", "min_gpus", "iterations", "layers"})
    {
        EXPECT_EQ(GetError(g_smallScenario, {g_profile, std::string("/jobs/0/") + key + "=1"}),
                  std::string("small.json: /jobs/0/") + key +
                      ": found a key that has no effect beside \"profile\", expected what the "
                      "profile says, in the profile");
    }
}

TEST(ScenarioJobs, BadValuesAreRefusedByPlace)
{
    ExpectErrors({
        {"/jobs=[]", "/jobs: found an array of 0, expected an array of 1 to 100000 jobs"},
        {"/jobs=x", "/jobs: found \"x\", expected an array"},
        {"/jobs/0=null", "/jobs/0: found null, expected an object"},
        {"/jobs/0={}", "/jobs/0/id: found nothing, expected 1 to 64 letters"},
        {"/jobs/0={\"id\":\"j\"}", "/jobs/0: found none, expected exactly one of \"model\""},
        {"/jobs/0/architecture={}",
         "/jobs/0: found \"model\" and \"architecture\", expected exactly one of"},
        {"/jobs/0={\"id\":\"j\",\"architecture\":{\"layers\":1,\"hidden\":1}}",
         "/jobs/0/architecture/parameters: found nothing, expected a number from 1"},
        {"/jobs/0={\"id\":\"j\",\"architecture\":{\"parameters\":1e9,\"layers\":0,\"hidden\":1}}",
         "/jobs/0/architecture/layers: found 0, expected an integer from 1"},
        {"/jobs/0={\"id\":\"j\",\"architecture\":{\"heads\":1}}",
         "/jobs/0/architecture/heads: found an unknown key"},
        {"/jobs/0={\"id\":\"j\",\"profile\":{\"compute_time_s\":0}}",
         "/jobs/0/profile/compute_time_s: found 0, expected a number from 1e-06 to 1000000 s"},
        {"/jobs/0={\"id\":\"j\",\"profile\":{\"compute_time_s\":1}}",
         "/jobs/0/profile/boundary_bytes: found nothing, expected an integer from 1"},
        {"/jobs/0={\"id\":\"j\",\"profile\":{\"seconds\":1}}",
         "/jobs/0/profile/seconds: found an unknown key"},
        {"/jobs/0={\"id\":\"j\",\"profile\":{\"compute_time_s\":1,\"boundary_bytes\":1,"
         "\"layers\":1}}",
         "/jobs/0: found none, expected one of \"dataset\", \"samples\" or \"iterations\""},
        {"/jobs/0={\"id\":\"j\",\"model\":\"OPT-13B\"}",
         "/jobs/0: found none, expected one of \"dataset\", \"samples\" or \"iterations\""},
        {"/jobs/0/id=a,b", "/jobs/0/id: found \"a,b\", expected 1 to 64 letters"},
        {"/jobs/0/priority=1", "/jobs/0/priority: found an unknown key"},
        {"/jobs/0/model=GPT-5", "/jobs/0/model: found \"GPT-5\", expected \"CodeLlama-34B\""},
        {"/jobs/0/model=[]", "/jobs/0/model: found an array of 0, expected \"CodeLlama-34B\""},
        {"/jobs/0/dataset=Pile",
         "/jobs/0/dataset: found \"Pile\", expected \"Alpaca-52k\", "
         "\"OpenWebText\" or \"WikiText-103\""},
        {"/jobs/0/samples=5", "/jobs/0/samples: found samples beside a data set"},
        {"/jobs/0/epochs=0", "/jobs/0/epochs: found 0, expected an integer from 1 to 1000000"},
        {"/jobs/0/epochs=1.5", "/jobs/0/epochs: found 1.5, expected an integer"},
        {"/jobs/0/packing=tight", "/jobs/0/packing: found \"tight\", expected \"packed\" or"},
        {"/jobs/0/micro_batches=0", "/jobs/0/micro_batches: found 0, expected an integer"},
        {"/jobs/0/micro_batch_size=-1", "/jobs/0/micro_batch_size: found -1, expected an integer"},
        {"/jobs/0/sequence_length=0", "/jobs/0/sequence_length: found 0, expected an integer"},
        {"/jobs/0/mfu=0", "/jobs/0/mfu: found 0, expected a number above 0 up to 1"},
        {"/jobs/0/mfu=1.01", "/jobs/0/mfu: found 1.01, expected a number above 0 up to 1"},
        {"/jobs/0/mfu=NaN", "/jobs/0/mfu: found \"NaN\", expected a number"},
        {"/jobs/0/bytes_per_element=17", "/jobs/0/bytes_per_element: found 17, expected"},
        {"/jobs/0/backward_ratio=0", "/jobs/0/backward_ratio: found 0, expected a number above"},
        {"/jobs/0/schedule=zero",
         "/jobs/0/schedule: found \"zero\", expected \"gpipe\", \"1f1b\", "
         "\"eager-1f1b\", \"interleaved\" or \"zb-h1\""},
        {"/jobs/0={\"id\":\"j\",\"model\":\"OPT-13B\",\"iterations\":1,"
         "\"schedule\":\"interleaved\",\"chunks\":65}",
         "/jobs/0/chunks: found 65, expected an integer from 2 to 64"},
        {"/jobs/0={\"id\":\"j\",\"model\":\"OPT-13B\",\"iterations\":1,"
         "\"schedule\":\"zb-h1\",\"weight_share\":1}",
         "/jobs/0/weight_share: found 1, expected a number above 0"},
        {"/jobs/0/arrival_s=-1", "/jobs/0/arrival_s: found -1, expected a number from 0 to"},
        {"/jobs/0/boundary_bytes=0", "/jobs/0/boundary_bytes: found 0, expected an integer"},
        {"/jobs/0/min_gpus=0", "/jobs/0/min_gpus: found 0, expected an integer"},
        {"/jobs/0/iterations=0", "/jobs/0/iterations: found 0, expected an integer"},
        {"/jobs/0/layers=0", "/jobs/0/layers: found 0, expected an integer"},
        {"/jobs=[{\"id\":\"j\",\"model\":\"OPT-13B\",\"iterations\":1},"
         "{\"id\":\"j\",\"model\":\"OPT-13B\",\"iterations\":1}]",
         "/jobs/1/id: found \"j\", expected an id that /jobs/0 does not have"},
        {"/jobs/0/sequence_length=100000000",
         "/jobs/0: found a derived boundary_bytes of 1.024e+12, expected at most 100000000000"},
        {"/jobs/0/micro_batch_size=1000000",
         "/jobs/0: found a derived compute time of 2333767.442 s, expected from"},
    });
}
