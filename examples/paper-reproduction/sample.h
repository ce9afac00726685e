// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_SAMPLE_H
#define REPRODUCTION_SAMPLE_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-training-job.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe::reproduction
{

/// What is varied of a sample without drawing anew: common random numbers.
struct Setting
{
    double bandwidth{1};        //!< of WAN links, relative to what is drawn
    double regionBandwidth{1};  //!< inside regions, likewise
    double gpus{1};             //!< of each region, likewise
    uint32_t jobs{8};           //!< the first so many of those drawn, at most MAX_JOBS
    uint32_t microBatches{128}; //!< M
    double mfu{0.5};            //!< share of a GPU's peak that is reached
    bool padded{false};         //!< each sample of a data set fills a sequence

    /// @return whether both are the same
    bool operator==(const Setting& other) const;
};

constexpr std::size_t REGIONS = 6;   //!< of the paper's evaluation
constexpr std::size_t MODELS = 8;    //!< and of its jobs
constexpr std::size_t MAX_JOBS = 24; //!< of its largest setting

/// A job as drawn.
struct SampleJob
{
    std::string model;   //!< of the catalogue
    std::string dataset; //!< of the catalogue
};

/// One random cluster with its jobs.
struct Sample
{
    std::array<uint32_t, REGIONS> gpus{};    //!< by region
    std::array<double, REGIONS> bandwidth{}; //!< by region, bit/s
    std::vector<SampleJob> jobs;             //!< MAX_JOBS, in the order of submission
};

/**
 * The greatest seed that ns-3's generator takes; the least is 1.
 */
constexpr uint32_t MAX_SEED = 4294944442U;

/**
 * Draws a sample as the paper's evaluation describes it. The paper gives no order of submission:
 * each round of the eight models is shuffled.
 * @param seed of all samples, from 1 to MAX_SEED
 * @param number which; each has a random stream of its own
 * @return the sample
 */
Sample DrawSample(uint32_t seed, uint64_t number);

/**
 * @param sample a sample
 * @param setting how it is varied
 * @return its regions, and links between all of them
 */
Cluster MakeCluster(const Sample& sample, const Setting& setting);

/**
 * @param sample a sample
 * @param setting how it is varied
 * @return its jobs, all of which arrive at 0; their ids keep the order of submission
 */
std::vector<TrainingJob> MakeJobs(const Sample& sample, const Setting& setting);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_SAMPLE_H
