// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-stage-application.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3::bacepipe
{

NS_LOG_COMPONENT_DEFINE("BaceStageApplication");
NS_OBJECT_ENSURE_REGISTERED(StageApplication);

StageTimes&
StageTimes::operator+=(const StageTimes& other)
{
    compute += other.compute;
    waitActivation += other.waitActivation;
    waitGradient += other.waitGradient;
    return *this;
}

TypeId
StageApplication::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::StageApplication")
            .SetParent<Application>()
            .SetGroupName("BacePipe")
            .AddConstructor<StageApplication>()
            .AddTraceSource("Operation",
                            "A forward or backward computation has ended.",
                            MakeTraceSourceAccessor(&StageApplication::m_operationTrace),
                            "ns3::bacepipe::StageApplication::OperationTracedCallback");
    return tid;
}

void
StageApplication::SetSettings(StageSettings settings)
{
    m_settings = std::move(settings);
    m_operations = &m_settings.schedule->GetOperations(m_settings.stage);
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
    m_previous->SetArrivalCallback(
        BoundaryMessage::ACTIVATION,
        Callback<void, uint32_t>([this](uint32_t microBatch) { Arrive(true, microBatch); }));
}

void
StageApplication::SetNext(Ptr<Boundary> next)
{
    m_next = next;
    m_next->SetArrivalCallback(
        BoundaryMessage::GRADIENT,
        Callback<void, uint32_t>([this](uint32_t microBatch) { Arrive(false, microBatch); }));
}

void
StageApplication::SetIterationDoneCallback(Callback<void> callback)
{
    m_iterationDone = callback;
}

void
StageApplication::BeginIteration()
{
    NS_ABORT_MSG_IF(IsBusy(),
                    "stage " << m_settings.stage << " of " << m_settings.job
                             << " is still in an iteration");
    const uint32_t microBatches = m_settings.schedule->GetMicroBatches();
    m_activations.assign(microBatches, !m_previous);
    m_gradients.assign(microBatches, !m_next);
    m_times = StageTimes();
    m_position = 0;
    Proceed();
}

bool
StageApplication::IsInputThere() const
{
    const Operation& operation = (*m_operations)[m_position];
    return operation.type == OperationType::FORWARD ? m_activations[operation.microBatch]
                                                    : m_gradients[operation.microBatch];
}

void
StageApplication::Proceed()
{
    if (m_position == m_operations->size())
    {
        m_iterationDone();
        return;
    }
    m_since = Simulator::Now();
    if (!IsInputThere())
    {
        m_waiting = true;
        return;
    }
    m_computing = true;
    const bool isForward = (*m_operations)[m_position].type == OperationType::FORWARD;
    m_event = Simulator::Schedule(isForward ? m_settings.forwardTime : m_settings.backwardTime,
                                  &StageApplication::Finish,
                                  this);
}

void
StageApplication::Finish()
{
    const Operation& operation = (*m_operations)[m_position];
    NS_LOG_LOGIC(m_settings.job << " stage " << m_settings.stage << " micro-batch "
                                << operation.microBatch << " done");
    m_computing = false;
    m_times.compute += Simulator::Now() - m_since;
    m_operationTrace(this, operation, m_since);
    if (operation.type == OperationType::FORWARD && m_next)
    {
        m_next->Send(BoundaryMessage::ACTIVATION, operation.microBatch);
    }
    else if (operation.type == OperationType::BACKWARD && m_previous)
    {
        m_previous->Send(BoundaryMessage::GRADIENT, operation.microBatch);
    }
    ++m_position;
    ++m_operationsDone;
    Proceed();
}

void
StageApplication::Arrive(bool activation, uint32_t microBatch)
{
    auto& arrived = activation ? m_activations : m_gradients;
    NS_ABORT_MSG_IF(microBatch >= arrived.size() || arrived[microBatch],
                    "stage " << m_settings.stage << " of " << m_settings.job << " got micro-batch "
                             << microBatch << " twice or out of range");
    arrived[microBatch] = true;
    if (m_waiting && IsInputThere())
    {
        m_waiting = false;
        (activation ? m_times.waitActivation : m_times.waitGradient) += Simulator::Now() - m_since;
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
    const Operation& operation = (*m_operations)[m_position];
    const bool isForward = operation.type == OperationType::FORWARD;
    text << (m_computing ? " computes" : " waits to compute")
         << (isForward ? " forward " : " backward ") << operation.microBatch;
    if (m_waiting)
    {
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
