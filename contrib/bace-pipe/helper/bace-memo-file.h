// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MEMO_FILE_H
#define BACE_MEMO_FILE_H

#include "ns3/bace-component-memo.h"

#include <string>

namespace ns3::bacepipe
{

/**
 * @brief Keeps a ComponentMemo between runs, in a file that many runs may use at a time.
 *
 * A line of JSON for each component, after one that says what the file is. Runs lock the file
 * (flock) and only add lines, all of a run with one write. Times are nanoseconds in whole numbers,
 * other numbers have all their digits: what is read is what was written, but for the times that
 * jobs waited behind others than those of their component, whose numbers another run does not know.
 */
class MemoFile
{
  public:
    /**
     * @param path where; there may be no file yet. One that cannot be opened to be read and
     *        written, or is something else, throws ScenarioError.
     */
    explicit MemoFile(const std::string& path);

    /**
     * Reads what other runs have measured. Lines that cannot be read, as one that a killed run has
     * left behind, are left out.
     * @param memo where it goes
     * @return how many lines were left out
     */
    std::size_t Load(ComponentMemo& memo) const;

    /**
     * Adds what was measured in this run.
     * @param memo of the run; what was loaded is not written again
     * @return whether that could be written
     */
    bool Append(const ComponentMemo& memo) const;

  private:
    std::string m_path; //!< of the file
};

} // namespace ns3::bacepipe

#endif // BACE_MEMO_FILE_H
