// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_STAGE_TIMES_H
#define BACE_STAGE_TIMES_H

#include "ns3/bace-service-meter.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::bacepipe
{

/// How a message has travelled, seen from its arrival.
struct Passage
{
    Time sent;                   //!< when it was given to the boundary
    Time ideal;                  //!< what it takes on a way that is empty
    ServiceMeter::Shares behind; //!< what its WAN link served for others meanwhile, by owner
};

/**
 * @brief Time spent waiting for messages, and why (our definition, doc/model.md).
 *
 * A wait from w to the arrival a of a message that was sent at s: not sent max(0, min(s, a) - w);
 * of the rest the last part, at most the ideal time, is transmission; what is before that is
 * queued.
 */
struct WaitTime
{
    Time total;                  //!< of all parts
    Time notSent;                //!< the message was not sent yet
    Time transmission;           //!< it could not be there sooner
    ServiceMeter::Shares behind; //!< of what was queued: behind others' bytes, by owner

    /// @return the rest of the total: behind earlier messages of the same boundary, behind others,
    /// for the congestion window, for packets sent again
    Time GetQueued() const;

    /**
     * Adds a wait that ends now. Where others took longer than was queued, they share that in
     * proportion.
     * @param since when it began
     * @param now when the message arrived
     * @param passage of the message
     */
    void Add(Time since, Time now, const Passage& passage);

    /**
     * @param other what is added
     * @return this
     */
    WaitTime& operator+=(const WaitTime& other);

    /**
     * @param factor of all parts
     * @return this
     */
    WaitTime& operator*=(int64_t factor);

    /**
     * @param divisor of all parts; what is lost in rounding is queued
     * @return this
     */
    WaitTime& operator/=(int64_t divisor);
};

/// Where a stage's time went, of one iteration or summed.
struct StageTimes
{
    Time compute;            //!< operations of any kind, and the optimizer
    WaitTime waitActivation; //!< idle, the next operation's activation not yet there
    WaitTime waitGradient;   //!< idle, the next operation's gradient not yet there

    /**
     * @param other what is added
     * @return this
     */
    StageTimes& operator+=(const StageTimes& other);

    /**
     * @param factor of all times
     * @return this
     */
    StageTimes& operator*=(int64_t factor);

    /**
     * @param divisor of all times
     * @return this
     */
    StageTimes& operator/=(int64_t divisor);

    /// @return time queued behind others, of both waits
    ServiceMeter::Shares GetBehind() const;
};

} // namespace ns3::bacepipe

#endif // BACE_STAGE_TIMES_H
