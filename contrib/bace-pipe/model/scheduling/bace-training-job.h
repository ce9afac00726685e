// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRAINING_JOB_H
#define BACE_TRAINING_JOB_H

#include "ns3/nstime.h"

#include <cstdint>
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
    Time arrival;                 //!< when it is submitted
    JobProfile profile;           //!< what it computes and sends
};

} // namespace ns3::bacepipe

#endif // BACE_TRAINING_JOB_H
