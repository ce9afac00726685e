// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRANSPORT_STATE_H
#define BACE_TRANSPORT_STATE_H

#include <boost/functional/hash.hpp>
#include <cstddef>
#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief What a transport has learnt of its way.
 */
struct TransportState
{
    uint64_t window{0};    //!< congestion windows together, segments
    std::size_t hash{0};   //!< of windows, thresholds, pending growth
    bool isComplete{true}; //!< whether an equal hash, with nothing under way, is equal behaviour

    /**
     * @param other of another connection or channel
     */
    void Add(const TransportState& other)
    {
        window += other.window;
        boost::hash_combine(hash, other.hash);
        isComplete = isComplete && other.isComplete;
    }
};

} // namespace ns3::bacepipe

#endif // BACE_TRANSPORT_STATE_H
