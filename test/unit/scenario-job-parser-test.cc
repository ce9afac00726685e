// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-catalogue.h"
#include "ns3/bace-job-parser.h"

#include <gtest/gtest.h>

using namespace ns3::bacepipe;

namespace
{

const GpuSpec g_gpu{154.8e12, 48e9, 300};            // RTX A6000
const Architecture g_llama{70.6e9, 80, 8192};        // Llama-3.1-70B
const Architecture g_qwen{14.7e9, 48, 5120};         // Qwen2.5-14B
const Dataset g_alpaca{52002, uint64_t{52002} * 83}; // 83 tokens a sample

} // namespace

TEST(ScenarioJobParser, ComputeTime)
{
    // 6 x 70.6e9 x 2048 / (0.5 x 154.8e12) = 867532800e6 / 77.4e12
    EXPECT_NEAR(GetComputeTime(g_llama, g_gpu, {}), 11.20843411, 1e-8);
    TrainingShape shape;
    shape.sequenceLength = 83;
    // 6 x 14.7e9 x 83 / 77.4e12 = 7.3206e12 / 77.4e12
    EXPECT_NEAR(GetComputeTime(g_qwen, g_gpu, shape), 0.0945813953, 1e-10);
    shape.microBatchSize = 4;
    shape.mfu = 0.25;
    EXPECT_NEAR(GetComputeTime(g_qwen, g_gpu, shape), 8 * 0.0945813953, 1e-9);
}

TEST(ScenarioJobParser, BoundaryBytes)
{
    EXPECT_EQ(GetBoundaryBytes(g_llama, {}), 33554432); // 2048 x 8192 x 2
    TrainingShape shape;
    shape.microBatchSize = 2;
    shape.sequenceLength = 100;
    shape.bytesPerElement = 4;
    EXPECT_EQ(GetBoundaryBytes(g_qwen, shape), 4096000); // 2 x 100 x 5120 x 4
}

TEST(ScenarioJobParser, MemoryFloor)
{
    EXPECT_EQ(GetMemoryFloor(g_llama, g_gpu), 24);            // 1129.6 / 48 = 23.5
    EXPECT_EQ(GetMemoryFloor(g_qwen, g_gpu), 5);              // 235.2 / 48 = 4.9
    EXPECT_EQ(GetMemoryFloor({27e9, 62, 5376}, g_gpu), 9);    // exactly 9
    EXPECT_EQ(GetMemoryFloor({1e6, 1, 1}, g_gpu), 1);         // never none
    EXPECT_EQ(GetMemoryFloor({101e9, 80, 10240}, g_gpu), 34); // 33.7
}

TEST(ScenarioJobParser, Iterations)
{
    TrainingShape shape; // 128 micro-batches of one sequence of 2048 tokens
    EXPECT_EQ(GetPackedIterations(g_alpaca, 1, shape), 17u);   // 4316166 / 262144 = 16.5
    EXPECT_EQ(GetPaddedIterations(g_alpaca, 1, shape), 407u);  // 52002 / 128 = 406.3
    EXPECT_EQ(GetPaddedIterations(g_alpaca, 3, shape), 1219u); // 156006 / 128 = 1218.8
    EXPECT_EQ(GetPaddedIterations({1280, 0}, 1, shape), 10u);  // no rounding up of whole numbers
    EXPECT_EQ(GetPaddedIterations({1281, 0}, 1, shape), 11u);
    EXPECT_EQ(GetPaddedIterations({1, 1}, 1, shape), 1u);
    shape.microBatchSize = 2;
    EXPECT_EQ(GetPaddedIterations(g_alpaca, 1, shape), 204u); // 52002 / 256 = 203.1
    EXPECT_EQ(GetPackedIterations(g_alpaca, 1, shape), 9u);   // 8.2
}

TEST(ScenarioCatalogue, HasThePapersModels)
{
    const auto& models = GetCatalogue().models;
    EXPECT_EQ(models.at("FLM-101B").parameters, 101e9);
    EXPECT_EQ(models.at("FLM-101B").layers, 80u);
    EXPECT_EQ(models.at("FLM-101B").hidden, 10240u);
    EXPECT_EQ(models.at("Llama-3.1-70B").parameters, 70.6e9);
    EXPECT_EQ(models.at("Falcon-40B").layers, 60u);
    EXPECT_EQ(models.at("Qwen2.5-32B").parameters, 32.5e9);
    EXPECT_EQ(models.at("Gemma-3-27B").hidden, 5376u);
    EXPECT_EQ(models.at("Qwen2.5-14B").layers, 48u);
    EXPECT_EQ(models.at("OPT-66B").hidden, 9216u);
    EXPECT_EQ(models.at("GPT-NeoX-20B").layers, 44u);
}

TEST(ScenarioCatalogue, HasGpusAndDatasets)
{
    const GpuSpec& gpu = GetCatalogue().gpus.at("RTX A6000");
    EXPECT_EQ(gpu.watts, 300);
    EXPECT_DOUBLE_EQ(gpu.peakFlops, 154.8e12);
    EXPECT_EQ(gpu.memoryBytes, 48e9);
    const auto& datasets = GetCatalogue().datasets;
    EXPECT_EQ(datasets.at("Alpaca-52k").samples, 52002u);
    EXPECT_EQ(datasets.at("Alpaca-52k").tokens, 4316166u);
    EXPECT_EQ(datasets.at("WikiText-103").samples, 1809468u);
    EXPECT_EQ(datasets.at("OpenWebText").samples, 8013769u);
    EXPECT_EQ(datasets.at("OpenWebText").tokens, 9040017095u);
}
