// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-port-allocator.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::bacepipe
{

namespace
{

auto
MakeRange(uint32_t first, uint32_t count)
{
    return boost::icl::interval<uint32_t>::right_open(first, first + count);
}

} // namespace

uint32_t
PortAllocator::AddOwner(const std::string& name)
{
    m_users.resize(END);
    m_owners.push_back(name);
    return m_owners.size();
}

const std::string&
PortAllocator::GetOwnerName(uint32_t owner) const
{
    return m_owners.at(owner - 1);
}

uint16_t
PortAllocator::GetFirstPort(uint16_t port) const
{
    const uint32_t take = GetTake(port);
    while (take != 0 && GetTake(port - 1) == take)
    {
        --port;
    }
    return port;
}

uint16_t
PortAllocator::Take(uint16_t count, uint32_t owner)
{
    for (uint32_t lap = 0; lap < 2; ++lap)
    {
        while (m_next + count <= END)
        {
            const auto range = MakeRange(m_next, count);
            const auto taken = m_taken.find(range);
            if (taken == m_taken.end())
            {
                m_taken.add(range);
                if (!m_users.empty())
                {
                    std::fill_n(m_users.begin() + m_next, count, owner);
                }
                m_takes.resize(END);
                std::fill_n(m_takes.begin() + m_next, count, ++m_lastTake);
                m_next += count;
                return static_cast<uint16_t>(m_next - count);
            }
            m_next = taken->upper();
        }
        m_next = FIRST;
    }
    throw std::runtime_error("no " + std::to_string(count) +
                             " consecutive ports are free for a channel: fewer connections, or "
                             "fewer jobs at a time");
}

void
PortAllocator::Return(uint16_t first, uint16_t count)
{
    m_taken.subtract(MakeRange(first, count));
}

} // namespace ns3::bacepipe
