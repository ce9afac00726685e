// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STAGE_APPLICATION_H
#define BACE_STAGE_APPLICATION_H

#include "ns3/application.h"
#include "ns3/bace-boundary.h"
#include "ns3/bace-pipeline-schedule.h"
#include "ns3/bace-stage-times.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// How long a stage computes on one micro-batch with one chunk of the model.
struct ChunkTimes
{
    Time forward;  //!< the forward
    Time backward; //!< of the backward, the gradient of the input
    Time weight;   //!< of the backward, the gradient of the weights
};

/// What a stage is told when it is deployed.
struct StageSettings
{
    std::string job;                                  //!< the job's id
    uint32_t stage{0};                                //!< 0 .. L - 1
    uint32_t gpu{0};                                  //!< which GPU of its host
    std::shared_ptr<const PipelineSchedule> schedule; //!< of the job
    std::vector<ChunkTimes> times;                    //!< by chunk
    Time optimizerTime;                               //!< after the last operation
    double jitter{0};        //!< relative standard deviation of an operation's duration
    int64_t jitterStream{0}; //!< of the random numbers behind it
    uint64_t sendBuffer{0};  //!< of its SendStream, bytes; 0: messages enter the network at once
};

/**
 * @brief One pipeline stage on one GPU: executes its list of operations, iteration by iteration.
 *
 * An operation waits for its input, computes, sends its output and makes way for the next; sending
 * overlaps computing. Durations are fixed, or vary by a log-normal factor of mean 1 (our reading).
 * The application begins an iteration when told and says when its list is done and the optimizer
 * has run; it knows no schedule by name. Messages of the next iteration may come before it begins.
 */
class StageApplication : public Application
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * @param settings what the stage is
     */
    void SetSettings(StageSettings settings);

    /// @return what the stage is
    const StageSettings& GetSettings() const;

    /**
     * @param previous boundary to stage - 1; of the first stage, where there are chunks to go on
     *        with, to the last
     */
    void SetPrevious(Ptr<Boundary> previous);

    /**
     * @param next boundary to stage + 1; of the last stage, where there are chunks to go on with,
     *        to the first
     */
    void SetNext(Ptr<Boundary> next);

    /**
     * @param callback what is called when the iteration's last operation is done
     */
    void SetIterationDoneCallback(Callback<void> callback);

    /// Starts with the first operation; the iteration before must be done.
    void BeginIteration();

    /// Cancels what is under way; nothing is called any more.
    void Halt();

    /// @return whether an iteration is under way
    bool IsBusy() const;

    /// @return whether an operation or the optimizer is under way
    bool IsComputing() const;

    /// @return where the time went since BeginIteration()
    const StageTimes& GetTimes() const;

    /// @return operations done since the stage was made; for the stall detector
    uint64_t GetOperationsDone() const;

    /// @return what the stage does or waits for, in a few words; for the stall report
    std::string DescribeState() const;

    /// Signature of the Operation trace: the stage, the operation, when it began; it ends now.
    using OperationTracedCallback = void (*)(Ptr<const StageApplication> stage,
                                             const Operation& operation,
                                             Time begin);

    /// Signature of the Optimizer trace: the stage, when the optimizer began; it ends now.
    using OptimizerTracedCallback = void (*)(Ptr<const StageApplication> stage, Time begin);

  protected:
    void DoDispose() override;

  private:
    /// Starts the next operation if its input is there, or notes that the stage waits.
    void Proceed();

    /// Ends the operation under way.
    void Finish();

    /// Ends the iteration, after the optimizer.
    void EndIteration();

    /// Sends what an operation has computed to whom it is for, if anybody.
    void SendOutput(const Operation& operation);

    /**
     * @param message whether an activation or a gradient arrived
     * @param key what it belongs to
     */
    void Arrive(BoundaryMessage message, const MessageKey& key);

    /// @return whether the next operation's input is there
    bool IsInputThere() const;

    /// @return how long an operation computes: drawn anew at each call where durations vary
    Time GetDuration(const Operation& operation) const;

    /// Which inputs of an iteration are there, by chunk and micro-batch.
    using Inputs = std::vector<bool>;

    /// @return the inputs that need no message, the others missing
    Inputs MakeInputs(BoundaryMessage message) const;

    /// @return the place of an operation's or a message's input
    std::size_t GetPlace(uint32_t chunk, uint32_t microBatch) const;

    StageSettings m_settings;                            //!< what the stage is
    Ptr<Boundary> m_previous;                            //!< null where nothing comes before
    Ptr<Boundary> m_next;                                //!< null where nothing comes after
    Callback<void> m_iterationDone;                      //!< of the execution
    const std::vector<Operation>* m_operations{nullptr}; //!< the stage's list
    std::size_t m_position{0};                           //!< in the list
    uint64_t m_operationsDone{0};                        //!< since the stage was made
    bool m_computing{false};                             //!< an operation or the optimizer
    bool m_waiting{false};                               //!< for the next operation's input
    Time m_since;                                        //!< when computing or waiting began
    EventId m_event;                                     //!< end of the operation under way
    uint64_t m_iterations{0};                            //!< begun so far
    std::array<Inputs, 2> m_inputs;                      //!< of this iteration, by BoundaryMessage
    std::array<Inputs, 2> m_nextInputs;                  //!< of the next one
    std::shared_ptr<SendStream> m_sends;                 //!< null where messages leave at once
    Ptr<LogNormalRandomVariable> m_jitter;               //!< null where durations are fixed
    StageTimes m_times;                                  //!< of this iteration
    TracedCallback<Ptr<const StageApplication>, const Operation&, Time> m_operationTrace; //!< ended
    TracedCallback<Ptr<const StageApplication>, Time> m_optimizerTrace;                   //!< ended
};

} // namespace ns3::bacepipe

#endif // BACE_STAGE_APPLICATION_H
