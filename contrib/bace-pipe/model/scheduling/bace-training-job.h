// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRAINING_JOB_H
#define BACE_TRAINING_JOB_H

#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief What the scheduler and the pipeline need to know of a job's computation.
 *
 * Either given in a scenario or derived from an architecture by the JobParser.
 */
struct JobProfile
{
    double computeTime{0};     //!< t_comp(1): one micro-batch, forward and backward, one GPU; s
    double backwardRatio{2};   //!< backward over forward compute; 1 is the paper's "symmetric"
    uint64_t boundaryBytes{0}; //!< A_j: bytes of an activation, and of a gradient, per micro-batch
    uint32_t layers{1};        //!< the model's layers; bounds the stages where layer_bound is on
    uint32_t minGpus{1};       //!< memory floor: the job never starts on fewer
    uint32_t microBatches{1};  //!< M_j: micro-batches in an iteration
    uint64_t iterations{1};    //!< I_j
    uint32_t chunks{1};        //!< v: chunks of the model on each GPU; messages cross v times
};

/**
 * @brief How a job's pipeline computes, where the schedule's name and the profile leave it open.
 */
struct PipelineOptions
{
    /// Of "eager-1f1b": the most forwards that a stage warms up with beyond 1F1B.
    uint32_t extraWarmUp{std::numeric_limits<uint32_t>::max()};
    double weightShare{0.5}; //!< share of the backward that its weight part is, where split
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
    Time arrival;                 //!< when it is submitted
    JobProfile profile;           //!< what it computes and sends
};

} // namespace ns3::bacepipe

#endif // BACE_TRAINING_JOB_H
