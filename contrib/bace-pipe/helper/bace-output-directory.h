// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_OUTPUT_DIRECTORY_H
#define BACE_OUTPUT_DIRECTORY_H

#include <filesystem>
#include <string>

namespace ns3::bacepipe
{

/**
 * @brief A result folder that appears whole or not at all.
 *
 * Files are written to a folder beside the final one, with a temporary name; Commit() puts it in
 * the place of an earlier run. Without Commit() the destructor removes it. What a killed run left
 * is removed by the next run to the same place.
 */
class OutputDirectory
{
  public:
    /**
     * @param path of the final folder. If it exists it must hold nothing but what an earlier
     *        Commit() has put there, by the list that it leaves in the hidden file .bace-pipe;
     *        anything else throws ScenarioError, for nothing of a user's may be overwritten. A
     *        folder that cannot be made throws ScenarioError too.
     */
    explicit OutputDirectory(const std::string& path);

    ~OutputDirectory();

    OutputDirectory(const OutputDirectory&) = delete;
    OutputDirectory& operator=(const OutputDirectory&) = delete;

    /// @return where to write
    std::string GetTemporaryPath() const;

    /// @return the final folder
    std::string GetPath() const;

    /**
     * Replaces the final folder, in one step where the file system can. A failure throws
     * std::runtime_error, and what was written stays under the temporary name, which it tells.
     */
    void Commit();

  private:
    OutputDirectory() = default;

    /// Puts the temporary folder under the final name. @return 0, or what went wrong
    int Replace();

    std::filesystem::path m_path;      //!< final
    std::filesystem::path m_temporary; //!< until then
    std::filesystem::path m_made;      //!< the topmost folder above it that did not exist
    int m_lock{-1};                    //!< held on the temporary folder: its run lives
};

} // namespace ns3::bacepipe

#endif // BACE_OUTPUT_DIRECTORY_H
