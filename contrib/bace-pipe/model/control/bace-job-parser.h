// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JOB_PARSER_H
#define BACE_JOB_PARSER_H

#include "ns3/bace-training-job.h"

#include <cstdint>

namespace ns3::bacepipe
{

/// What a model's cost follows from.
struct Architecture
{
    double parameters{0}; //!< N: the nominal size, as in the model's name or card; at least 1
    uint32_t layers{1};   //!< transformer layers, at least 1
    uint32_t hidden{1};   //!< width of the residual stream, elements a token, at least 1
};

/// What a GPU contributes.
struct GpuSpec
{
    double peakFlops{0};   //!< dense FP16/BF16 tensor peak, FLOP/s
    double memoryBytes{0}; //!< memory, bytes (1 GB = 10^9 bytes)
    double watts{0};       //!< board power, W
};

/// How a job cuts its data into micro-batches, and how well it uses a GPU.
struct TrainingShape
{
    uint32_t microBatches{128};    //!< M: micro-batches in an iteration
    uint32_t microBatchSize{1};    //!< sequences in a micro-batch
    uint32_t sequenceLength{2048}; //!< tokens in a sequence
    uint32_t bytesPerElement{2};   //!< of activations and gradients; 2 is bf16
    double mfu{0.5};         //!< model FLOPs utilisation: share of the peak reached, in (0, 1]
    double backwardRatio{2}; //!< backward over forward compute
};

/// The size of a data set.
struct Dataset
{
    uint64_t samples{0}; //!< samples (documents, rows, instructions)
    uint64_t tokens{0};  //!< tokens of all samples; 0 if not known
};

/**
 * The time of one micro-batch on one GPU, forward and backward: 6 N T / (mfu peak) with
 * T = micro-batch size x sequence length (doc/model.md, job profile; a reading, not the paper's).
 * @param architecture the model
 * @param gpu the GPU
 * @param shape the job's shape
 * @return t_comp(1) in seconds
 */
double GetComputeTime(const Architecture& architecture,
                      const GpuSpec& gpu,
                      const TrainingShape& shape);

/**
 * What one micro-batch sends over a stage boundary, each way: T x hidden x bytes per element (the
 * paper's activation size).
 * @param architecture the model
 * @param shape the job's shape
 * @return A in bytes; a double, since absurd shapes exceed 64 bits and the caller checks the range
 */
double GetBoundaryBytes(const Architecture& architecture, const TrainingShape& shape);

/**
 * What a model in training keeps on all GPUs together, without activations: 16 bytes a parameter
 * (weights and gradients in 16 bits, Adam's moments and master weights in 32).
 * @param architecture the model
 * @return bytes
 */
double GetStateBytes(const Architecture& architecture);

/**
 * The fewest GPUs that hold a model in training: GetStateBytes() over the memory of a GPU.
 * @param architecture the model
 * @param gpu the GPU
 * @return the memory floor, at least 1; a double, as GetBoundaryBytes
 */
double GetMemoryFloor(const Architecture& architecture, const GpuSpec& gpu);

/**
 * Iterations when samples are packed into full sequences.
 * @param dataset the data set; its tokens must be known
 * @param epochs passes over it; tokens x epochs must fit 64 bits
 * @param shape the job's shape
 * @return ceil(tokens x epochs / (M x micro-batch size x sequence length)), at least 1
 */
uint64_t GetPackedIterations(const Dataset& dataset, uint64_t epochs, const TrainingShape& shape);

/**
 * Iterations when every sample fills a sequence of its own, padded.
 * @param dataset the data set
 * @param epochs passes over it; samples x epochs must fit 64 bits
 * @param shape the job's shape
 * @return ceil(samples x epochs / (M x micro-batch size)), at least 1
 */
uint64_t GetPaddedIterations(const Dataset& dataset, uint64_t epochs, const TrainingShape& shape);

} // namespace ns3::bacepipe

#endif // BACE_JOB_PARSER_H
