// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PORT_ALLOCATOR_H
#define BACE_PORT_ALLOCATOR_H

#include <boost/icl/interval_set.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief Gives out ranges of ports, each port to one channel at a time.
 *
 * It also knows who uses a port, for those who see packets and ask whose they are.
 *
 * Ranges go round: a port that was given back is used again as late as possible, for packets of
 * its last channel may be under way. So a port is of several channels in turn where a run takes
 * more than END - FIRST of them; takes are numbered to tell these apart.
 */
class PortAllocator
{
  public:
    static constexpr uint32_t FIRST = 10000; //!< the lowest port given out
    static constexpr uint32_t END = 65536;   //!< after the highest

    /**
     * @param name of somebody who will take ports
     * @return their number, from 1; another one at each call, whatever the name
     */
    uint32_t AddOwner(const std::string& name);

    /// @return how many owners there are
    uint32_t GetOwnerCount() const
    {
        return m_owners.size();
    }

    /**
     * @param owner number of an owner
     * @return their name; aborts the program by an exception where there is none
     */
    const std::string& GetOwnerName(uint32_t owner) const;

    /**
     * @param port any
     * @return who took it last, for a channel's last packets come after its end; 0 for nobody
     */
    uint32_t GetOwner(uint16_t port) const
    {
        return port < m_users.size() ? m_users[port] : 0;
    }

    /**
     * @param port any
     * @return the number of the Take() that gave it last, counted from 1; 0: none did
     */
    uint32_t GetTake(uint16_t port) const
    {
        return port < m_takes.size() ? m_takes[port] : 0;
    }

    /**
     * @param port one that is taken, or any
     * @return the first port of the range that it was taken in; the port itself where it never was
     */
    uint16_t GetFirstPort(uint16_t port) const;

    /**
     * @param count how many consecutive ports, at least 1
     * @param owner for whom, by number; 0 for nobody in particular
     * @return the first of them; throws std::runtime_error if there is no such range
     */
    uint16_t Take(uint16_t count, uint32_t owner = 0);

    /**
     * @param first of a range that was taken
     * @param count of the range
     */
    void Return(uint16_t first, uint16_t count);

  private:
    using Ports = boost::icl::interval_set<uint32_t>;

    Ports m_taken;                     //!< ranges given out
    uint32_t m_next{FIRST};            //!< where to look first
    std::vector<std::string> m_owners; //!< names, by number less 1
    std::vector<uint32_t> m_users;     //!< owners, by port
    std::vector<uint32_t> m_takes;     //!< numbers of Take(), by port
    uint32_t m_lastTake{0};            //!< of them
};

} // namespace ns3::bacepipe

#endif // BACE_PORT_ALLOCATOR_H
