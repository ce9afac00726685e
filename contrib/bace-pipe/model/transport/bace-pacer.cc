// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-pacer.h"

namespace ns3::bacepipe
{

namespace
{

/**
 * @param bytes how many
 * @param rate bit/s; 0: unlimited
 * @return ns that they take, rounded up, so that the rate is never exceeded
 */
int64_t
GetDuration(uint64_t bytes, uint64_t rate)
{
    return rate == 0 ? 0 : static_cast<int64_t>((bytes * 8'000'000'000 + rate - 1) / rate);
}

} // namespace

Pacer::Pacer(uint64_t cap, uint32_t headerBytes)
    : m_cap(cap),
      m_headerBytes(headerBytes)
{
}

void
Pacer::NoteSent(Time now, uint32_t payloadBytes, uint64_t pacingRate)
{
    m_capped = now + NanoSeconds(GetDuration(payloadBytes + m_headerBytes, m_cap));
    m_next = Max(m_capped, now + NanoSeconds(GetDuration(payloadBytes, pacingRate)));
}

} // namespace ns3::bacepipe
