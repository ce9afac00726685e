// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-stage-application.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3::bacepipe
{

NS_LOG_COMPONENT_DEFINE("BaceStageApplication");
NS_OBJECT_ENSURE_REGISTERED(StageApplication);

TypeId
StageApplication::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::StageApplication")
            .SetParent<Application>()
            .SetGroupName("BacePipe")
            .AddConstructor<StageApplication>()
            .AddTraceSource("Operation",
                            "A computation has ended: forward, backward or weight part.",
                            MakeTraceSourceAccessor(&StageApplication::m_operationTrace),
                            "ns3::bacepipe::StageApplication::OperationTracedCallback")
            .AddTraceSource("Optimizer",
                            "The optimizer has run, where it takes time.",
                            MakeTraceSourceAccessor(&StageApplication::m_optimizerTrace),
                            "ns3::bacepipe::StageApplication::OptimizerTracedCallback");
    return tid;
}

void
StageApplication::SetSettings(StageSettings settings)
{
    m_settings = std::move(settings);
    m_operations = &m_settings.schedule->GetOperations(m_settings.stage);
    m_nextInputs = {MakeInputs(BoundaryMessage::ACTIVATION), MakeInputs(BoundaryMessage::GRADIENT)};
    if (m_settings.sendBuffer > 0)
    {
        m_sends = std::make_shared<SendStream>(m_settings.sendBuffer);
    }
    if (m_settings.jitter > 0)
    {
        // Of a log-normal of mean 1: sigma^2 = ln(1 + cv^2), mu = -sigma^2 / 2.
        const double variance = std::log1p(m_settings.jitter * m_settings.jitter);
        m_jitter = CreateObject<LogNormalRandomVariable>();
        m_jitter->SetAttribute("Mu", DoubleValue(-variance / 2));
        m_jitter->SetAttribute("Sigma", DoubleValue(std::sqrt(variance)));
        m_jitter->SetStream(m_settings.jitterStream);
    }
}

const StageSettings&
StageApplication::GetSettings() const
{
    return m_settings;
}

void
StageApplication::SetPrevious(Ptr<Boundary> previous)
{
    m_previous = previous;
    if (m_sends)
    {
        m_previous->SetSendStream(BoundaryMessage::GRADIENT, m_sends);
    }
    m_previous->SetArrivalCallback(BoundaryMessage::ACTIVATION,
                                   Boundary::ArrivalCallback([this](const MessageKey& key) {
                                       Arrive(BoundaryMessage::ACTIVATION, key);
                                   }));
}

void
StageApplication::SetNext(Ptr<Boundary> next)
{
    m_next = next;
    if (m_sends)
    {
        m_next->SetSendStream(BoundaryMessage::ACTIVATION, m_sends);
    }
    m_next->SetArrivalCallback(BoundaryMessage::GRADIENT,
                               Boundary::ArrivalCallback([this](const MessageKey& key) {
                                   Arrive(BoundaryMessage::GRADIENT, key);
                               }));
}

void
StageApplication::SetIterationDoneCallback(Callback<void> callback)
{
    m_iterationDone = callback;
}

std::size_t
StageApplication::GetPlace(uint32_t chunk, uint32_t microBatch) const
{
    return std::size_t{chunk} * m_settings.schedule->GetMicroBatches() + microBatch;
}

StageApplication::Inputs
StageApplication::MakeInputs(BoundaryMessage message) const
{
    const PipelineSchedule& schedule = *m_settings.schedule;
    const uint32_t lastChunk = schedule.GetChunks() - 1;
    Inputs inputs(GetPlace(lastChunk + 1, 0));
    const bool activations = message == BoundaryMessage::ACTIVATION;
    if (m_settings.stage == (activations ? 0 : schedule.GetStages() - 1))
    {
        // The data, and the gradient of the loss.
        const auto first = inputs.begin() + GetPlace(activations ? 0 : lastChunk, 0);
        std::fill_n(first, schedule.GetMicroBatches(), true);
    }
    return inputs;
}

void
StageApplication::BeginIteration()
{
    NS_ABORT_MSG_IF(IsBusy(),
                    "stage " << m_settings.stage << " of " << m_settings.job
                             << " is still in an iteration");
    m_inputs = std::move(m_nextInputs);
    m_nextInputs = {MakeInputs(BoundaryMessage::ACTIVATION), MakeInputs(BoundaryMessage::GRADIENT)};
    ++m_iterations;
    m_times = StageTimes();
    m_position = 0;
    Proceed();
}

bool
StageApplication::IsInputThere() const
{
    const Operation& operation = (*m_operations)[m_position];
    const std::size_t place = GetPlace(operation.chunk, operation.microBatch);
    switch (operation.type)
    {
    case OperationType::FORWARD:
        return m_inputs[static_cast<std::size_t>(BoundaryMessage::ACTIVATION)][place];
    case OperationType::BACKWARD:
        return m_inputs[static_cast<std::size_t>(BoundaryMessage::GRADIENT)][place];
    case OperationType::WEIGHT:
        break; // the stage has it
    }
    return true;
}

