// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RUN_REPORT_H
#define BACE_RUN_REPORT_H

#include "ns3/bace-run-result.h"

#include <iosfwd>
#include <string>

namespace ns3::bacepipe
{

/// What differs from run to run: the content of run.json.
struct RunEnvironment
{
    double wall{0};          //!< real time, s
    std::string commandLine; //!< as typed
};

/**
 * Writes a run's files: summary.json, run.json, jobs.csv, iterations.csv, accounted.csv, links.csv,
 * regions.csv, decisions.csv, scenario.json, and traffic.csv where there is cross traffic
 * (doc/outputs.md). A failure throws std::runtime_error.
 * @param result of the run
 * @param environment of the run
 * @param directory that exists
 */
void WriteRunFiles(const RunResult& result,
                   const RunEnvironment& environment,
                   const std::string& directory);

/**
 * Prints a run's table of jobs and its totals, for people.
 * @param result of the run
 * @param out where to
 */
void PrintRunTable(const RunResult& result, std::ostream& out);

} // namespace ns3::bacepipe

#endif // BACE_RUN_REPORT_H
