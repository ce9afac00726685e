// SPDX-License-Identifier: GPL-2.0-only
// A small study, and what goes wrong with others.
#ifndef STUDY_TESTING_H
#define STUDY_TESTING_H

#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-study.h"

#include <string>

#include "scenario-testing.h"

/**
 * @param keys of a study beside its scenario: "\"axes\": [...]", or nothing
 * @return a study of the small scenario
 */
inline std::string
MakeStudyText(const std::string& keys)
{
    return "{\"scenario\": " + g_smallScenario + (keys.empty() ? "" : ", ") + keys + "}";
}

/**
 * @param keys as of MakeStudyText()
 * @return the study
 */
inline ns3::bacepipe::Study
ParseStudyOf(const std::string& keys)
{
    return ns3::bacepipe::ParseStudy(MakeStudyText(keys), "study.json");
}

/**
 * Reads a study and makes the scenarios of all its points.
 * @param text of the study
 * @return the message of the error that this ends with; empty if there is none
 */
inline std::string
GetStudyError(const std::string& text)
{
    try
    {
        const auto study = ns3::bacepipe::ParseStudy(text, "study.json");
        for (std::size_t i = 0; i < study.CountPoints(); ++i)
        {
            study.MakeScenario(study.GetPoint(i));
        }
    }
    catch (const ns3::bacepipe::ScenarioError& error)
    {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        EXPECT_LT(std::string(error.what()).size(), 1200U) << error.what();
        return error.what();
    }
    return "";
}

#endif // STUDY_TESTING_H
