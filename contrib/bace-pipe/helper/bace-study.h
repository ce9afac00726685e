// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STUDY_H
#define BACE_STUDY_H

#include "ns3/bace-json-pointer.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// One thing that a study changes in its scenario.
struct StudyChange
{
    JsonTokens tokens; //!< where: a pattern, see ExpandPointer()
    bool scales;       //!< multiplies what is there, or replaces it
    Json value;        //!< the factor, or the new value
    std::string place; //!< JSON pointer of the change in the study, for messages
};

/// One value of an axis.
struct StudyLevel
{
    std::string label;                //!< in tables
    std::vector<StudyChange> changes; //!< of the scenario
};

/// What a study varies.
struct StudyAxis
{
    std::string name;               //!< column of tables
    std::vector<StudyLevel> levels; //!< at least one
};

/// One run of a study: a level of each axis.
struct StudyPoint
{
    std::vector<std::size_t> levels; //!< of each axis
    std::string name;                //!< of its files: letters, digits, '.', '_' and '-'
};

/**
 * @brief A study file (doc/studies.md) that was read: a scenario, and what is varied in it.
 */
struct Study
{
    std::string name;             //!< of its folder
    std::string source;           //!< what stands for the file in messages
    std::string scenarioSource;   //!< likewise for the scenario
    Json document;                //!< the file, with name and scenario in it: it needs no other
    std::vector<StudyChange> set; //!< what is changed in every point
    std::vector<StudyAxis> axes;  //!< as in the file; then policy, network and seed where varied

    /// @return how many points the axes span
    std::size_t CountPoints() const;

    /**
     * @param index below CountPoints(); the last axis varies first
     * @return the point
     */
    StudyPoint GetPoint(std::size_t index) const;

    /**
     * Makes the scenario of a point: values are set in the order of the axes, then scaled.
     * @param point of this study
     * @return the text of the scenario as a run of it writes it to scenario.json; one that a run
     *         would refuse throws ScenarioError, which names the place in the study
     */
    std::string MakeScenario(const StudyPoint& point) const;
};

/// Most points of a study.
constexpr std::size_t MAX_STUDY_POINTS = 100000;

/// Columns of a study's tables that are neither axes nor of a run.
inline const char* const POINT_COLUMN = "point";     //!< name of the point
inline const char* const OUTCOME_COLUMN = "outcome"; //!< what became of one that failed
inline const char* const MESSAGE_COLUMN = "message"; //!< and why

/**
 * Reads a study file, and checks all of it but what only the scenarios of its points show.
 * @param path the file; the scenario's is relative to its folder
 * @return the study; anything wrong throws ScenarioError
 */
Study ReadStudy(const std::string& path);

/**
 * As ReadStudy, of a text in memory.
 * @param text the JSON text
 * @param source what stands for the file in messages; the scenario's is relative to its folder
 * @return the study; anything wrong throws ScenarioError
 */
Study ParseStudy(const std::string& text, const std::string& source);

} // namespace ns3::bacepipe

#endif // BACE_STUDY_H
