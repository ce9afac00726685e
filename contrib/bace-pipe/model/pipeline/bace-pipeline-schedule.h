// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PIPELINE_SCHEDULE_H
#define BACE_PIPELINE_SCHEDULE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a stage computes in one operation.
enum class OperationType : uint8_t
{
    FORWARD,  //!< needs the activation from the virtual stage before, sends one to the one after
    BACKWARD, //!< needs the gradient from the virtual stage after, sends one to the one before: the
              //!< whole backward, or where the schedule splits it the gradient of the input
    WEIGHT,   //!< the gradient of the weights, where split off; needs its BACKWARD, sends nothing
};

/// One computation of one stage for one micro-batch and model chunk.
struct Operation
{
    OperationType type;  //!< what
    uint32_t microBatch; //!< below the schedule's number of micro-batches
    uint32_t chunk{0};   //!< below the schedule's number of chunks

    /// @return whether both are the same computation
    bool operator==(const Operation& other) const
    {
        return type == other.type && microBatch == other.microBatch && chunk == other.chunk;
    }
};

/**
 * @param type of an operation
 * @return its name: forward, backward or weight
 */
const char* GetTypeName(OperationType type);

/**
 * @param operation an operation
 * @return it in words, as "forward 3" or "weight part 3 of chunk 1"; chunk 0 is not named
 */
std::string ToString(const Operation& operation);

/**
 * @brief A pipeline schedule: for each stage the ordered operations of one iteration.
 *
 * It is data. A stage executes its list from first to last and knows no schedule by name; each
 * operation waits for its input. A new schedule is a new function that makes such lists.
 *
 * Where each GPU holds v > 1 chunks of the model, chunk c of stage s is virtual stage c L + s: what
 * the last stage sends of chunk c goes to chunk c + 1 of the first stage, and back.
 */
class PipelineSchedule
{
  public:
    /**
     * @param microBatches M, at least 1
     * @param stages for each stage its operations
     * @param chunks v, at least 1; 1 where there is one stage
     *
     * Throws std::invalid_argument, naming stage and operation, unless every stage has for each
     * micro-batch and chunk the forward, the backward and, where any stage has one, the weight
     * part once and in this order, and the lists can run to their end (no deadlock).
     */
    PipelineSchedule(uint32_t microBatches,
                     std::vector<std::vector<Operation>> stages,
                     uint32_t chunks = 1);

    /// @return M
    uint32_t GetMicroBatches() const;

    /// @return L
    uint32_t GetStages() const;

    /// @return v: chunks of the model on each stage
    uint32_t GetChunks() const;

    /// @return whether backwards are split into the input's and the weights' part
    bool IsSplit() const;

    /**
     * @param stage below GetStages()
     * @return its operations in order
     */
    const std::vector<Operation>& GetOperations(uint32_t stage) const;

    /**
     * @param stage below GetStages()
     * @return the most activations that the stage holds, each of one micro-batch and one chunk:
     *         from its forward on until its backward, or its weight part where split, is done
     */
    uint32_t GetPeakActivations(uint32_t stage) const;

  private:
    uint32_t m_microBatches;                      //!< M
    uint32_t m_chunks;                            //!< v
    bool m_split{false};                          //!< there are weight parts
    std::vector<std::vector<Operation>> m_stages; //!< by stage
};

} // namespace ns3::bacepipe

#endif // BACE_PIPELINE_SCHEDULE_H
