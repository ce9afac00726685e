// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_VALIDATION_MEASUREMENTS_H
#define BACE_VALIDATION_MEASUREMENTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe::validation
{

/// One measured transfer of a message between two hosts.
struct Transfer
{
    double delayMs{0};       //!< added to what a host sends
    double bandwidthGbps{0}; //!< of what a host sends
    bool limited{false};     //!< whether the bandwidth is limited, and not the default
    uint64_t bytes{0};       //!< of the message
    double glooMs{0};        //!< measured over one TCP connection
    double ncclMs{0};        //!< measured over NCCL's connections
};

/// One measured iteration of a pipeline.
struct Iteration
{
    std::string group;         //!< model, schedule, stages, precision, micro-batch and batch size
    std::string schedule;      //!< the project's name for it
    uint32_t stages{0};        //!< L
    uint32_t microBatches{0};  //!< M
    uint64_t boundaryBytes{0}; //!< of an activation, and of a gradient
    double delayMs{0};         //!< added to what a host sends
    double bandwidthGbps{0};   //!< of what a host sends
    double seconds{0};         //!< measured
};

/**
 * @param path of a table of transfers; what is wrong in it throws std::runtime_error
 * @return its rows, two sizes of message each
 */
std::vector<Transfer> ReadTransfers(const std::string& path);

/**
 * @param path of a table of iterations; what is wrong in it throws std::runtime_error
 * @return its rows in order; the first of each group is the one of the fast network
 */
std::vector<Iteration> ReadIterations(const std::string& path);

} // namespace ns3::bacepipe::validation

#endif // BACE_VALIDATION_MEASUREMENTS_H
