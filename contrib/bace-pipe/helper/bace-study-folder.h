// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STUDY_FOLDER_H
#define BACE_STUDY_FOLDER_H

#include "ns3/bace-study.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What the run of a point has left.
struct StudyRun
{
    Json summary;     //!< its summary.json
    std::string jobs; //!< its jobs.csv, a whole table
};

/**
 * @brief Where a study leaves what it makes (doc/studies.md).
 *
 * A point is done when its run has put its folder in place, which it does as a whole, for the
 * scenario that the study has for the point now, by the versions that run now: any other is run
 * anew. So a study may be ended at any moment, and may be changed.
 */
class StudyFolder
{
  public:
    /**
     * @param path of the folder, which need not exist; one with a line break, or that has something
     *        else in it, throws ScenarioError
     */
    explicit StudyFolder(const std::string& path);

    /// @return the folder, an absolute path
    const std::filesystem::path& GetPath() const;

    /// @return the file of a point's scenario. @param point its name
    std::filesystem::path GetScenario(const std::string& point) const;

    /// @return the folder of a point's run. @param point its name
    std::filesystem::path GetRun(const std::string& point) const;

    /// @return the file of what a point's run says. @param point its name
    std::filesystem::path GetLog(const std::string& point) const;

    /// @return the file of the study: one that needs no other
    std::filesystem::path GetStudy() const;

    /**
     * Writes the study and the scenarios of its points, all of them or none, once each of them was
     * found to be right; what is wrong throws ScenarioError. Of points that are not done, it
     * removes what an earlier run has said.
     * @param study the study
     * @return the points that are not done
     */
    std::vector<StudyPoint> Prepare(const Study& study) const;

    /// @return what the run of a point that is done has left; else nothing. @param point its name
    std::optional<StudyRun> FindRun(const std::string& point) const;

    /// @return whether a point is done. @param point its name
    bool IsDone(const std::string& point) const
    {
        return FindRun(point).has_value();
    }

    /**
     * @param program that runs scenarios, an absolute path
     * @param point its name
     * @return the command that runs the point, one line of shell, to be started anywhere
     */
    std::string GetCommand(const std::string& program, const std::string& point) const;

    /**
     * Puts a file into the folder, in the place of an earlier one as a whole. A failure throws
     * std::runtime_error.
     * @param name of the file
     * @param content of it
     */
    void Write(const std::string& name, const std::string& content) const;

  private:
    std::filesystem::path m_path; //!< absolute
};

} // namespace ns3::bacepipe

#endif // BACE_STUDY_FOLDER_H
