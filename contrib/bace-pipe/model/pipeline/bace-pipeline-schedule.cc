// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pipeline-schedule.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3::bacepipe
{

namespace
{

/// A named schedule: a row to add for a new one.
struct NamedSchedule
{
    const char* name;                             //!< as in a scenario
    PipelineSchedule (*make)(uint32_t, uint32_t); //!< from stages and micro-batches
};

const NamedSchedule g_schedules[] = {
    {"gpipe", &MakeGPipe},
    {"1f1b", &MakeOneForwardOneBackward},
};

std::string
Describe(uint32_t stage, const Operation& operation)
{
    std::ostringstream text;
    text << (operation.type == OperationType::FORWARD ? "forward " : "backward ")
         << operation.microBatch << " at stage " << stage;
    return text.str();
}

/// Every micro-batch once each way, its forward before its backward.
void
CheckStage(uint32_t stage, uint32_t microBatches, const std::vector<Operation>& operations)
{
    std::vector<bool> forwardDone(microBatches);
    std::vector<bool> backwardDone(microBatches);
    for (const auto& operation : operations)
    {
        if (operation.microBatch >= microBatches)
        {
            throw std::invalid_argument("no such micro-batch: " + Describe(stage, operation));
        }
        const bool isForward = operation.type == OperationType::FORWARD;
        auto& done = isForward ? forwardDone : backwardDone;
        if (done[operation.microBatch] || (!isForward && !forwardDone[operation.microBatch]))
        {
            throw std::invalid_argument("out of place: " + Describe(stage, operation));
        }
        done[operation.microBatch] = true;
    }
    if (operations.size() != 2 * static_cast<std::size_t>(microBatches))
    {
        throw std::invalid_argument("operations missing at stage " + std::to_string(stage));
    }
}

/// Runs the lists without time until they end or nothing can go on.
void
CheckDeadlock(uint32_t microBatches, const std::vector<std::vector<Operation>>& stages)
{
    const std::size_t last = stages.size() - 1;
    std::vector<std::size_t> next(stages.size());
    // arrived[type][stage][micro-batch]: the input that the operation waits for is there
    std::vector<std::vector<bool>> arrived[2];
    for (auto& type : arrived)
    {
        type.assign(stages.size(), std::vector<bool>(microBatches));
    }
    arrived[0].front().assign(microBatches, true);
    arrived[1].back().assign(microBatches, true);
    for (bool progress = true; progress;)
    {
        progress = false;
        for (std::size_t stage = 0; stage <= last; ++stage)
        {
            while (next[stage] < stages[stage].size())
            {
                const auto& operation = stages[stage][next[stage]];
                const bool isForward = operation.type == OperationType::FORWARD;
                if (!arrived[isForward ? 0 : 1][stage][operation.microBatch])
                {
                    break;
                }
                if (isForward && stage < last)
                {
                    arrived[0][stage + 1][operation.microBatch] = true;
                }
                if (!isForward && stage > 0)
                {
                    arrived[1][stage - 1][operation.microBatch] = true;
                }
                ++next[stage];
                progress = true;
            }
        }
    }
    for (std::size_t stage = 0; stage <= last; ++stage)
    {
        if (next[stage] < stages[stage].size())
        {
            throw std::invalid_argument("deadlock: " + Describe(stage, stages[stage][next[stage]]) +
                                        " never gets its input");
        }
    }
}

} // namespace

PipelineSchedule::PipelineSchedule(uint32_t microBatches,
                                   std::vector<std::vector<Operation>> stages)
    : m_microBatches(microBatches),
      m_stages(std::move(stages))
{
    if (m_microBatches == 0 || m_stages.empty())
    {
        throw std::invalid_argument("a schedule has at least one stage and one micro-batch");
    }
    for (uint32_t stage = 0; stage < m_stages.size(); ++stage)
    {
        CheckStage(stage, m_microBatches, m_stages[stage]);
    }
    CheckDeadlock(m_microBatches, m_stages);
}

uint32_t
PipelineSchedule::GetMicroBatches() const
{
    return m_microBatches;
}

uint32_t
PipelineSchedule::GetStages() const
{
    return m_stages.size();
}

const std::vector<Operation>&
PipelineSchedule::GetOperations(uint32_t stage) const
{
    return m_stages.at(stage);
}

uint32_t
PipelineSchedule::GetPeakActivations(uint32_t stage) const
{
    uint32_t held = 0;
    uint32_t peak = 0;
    for (const auto& operation : m_stages.at(stage))
    {
        if (operation.type == OperationType::FORWARD)
        {
            peak = std::max(peak, ++held);
        }
        else
        {
            --held;
        }
    }
    return peak;
}

PipelineSchedule
MakeGPipe(uint32_t stages, uint32_t microBatches)
{
    std::vector<Operation> operations;
    operations.reserve(2 * static_cast<std::size_t>(microBatches));
    for (uint32_t m = 0; m < microBatches; ++m)
    {
        operations.push_back({OperationType::FORWARD, m});
    }
    for (uint32_t m = microBatches; m > 0; --m)
    {
        operations.push_back({OperationType::BACKWARD, m - 1});
    }
    return PipelineSchedule(microBatches, std::vector<std::vector<Operation>>(stages, operations));
}

PipelineSchedule
MakeOneForwardOneBackward(uint32_t stages, uint32_t microBatches)
{
    std::vector<std::vector<Operation>> lists(stages);
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        auto& operations = lists[stage];
        operations.reserve(2 * static_cast<std::size_t>(microBatches));
        const uint32_t warmUp = std::min(microBatches, stages - 1 - stage);
        for (uint32_t m = 0; m < warmUp; ++m)
        {
            operations.push_back({OperationType::FORWARD, m});
        }
        for (uint32_t m = warmUp; m < microBatches; ++m)
        {
            operations.push_back({OperationType::FORWARD, m});
            operations.push_back({OperationType::BACKWARD, m - warmUp});
        }
        for (uint32_t m = microBatches - warmUp; m < microBatches; ++m)
        {
            operations.push_back({OperationType::BACKWARD, m});
        }
    }
    return PipelineSchedule(microBatches, std::move(lists));
}

std::vector<std::string>
GetPipelineScheduleNames()
{
    std::vector<std::string> names;
    for (const auto& schedule : g_schedules)
    {
        names.emplace_back(schedule.name);
    }
    return names;
}

std::shared_ptr<const PipelineSchedule>
MakePipelineSchedule(const std::string& name, uint32_t stages, uint32_t microBatches)
{
    for (const auto& schedule : g_schedules)
    {
        if (name == schedule.name)
        {
            return std::make_shared<const PipelineSchedule>(schedule.make(stages, microBatches));
        }
    }
    throw std::invalid_argument("no pipeline schedule is called " + name);
}

} // namespace ns3::bacepipe
