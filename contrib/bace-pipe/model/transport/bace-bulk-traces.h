// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_TRACES_H
#define BACE_BULK_TRACES_H

#include "ns3/nstime.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <utility>

namespace ns3::bacepipe
{

/**
 * Trace sources that the senders of a channel fire; the first argument is the connection's index,
 * then come the old and the new value.
 */
struct BulkTraces
{
    /// Of a value of a connection.
    template <typename T>
    using Source = TracedCallback<uint32_t, T, T>;

    Source<uint64_t>& congestionWindow;                           //!< bytes
    Source<uint64_t>& slowStartThreshold;                         //!< bytes
    Source<Time>& rtt;                                            //!< last measurement
    Source<TcpSocket::TcpStates_t>& state;                        //!< of the connection
    Source<TcpSocketState::TcpCongState_t>& congestionState;      //!< of its window
    Source<double>& congestionEstimate;                           //!< DCTCP's alpha
    TracedCallback<uint32_t, uint64_t, uint32_t>& retransmission; //!< segment, payload bytes
};

/**
 * @brief Values of one connection that are traced: fires a source when its value changes.
 */
class BulkTracer
{
  public:
    /**
     * @param index of the connection
     * @param traces to fire
     */
    BulkTracer(uint32_t index, BulkTraces& traces)
        : m_index(index),
          m_traces(traces)
    {
    }

    /**
     * @param bytes congestion window
     */
    void SetWindow(uint64_t bytes)
    {
        Set(m_traces.congestionWindow, m_window, bytes);
    }

    /**
     * @param bytes slow start threshold; UINT64_MAX when there is none yet
     */
    void SetSlowStartThreshold(uint64_t bytes)
    {
        Set(m_traces.slowStartThreshold, m_slowStartThreshold, bytes);
    }

    /**
     * Fires the source even when the value is as before: each measurement is one.
     * @param rtt a measurement of the round-trip time
     */
    void SetRtt(Time rtt)
    {
        m_traces.rtt(m_index, m_rtt, rtt);
        m_rtt = rtt;
    }

    /**
     * @param state of the connection: CLOSED, SYN_SENT or ESTABLISHED
     */
    void SetState(TcpSocket::TcpStates_t state)
    {
        Set(m_traces.state, m_state, state);
    }

    /// @return state of the connection
    TcpSocket::TcpStates_t GetState() const
    {
        return m_state;
    }

    /**
     * @param state of the congestion control
     */
    void SetCongestionState(TcpSocketState::TcpCongState_t state)
    {
        Set(m_traces.congestionState, m_congestionState, state);
    }

    /**
     * @param alpha DCTCP's estimate of the share of segments that are marked, 0 to 1
     */
    void SetCongestionEstimate(double alpha)
    {
        Set(m_traces.congestionEstimate, m_congestionEstimate, alpha);
    }

    /**
     * A segment is sent again.
     * @param segment its number
     * @param bytes of its payload
     */
    void NoteRetransmission(uint64_t segment, uint32_t bytes)
    {
        m_traces.retransmission(m_index, segment, bytes);
    }

  private:
    /**
     * @tparam T type of the value
     * @param source to fire
     * @param value where it is kept
     * @param now what it is now
     */
    template <typename T>
    void Set(BulkTraces::Source<T>& source, T& value, T now)
    {
        if (value != now)
        {
            source(m_index, std::exchange(value, now), now);
        }
    }

    uint32_t m_index;                                                          //!< connection
    BulkTraces& m_traces;                                                      //!< to fire
    uint64_t m_window{0};                                                      //!< bytes
    double m_congestionEstimate{1};                                            //!< DCTCP's alpha
    uint64_t m_slowStartThreshold{0};                                          //!< bytes
    Time m_rtt;                                                                //!< measured last
    TcpSocket::TcpStates_t m_state{TcpSocket::CLOSED};                         //!< connection's
    TcpSocketState::TcpCongState_t m_congestionState{TcpSocketState::CA_OPEN}; //!< window's
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_TRACES_H
