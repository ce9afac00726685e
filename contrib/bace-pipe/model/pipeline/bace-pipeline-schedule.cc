// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pipeline-schedule.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::bacepipe
{

namespace
{

std::string
Describe(uint32_t stage, const Operation& operation)
{
    return ToString(operation) + " at stage " + std::to_string(stage);
}

/**
 * @brief Holds lists against the promises of a schedule.
 *
 * What has been done is kept by virtual stage and micro-batch; a virtual stage is a row.
 */
class ScheduleCheck
{
  public:
    ScheduleCheck(uint32_t microBatches,
                  const std::vector<std::vector<Operation>>& stages,
                  uint32_t chunks,
                  bool split)
        : m_microBatches(microBatches),
          m_stages(stages),
          m_chunks(chunks),
          m_split(split),
          m_done(stages.size() * chunks * std::size_t{microBatches})
    {
    }

    /// Everything once, forward before backward before weight part.
    void CheckLists()
    {
        const std::size_t each = (m_split ? 3 : 2) * std::size_t{m_microBatches} * m_chunks;
        for (uint32_t stage = 0; stage < m_stages.size(); ++stage)
        {
            for (const Operation& operation : m_stages[stage])
            {
                if (operation.microBatch >= m_microBatches || operation.chunk >= m_chunks)
                {
                    throw std::invalid_argument("no such micro-batch or chunk: " +
                                                Describe(stage, operation));
                }
                uint8_t& steps = GetDone(operation.chunk * m_stages.size() + stage, operation);
                if (steps != static_cast<uint8_t>(operation.type)) // the steps before it
                {
                    throw std::invalid_argument("out of place: " + Describe(stage, operation));
                }
                ++steps;
            }
            if (m_stages[stage].size() != each)
            {
                throw std::invalid_argument("operations missing at stage " + std::to_string(stage));
            }
        }
    }

    /// Runs the lists without time until they end or nothing can go on.
    void CheckDeadlock()
    {
        std::fill(m_done.begin(), m_done.end(), 0);
        const auto stages = static_cast<uint32_t>(m_stages.size());
        std::vector<std::size_t> next(stages);
        std::vector<bool> queued(stages, true);
        std::vector<uint32_t> work; // stages that may be able to go on
        for (uint32_t stage = stages; stage-- > 0;)
        {
            work.push_back(stage);
        }
        const auto wake = [&](uint32_t stage) {
            if (!queued[stage])
            {
                queued[stage] = true;
                work.push_back(stage);
            }
        };
        while (!work.empty())
        {
            const uint32_t stage = work.back();
            work.pop_back();
            const std::vector<Operation>& operations = m_stages[stage];
            const std::size_t begin = next[stage];
            while (next[stage] < operations.size() && IsInputDone(stage, operations[next[stage]]))
            {
                const Operation& operation = operations[next[stage]++];
                ++GetDone(operation.chunk * std::size_t{stages} + stage, operation);
            }
            queued[stage] = false;
            if (next[stage] > begin)
            {
                wake((stage + 1) % stages);
                wake((stage + stages - 1) % stages);
            }
        }
        for (uint32_t stage = 0; stage < stages; ++stage)
        {
            if (next[stage] < m_stages[stage].size())
            {
                throw std::invalid_argument(
                    "deadlock: " + Describe(stage, m_stages[stage][next[stage]]) +
                    " never gets its input");
            }
        }
    }

  private:
    /// @return how many steps of a micro-batch a virtual stage has done
    uint8_t& GetDone(std::size_t virtualStage, const Operation& operation)
    {
        return m_done[virtualStage * m_microBatches + operation.microBatch];
    }

    /// @return whether the virtual stage that an operation waits for has done its part
    bool IsInputDone(uint32_t stage, const Operation& operation)
    {
        const std::size_t virtualStage = operation.chunk * m_stages.size() + stage;
        switch (operation.type)
        {
        case OperationType::FORWARD:
            return virtualStage == 0 || GetDone(virtualStage - 1, operation) > 0;
        case OperationType::BACKWARD:
            return virtualStage + 1 == m_stages.size() * m_chunks ||
                   GetDone(virtualStage + 1, operation) > 1;
        case OperationType::WEIGHT:
            break; // its backward stands before it in the same list
        }
        return true;
    }

    uint32_t m_microBatches;                             //!< M
    const std::vector<std::vector<Operation>>& m_stages; //!< the lists
    uint32_t m_chunks;                                   //!< v
    bool m_split;                                        //!< weight parts are expected
    std::vector<uint8_t> m_done; //!< steps done, by virtual stage and micro-batch
};

} // namespace

const char*
GetTypeName(OperationType type)
{
    static const char* const names[] = {"forward", "backward", "weight"};
    return names[static_cast<std::size_t>(type)];
}

std::string
ToString(const Operation& operation)
{
    std::string text = GetTypeName(operation.type);
    text += operation.type == OperationType::WEIGHT ? " part " : " ";
    text += std::to_string(operation.microBatch);
    if (operation.chunk > 0)
    {
        text += " of chunk " + std::to_string(operation.chunk);
    }
    return text;
}

PipelineSchedule::PipelineSchedule(uint32_t microBatches,
                                   std::vector<std::vector<Operation>> stages,
                                   uint32_t chunks)
    : m_microBatches(microBatches),
      m_chunks(chunks),
      m_stages(std::move(stages))
{
    if (m_microBatches == 0 || m_chunks == 0 || m_stages.empty())
    {
        throw std::invalid_argument("a schedule has at least one stage, micro-batch and chunk");
    }
    if (m_chunks > 1 && m_stages.size() == 1)
    {
        throw std::invalid_argument("a schedule of one stage has one chunk");
    }
    // With weight parts a list is half as long again: any list shows it, and each is checked.
    m_split = std::any_of(m_stages.begin(), m_stages.end(), [&](const auto& operations) {
        return operations.size() > 2 * std::size_t{m_microBatches} * m_chunks &&
               std::any_of(operations.begin(), operations.end(), [](const Operation& operation) {
                   return operation.type == OperationType::WEIGHT;
               });
    });
    ScheduleCheck check(m_microBatches, m_stages, m_chunks, m_split);
    check.CheckLists();
    check.CheckDeadlock();
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

uint32_t
PipelineSchedule::GetChunks() const
{
    return m_chunks;
}

bool
PipelineSchedule::IsSplit() const
{
    return m_split;
}

const std::vector<Operation>&
PipelineSchedule::GetOperations(uint32_t stage) const
{
    return m_stages.at(stage);
}

uint32_t
PipelineSchedule::GetPeakActivations(uint32_t stage) const
{
    const OperationType last = m_split ? OperationType::WEIGHT : OperationType::BACKWARD;
    uint32_t held = 0;
    uint32_t peak = 0;
    for (const auto& operation : m_stages.at(stage))
    {
        if (operation.type == OperationType::FORWARD)
        {
            peak = std::max(peak, ++held);
        }
        else if (operation.type == last)
        {
            --held;
        }
    }
    return peak;
}

} // namespace ns3::bacepipe
