// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-boundary.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(Boundary);

TypeId
Boundary::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::bacepipe::Boundary").SetParent<Object>().SetGroupName("BacePipe");
    return tid;
}

void
Boundary::SetMessageBytes(uint64_t bytes)
{
    m_messageBytes = std::max<uint64_t>(bytes, 1);
}

uint64_t
Boundary::GetMessageBytes() const
{
    return m_messageBytes;
}

void
Boundary::SetArrivalCallback(BoundaryMessage message, ArrivalCallback callback)
{
    m_directions[static_cast<std::size_t>(message)].arrival = callback;
}

void
Boundary::Send(BoundaryMessage message, const MessageKey& key)
{
    auto& direction = m_directions[static_cast<std::size_t>(message)];
    const uint64_t id = direction.nextId++;
    direction.inFlight.push_back({id, key, Simulator::Now()});
    m_sentBytes += m_messageBytes;
    if (direction.stream)
    {
        direction.stream->Push(
            [this, message, key, id] { DoSend(message, key, id, m_messageBytes); });
    }
    else
    {
        DoSend(message, key, id, m_messageBytes);
    }
}

void
Boundary::SetSendStream(BoundaryMessage message, std::shared_ptr<SendStream> stream)
{
    stream->AddOutlet([this, message] { return GetUnsentBytes(message); });
    m_directions[static_cast<std::size_t>(message)].stream = std::move(stream);
}

uint64_t
Boundary::GetUnsentBytes(BoundaryMessage /* message */) const
{
    return 0;
}

void
Boundary::HandleProgress(BoundaryMessage message)
{
    if (const auto stream = m_directions[static_cast<std::size_t>(message)].stream)
    {
        stream->Proceed();
    }
}

uint64_t
Boundary::GetSentBytes() const
{
    return m_sentBytes;
}

std::size_t
Boundary::GetInFlight() const
{
    return m_directions[0].inFlight.size() + m_directions[1].inFlight.size();
}

const Passage&
Boundary::GetPassage(BoundaryMessage message) const
{
    return m_directions[static_cast<std::size_t>(message)].passage;
}

void
Boundary::Arrive(BoundaryMessage message, uint64_t id, uint64_t bytes, ServiceMeter::Shares behind)
{
    auto& direction = m_directions[static_cast<std::size_t>(message)];
    NS_ABORT_MSG_IF(direction.inFlight.empty() || direction.inFlight.front().id != id,
                    "message " << id << " arrived out of order or twice");
    NS_ABORT_MSG_IF(bytes != m_messageBytes,
                    "message " << id << " arrived with " << bytes << " of " << m_messageBytes
                               << " bytes");
    const MessageKey key = direction.inFlight.front().key;
    direction.passage = {direction.inFlight.front().sent, GetIdealTime(message), std::move(behind)};
    direction.inFlight.pop_front();
    direction.arrival(key);
}

void
Boundary::DoDispose()
{
    for (auto& direction : m_directions)
    {
        direction.arrival = ArrivalCallback();
        direction.stream = nullptr;
    }
    Object::DoDispose();
}

} // namespace ns3::bacepipe
