// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PACER_H
#define BACE_PACER_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Keeps the packets of a connection apart in time.
 *
 * Two limits, each of which may be absent: a pacing rate, which changes and counts payload as
 * ns-3's TCP does, and a cap, which is constant and counts whole IPv4 packets. After a packet the
 * next one waits for as long as the slower of them asks. A wait that nobody needed is not made up
 * for.
 */
class Pacer
{
  public:
    /**
     * @param cap most bits of IPv4 packets a second; 0: none
     * @param headerBytes what an IPv4 packet has beside its payload
     */
    Pacer(uint64_t cap, uint32_t headerBytes);

    /**
     * @param now simulated time
     * @return whether the next packet must wait until GetNext()
     */
    bool IsHeld(Time now) const
    {
        return now < m_next;
    }

    /// @return when the next packet may leave
    Time GetNext() const
    {
        return m_next;
    }

    /**
     * A packet leaves.
     * @param now simulated time
     * @param payloadBytes of the packet
     * @param pacingRate payload bits a second; 0: not paced
     */
    void NoteSent(Time now, uint32_t payloadBytes, uint64_t pacingRate);

    /// A timer asks for a packet: it need not wait for the pacing rate, only for the cap.
    void Release()
    {
        m_next = m_capped;
    }

  private:
    uint64_t m_cap;         //!< bit/s; 0: none
    uint32_t m_headerBytes; //!< of a packet
    Time m_next;            //!< when the next may leave
    Time m_capped;          //!< when the cap alone would let it
};

} // namespace ns3::bacepipe

#endif // BACE_PACER_H
