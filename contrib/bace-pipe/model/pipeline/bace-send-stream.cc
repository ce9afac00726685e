// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-send-stream.h"

#include <utility>

namespace ns3::bacepipe
{

SendStream::SendStream(uint64_t buffer)
    : m_buffer(buffer)
{
}

void
SendStream::AddOutlet(Unsent unsent)
{
    m_outlets.push_back(std::move(unsent));
}

void
SendStream::Push(Send send)
{
    m_waiting.push_back(std::move(send));
    Proceed();
}

bool
SendStream::HasRoom() const
{
    uint64_t unsent = 0;
    for (const auto& outlet : m_outlets)
    {
        unsent += outlet();
    }
    return unsent <= m_buffer;
}

void
SendStream::Proceed()
{
    if (m_proceeding)
    {
        return;
    }
    m_proceeding = true;
    while (!m_waiting.empty() && HasRoom())
    {
        const Send send = std::move(m_waiting.front());
        m_waiting.pop_front();
        send();
    }
    m_proceeding = false;
}

} // namespace ns3::bacepipe
