// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCENARIO_READER_H
#define BACE_SCENARIO_READER_H

#include "ns3/bace-scenario.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief What is wrong with an input: file, JSON pointer, what was found, what was expected.
 *
 * what() is the whole message, one line, ready for the user.
 */
class ScenarioError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * Reads a scenario file (doc/scenario.md), applies overrides and checks all of it.
 * @param path the file
 * @param overrides each "/json/pointer=value": the value is JSON, or else taken as a string
 * @return the scenario; anything wrong throws ScenarioError
 */
Scenario ReadScenario(const std::string& path, const std::vector<std::string>& overrides = {});

/**
 * As ReadScenario, of a text in memory.
 * @param text the JSON text
 * @param source what stands for the file in messages
 * @param overrides as of ReadScenario
 * @return the scenario; anything wrong throws ScenarioError
 */
Scenario ParseScenario(const std::string& text,
                       const std::string& source,
                       const std::vector<std::string>& overrides = {});

} // namespace ns3::bacepipe

#endif // BACE_SCENARIO_READER_H
