// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_OPTIONS_H
#define REPRODUCTION_OPTIONS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3::bacepipe::reproduction
{

/// What the command line says.
struct Options
{
    std::size_t samples{300};                   //!< random clusters
    uint32_t seed{1};                           //!< of all of them
    unsigned threads{1};                        //!< at once
    std::string output{"results/reproduction"}; //!< result folder
    bool quiet{false};                          //!< no progress
    bool help{false};                           //!< print the help and end
};

/// @return what --help prints
std::string GetHelp();

/**
 * @param argc of main
 * @param argv of main
 * @return the options; a wrong one throws ScenarioError
 */
Options ParseOptions(int argc, char* argv[]);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_OPTIONS_H
