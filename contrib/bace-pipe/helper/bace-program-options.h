// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PROGRAM_OPTIONS_H
#define BACE_PROGRAM_OPTIONS_H

#include "ns3/bace-simulation.h"

#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What the command line of a program that runs scenarios says.
struct ProgramOptions
{
    std::string scenario;               //!< file
    std::vector<std::string> overrides; //!< --set and its short forms, in order
    std::string output;                 //!< result folder; empty for the default
    std::string policies;               //!< --policies of a comparison: names with commas
    bool report{true};                  //!< report.html
    SimulationOptions simulation;       //!< what is recorded
    std::string commandLine;            //!< as typed

    /**
     * @param name of the scenario
     * @param policy that runs, or "compare"
     * @param network packet or analytic
     * @return the result folder: as given, else results/NAME-POLICY-NETWORK
     */
    std::string GetOutput(const std::string& name,
                          const std::string& policy,
                          const std::string& network) const;
};

/**
 * Reads a command line through ns-3's CommandLine, with its --PrintHelp, --PrintAttributes and
 * --ns3::Class::Attribute=value. Options are checked before, for ns-3 ends the program with status
 * 1 on those it does not know: a wrong one throws ScenarioError.
 * @param argc of main
 * @param argv of main
 * @param usage what the program does, for --help
 * @param compares whether the program compares policies: it takes --policies, not --policy
 * @return what it says
 */
ProgramOptions ParseProgramOptions(int argc, char* argv[], const std::string& usage, bool compares);

} // namespace ns3::bacepipe

#endif // BACE_PROGRAM_OPTIONS_H
