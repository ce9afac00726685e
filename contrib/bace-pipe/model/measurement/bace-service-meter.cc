// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-service-meter.h"

#include "ns3/simulator.h"

#include <array>

namespace ns3::bacepipe
{

namespace
{

/// Adds to an owner's bytes.
void
Add(ServiceMeter::Bytes& counts, uint32_t owner, double bytes)
{
    if (owner >= counts.size())
    {
        counts.resize(owner + 1);
    }
    counts[owner] += bytes;
}

} // namespace

ServiceMeter::ServiceMeter(DataRate rate, Time delay)
    : m_firstRate(rate),
      m_rate(rate),
      m_delay(delay)
{
}

void
ServiceMeter::Change(DataRate rate, Time delay)
{
    m_rate = rate;
    m_delay = delay;
    m_timedBytes = 0;
}

DataRate
ServiceMeter::GetRate() const
{
    return m_rate;
}

Time
ServiceMeter::GetDelay() const
{
    return m_delay;
}

uint16_t
ServiceMeter::FindPort(const Packet& packet)
{
    // By hand, for deserializing headers would cost more than sending the packet: PPP is 2 bytes,
    // IPv4 20 without options, in it the fragment's offset at 6 and the protocol at 9; both
    // transports begin with the ports.
    constexpr std::size_t IP = 2;
    std::array<uint8_t, IP + 20 + 4> bytes{};
    if (packet.CopyData(bytes.data(), bytes.size()) < bytes.size() || bytes[IP] != 0x45)
    {
        return 0;
    }
    const bool isFragment = (bytes[IP + 6] & 0x1f) != 0 || bytes[IP + 7] != 0;
    const uint8_t protocol = bytes[IP + 9];
    const bool hasPorts = !isFragment && (protocol == 6 || protocol == 17);
    return hasPorts ? static_cast<uint16_t>(bytes[IP + 22] << 8 | bytes[IP + 23]) : 0;
}

Time
ServiceMeter::Count(uint32_t owner, uint32_t bytes, const Time& start)
{
    if (bytes != m_timedBytes)
    {
        m_timedBytes = bytes;
        m_timedTime = m_rate.CalculateBytesTxTime(bytes);
    }
    const Time end = start + m_timedTime;
    if (owner == 0)
    {
        return end;
    }
    if (m_line.size() >= m_limit)
    {
        Advance(); // or the line would grow where nobody asks
        m_limit = 2 * m_line.size() + LEAST_LIMIT;
    }
    const double share = static_cast<double>(m_firstRate.GetBitRate()) / m_rate.GetBitRate();
    m_lastArrival = Max(end + m_delay, m_lastArrival);
    m_line.push_back({start, m_lastArrival, bytes * share, owner});
    return end;
}

const ServiceMeter::Bytes&
ServiceMeter::GetBegun()
{
    Advance();
    const Time now = Simulator::Now();
    for (; m_started < m_line.size() && m_line[m_started].start < now; ++m_started)
    {
        Add(m_begun, m_line[m_started].owner, m_line[m_started].bytes);
    }
    return m_begun;
}

ServiceMeter::Shares
ServiceMeter::GetServedSince(const Bytes& begun, uint32_t self)
{
    Advance();
    Shares shares;
    for (uint32_t owner = 0; owner < m_arrived.size(); ++owner)
    {
        const double before = owner < begun.size() ? begun[owner] : 0;
        if (owner != self && m_arrived[owner] > before)
        {
            const double bits = 8.0 * (m_arrived[owner] - before);
            shares[owner] = Seconds(bits / static_cast<double>(m_firstRate.GetBitRate()));
        }
    }
    return shares;
}

void
ServiceMeter::Advance()
{
    const Time now = Simulator::Now();
    while (!m_line.empty() && m_line.front().arrival <= now)
    {
        const Entry& entry = m_line.front();
        if (m_started == 0)
        {
            Add(m_begun, entry.owner, entry.bytes);
        }
        else
        {
            --m_started;
        }
        Add(m_arrived, entry.owner, entry.bytes);
        m_line.pop_front();
    }
}

} // namespace ns3::bacepipe
