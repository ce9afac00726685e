// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PIPELINE_SCHEDULE_H
#define BACE_PIPELINE_SCHEDULE_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a stage computes in one operation.
enum class OperationType : uint8_t
{
    FORWARD,  //!< needs the activation from the stage before, sends one to the stage after
    BACKWARD, //!< needs the gradient from the stage after, sends one to the stage before
};

/// One computation of one stage for one micro-batch.
struct Operation
{
    OperationType type;  //!< forward or backward
    uint32_t microBatch; //!< below the schedule's number of micro-batches

    /// @return whether both are the same computation
    bool operator==(const Operation& other) const
    {
        return type == other.type && microBatch == other.microBatch;
    }
};

/**
 * @brief A pipeline schedule: for each stage the ordered operations of one iteration.
 *
 * It is data. A stage executes its list from first to last and knows no schedule by name; each
 * operation waits for its input. A new schedule is a new function that makes such lists.
 */
class PipelineSchedule
{
  public:
    /**
     * @param microBatches M, at least 1
     * @param stages for each stage its operations
     *
     * Throws std::invalid_argument, naming stage and operation, unless every stage has each
     * micro-batch's forward and backward once, forward first, and the lists can run to their end
     * (no deadlock).
     */
    PipelineSchedule(uint32_t microBatches, std::vector<std::vector<Operation>> stages);

    /// @return M
    uint32_t GetMicroBatches() const;

    /// @return L
    uint32_t GetStages() const;

    /**
     * @param stage below GetStages()
     * @return its operations in order
     */
    const std::vector<Operation>& GetOperations(uint32_t stage) const;

    /**
     * @param stage below GetStages()
     * @return the most micro-batches whose forward is done and whose backward is not: how many
     *         activations the stage must hold
     */
    uint32_t GetPeakActivations(uint32_t stage) const;

  private:
    uint32_t m_microBatches;                      //!< M
    std::vector<std::vector<Operation>> m_stages; //!< by stage
};

/**
 * GPipe (arXiv 1811.06965): all forwards, then all backwards, the last micro-batch first as
 * activations are stacked.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @return the schedule
 */
PipelineSchedule MakeGPipe(uint32_t stages, uint32_t microBatches);

/**
 * 1F1B with flush (PipeDream-flush, arXiv 2006.09503; Megatron-LM arXiv 2104.04473): stage s warms
 * up with min(M, L - 1 - s) forwards, then alternates one forward and one backward, then drains.
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @return the schedule
 */
PipelineSchedule MakeOneForwardOneBackward(uint32_t stages, uint32_t microBatches);

/// @return the names that MakePipelineSchedule() knows
std::vector<std::string> GetPipelineScheduleNames();

/**
 * @param name "gpipe" or "1f1b"; any other throws std::invalid_argument
 * @param stages L, at least 1
 * @param microBatches M, at least 1
 * @return the schedule, to be shared by the job's stages
 */
std::shared_ptr<const PipelineSchedule> MakePipelineSchedule(const std::string& name,
                                                             uint32_t stages,
                                                             uint32_t microBatches);

} // namespace ns3::bacepipe

#endif // BACE_PIPELINE_SCHEDULE_H
