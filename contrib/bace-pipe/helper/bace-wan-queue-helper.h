// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_WAN_QUEUE_HELPER_H
#define BACE_WAN_QUEUE_HELPER_H

#include "ns3/bace-cluster.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/queue-disc.h"

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Puts ns-3's queue discs on the devices of WAN links, with attributes that fit the link.
 *
 * ns-3's defaults are made for packets of 1500 bytes, short round trips and a few Mbit/s. With C
 * the link's rate, R the round trip of propagation, Q the queue's bytes and P those of a packet
 * (of a link that changes those it begins with, but K is for its largest rate, so that it can be
 * filled):
 *
 * - RedQueueDisc: MaxSize Q, MinTh Q/6, MaxTh Q/2, gentle, so that dropping is certain at Q; the
 *   probability between the thresholds adapts (Floyd, Gummadi, Shenker, "Adaptive RED", 2001, where
 *   MaxTh is three times MinTh too), and the average's weight is 1 - exp(-P/C) (same place).
 *   MeanPktSize P, LinkBandwidth C, LinkDelay the link's delay.
 * - RedQueueDisc with step marking: MinTh = MaxTh = K, QW 1, not gentle: what arrives when more
 *   than K bytes wait is marked. K is C R / 7 (RFC 8257, section 5, after Alizadeh et al.,
 * "Analysis of DCTCP", 2011), at least 2 P and at most Q / 2.
 * - FqCoDelQueueDisc: as many packets as whole ones fit into Q; Interval 100 ms, or R where that is
 *   longer; Target a twentieth of it, or the time that P takes where that is longer (RFC 8289,
 *   sections 4.3 and 4.4). By ns-3's defaults the quantum is the device's MTU, and flows are told
 *   apart by a hash of addresses, ports and protocol that nothing perturbs. With step marking also
 *   CeThreshold K / C.
 * - PieQueueDisc: MaxSize Q, MeanPktSize P, QueueDelayReference 15 ms (RFC 8033), or the time that
 *   two packets take where that is longer.
 */
class WanQueueHelper
{
  public:
    /**
     * @param packetBytes of a full IPv4 packet, P
     */
    void SetPacketBytes(uint32_t packetBytes);

    /**
     * @param step whether discs that mark do so for DCTCP: all of what comes above a threshold
     */
    void SetStepMarking(bool step);

    /**
     * @param link with another discipline than drop-tail; else the program ends
     * @param roundTrip of propagation between the ends of connections over the link, R
     * @return what makes its queue disc
     */
    ObjectFactory GetFactory(const WanLink& link, Time roundTrip) const;

    /**
     * Makes a queue disc and puts it on a device that has none.
     * @param device at the link's entrance, with flow control and a short queue of its own
     * @param link of the device
     * @param roundTrip see GetFactory()
     * @param stream first of the random streams; it needs one
     * @return the queue disc
     */
    Ptr<QueueDisc> Install(Ptr<NetDevice> device,
                           const WanLink& link,
                           Time roundTrip,
                           int64_t stream) const;

    /**
     * @param link a WAN link
     * @param roundTrip see GetFactory()
     * @return K, the threshold of step marking, bytes
     */
    double GetStepThreshold(const WanLink& link, Time roundTrip) const;

  private:
    uint32_t m_packetBytes{60052}; //!< of a full IPv4 packet
    bool m_step{false};            //!< mark for DCTCP
};

} // namespace ns3::bacepipe

#endif // BACE_WAN_QUEUE_HELPER_H
