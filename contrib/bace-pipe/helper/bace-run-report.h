// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RUN_REPORT_H
#define BACE_RUN_REPORT_H

#include "ns3/bace-run-result.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What differs from run to run: the content of run.json.
struct RunEnvironment
{
    double wall{0};          //!< real time, s
    std::string commandLine; //!< as typed
};

/// The heading line of jobs.csv.
inline const char* const JOBS_HEAD =
    "job,model,dataset,arrival_s,start_s,finish_s,wait_s,execution_s,jct_s,cost_usd,"
    "energy_kwh,gpus,placement,iterations,iterations_simulated,iteration_analytic_s,"
    "iteration_mean_s,iteration_ci_s,compute_s,wait_activation_s,wait_gradient_s,wan_bytes,"
    "wait_not_sent_s,wait_transmission_s,wait_queued_s,gradient_not_sent_s,"
    "gradient_transmission_s,gradient_queued_s,behind,jct_ci_s,cost_ci_usd,settled";

/// @return the keys of summary.json, in its order
std::vector<std::string> GetSummaryKeys();

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
