// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-proportional-rate-reduction.h"

#include <algorithm>
#include <cmath>

namespace ns3::bacepipe
{

void
ProportionalRateReduction::Start(uint64_t flight, double ssThresh)
{
    m_flight = static_cast<double>(std::max<uint64_t>(flight, 1));
    m_ssThresh = ssThresh;
    m_delivered = 0;
    m_out = 0;
}

uint64_t
ProportionalRateReduction::Acknowledge(uint64_t delivered, uint64_t pipe, bool repaired)
{
    m_delivered += delivered;
    const auto out = static_cast<double>(m_out);
    const auto inNetwork = static_cast<double>(pipe);
    double count = 0;
    if (inNetwork > m_ssThresh)
    {
        count = std::ceil(static_cast<double>(m_delivered) * m_ssThresh / m_flight) - out;
    }
    else
    {
        auto limit = static_cast<double>(delivered);
        if (repaired)
        {
            limit = std::max(static_cast<double>(m_delivered) - out, limit) + 1;
        }
        count = std::min(m_ssThresh - inNetwork, limit);
    }
    // The fast retransmission itself is never held back (RFC 6937, section 3).
    return static_cast<uint64_t>(std::max(count, m_out == 0 ? 1. : 0.));
}

void
ProportionalRateReduction::NoteSent()
{
    ++m_out;
}

} // namespace ns3::bacepipe
