// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LAZY_TIMER_H
#define BACE_LAZY_TIMER_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>

namespace ns3::bacepipe
{

/**
 * @brief A timer whose deadline may be put off for nothing.
 *
 * A transport puts its deadline off with every acknowledgement. The event stays where it is and
 * looks, when it fires, whether the deadline has moved.
 */
class LazyTimer
{
  public:
    /**
     * @param action what to do at the deadline
     */
    explicit LazyTimer(std::function<void()> action);

    LazyTimer(const LazyTimer&) = delete;
    LazyTimer& operator=(const LazyTimer&) = delete;

    /// Cancels.
    ~LazyTimer();

    /**
     * Sets or moves the deadline.
     * @param deadline simulated time, not in the past
     */
    void Set(Time deadline);

    /// Takes the deadline away; an event may still fire, for nothing.
    void Clear();

    /// Takes the deadline away, and the event.
    void Cancel();

    /// @return whether there is a deadline
    bool IsSet() const
    {
        return m_set;
    }

  private:
    /// The event has fired.
    void Fire();

    std::function<void()> m_action; //!< what to do
    EventId m_event;                //!< pending when m_pending
    Time m_eventTime;               //!< of m_event
    Time m_deadline;                //!< when m_set
    bool m_pending{false};          //!< whether m_event is still to fire
    bool m_set{false};              //!< whether there is a deadline
};

} // namespace ns3::bacepipe

#endif // BACE_LAZY_TIMER_H
