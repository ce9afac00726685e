// SPDX-License-Identifier: GPL-2.0-only
#ifndef SCENARIO_TESTING_H
#define SCENARIO_TESTING_H

#include "ns3/bace-scenario-reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// Two regions, two links, one job: what the tests of scenario files change.
inline const std::string g_smallScenario = R"({
    "name": "small",
    "regions": [
        {"id": "a", "gpus": 16, "gpu": "RTX A6000", "price_usd_per_kwh": 0.2,
         "bandwidth": "50Gbps", "latency": "50us"},
        {"id": "b", "gpus": 8, "gpu": "RTX A6000", "price_usd_per_kwh": 0.3,
         "bandwidth": "25Gbps", "latency": "20us"}
    ],
    "wan": {
        "links": [
            {"from": "a", "to": "b", "rate": "10Gbps", "delay": "10ms"},
            {"from": "b", "to": "a", "rate": "5Gbps", "delay": "12ms"}
        ]
    },
    "jobs": [{"id": "j", "model": "Qwen2.5-14B", "dataset": "Alpaca-52k"}]
})";

/**
 * @param overrides what to change in the small scenario
 * @return the scenario
 */
inline ns3::bacepipe::Scenario
ParseSmall(const std::vector<std::string>& overrides = {})
{
    return ns3::bacepipe::ParseScenario(g_smallScenario, "small.json", overrides);
}

/**
 * @param text a scenario
 * @param overrides what to change in it
 * @return the message of the error that reading it ends with; empty if there is none
 */
inline std::string
GetError(const std::string& text, const std::vector<std::string>& overrides = {})
{
    try
    {
        ns3::bacepipe::ParseScenario(text, "small.json", overrides);
    }
    catch (const ns3::bacepipe::ScenarioError& error)
    {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        EXPECT_LT(std::string(error.what()).size(), 600u) << error.what();
        return error.what();
    }
    return "";
}

/**
 * @param override what to change in the small scenario
 * @return the message of the error that reading it ends with; empty if there is none
 */
inline std::string
GetSmallError(const std::string& override)
{
    return GetError(g_smallScenario, {override});
}

/// A change of the small scenario that is wrong, and how the message starts after the file.
struct BadChange
{
    const char* override; //!< "/json/pointer=value"
    const char* message;  //!< its start
};

/**
 * Checks that each change is refused with its message.
 * @param changes the changes
 */
inline void
ExpectErrors(const std::vector<BadChange>& changes)
{
    for (const BadChange& change : changes)
    {
        EXPECT_THAT(GetSmallError(change.override),
                    ::testing::StartsWith(std::string("small.json: ") + change.message))
            << change.override;
    }
}

#endif // SCENARIO_TESTING_H
