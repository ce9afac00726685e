// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-flow-use.h"

#include <numeric>

namespace ns3::bacepipe
{

FlowCounts
FlowCounts::Of(const FlowMonitor::FlowStats& stats)
{
    // FlowMonitor's own lostPackets has those too that have not been seen for ten seconds: at the
    // end of a run not yet all that are lost.
    const auto& packets = stats.packetsDropped;
    const auto& bytes = stats.bytesDropped;
    return {stats.txPackets,
            stats.txBytes,
            stats.rxPackets,
            stats.rxBytes,
            std::accumulate(packets.begin(), packets.end(), uint64_t{0}),
            std::accumulate(bytes.begin(), bytes.end(), uint64_t{0}),
            stats.delaySum,
            stats.jitterSum};
}

FlowCounts
FlowCounts::Since(const FlowCounts& earlier) const
{
    return {txPackets - earlier.txPackets,
            txBytes - earlier.txBytes,
            rxPackets - earlier.rxPackets,
            rxBytes - earlier.rxBytes,
            droppedPackets - earlier.droppedPackets,
            droppedBytes - earlier.droppedBytes,
            delay - earlier.delay,
            jitter - earlier.jitter};
}

FlowCounts
FlowUse::GetCounts() const
{
    return (after ? *after : FlowCounts::Of(*stats)).Since(before);
}

} // namespace ns3::bacepipe
