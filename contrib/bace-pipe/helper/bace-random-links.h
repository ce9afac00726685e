// SPDX-License-Identifier: GPL-2.0-only
// What is random about a scenario's links, for FastForward.
#ifndef BACE_RANDOM_LINKS_H
#define BACE_RANDOM_LINKS_H

#include "ns3/bace-scenario.h"

#include <map>
#include <string>

namespace ns3::bacepipe
{

/**
 * @param scenario checked
 * @return the links that lose packets at random, by their names in JobExecution::NetworkLoads, and
 *         the losses to be expected in a byte sent
 */
std::map<std::string, double> FindLossyLinks(const Scenario& scenario);

/**
 * @param scenario checked
 * @return the links on which something else is random, by the same names: RED, PIE, other traffic;
 *         and the mean time that it takes to come round, of bursts an on- and an off-period
 */
std::map<std::string, Time> FindRandomLinks(const Scenario& scenario);

} // namespace ns3::bacepipe

#endif // BACE_RANDOM_LINKS_H
