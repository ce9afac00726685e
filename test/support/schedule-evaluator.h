// SPDX-License-Identifier: GPL-2.0-only
// The duration of a schedule where messages take no time: the longest path of its graph.
#ifndef BACE_TEST_SCHEDULE_EVALUATOR_H
#define BACE_TEST_SCHEDULE_EVALUATOR_H

#include "ns3/bace-pipeline-schedule.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <vector>

namespace ns3::bacepipe::test
{

/// How long the operations of one micro-batch and chunk take.
struct OperationTimes
{
    double forward;
    double backward; ///< without the weight part where the schedule splits it
    double weight;
};

/**
 * Written for the tests, and knowing nothing of how the library checks schedules: a node for each
 * operation, an edge from the operation before it in its list and one from that whose output it
 * needs; nodes are taken when all their edges have been (Kahn).
 * @return the end of the last operation; negative if there is a cycle
 */
inline double
GetMakespan(const PipelineSchedule& schedule, const OperationTimes& times)
{
    const uint32_t stages = schedule.GetStages();
    const uint32_t microBatches = schedule.GetMicroBatches();
    const uint32_t depth = stages * schedule.GetChunks(); // virtual stages
    const std::array<double, 3> durations{times.forward, times.backward, times.weight};
    const auto number = [&](uint32_t type, uint32_t virtualStage, uint32_t microBatch) {
        return (std::size_t{type} * depth + virtualStage) * microBatches + microBatch;
    };
    std::vector<std::vector<std::size_t>> successors(3 * std::size_t{depth} * microBatches);
    std::vector<uint32_t> missing(successors.size());
    std::vector<double> start(successors.size());
    std::vector<std::size_t> ready;
    std::size_t operations = 0;
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        const auto& list = schedule.GetOperations(stage);
        std::size_t before = successors.size();
        for (const auto& operation : list)
        {
            const auto type = static_cast<uint32_t>(operation.type);
            const uint32_t at = operation.chunk * stages + stage;
            const std::size_t node = number(type, at, operation.microBatch);
            std::vector<std::size_t> needs;
            if (before < successors.size())
            {
                needs.push_back(before);
            }
            if (type == 0 && at > 0)
            {
                needs.push_back(number(0, at - 1, operation.microBatch));
            }
            if (type == 1)
            {
                needs.push_back(at + 1 < depth ? number(1, at + 1, operation.microBatch)
                                               : number(0, at, operation.microBatch));
            }
            if (type == 2)
            {
                needs.push_back(number(1, at, operation.microBatch));
            }
            for (const std::size_t need : needs)
            {
                successors[need].push_back(node);
            }
            missing[node] = needs.size();
            if (needs.empty())
            {
                ready.push_back(node);
            }
            before = node;
            ++operations;
        }
    }
    double end = 0;
    std::size_t taken = 0;
    while (!ready.empty())
    {
        const std::size_t node = ready.back();
        ready.pop_back();
        ++taken;
        const double done = start[node] + durations[node / (std::size_t{depth} * microBatches)];
        end = std::max(end, done);
        for (const std::size_t next : successors[node])
        {
            start[next] = std::max(start[next], done);
            if (--missing[next] == 0)
            {
                ready.push_back(next);
            }
        }
    }
    return taken == operations ? end : -1;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_SCHEDULE_EVALUATOR_H
