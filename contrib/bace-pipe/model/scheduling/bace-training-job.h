// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRAINING_JOB_H
#define BACE_TRAINING_JOB_H

#include "ns3/bace-stage-counts.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What the scheduler and the pipeline need to know of a job's computation.
 *
 * Either given in a scenario or derived from an architecture by the JobParser.
 */
struct JobProfile
{
    /// t_comp(1): one micro-batch, forward and backward, on one GPU of speed 1; s
    double computeTime{0};
    double backwardRatio{2};   //!< backward over forward compute; 1 is the paper's "symmetric"
    uint64_t boundaryBytes{0}; //!< A_j: bytes of an activation, and of a gradient, per micro-batch
    uint32_t layers{1};        //!< the model's layers; bounds the stages where layer_bound is on
    uint32_t minGpus{1};       //!< memory floor: the job never starts on fewer
    uint32_t microBatches{1};  //!< M_j: micro-batches in an iteration
    uint64_t iterations{1};    //!< I_j
    uint32_t chunks{1};        //!< v: chunks of the model on each GPU; messages cross v times
    double optimizerTime{0};   //!< of a stage of speed 1 after an iteration's last operation, s
    StageCounts stageCounts;   //!< numbers of stages that it can have
};

/// How a model's layers are dealt out to the stages.
enum class LayerSplit
{
    EVEN,  //!< the same to each, in fractions
    WHOLE, //!< whole layers, one more to the first ones as far as there is a remainder
    GIVEN, //!< as listed; the length of the list is the number of stages
};

/// What separates iterations.
enum class Flush
{
    GLOBAL,    //!< all stages begin the next one when the last is done
    PER_STAGE, //!< each begins the next one when it is done itself
};

/**
 * @brief How a job's pipeline computes, where the schedule's name and the profile leave it open.
 */
struct PipelineOptions
{
    /// Of "eager-1f1b": the most forwards that a stage warms up with beyond 1F1B.
    uint32_t extraWarmUp{std::numeric_limits<uint32_t>::max()};
    double weightShare{0.5};                 //!< share of the backward that is for the weights
    LayerSplit layerSplit{LayerSplit::EVEN}; //!< who gets which share of t_comp(1)
    std::vector<uint32_t> stageLayers;       //!< by stage, where given
    double embeddingTime{0};    //!< added to the first stage's at speed 1, both ways; s
    double headTime{0};         //!< added to the last stage's at speed 1, both ways; s
    double computeJitter{0};    //!< relative standard deviation of an operation's duration
    Flush flush{Flush::GLOBAL}; //!< what separates iterations
    uint64_t sendBuffer{0};     //!< that a stage's messages pass one after another, bytes; 0: none
};

/// What a job keeps in the memory of its GPUs, as far as it is known.
struct JobMemory
{
    double stateBytes{0};      //!< weights, gradients and optimizer of the whole model
    double activationBytes{0}; //!< of a micro-batch at one layer, until its backward; 0: not known
    bool counts{false};        //!< only numbers of stages that fit will do
};

/**
 * @brief A training job as submitted.
 */
struct TrainingJob
{
    std::string id;               //!< unique name
    std::string model;            //!< informative: name of the model
    std::string dataset;          //!< informative: name of the data set
    std::string schedule{"1f1b"}; //!< name of its pipeline schedule
    PipelineOptions pipeline;     //!< what else its pipeline is told
    JobMemory memory;             //!< what it keeps
    Time arrival;                 //!< when it is submitted
    JobProfile profile;           //!< what it computes and sends
};

} // namespace ns3::bacepipe

#endif // BACE_TRAINING_JOB_H