Time
StageApplication::GetDuration(const Operation& operation) const
{
    const ChunkTimes& times = m_settings.times[operation.chunk];
    Time duration = times.weight;
    if (operation.type == OperationType::FORWARD)
    {
        duration = times.forward;
    }
    else if (operation.type == OperationType::BACKWARD)
    {
        duration = m_settings.schedule->IsSplit() ? times.backward : times.backward + times.weight;
    }
    return m_jitter ? Seconds(duration.GetSeconds() * m_jitter->GetValue()) : duration;
}

void
StageApplication::Proceed()
{
    m_since = Simulator::Now();
    if (m_position == m_operations->size())
    {
        if (m_settings.optimizerTime.IsZero())
        {
            m_iterationDone();
            return;
        }
        m_computing = true;
        m_event =
            Simulator::Schedule(m_settings.optimizerTime, &StageApplication::EndIteration, this);
        return;
    }
    if (!IsInputThere())
    {
        m_waiting = true;
        return;
    }
    m_computing = true;
    m_event = Simulator::Schedule(GetDuration((*m_operations)[m_position]),
                                  &StageApplication::Finish,
                                  this);
}

void
StageApplication::Finish()
{
    const Operation& operation = (*m_operations)[m_position];
    NS_LOG_LOGIC(m_settings.job << " stage " << m_settings.stage << " " << ToString(operation)
                                << " done");
    m_computing = false;
    m_times.compute += Simulator::Now() - m_since;
    m_operationTrace(this, operation, m_since);
    SendOutput(operation);
    ++m_position;
    ++m_operationsDone;
    Proceed();
}

void
StageApplication::EndIteration()
{
    m_computing = false;
    m_times.compute += m_settings.optimizerTime;
    m_optimizerTrace(this, m_since);
    m_iterationDone();
}

void
StageApplication::SendOutput(const Operation& operation)
{
    const PipelineSchedule& schedule = *m_settings.schedule;
    MessageKey key{m_iterations - 1, operation.chunk, operation.microBatch};
    if (operation.type == OperationType::FORWARD)
    {
        key.chunk += m_settings.stage + 1 == schedule.GetStages(); // on to the next chunk
        if (key.chunk < schedule.GetChunks())
        {
            m_next->Send(BoundaryMessage::ACTIVATION, key);
        }
    }
    else if (operation.type == OperationType::BACKWARD)
    {
        const bool isFirst = m_settings.stage == 0; // back to the chunk before
        if (!isFirst || key.chunk > 0)
        {
            key.chunk -= isFirst;
            m_previous->Send(BoundaryMessage::GRADIENT, key);
        }
    }
}

void
StageApplication::Arrive(BoundaryMessage message, const MessageKey& key)
{
    const bool isNext = key.iteration == m_iterations;
    Inputs& inputs = (isNext ? m_nextInputs : m_inputs)[static_cast<std::size_t>(message)];
    const std::size_t place = GetPlace(key.chunk, key.microBatch);
    const bool isDue = isNext || key.iteration + 1 == m_iterations;
    NS_ABORT_MSG_IF(!isDue || place >= inputs.size() || inputs[place],
                    "stage " << m_settings.stage << " of " << m_settings.job << " got micro-batch "
                             << key.microBatch << " twice or out of range");
    inputs[place] = true;
    if (m_waiting && IsInputThere())
    {
        m_waiting = false;
        const bool isActivation = message == BoundaryMessage::ACTIVATION;
        (isActivation ? m_times.waitActivation : m_times.waitGradient)
            .Add(m_since,
                 Simulator::Now(),
                 (isActivation ? m_previous : m_next)->GetPassage(message));
        Proceed();
    }
}

void
StageApplication::Halt()
{
    m_event.Cancel();
    m_computing = false;
    m_waiting = false;
    m_iterationDone = Callback<void>();
    m_previous = nullptr;
    m_next = nullptr;
}

bool
StageApplication::IsBusy() const
{
    return m_computing || m_waiting;
}

bool
StageApplication::IsComputing() const
{
    return m_computing;
}

const StageTimes&
StageApplication::GetTimes() const
{
    return m_times;
}

uint64_t
StageApplication::GetOperationsDone() const
{
    return m_operationsDone;
}

std::string
StageApplication::DescribeState() const
{
    std::ostringstream text;
    text << "stage " << m_settings.stage;
    if (!IsBusy())
    {
        text << " is done with its iteration";
        return text.str();
    }
    if (m_position == m_operations->size())
    {
        text << " runs its optimizer";
        return text.str();
    }
    const Operation& operation = (*m_operations)[m_position];
    text << (m_computing ? " computes " : " waits to compute ") << ToString(operation);
    if (m_waiting)
    {
        const bool isForward = operation.type == OperationType::FORWARD;
        text << " for its " << (isForward ? "activation" : "gradient") << " since "
             << m_since.GetSeconds() << " s";
    }
    return text.str();
}

void
StageApplication::DoDispose()
{
    Halt();
    Application::DoDispose();
}

} // namespace ns3::bacepipe
