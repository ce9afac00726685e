// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SUSPENSION_LOG_H
#define BACE_SUSPENSION_LOG_H

#include "ns3/bace-fast-forward.h"
#include "ns3/bace-run-result.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Keeps which iterations of which job were accounted instead of simulated, and on what.
 */
class SuspensionLog
{
  public:
    /**
     * @param fastForward whose suspensions are kept; must not outlive this while jobs run
     */
    void Watch(const Ptr<FastForward>& fastForward);

    /**
     * @param execution that has just started; must not outlive this while it runs
     */
    void Watch(const Ptr<JobExecution>& execution);

    /// @return what was accounted, in order of its end
    const std::vector<AccountedResult>& GetSpans() const;

    /**
     * @param job its id
     * @return whether whatever of it was accounted had settled
     */
    bool HasSettled(const std::string& job) const;

  private:
    std::map<std::string, SteadyIteration> m_suspensions; //!< the last one of each job
    std::vector<AccountedResult> m_spans;                 //!< in order of their end
};

} // namespace ns3::bacepipe

#endif // BACE_SUSPENSION_LOG_H
