// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_VALIDATION_TEST_BED_H
#define BACE_VALIDATION_TEST_BED_H

#include <cstdint>

#include "validation/measurements.h"

namespace ns3::bacepipe::validation
{

/**
 * @brief What the measured system's transport is known to be: see doc/validation.md for the source
 * of each number. One set serves all rows.
 */
struct TransportSettings
{
    uint32_t connections{16};     //!< of a boundary and direction: NCCL on AWS, 2 threads x 8
    uint32_t mtu{9001};           //!< of an AWS instance, bytes
    uint32_t initialWindow{10};   //!< segments: Linux
    uint64_t maxWindow{2500000};  //!< of a connection, bytes: as one connection measured
    bool restartAfterIdle{true};  //!< Linux: tcp_slow_start_after_idle
    bool hystart{false};          //!< of ns-3's TcpCubic
    uint64_t sendBuffer{4194304}; //!< NCCL_BUFFSIZE, bytes; 0: no SendStream
    uint32_t iterations{3};       //!< simulated; the last one counts
    double backwardRatio{3};      //!< activations are computed again
};

/**
 * The measured cluster: hosts with one GPU on a switch. tc netem at a host's only port limits and
 * delays all that it sends, to whomever, in one queue; the way from the switch to a host has 10
 * Gbps.
 * @param iteration what was measured; its seconds are not looked at
 * @param stepTime of a stage for one micro-batch, forward and backward, s
 * @param settings of the transport
 * @return the duration of the last iteration, s
 */
double SimulateIteration(const Iteration& iteration,
                         double stepTime,
                         const TransportSettings& settings);

/**
 * @param iteration measured on the fast network
 * @param settings of the transport
 * @return the time of a stage for one micro-batch with which the simulation takes as long, s
 */
double FitStepTime(const Iteration& iteration, const TransportSettings& settings);

/**
 * @param transfer what was measured; its times are not looked at
 * @param settings of the transport
 * @return how long the third of three messages takes, each sent when the one before has come; s
 */
double SimulateTransfer(const Transfer& transfer, const TransportSettings& settings);

} // namespace ns3::bacepipe::validation

#endif // BACE_VALIDATION_TEST_BED_H
