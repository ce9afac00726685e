// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_STALL_WATCH_H
#define BACE_TEST_STALL_WATCH_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe::test
{

/**
 * @brief Watches that a bulk channel with work to do is never silent for longer than its timers
 * allow, by a reckoning of its own of the retransmission timeout (RFC 6298) from the round-trip
 * times that the channel tells.
 *
 * Signs of life are news that something new has arrived, and retransmissions. After news the next
 * sign comes at the latest by a tail loss probe, which waits for no longer than the timeout and may
 * send something new, which is no sign here; then by reordering, which waits for a quarter of the
 * least round-trip time; then by the timeout, which doubles with each time that it passes. What
 * else is sent must not put these off.
 */
class StallWatch
{
  public:
    /**
     * @param connections of the channel
     * @param minRto least retransmission timeout
     */
    StallWatch(uint32_t connections, Time minRto);

    /// Something undelivered is there from now on.
    void Start();

    /// All is delivered.
    void Rest();

    /**
     * A connection has news.
     * @param connection its index
     * @param rtt measured
     */
    void NoteNews(uint32_t connection, Time rtt);

    /**
     * A connection has sent again.
     * @param connection its index
     */
    void NoteRetransmission(uint32_t connection);

    /// @return longest silence in terms of what was allowed
    double GetWorst() const;

  private:
    /// What is known of a connection.
    struct State
    {
        bool connected{false};       //!< whether there was a first round trip
        double smoothed{0};          //!< SRTT, s
        double variation{0};         //!< RTTVAR, s
        double least{0};             //!< least round-trip time, s
        Time lastSign;               //!< of life
        uint32_t retransmissions{0}; //!< instants of them since the news
    };

    /**
     * @param state of a connection
     * @return longest silence from its last sign on, s
     */
    double GetAllowance(const State& state) const;

    /// Checks the silence that ends now.
    void Check();

    double m_minRto;             //!< s
    std::vector<State> m_states; //!< of the connections
    bool m_working{false};       //!< whether something is undelivered
    Time m_start;                //!< since when
    double m_worst{0};           //!< longest silence in terms of what was allowed
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_STALL_WATCH_H
