// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FLOW_USE_H
#define BACE_FLOW_USE_H

#include "ns3/bace-time-histogram.h"
#include "ns3/flow-classifier.h"
#include "ns3/flow-monitor.h"
#include "ns3/ipv4-flow-classifier.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3::bacepipe
{

/// What FlowMonitor has counted of a flow, as far as it adds up.
struct FlowCounts
{
    uint64_t txPackets{0};      //!< sent
    uint64_t txBytes{0};        //!< of IPv4 packets
    uint64_t rxPackets{0};      //!< arrived
    uint64_t rxBytes{0};        //!< of IPv4 packets
    uint64_t droppedPackets{0}; //!< by queues, or for want of a route
    uint64_t droppedBytes{0};   //!< of IPv4 packets
    Time delay;                 //!< of all that arrived, summed
    Time jitter;                //!< likewise

    /**
     * @param stats of a flow
     * @return its counts
     */
    static FlowCounts Of(const FlowMonitor::FlowStats& stats);

    /**
     * @param earlier counts of the same flow
     * @return what was counted since
     */
    FlowCounts Since(const FlowCounts& earlier) const;
};

/**
 * @brief A flow of FlowMonitor's while its ports belong to one channel, and what FlowMonitor does
 * not keep of it.
 *
 * FlowMonitor's flow is a five-tuple. Where ports have gone round it is of two channels in turn:
 * then two uses share a flow id, and each has what FlowMonitor counted in its time.
 */
struct FlowUse
{
    FlowId flow{0};                               //!< as in flowmon.xml
    Ipv4FlowClassifier::FiveTuple tuple;          //!< its ends
    uint32_t take{0};                             //!< Take() that gave its ports; 0: none
    uint32_t owner{0};                            //!< to whom, by number; 0: nobody in particular
    uint32_t connection{0};                       //!< of its channel, from 0
    const FlowMonitor::FlowStats* stats{nullptr}; //!< FlowMonitor's, of the five-tuple
    FlowCounts before;                            //!< counted before this use
    std::optional<FlowCounts> after;              //!< counted when it ended; none: it is the last
    uint64_t seen{0};                             //!< rxPackets of stats, when last looked at
    Time firstTx;                                 //!< its first packet was sent
    std::optional<Time> lastRx;                   //!< its last packet arrived; none has
    uint64_t payloadBytes{0};                     //!< sent above the transport's header
    uint64_t lostOnTheWay{0};                     //!< packets, by a WAN link's loss
    TimeHistogram delays;                         //!< of packets that arrived

    /// @return what FlowMonitor has counted of it
    FlowCounts GetCounts() const;
};

} // namespace ns3::bacepipe

#endif // BACE_FLOW_USE_H
