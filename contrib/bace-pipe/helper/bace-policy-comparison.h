// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_POLICY_COMPARISON_H
#define BACE_POLICY_COMPARISON_H

#include "ns3/bace-program-options.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a scenario came to under one policy.
struct PolicyOutcome
{
    std::string policy;       //!< name
    int status{1};            //!< exit status of its run: 0, or 3 with jobs unfinished
    uint32_t jobs{0};         //!< of the scenario
    uint32_t completed{0};    //!< of them
    double averageJct{0};     //!< s
    double averageWait{0};    //!< s
    double totalCost{0};      //!< $
    double makespan{0};       //!< s
    double gpuUtilization{0}; //!< share

    /// @return whether its figures compare: all jobs are finished
    bool IsComplete() const
    {
        return status == 0;
    }
};

/**
 * Runs a scenario under several policies, each in a process of its own, as many at once as there
 * are cores; each leaves its files in a folder of its name.
 * @param options of the program; policies is a list with commas, empty for all
 * @param directory that exists
 * @return the outcomes, in the policies' order; a process that failed throws std::runtime_error
 */
std::vector<PolicyOutcome> ComparePolicies(const ProgramOptions& options,
                                           const std::string& directory);

/**
 * Writes compare.csv (doc/outputs.md). A failure throws std::runtime_error.
 * @param outcomes the first is what the others are compared with
 * @param directory that exists
 */
void WriteComparison(const std::vector<PolicyOutcome>& outcomes, const std::string& directory);

/**
 * Prints the table for people.
 * @param outcomes the first is what the others are compared with
 * @param out where to
 */
void PrintComparison(const std::vector<PolicyOutcome>& outcomes, std::ostream& out);

} // namespace ns3::bacepipe

#endif // BACE_POLICY_COMPARISON_H
