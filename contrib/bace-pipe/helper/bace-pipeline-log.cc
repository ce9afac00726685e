// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pipeline-log.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::bacepipe
{

PipelineLog::PipelineLog(std::size_t limit)
    : m_left(limit)
{
}

void
PipelineLog::Watch(Ptr<PacketExecution> execution)
{
    const auto stages = execution->GetStages();
    std::size_t operations = 0;
    for (const auto& stage : stages)
    {
        const StageSettings& settings = stage->GetSettings();
        operations += settings.schedule->GetOperations(settings.stage).size();
    }
    if (operations > m_left)
    {
        return;
    }
    m_left -= operations;
    m_logs.push_back(std::make_unique<Log>());
    Log* log = m_logs.back().get();
    log->job = execution->GetJob().id;
    log->current.resize(stages.size());
    for (const auto& stage : stages)
    {
        const StageSettings& settings = stage->GetSettings();
        const std::size_t each = settings.schedule->GetOperations(settings.stage).size();
        std::vector<Entry>* entries = &log->current[settings.stage];
        stage->TraceConnectWithoutContext(
            "Operation",
            Callback<void, Ptr<const StageApplication>, const Operation&, Time>(
                [entries, each](Ptr<const StageApplication> application,
                                const Operation& operation,
                                Time begin) {
                    entries->push_back({application->GetOperationsDone() / each,
                                        operation,
                                        begin,
                                        Simulator::Now()});
                }));
    }
    execution->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, uint64_t, Time, Time>(
            [log](uint64_t index, Time, Time) { EndIteration(*log, index); }));
}

void
PipelineLog::EndIteration(Log& log, uint64_t iteration)
{
    log.iteration = iteration;
    log.ended.resize(log.current.size());
    for (std::size_t stage = 0; stage < log.current.size(); ++stage)
    {
        // Stages may be in the next iteration already.
        auto& current = log.current[stage];
        const auto next = std::find_if(current.begin(), current.end(), [&](const Entry& entry) {
            return entry.iteration > log.simulated;
        });
        log.ended[stage].assign(current.begin(), next);
        current.erase(current.begin(), next);
    }
    ++log.simulated;
}

std::vector<OperationResult>
PipelineLog::Report() const
{
    std::vector<OperationResult> rows;
    for (const auto& log : m_logs)
    {
        for (uint32_t stage = 0; stage < log->ended.size(); ++stage)
        {
            for (const Entry& entry : log->ended[stage])
            {
                OperationResult row;
                row.job = log->job;
                row.iteration = log->iteration;
                row.stage = stage;
                row.operation = GetTypeName(entry.operation.type);
                row.microBatch = entry.operation.microBatch;
                row.chunk = entry.operation.chunk;
                row.start = entry.begin.GetSeconds();
                row.end = entry.end.GetSeconds();
                rows.push_back(row);
            }
        }
    }
    return rows;
}

} // namespace ns3::bacepipe
