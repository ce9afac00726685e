// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_SENDER_H
#define BACE_BULK_SENDER_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-bulk-header.h"
#include "ns3/bace-bulk-scoreboard.h"
#include "ns3/bace-bulk-traces.h"
#include "ns3/bace-congestion-driver.h"
#include "ns3/bace-delivery-rate.h"
#include "ns3/bace-lazy-timer.h"
#include "ns3/bace-message-stream.h"
#include "ns3/bace-pacer.h"
#include "ns3/bace-rtt-tracker.h"
#include "ns3/bace-transport-state.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ns3::bacepipe
{

/// Settings of a bulk connection's sender.
struct BulkSenderOptions
{
    CongestionOptions congestion; //!< of the window; maxWindow segments may be sent and not
                                  //!< acknowledged cumulatively
    Time minRto;                  //!< least retransmission timeout
    Time delayedAckTimeout;       //!< of the receiver
    Time connectTimeout;          //!< before the first CONNECT is sent again; doubles each time
    uint32_t connectAttempts;     //!< CONNECTs sent before giving up
    bool paceInitialWindow;       //!< whether the pacing rate holds for the initial window too
    uint64_t maxRate;             //!< most bits of IPv4 packets a second; 0: unlimited
};

/**
 * @brief Sending end of a bulk connection.
 *
 * Sends the message stream in segments of full size, a shorter one only when nothing more is there
 * to send. One timer serves, in turn, for the connection's set-up, for reordering that lasts too
 * long, for the tail loss probe (both RFC 8985) and for the retransmission timeout (RFC 6298);
 * another for pacing.
 */
class BulkSender : public BulkListener
{
  public:
    /// Called when the connection cannot be made or goes on no more; says why.
    using FailureHandler = std::function<void(const std::string&)>;

    /// Called when something has been sent for the first time.
    using ProgressHandler = std::function<void()>;

    /**
     * @param index of the connection in its channel
     * @param tag that the connection's packets bear
     * @param options settings
     * @param endpoint through which it sends; the sender becomes its listener
     * @param traces to fire
     * @param progress called when something has been sent for the first time
     * @param failure called on failure
     */
    BulkSender(uint32_t index,
               uint32_t tag,
               const BulkSenderOptions& options,
               BulkEndpoint& endpoint,
               BulkTraces& traces,
               ProgressHandler progress,
               FailureHandler failure);

    /// Asks for the connection.
    void Connect();

    /**
     * Appends a frame to what is to be sent.
     * @param frame a message or its share
     */
    void Push(const MessageFrame& frame);

    /**
     * Sends what is queued, as far as may be.
     * @param bytes at most, but for a segment more
     * @return whether it has sent that much
     */
    bool Send(uint64_t bytes);

    /// Drops the packet: it is none for a sender.
    void HandleData(const BulkDataHeader& header,
                    const MessageStream::Piece& payload,
                    bool congested) override;

    /// What bears another connection's tag is dropped.
    void HandleAck(const BulkAckHeader& header) override;

    /// Ends at once: no timer runs on.
    void Close();

    /// @return payload bytes sent more than once
    uint64_t GetRetransmittedBytes() const;

    /// @return bytes of the stream not sent yet
    uint64_t GetUnsentBytes() const;

    /// @return bytes of the stream sent and not acknowledged cumulatively
    uint64_t GetUnacknowledgedBytes() const;

    /// @return what congestion control has learnt
    TransportState GetState() const;

    /// @return whether the connection stands
    bool IsConnected() const;

  private:
    /// What the timer is set for.
    enum class Alarm
    {
        CONNECT,
        REORDERING,
        PROBE,
        TIMEOUT
    };

    /// Sends a CONNECT and sets the timer for the next.
    void SendConnect();

    /**
     * The receiver has answered.
     * @param header its acknowledgement
     */
    void HandleAcknowledgement(const BulkAckHeader& header);

    /// Sends what the window allows, as fast as pacing allows.
    void SendPending();

    /**
     * Sends what may be sent, segments to be sent again first.
     * @param end position in the stream at which it stops, but for a segment
     * @return whether anything was sent for the first time
     */
    bool SendUpTo(uint64_t end);

    /// @return whether there is new data that the receive window allows
    bool HasNew() const;

    /// A packet that had to wait may leave.
    void HandlePacing();

    /**
     * Sends the next new segment.
     * @param flags of its header
     */
    void SendNew(uint8_t flags);

    /**
     * Sends a segment again.
     * @param segment its number
     * @param flags of its header
     */
    void SendAgain(uint64_t segment, uint8_t flags);

    /**
     * Sends a packet with a segment.
     * @param segment its number
     * @param flags of its header
     * @param begin position in the stream of its first byte
     * @param bytes of its payload
     */
    void Transmit(uint64_t segment, uint8_t flags, uint64_t begin, uint32_t bytes);

    /// Sets the timer for what is due next.
    void SetAlarm();

    /// The timer has fired.
    void HandleAlarm();

    /// Sends a tail loss probe.
    void Probe();

    /// @return state of the connection, without what an acknowledgement brings
    CongestionDriver::Progress GetProgress() const;

    /**
     * Takes a measurement of the round-trip time.
     * @param echo when what is now acknowledged was sent, ns
     */
    void MeasureRtt(int64_t echo);

    /// Traces what has changed of the window.
    void TraceWindow();

    uint32_t m_tag;              //!< of its packets
    BulkSenderOptions m_options; //!< settings
    BulkEndpoint& m_endpoint;    //!< through which it sends
    BulkTracer m_tracer;         //!< values that are traced, the connection's state among them
    ProgressHandler m_progress;  //!< called when something new has been sent
    FailureHandler m_failure;    //!< called on failure

    uint32_t m_attempts{0};               //!< CONNECTs sent, then timeouts in a row
    MessageStream m_stream;               //!< what is to be sent
    uint64_t m_sentEnd{0};                //!< position in the stream one past what was sent once
    BulkScoreboard m_scoreboard;          //!< where the segments are
    RttTracker m_rtt;                     //!< round-trip time
    CongestionDriver m_congestion;        //!< window
    std::unique_ptr<DeliveryRate> m_rate; //!< when the congestion control asks for it
    LazyTimer m_timer;                    //!< the one timer
    bool m_paced;                         //!< whether packets may have to wait
    Pacer m_pacer;                        //!< how long
    LazyTimer m_pacingTimer;              //!< of the packet that waits
    Alarm m_alarm{Alarm::CONNECT};        //!< what it is set for
    uint16_t m_marked{0};                 //!< segments that came marked, as the receiver counts
    bool m_probed{false};                 //!< whether a probe is unanswered
    bool m_suspect{false};                //!< whether a timeout may turn out to be spurious
    Time m_timeoutAt;                     //!< when it was
    Time m_lastSent;                      //!< when something was sent last
    uint64_t m_retransmittedBytes{0};     //!< payload bytes sent more than once
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_SENDER_H
