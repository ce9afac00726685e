// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STAGE_APPLICATION_H
#define BACE_STAGE_APPLICATION_H

#include "ns3/application.h"
#include "ns3/bace-boundary.h"
#include "ns3/bace-pipeline-schedule.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a stage is told when it is deployed.
struct StageSettings
{
    std::string job;                                  //!< the job's id
    uint32_t stage{0};                                //!< 0 .. L - 1
    uint32_t gpu{0};                                  //!< which GPU of its host
    std::shared_ptr<const PipelineSchedule> schedule; //!< of the job
    Time forwardTime;                                 //!< of one micro-batch
    Time backwardTime;                                //!< of one micro-batch
};

/// Where a stage's time went, of one iteration or summed.
struct StageTimes
{
    Time compute;        //!< forward and backward
    Time waitActivation; //!< idle, the next operation's activation not yet there
    Time waitGradient;   //!< idle, the next operation's gradient not yet there

    /**
     * @param other what is added
     * @return this
     */
    StageTimes& operator+=(const StageTimes& other);
};

/**
 * @brief One pipeline stage on one GPU: executes its list of operations, iteration by iteration.
 *
 * An operation waits for its input, computes for a fixed time, sends its output and makes way for
 * the next; sending overlaps computing. The application begins an iteration when told and says
 * when its list is done; it knows no schedule by name.
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
     * @param previous boundary to stage - 1, null for the first stage
     */
    void SetPrevious(Ptr<Boundary> previous);

    /**
     * @param next boundary to stage + 1, null for the last stage
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

    /// @return whether an operation is under way
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

  protected:
    void DoDispose() override;

  private:
    /// Starts the next operation if its input is there, or notes that the stage waits.
    void Proceed();

    /// Ends the operation under way.
    void Finish();

    /**
     * @param activation whether an activation arrived, else a gradient
     * @param microBatch what it belongs to
     */
    void Arrive(bool activation, uint32_t microBatch);

    /// @return whether the next operation's input is there
    bool IsInputThere() const;

    StageSettings m_settings;                            //!< what the stage is
    Ptr<Boundary> m_previous;                            //!< null for the first stage
    Ptr<Boundary> m_next;                                //!< null for the last stage
    Callback<void> m_iterationDone;                      //!< of the execution
    const std::vector<Operation>* m_operations{nullptr}; //!< the stage's list
    std::size_t m_position{0};                           //!< in the list
    uint64_t m_operationsDone{0};                        //!< since the stage was made
    bool m_computing{false};                             //!< an operation is under way
    bool m_waiting{false};                               //!< for the next operation's input
    Time m_since;                                        //!< when computing or waiting began
    EventId m_event;                                     //!< end of the operation under way
    std::vector<bool> m_activations; //!< arrived in this iteration, by micro-batch
    std::vector<bool> m_gradients;   //!< arrived in this iteration, by micro-batch
    StageTimes m_times;              //!< of this iteration
    TracedCallback<Ptr<const StageApplication>, const Operation&, Time> m_operationTrace; //!< ended
};

} // namespace ns3::bacepipe

#endif // BACE_STAGE_APPLICATION_H
