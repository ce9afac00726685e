// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PORT_ALLOCATOR_H
#define BACE_PORT_ALLOCATOR_H

#include <boost/icl/interval_set.hpp>
#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Gives out ranges of ports, each port to one channel at a time.
 *
 * Ranges go round: a port that was given back is used again as late as possible, for packets of
 * its last channel may be under way.
 */
class PortAllocator
{
  public:
    static constexpr uint32_t FIRST = 10000; //!< the lowest port given out
    static constexpr uint32_t END = 65536;   //!< after the highest

    /**
     * @param count how many consecutive ports, at least 1
     * @return the first of them; if there is no such range the program ends with a message
     */
    uint16_t Take(uint16_t count);

    /**
     * @param first of a range that was taken
     * @param count of the range
     */
    void Return(uint16_t first, uint16_t count);

  private:
    using Ports = boost::icl::interval_set<uint32_t>;

    Ports m_taken;          //!< ranges given out
    uint32_t m_next{FIRST}; //!< where to look first
};

} // namespace ns3::bacepipe

#endif // BACE_PORT_ALLOCATOR_H
