// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PROGRESS_LINE_H
#define BACE_PROGRESS_LINE_H

#include "ns3/bace-scheduler-application.h"

#include <chrono>
#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Tells on stderr, every few seconds of real time, how far a run is: one line that is
 * rewritten on a terminal, new lines elsewhere.
 */
class ProgressLine
{
  public:
    /**
     * @param scheduler of the run
     */
    explicit ProgressLine(Ptr<const SchedulerApplication> scheduler);

    /// Ends the line, if any was written.
    ~ProgressLine();

    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// An iteration was simulated, a job started or finished: write if it is time to.
    void Update();

  private:
    using Clock = std::chrono::steady_clock;

    Ptr<const SchedulerApplication> m_scheduler; //!< of the run
    Clock::time_point m_begin;                   //!< of the run
    Clock::time_point m_last;                    //!< when a line was written
    bool m_terminal{false};                      //!< stderr is a terminal
    bool m_written{false};                       //!< a line was
};

} // namespace ns3::bacepipe

#endif // BACE_PROGRESS_LINE_H
