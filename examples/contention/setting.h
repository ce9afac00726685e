// SPDX-License-Identifier: GPL-2.0-only
#ifndef CONTENTION_SETTING_H
#define CONTENTION_SETTING_H

#include "ns3/bace-scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe::contention
{

/// What the user may choose: the link, the two equal jobs, the transport.
struct Setting
{
    DataRate rate{2500000000};    //!< of the WAN link, each way
    Time delay{MilliSeconds(20)}; //!< of the WAN link, one way
    Time queue{MilliSeconds(50)}; //!< of the WAN link, at its rate
    double load{0.9};             //!< share of the link that both jobs reserve together
    uint64_t bytes{8000000};      //!< A: of an activation and of a gradient
    uint32_t stages{8};           //!< L of each job, half of them in each region
    uint32_t microBatches{16};    //!< M
    uint32_t iterations{24};      //!< of each job
    uint32_t shifts{8};           //!< parts of an iteration at which the scan starts the second job
    std::string schedule{"eager-1f1b"}; //!< of both jobs, with one chunk
    std::string transport{"bulk"};      //!< "bulk" or "tcp"
    std::string control{"cubic"};       //!< congestion control
    uint32_t connections{8};            //!< of the case with several
};

/**
 * @param arguments of the program, with its name first; what is wrong throws ScenarioError
 * @return the setting
 */
Setting ParseSetting(std::vector<std::string> arguments);

/**
 * @param setting of the study
 * @return two regions, the link between them and the two jobs, "p" and "q"
 */
Scenario MakeScenario(const Setting& setting);

} // namespace ns3::bacepipe::contention

#endif // CONTENTION_SETTING_H
