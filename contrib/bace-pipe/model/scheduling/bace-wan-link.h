// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_WAN_LINK_H
#define BACE_WAN_LINK_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/// Position of a region in Cluster::GetRegions().
using RegionIndex = uint32_t;

/// What decides which packets at the entrance of a WAN link wait, are marked or dropped.
enum class QueueDiscipline
{
    DROP_TAIL, //!< first come, first served; what finds no room is dropped
    FQ_CODEL,  //!< a queue for each flow, under CoDel (RFC 8290)
    RED,       //!< random early detection (Floyd, Jacobson 1993)
    PIE        //!< proportional integral controller enhanced (RFC 8033)
};

/// What a WAN link is from a time on.
struct LinkChange
{
    Time at;       //!< since the simulation's start, above 0
    DataRate rate; //!< capacity from then on, positive
    Time delay;    //!< one-way propagation delay from then on
};

/**
 * @brief A directed WAN link between the gateways of two regions.
 *
 * Whoever decides or reckons by equations knows rate and delay alone; changes of them are for
 * packets (our reading: nobody tells the scheduler).
 */
struct WanLink
{
    RegionIndex source{0};      //!< where it starts
    RegionIndex destination{0}; //!< where it ends; another region
    DataRate rate;              //!< capacity B_uv, positive
    Time delay;                 //!< one-way propagation delay d_uv
    uint64_t queueBytes{0};     //!< size of the queue at its entrance, bytes
    double lossRate{0};         //!< probability that a packet is lost on the way, in [0, 1)
    QueueDiscipline discipline{QueueDiscipline::DROP_TAIL}; //!< of that queue
    bool ecn{false}; //!< packets that may be are marked instead of dropped; not with DROP_TAIL
    std::vector<LinkChange> changes{}; //!< while packets are simulated, in order of their times

    /**
     * @param time since the simulation's start
     * @return what the link is then; a change holds from its own instant on
     */
    LinkChange GetState(Time time) const;

    /// @return the largest rate that it ever has
    DataRate GetLargestRate() const;
};

} // namespace ns3::bacepipe

#endif // BACE_WAN_LINK_H
