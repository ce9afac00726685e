// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-suspension-log.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

void
SuspensionLog::Watch(const Ptr<FastForward>& fastForward)
{
    fastForward->TraceConnectWithoutContext(
        "Settled",
        Callback<void, Ptr<const JobExecution>, const SteadyIteration&>(
            [this](Ptr<const JobExecution> execution, const SteadyIteration& iteration) {
                m_suspensions[execution->GetJob().id] = iteration;
            }));
}

void
SuspensionLog::Watch(const Ptr<JobExecution>& execution)
{
    execution->TraceConnectWithoutContext(
        "Accounted",
        Callback<void, uint64_t, Time>(
            [this, job = execution->GetJob().id](uint64_t iterations, Time duration) {
                const SteadyIteration& suspension = m_suspensions[job];
                AccountedResult span;
                span.job = job;
                span.end = Simulator::Now().GetSeconds();
                span.start =
                    (Simulator::Now() - duration * static_cast<int64_t>(iterations)).GetSeconds();
                span.iterations = iterations;
                span.duration = duration.GetSeconds();
                span.halfWidth = suspension.estimate.GetSumHalfWidth(iterations);
                span.settled = suspension.settled;
                span.remembered = suspension.remembered;
                m_spans.push_back(span);
            }));
}

const std::vector<AccountedResult>&
SuspensionLog::GetSpans() const
{
    return m_spans;
}

bool
SuspensionLog::HasSettled(const std::string& job) const
{
    return std::all_of(m_spans.begin(), m_spans.end(), [&](const AccountedResult& span) {
        return span.job != job || span.settled;
    });
}

} // namespace ns3::bacepipe
