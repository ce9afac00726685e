// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_WAIT_REPORT_H
#define BACE_WAIT_REPORT_H

#include "ns3/bace-port-allocator.h"
#include "ns3/bace-run-result.h"
#include "ns3/bace-stage-times.h"

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

namespace ns3::bacepipe
{

/**
 * @param wait of a stage
 * @return its parts
 */
WaitResult SplitWait(const WaitTime& wait);

/**
 * @param times of a stage
 * @param ports know owners by name
 * @return behind whom it was queued: the longest first
 */
NamedFigures NameBehind(const StageTimes& times, const PortAllocator& ports);

/**
 * @param figures by name; names hold neither colons nor semicolons
 * @return "name:figure;name:figure"
 */
std::string FormatNamed(const NamedFigures& figures);

/**
 * @brief waits.csv: where the time of each stage went in each simulated iteration, written as the
 * run goes on.
 */
class WaitReport
{
  public:
    /**
     * @param path of the file; a failure shows in Close()
     * @param ports know owners by name
     */
    WaitReport(const std::string& path, std::shared_ptr<const PortAllocator> ports);

    /**
     * @param job its id
     * @param iteration from 0
     * @param stage from 0
     * @param times of the stage in the iteration
     */
    void Write(const std::string& job, uint64_t iteration, uint32_t stage, const StageTimes& times);

    /// Ends the file; a failure throws std::runtime_error.
    void Close();

  private:
    std::string m_path;                           //!< of the file
    std::ofstream m_file;                         //!< under way
    std::shared_ptr<const PortAllocator> m_ports; //!< for names
};

} // namespace ns3::bacepipe

#endif // BACE_WAIT_REPORT_H
